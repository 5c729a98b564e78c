package tritri_test

import (
	"testing"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/meshgen"
	"github.com/meshcheck/meshcheck/tritri"
)

// TestCollinearEdges compares with all pairs of edges. Three ends on one line are exactly a
// degenerate triangle.
func TestCollinearEdges(t *testing.T) {
	along, others := 0, 0
	for seed := range uint64(300) {
		rng := meshgen.Rand(seed)
		for name, soup := range map[string][]geom.Triangle{
			"hinges": meshgen.Hinges(rng, 14), "snapped": meshgen.Snapped(rng, 14, 9, 3), "coplanar": meshgen.Coplanar(rng, 10),
		} {
			for i := range soup {
				for j := range soup {
					u, v := &soup[i], &soup[j]
					if i == j || u.Degenerate() || v.Degenerate() {
						continue
					}
					m := tritri.Relate(u, v)
					if m.Kind != tritri.Touch {
						continue
					}
					e, f, got := m.CollinearEdges()
					if want := edgesAlong(u, v); got != want || got && !edgeAlong(u, v, e, f) {
						t.Fatalf("%s, seed %d: %v and %v: edges %d and %d, %v, want %v", name, seed, *u, *v, e, f, got, want)
					}
					if got {
						along++
					} else {
						others++
					}
				}
			}
		}
	}
	if t.Log(along, "touch along edges,", others, "otherwise"); along == 0 || others == 0 {
		t.Error("nothing was compared")
	}
}

// edgesAlong reports whether an edge of t and one of u are on one line and share a length of it.
func edgesAlong(t, u *geom.Triangle) bool {
	for e := range 3 {
		for f := range 3 {
			if edgeAlong(t, u, e, f) {
				return true
			}
		}
	}
	return false
}

func edgeAlong(t, u *geom.Triangle, e, f int) bool {
	p, q, r, s := t[e], t[(e+1)%3], u[f], u[(f+1)%3]
	first, second := geom.Triangle{p, q, r}, geom.Triangle{p, q, s}
	if !first.Degenerate() || !second.Degenerate() {
		return false
	}
	for k := range 3 {
		if p[k] != q[k] {
			return max(min(p[k], q[k]), min(r[k], s[k])) < min(max(p[k], q[k]), max(r[k], s[k]))
		}
	}
	return false
}
