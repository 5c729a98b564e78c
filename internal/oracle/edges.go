package oracle

import (
	"cmp"
	"math/big"
	"slices"

	"github.com/meshcheck/meshcheck/geom"
)

// EdgeCrossing is a piece of an edge at which triangles of a soup meet, and along which surfaces may
// pass through each other.
type EdgeCrossing struct {
	// Edge has the ends, the smaller one (by x, then y, then z) first.
	Edge [2]geom.Vec
	// Triangles are those at the edge, ascending.
	Triangles []int
	// Solid: all shells there are closed surfaces of positive volume, or cavities of such a surface.
	Solid bool
	// Signs has a sum for each half plane around the edge, counter-clockwise about its direction: 1
	// for each triangle in it that is met from its front, and -1 for others.
	Signs []int
	// Beside has a direction into the sector after each half plane.
	Beside []geom.Vec
}

// EdgeCrossings finds the pieces of edges along which surfaces pass through each other, in the order
// of their ends.
//
// It computes no orientation determinant. It projects the third corners of the triangles on a line
// onto a plane across the line, and sorts them by quadrant and slope in rational arithmetic. It sums
// the difference between each two sectors both ways round.
func EdgeCrossings(soup []geom.Triangle) []EdgeCrossing {
	found := slices.DeleteFunc(Edges(soup), func(e EdgeCrossing) bool { return !e.Passes() })
	if len(found) > 0 {
		shells := newEdgeShells(soup)
		for k := range found {
			found[k].Solid = shells.solid(found[k].Triangles)
		}
	}
	return found
}

// Edges returns all pieces of edges at which three triangles or more meet, whether surfaces pass
// through each other there or not. Solid is not set.
func Edges(soup []geom.Triangle) (found []EdgeCrossing) {
	s := newScale(soup)
	var uses []use
	for i, t := range soup {
		if !t.Finite() {
			continue
		}
		f := s.face(i, t)
		for k := range 3 {
			if !f.normal.zero() {
				uses = append(uses, newUse(f, k))
			}
		}
	}
	for _, line := range lines(uses) {
		stops := []stop{}
		for _, u := range line {
			stops = append(stops, u.from, u.to)
		}
		slices.SortFunc(stops, func(a, b stop) int { return slices.Compare(a.name[:], b.name[:]) })
		stops = slices.CompactFunc(stops, func(a, b stop) bool { return a.name == b.name })
		for k := 1; k < len(stops); k++ {
			if e, ok := around(line, stops[k-1], stops[k]); ok {
				found = append(found, e)
			}
		}
	}
	slices.SortFunc(found, func(a, b EdgeCrossing) int {
		return cmp.Or(slices.Compare(a.Edge[0][:], b.Edge[0][:]), slices.Compare(a.Edge[1][:], b.Edge[1][:]))
	})
	return found
}

// stop is a vertex on a line.
type stop struct {
	name geom.Vec
	at   integer
}

// use is an edge of a triangle, from its smaller end, and its third corner.
type use struct {
	triangle int
	from, to stop
	apex     integer
	sign     int // 1 where the triangle passes the edge against that direction
}

func newUse(f *face, k int) use {
	next := (k + 1) % 3
	u := use{f.index, stop{f.vertices[k], f.corners[k]}, stop{f.vertices[next], f.corners[next]}, f.corners[(k+2)%3], -1}
	if slices.Compare(u.from.name[:], u.to.name[:]) > 0 {
		u.from, u.to, u.sign = u.to, u.from, 1
	}
	return u
}

// lines groups edges by the lines that hold them.
func lines(uses []use) (all [][]use) {
next:
	for _, u := range uses {
		for k, line := range all {
			o, d := line[0].from.at, line[0].to.at.sub(line[0].from.at)
			if d.cross(u.from.at.sub(o)).zero() && d.cross(u.to.at.sub(o)).zero() {
				all[k] = append(line, u)
				continue next
			}
		}
		all = append(all, []use{u})
	}
	return all
}

