package tritri_test

import (
	"math/rand/v2"
	"testing"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/meshgen"
	"github.com/meshcheck/meshcheck/tritri"
)

// difficulties are families of pairs by the work that it takes to relate them.
var difficulties = []struct {
	name string
	want tritri.Kind
	make func(rng *rand.Rand) (t, u geom.Triangle)
}{
	{"far", tritri.Apart, func(rng *rand.Rand) (t, u geom.Triangle) {
		t, u = randomPair(rng)
		return t, shifted(u, geom.Vec{3, 3, 3})
	}},
	{"near", tritri.Apart, func(rng *rand.Rand) (t, u geom.Triangle) {
		t, u = randomPair(rng)
		return t, u
	}},
	{"neighbours", tritri.Apart, func(rng *rand.Rand) (t, u geom.Triangle) {
		t, u = randomPair(rng)
		u[rng.IntN(3)] = t[rng.IntN(3)]
		return t, u
	}},
	{"edge neighbours", tritri.Apart, func(rng *rand.Rand) (t, u geom.Triangle) {
		t, u = randomPair(rng)
		u[0], u[1] = t[2], t[1]
		return t, u
	}},
	{"crossing", tritri.Crossing, randomPair},
	{"coplanar", tritri.Overlap, func(rng *rand.Rand) (t, u geom.Triangle) {
		soup := meshgen.Coplanar(rng, 2)
		return soup[0], soup[1]
	}},
	{"near coplanar", tritri.Crossing, func(rng *rand.Rand) (t, u geom.Triangle) {
		soup := meshgen.NearCoplanar(rng, 2)
		return soup[0], soup[1]
	}},
	// In the plane x = y no determinant is other than zero, and no filter sees it.
	{"needs exact", tritri.Overlap, func(rng *rand.Rand) (t, u geom.Triangle) {
		t, u = randomPair(rng)
		for k := range 3 {
			t[k][1], u[k][1] = t[k][0], u[k][0]
		}
		return t, u
	}},
}

// randomPair returns two triangles in the unit cube.
func randomPair(rng *rand.Rand) (t, u geom.Triangle) {
	for k := range 3 {
		for a := range 3 {
			t[k][a], u[k][a] = float64(rng.Float32()), float64(rng.Float32())
		}
	}
	return t, u
}

func shifted(t geom.Triangle, by geom.Vec) geom.Triangle {
	for k := range t {
		t[k] = t[k].Add(by)
	}
	return t
}

// drawn returns n pairs of a family that all meet in the family's way.
func drawn(n, family int) (ts, us []geom.Triangle) {
	rng := meshgen.Rand(uint64(family))
	for len(ts) < n {
		t, u := difficulties[family].make(rng)
		if !t.Degenerate() && !u.Degenerate() && tritri.Relate(&t, &u).Kind == difficulties[family].want {
			ts, us = append(ts, t), append(us, u)
		}
	}
	return ts, us
}

// BenchmarkRelate reports the time for one pair.
func BenchmarkRelate(b *testing.B) {
	const n = 1 << 10
	for i, d := range difficulties {
		b.Run(d.name, func(b *testing.B) {
			ts, us := drawn(n, i)
			b.ReportAllocs()
			k, sum := 0, 0
			for b.Loop() {
				sum += int(tritri.Relate(&ts[k%n], &us[k%n]).Kind)
				k++
			}
			if sum != k*int(d.want) {
				b.Fatal("a pair was not related as it was drawn")
			}
		})
	}
}

// BenchmarkMeasure reports the time to measure one finding.
func BenchmarkMeasure(b *testing.B) {
	const n = 1 << 10
	for i, d := range difficulties {
		switch d.want {
		case tritri.Crossing:
			b.Run("depth/"+d.name, func(b *testing.B) {
				measure(b, i, n, tritri.Depth)
			})
			b.Run("segment/"+d.name, func(b *testing.B) {
				measure(b, i, n, func(t, u *geom.Triangle) float64 {
					m := tritri.Relate(t, u)
					p, _ := m.Segment()
					return p[0]
				})
			})
		case tritri.Overlap:
			b.Run("area/"+d.name, func(b *testing.B) {
				measure(b, i, n, func(t, u *geom.Triangle) float64 { return tritri.Area(tritri.Polygon(t, u)) })
			})
		}
	}
}

func measure(b *testing.B, family, n int, f func(t, u *geom.Triangle) float64) {
	ts, us := drawn(n, family)
	k, sum := 0, 0.0
	for b.Loop() {
		sum += f(&ts[k%n], &us[k%n])
		k++
	}
	if sum != sum {
		b.Fatal("a measure is not a number")
	}
}
