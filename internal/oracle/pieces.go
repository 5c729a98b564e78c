package oracle

import (
	"math/big"
	"slices"

	"github.com/meshcheck/meshcheck/geom"
)

// sidesOf reports whether some of a shell lies strictly inside a body and whether
// some lies strictly outside: neither, if the body is open.
//
// A triangle that does not meet the body is on one side of it, with all its vertices and
// its neighbours that do not meet the body. A triangle that meets the body is cut along all
// planes in which it does; then the interior of each piece is on one side.
func sidesOf(shell []*face, of *body, met contacts) (in, out bool) {
	if of.inside == nil {
		return false, false
	}
	note := func(p point) {
		switch of.sideOf(p) {
		case 1:
			in = true
		case -1:
			out = true
		}
	}
	free := slices.DeleteFunc(slices.Clone(shell), func(f *face) bool { return met[f] != nil })
	for _, patch := range shells(free) {
		note(point{patch[0].corners[0], big.NewInt(1)})
	}
	for _, f := range shell {
		for _, piece := range f.pieces(met[f]) {
			if in && out {
				return in, out
			}
			note(middle(piece))
		}
	}
	return in, out
}

// shells returns the sets of faces that are connected by vertices.
func shells(faces []*face) [][]*face {
	at := map[geom.Vec][]*face{}
	for _, f := range faces {
		for _, v := range f.vertices {
			at[v] = append(at[v], f)
		}
	}
	var all [][]*face
	seen := map[*face]bool{}
	for _, f := range faces {
		if seen[f] {
			continue
		}
		seen[f] = true
		shell := []*face{f}
		for k := 0; k < len(shell); k++ {
			for _, v := range shell[k].vertices {
				for _, g := range at[v] {
					if !seen[g] {
						seen[g] = true
						shell = append(shell, g)
					}
				}
				delete(at, v)
			}
		}
		all = append(all, shell)
	}
	return all
}

// pieces cuts f along the triangles that it meets into convex polygons whose interiors meet
// none of them. It drops parts that lie in a triangle in the plane of f. If f meets no
// triangle, there are no pieces.
func (f *face) pieces(others []*face) [][]point {
	if len(others) == 0 {
		return nil
	}
	one := big.NewInt(1)
	pieces := [][]point{{{f.corners[0], one}, {f.corners[1], one}, {f.corners[2], one}}}
	for _, g := range others {
		var next [][]point
		coplanar := f.over(g.plane).zero()
		for _, p := range pieces {
			if coplanar {
				next = append(next, without(p, g)...)
				continue
			}
			next = keep(keep(next, cut(p, g.plane, 1)), cut(p, g.plane, -1))
		}
		pieces = next
	}
	return pieces
}

// without returns what is left of a convex polygon outside a triangle in its plane.
func without(polygon []point, g *face) [][]point {
	var rest [][]point
	for _, w := range g.walls {
		rest = keep(rest, cut(polygon, w, -1))
		if polygon = cut(polygon, w, 1); polygon == nil {
			break
		}
	}
	return rest
}

func keep(list [][]point, polygon []point) [][]point {
	if polygon == nil {
		return list
	}
	return append(list, polygon)
}

// cut returns the part of a convex polygon on one side of a half-space's boundary,
// 1 being its inside: nil if no area is left.
func cut(polygon []point, h halfspace, side int) []point {
	var out []point
	area := false
	for i, p := range polygon {
		q := polygon[(i+1)%len(polygon)]
		from, to := h.sideOf(p)*side, h.sideOf(q)*side
		if from >= 0 {
			out = append(out, p)
			area = area || from > 0
		}
		if from*to < 0 {
			out = append(out, h.between(p, q))
		}
	}
	if !area {
		return nil
	}
	return out
}

// between returns the point at which the segment from p to q crosses the boundary, in lowest
// terms. The two must lie on different sides.
func (h halfspace) between(p, q point) point {
	// The weights make the heights of p and q cancel.
	a, b := h.height(p), h.height(q)
	b.Neg(b)
	den := new(big.Int).Add(new(big.Int).Mul(b, p.den), new(big.Int).Mul(a, q.den))
	out := point{den: den}
	for k := range out.num {
		out.num[k] = new(big.Int).Mul(b, p.num[k])
		out.num[k].Add(out.num[k], new(big.Int).Mul(a, q.num[k]))
	}
	return out.lowest()
}

// height returns inward·p - offset, times p.den.
func (h halfspace) height(p point) *big.Int {
	d := h.inward.dot(p.num)
	return d.Sub(d, new(big.Int).Mul(h.offset, p.den))
}

// lowest returns p with a positive denominator and no factor common to all four numbers.
func (p point) lowest() point {
	factor := new(big.Int).Abs(p.den)
	for _, x := range p.num {
		factor.GCD(nil, nil, factor, new(big.Int).Abs(x))
	}
	if p.den.Sign() < 0 {
		factor.Neg(factor)
	}
	out := point{den: new(big.Int).Quo(p.den, factor)}
	for k, x := range p.num {
		out.num[k] = new(big.Int).Quo(x, factor)
	}
	return out
}
