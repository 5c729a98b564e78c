package oracle

import (
	"math/big"
	"slices"

	"github.com/meshcheck/meshcheck/geom"
)

// edgeShells decides which shells of a soup bound bodies.
type edgeShells struct {
	of    []int // the shell of each triangle, by the number of one of its triangles
	soup  map[int][]geom.Triangle
	sizes map[int]int // the sign of the volume of closed shells
	total int         // the sign of the sum of all volumes
}

func newEdgeShells(soup []geom.Triangle) *edgeShells {
	s := &edgeShells{of: make([]int, len(soup)), soup: map[int][]geom.Triangle{}, sizes: map[int]int{}}
	for i := range soup {
		s.of[i] = i
	}
	for changed := true; changed; { // until no two triangles with a common corner differ
		changed = false
		least := map[geom.Vec]int{}
		for i, t := range soup {
			for _, v := range t {
				if l, known := least[zeroed(v)]; !known || s.of[i] < l {
					least[zeroed(v)] = s.of[i]
				}
			}
		}
		for i, t := range soup {
			for _, v := range t {
				if l := least[zeroed(v)]; t.Finite() && l < s.of[i] {
					s.of[i], changed = l, true
				}
			}
		}
	}
	scale, total := newScale(soup), new(big.Int)
	for i, t := range soup {
		if t.Finite() {
			s.soup[s.of[i]] = append(s.soup[s.of[i]], t)
		}
	}
	for k, shell := range s.soup {
		var b boundary
		sum := new(big.Int)
		for i, t := range shell {
			f := scale.face(i, t)
			b.add(f)
			sum.Add(sum, f.normal.dot(f.corners[0]))
		}
		if _, oriented := b.rule(); oriented {
			s.sizes[k] = sum.Sign()
			total.Add(total, sum)
		}
	}
	s.total = total.Sign()
	return s
}

// zeroed returns v with 0 for -0.
func zeroed(v geom.Vec) geom.Vec { return geom.Vec{v[0] + 0, v[1] + 0, v[2] + 0} }

// solid reports whether the shells of some triangles all bound bodies. In a mesh with a negative
// total volume, it reverses all windings.
func (s *edgeShells) solid(triangles []int) bool {
	senses := []int{s.total}
	if s.total == 0 {
		senses = []int{1, -1}
	}
	return slices.ContainsFunc(senses, func(sense int) bool {
		return !slices.ContainsFunc(triangles, func(i int) bool { return !s.bounds(s.of[i], sense) })
	})
}

// bounds reports whether a shell has a positive volume, or is a cavity of such a shell.
func (s *edgeShells) bounds(shell, sense int) bool {
	if s.sizes[shell] != -sense {
		return s.sizes[shell] == sense
	}
	for k, soup := range s.soup {
		if s.sizes[k] == sense && shellWithin(s.soup[shell], soup, sense) {
			return true
		}
	}
	return false
}

// shellWithin reports whether no vertex of a shell is outside of another, and one is inside.
func shellWithin(inner, outer []geom.Triangle, sense int) (inside bool) {
	for _, t := range inner {
		for _, v := range t {
			switch l := Locate(outer, v); {
			case l.On:
			case l.Winding*sense <= 0:
				return false
			default:
				inside = true
			}
		}
	}
	return inside
}
