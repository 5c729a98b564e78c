package meshcheck

import (
	"testing"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/meshgen"
)

// TestSpread compares spreads with a walk over the triangles at an edge, for planes that
// go through it, in every order of many that lie in a few half planes.
func TestSpread(t *testing.T) {
	for seed := range uint64(4000) {
		r := meshgen.Rand(seed)
		point := func() geom.Vec {
			return geom.Vec{float64(r.IntN(5) - 2), float64(r.IntN(5) - 2), float64(r.IntN(5) - 2)}
		}
		corner := func(from, to geom.Vec) geom.Vec {
			for {
				p := point()
				if u := (geom.Triangle{from, to, p}); !u.Degenerate() {
					return p
				}
			}
		}
		from, to := point(), point()
		if from == to {
			continue
		}
		s := spread{line: line{from, to}}
		var apexes []geom.Vec
		for range 1 + r.IntN(6) {
			p := corner(from, to)
			apexes = append(apexes, p)
			s.add(p)
			for range 8 {
				plane := geom.PlaneOf(from, to, corner(from, to))
				var above, below bool
				for _, q := range apexes {
					above, below = above || plane.Side(q) > 0, below || plane.Side(q) < 0
				}
				if got := s.bothSides(&plane); got != (above && below) {
					t.Fatalf("seed %d: edge %v %v with %v: %v, want %v", seed, from, to, apexes, got, above && below)
				}
			}
		}
	}
}

// TestPassesThroughAtLongFans: what many triangles at an edge are to those that it goes
// through is what few are.
func TestPassesThroughAtLongFans(t *testing.T) {
	for seed := range uint64(30) {
		r := meshgen.Rand(seed)
		var soup []geom.Triangle
		for range longFan + 8 {
			y := float64(r.IntN(3) - r.IntN(2)*2)
			soup = append(soup, geom.Triangle{{-1, 0, 0}, {1, 0, 0}, {float64(r.IntN(90)), y, float64(r.IntN(90) + 1)}})
		}
		for k := range 5 {
			tilt := float64(r.IntN(3) - 1)
			soup = append(soup, geom.Triangle{{-9, 9 * tilt, -9}, {9, 9 * tilt, -9 - float64(k)}, {float64(k), -9 * tilt, 9}})
		}
		c := selfChecked(t, soup)
		if len(c.spreads.at) == 0 {
			t.Fatalf("seed %d: no edge with many triangles", seed)
		}
		for from, edges := range c.spreads.at {
			for to, s := range edges {
				for i := range c.welded.Faces {
					u := c.welded.Triangle(i)
					plane := geom.PlaneOf(u[0], u[1], u[2])
					if plane.Side(s.line[0]) != 0 || plane.Side(s.line[1]) != 0 {
						continue
					}
					var over, under bool
					eachApex(c.welded, c.fans.Around(from), to, func(apex uint32) {
						side := plane.Side(c.welded.Vertices[apex])
						over, under = over || side > 0, under || side < 0
					})
					if got := s.bothSides(&plane); got != (over && under) {
						t.Fatalf("seed %d: edge %d %d: %v, want %v", seed, from, to, got, over && under)
					}
				}
			}
		}
	}
}