// spoke is a triangle at an edge: the direction of its third corner in a plane across the edge.
type spoke struct {
	x, y *big.Int
	out  integer // the same in space
	sign int
}

// quadrant numbers the half-open quadrants counter-clockwise.
func (s spoke) quadrant() int {
	x, y := s.x.Sign(), s.y.Sign()
	switch {
	case x > 0 && y >= 0:
		return 0
	case x <= 0 && y > 0:
		return 1
	case x < 0 && y <= 0:
		return 2
	}
	return 3
}

// compare compares angles by quadrant, then by slope.
func (s spoke) compare(t spoke) int {
	if q, r := s.quadrant(), t.quadrant(); q != r {
		return q - r
	}
	return new(big.Int).Mul(s.y, t.x).Cmp(new(big.Int).Mul(t.y, s.x))
}

// around returns the triangles at a piece of a line; ok is false for fewer than three.
func around(line []use, from, to stop) (e EdgeCrossing, ok bool) {
	d := to.at.sub(from.at)
	var spokes []spoke
	var across [2]integer
	for _, u := range line {
		if slices.Compare(u.from.name[:], from.name[:]) > 0 || slices.Compare(u.to.name[:], to.name[:]) < 0 {
			continue
		}
		r := u.apex.sub(from.at)
		n := d.cross(r)
		if e.Triangles == nil {
			across = [2]integer{n.cross(d), n}
		}
		e.Triangles = append(e.Triangles, u.triangle)
		spokes = append(spokes, spoke{r.dot(across[0]), r.dot(across[1]), n.cross(d), u.sign})
	}
	if len(spokes) < 3 {
		return e, false
	}
	slices.Sort(e.Triangles)
	e.Edge = [2]geom.Vec{from.name, to.name}
	slices.SortStableFunc(spokes, spoke.compare)
	var each []spoke
	for k, s := range spokes {
		if k == 0 || s.compare(spokes[k-1]) != 0 {
			each = append(each, s)
			e.Signs = append(e.Signs, 0)
		}
		e.Signs[len(e.Signs)-1] += s.sign
	}
	for k, s := range each {
		e.Beside = append(e.Beside, between(s, each[(k+1)%len(each)], d))
	}
	return e, true
}

// between returns a direction across d that is strictly between two others, counter-clockwise.
func between(s, t spoke, d integer) geom.Vec {
	a, b := unit(s.out), unit(t.out)
	turn := s.out.cross(t.out).dot(d).Sign()
	switch {
	case turn > 0:
		return a.Add(b)
	case turn < 0:
		return a.Add(b).Scale(-1)
	case s.out.dot(t.out).Sign() > 0:
		return a.Scale(-1) // once around, to itself
	}
	return unit(d).Cross(a)
}

// unit returns the direction of v in float64.
func unit(v integer) geom.Vec {
	var out geom.Vec
	largest := new(big.Int)
	for _, x := range v {
		if x.CmpAbs(largest) > 0 {
			largest.Abs(x)
		}
	}
	for k, x := range v {
		out[k], _ = new(big.Rat).SetFrac(x, largest).Float64()
	}
	return out.Scale(1 / out.Norm())
}

// Passes reports whether two sectors differ by two or more both ways round, if each half plane
// counts as at most one triangle.
func (e *EdgeCrossing) Passes() bool {
	n := len(e.Signs)
	for from := range n {
		for to := range n {
			up, down := 0, 0
			for k := from; k != to; k = (k + 1) % n {
				up += one(e.Signs[(k+1)%n])
			}
			for k := from; k != to; k = (k + n - 1) % n {
				down -= one(e.Signs[k])
			}
			if min(max(up, -up), max(down, -down)) >= 2 {
				return true
			}
		}
	}
	return false
}

// one limits a sum of signs to one triangle.
func one(sum int) int { return max(-1, min(1, sum)) }
