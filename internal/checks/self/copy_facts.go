package self

// copyFacts are sums over the copies of a triangle. They are computed once, because there may be
// many copies at many pieces of edges.
type copyFacts struct {
	surplus []int   // of each group: the copies wound as the first one, less the others
	parts   [][]int // of each group: the parts of the copies, ascending
}

// surplusOf returns the number of triangles with the corners of triangle i that are wound as it is,
// minus the number of the others. Triangle i must be the first of its copies.
func (c *checker) surplusOf(i uint32) int {
	if k, ok := c.copies.Number(i); ok {
		return c.copyFacts.surplus[k]
	}
	return 1
}

// partsOf returns the parts of the triangles with the corners of triangle i, which must be the first
// of its copies.
func (c *checker) partsOf(i uint32) []int {
	if k, ok := c.copies.Number(i); ok {
		return c.copyFacts.parts[k]
	}
	return []int{c.part(i)}
}

// factsOfCopies returns the facts of all groups.
func (c *checker) factsOfCopies() copyFacts {
	f := copyFacts{make([]int, c.copies.Len()), make([][]int, c.copies.Len())}
	for k := range f.surplus {
		group := c.copies.Group(k)
		for _, i := range group {
			if c.woundAs(i, group[0]) {
				f.surplus[k]++
			} else {
				f.surplus[k]--
			}
			f.parts[k] = append(f.parts[k], c.part(i))
		}
		f.parts[k] = ascending(f.parts[k])
	}
	return f
}

// woundAs reports whether two triangles with the same corners pass them in the same order.
func (c *checker) woundAs(i, j uint32) bool {
	f, g := &c.welded.Faces[i], &c.welded.Faces[j]
	for k := range f {
		if f[k] == g[0] {
			return f[(k+1)%3] == g[1]
		}
	}
	return false
}
