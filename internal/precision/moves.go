package precision

import (
	"cmp"
	"slices"

	"github.com/meshcheck/meshcheck/geom"
)

// move displaces the corners on one side: all by the same vector, or each along the normals of the
// faces around it.
type move struct {
	geom.Vec
	// both: the corners on both sides move along with those on the side of the first surface. This
	// is equivalent to moving the second side the other way.
	both bool
	// offset is the side whose corners move along their normals by a multiple of those, 0 for none.
	offset side
	factor float64
}

// step is how far a side moves, as a share of the distance, if the distance is that of rounding. It is less
// than 1 so that moves do not lead from one point of a grid to another. Rounding moves a point by at most
// half of the square root of 3 steps of a grid, and two points by 1.74 steps against each other.
const step = 0.9375

// stride returns how far a side moves.
func (n *neighbourhood) stride(distance float64) float64 {
	if n.scale.ofRounding() {
		distance *= step
	}
	return distance
}

// allMoves returns the moves by a distance along all directions, and those along the normals of each
// surface.
func (n *neighbourhood) allMoves(t, u *geom.Triangle, distance float64) []move {
	moves := n.moves(t, u, directions(t, u), distance)
	for _, of := range [...]side{ofT, ofU} {
		moves = append(moves, move{offset: of, factor: distance}, move{offset: of, factor: -distance})
	}
	return moves
}

// moves returns the moves by a distance along directions that separate two triangles. Those along which the
// two overlap least come first.
func (n *neighbourhood) moves(t, u *geom.Triangle, directions []geom.Vec, distance float64) (moves []move) {
	type candidate struct {
		geom.Vec
		overlap float64
	}
	var room [34]candidate
	all := room[:0]
	for _, d := range directions {
		lowT, highT := t.Extent(d)
		lowU, highU := u.Extent(d)
		if x := highU - lowT; x <= distance {
			all = append(all, candidate{d.Scale(distance), x})
		}
		if x := highT - lowU; x <= distance {
			all = append(all, candidate{d.Scale(-distance), x})
		}
	}
	slices.SortStableFunc(all, func(a, b candidate) int { return cmp.Compare(a.overlap, b.overlap) })
	if n.snapped {
		moves = append(moves, move{}) // nothing else may be needed
	}
	shared := slices.ContainsFunc(n.corners, func(c corner) bool { return c.side == ofBoth })
	for _, c := range all {
		if slices.ContainsFunc(moves, func(m move) bool { return m.Dot(c.Vec) > 0.999*distance*distance }) {
			continue
		}
		moves = append(moves, move{Vec: c.Vec, both: true})
		if shared {
			moves = append(moves, move{Vec: c.Vec})
		}
	}
	return moves
}

// deepest returns the two triangles of the place at which they are deepest in each other.
func (n *neighbourhood) deepest() (t, u geom.Triangle) {
	p := &n.places[0]
	for k := range n.places {
		if n.places[k].Depth > p.Depth {
			p = &n.places[k]
		}
	}
	return n.triangle(&n.faces[n.seed(0, p.T)]), n.triangle(&n.faces[n.seed(1, p.U)])
}

// setShifts sets by how much a move displaces each corner.
func (n *neighbourhood) setShifts(m *move) {
	n.shifts = slices.Grow(n.shifts[:0], len(n.corners))[:len(n.corners)]
	clear(n.shifts)
	if m.offset != 0 {
		normals := n.outward(m.offset)
		for k := range n.corners {
			n.shifts[k] = normals[k].Scale(m.factor)
		}
		return
	}
	for k := range n.corners {
		if of := n.corners[k].side; of == ofT || of == ofBoth && m.both {
			n.shifts[k] = m.Vec
		}
	}
}

// directions returns the unit vectors along which two triangles may be separated, in space and within
// their planes: the normals of both, the cross products of their edges, and the normals of their edges in
// their planes.
func directions(t, u *geom.Triangle) []geom.Vec {
	all := make([]geom.Vec, 0, 17)
	add := func(d geom.Vec) {
		if d = d.Unit(); d != (geom.Vec{}) {
			all = append(all, d)
		}
	}
	normals := [...]geom.Vec{t.UnitNormal(), u.UnitNormal()}
	add(normals[0])
	add(normals[1])
	for i := range t {
		e, f := t[(i+1)%3].Sub(t[i]), u[(i+1)%3].Sub(u[i])
		add(e.Cross(normals[0]))
		add(f.Cross(normals[1]))
		for k := range u {
			g := u[(k+1)%3].Sub(u[k])
			// The cross product of edges that are nearly parallel is mostly rounding.
			if c := geom.PreciseCross(&e, &g); c.Norm() > 1e-8*e.Norm()*g.Norm() {
				add(c)
			}
		}
	}
	return all
}
