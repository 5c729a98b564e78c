package posed

import (
	"cmp"
	"slices"
)

// fans lists the faces around each vertex of the objects that are compared with themselves.
type fans struct {
	// first has, for each vertex, the place of its first corner; those of the next vertex end them.
	first   []uint32
	corners []corner
	// end has, for each vertex, the vertex at which its fan ends, irregular for faces that are not
	// one fan.
	end []uint32
}

// corner is a face at a vertex v. The face goes from its spoke, the edge from v to another vertex,
// to the next one in the fan, with its winding. The last one goes to the fan's end.
type corner struct{ face, spoke uint32 }

// irregular is the end of what is not one fan: each face but the last shares an edge with the next
// one. A fan is closed if it ends where it begins.
const irregular = ^uint32(0)

// around returns the corners at a vertex.
func (f *fans) around(vertex int) []corner {
	return f.corners[f.first[vertex]:f.first[vertex+1]]
}

// newFans returns the fans of the faces that are compared with those of the same object.
func newFans(s *Surface) fans {
	f := fans{first: make([]uint32, s.vertices+1), end: make([]uint32, s.vertices)}
	for _, i := range s.groups[0] {
		for _, v := range s.faces[i] {
			f.first[v]++
		}
	}
	n := uint32(0)
	for v, count := range f.first {
		f.first[v] = n
		n += count
	}
	f.corners = make([]corner, n)
	ends := make([]uint32, n) // of the faces: the vertices of their next spokes
	for _, i := range s.groups[0] {
		p := &s.faces[i]
		for k, v := range p {
			at := f.first[v]
			f.corners[at], ends[at] = corner{i, p[(k+1)%3]}, p[(k+2)%3]
			f.first[v]++
		}
	}
	copy(f.first[1:], f.first) // each was moved to the first of the next vertex
	f.first[0] = 0
	var c chain
	for v := range f.end {
		lo, hi := f.first[v], f.first[v+1]
		f.end[v] = c.order(f.corners[lo:hi], ends[lo:hi])
	}
	return f
}

// chain is memory for putting corners in order.
type chain struct{ links []link }

// link is a corner and the vertex of the next spoke.
type link struct {
	corner
	end  uint32
	done bool
}

// order puts the corners at a vertex in the order of their fan, and returns its end. ends are the
// vertices of the spokes to which they go. If they are not one fan, their order stays.
func (c *chain) order(corners []corner, ends []uint32) uint32 {
	if len(corners) == 0 {
		return irregular
	}
	c.links = c.links[:0]
	for k, x := range corners {
		c.links = append(c.links, link{corner: x, end: ends[k]})
	}
	slices.SortFunc(c.links, func(a, b link) int { return cmp.Compare(a.spoke, b.spoke) })
	for k := 1; k < len(c.links); k++ {
		if c.links[k-1].spoke == c.links[k].spoke {
			return irregular
		}
	}
	start := c.start()
	for n, at := 0, start; ; n++ {
		l := &c.links[at]
		l.done = true
		next, found := c.find(l.end)
		if !found || c.links[next].done {
			if n+1 < len(c.links) || found && next != start {
				return irregular // more than one fan, or one that runs into itself
			}
			break
		}
		at = next
	}
	end := irregular
	for k, at := 0, start; k < len(corners); k++ {
		corners[k], end = c.links[at].corner, c.links[at].end
		at, _ = c.find(end)
	}
	return end
}

// start returns the link to which no other goes, the first one if all have one.
func (c *chain) start() int {
	for k := range c.links {
		c.links[k].done = false
	}
	for k := range c.links {
		if next, found := c.find(c.links[k].end); found {
			c.links[next].done = true
		}
	}
	first := max(0, slices.IndexFunc(c.links, func(l link) bool { return !l.done }))
	for k := range c.links {
		c.links[k].done = false
	}
	return first
}

// find returns the link that begins at a spoke.
func (c *chain) find(spoke uint32) (k int, found bool) {
	return slices.BinarySearchFunc(c.links, spoke, func(l link, spoke uint32) int { return cmp.Compare(l.spoke, spoke) })
}
