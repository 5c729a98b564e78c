package posed_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/meshgen"
	"github.com/meshcheck/meshcheck/internal/posed"
)

// clean is a closed surface of about n triangles that no pose makes go through itself.
func clean(n int) *scene {
	side := int(math.Sqrt(float64(n) / 2))
	return together(meshgen.Sphere(side, side+1, geom.Vec{}))
}

// shells is a character of about n triangles put together from shells that are stuck into each other.
func shells(n int) *scene {
	const count = 120
	rng := meshgen.Rand(1)
	side := int(math.Sqrt(float64(n) / count / 2))
	var all []meshgen.Indexed
	for range count {
		along := geom.Vec{rng.Float64() - 0.5, 4 * (rng.Float64() - 0.5), rng.Float64() - 0.5}
		size := 0.1 + 0.06*rng.Float64()
		all = append(all, meshgen.Torus(side, side, 1, 0.7).Map(func(p geom.Vec) geom.Vec { return p.Scale(size).Add(along) }))
	}
	return together(meshgen.Join(all...))
}

// animation returns the positions of so many poses of a scene, which bends and turns.
func (s *scene) animation(poses int) [][]geom.Vec {
	all := make([][]geom.Vec, poses)
	for k := range all {
		time := float64(k) / float64(poses)
		bend := 0.4 * math.Sin(2*math.Pi*time)
		for _, p := range s.Vertices {
			sin, cos := math.Sincos(bend * p[1])
			all[k] = append(all[k], geom.Vec{p[0]*cos - p[2]*sin, p[1] + bend*p[0]*p[0], p[0]*sin + p[2]*cos + bend*p[1]})
		}
	}
	return all
}

// BenchmarkPairs reports the time for a pose, and the pairs in it.
func BenchmarkPairs(b *testing.B) {
	for _, m := range []struct {
		name string
		make func(n int) *scene
		n    int
	}{{"clean", clean, 50_000}, {"shells", shells, 61_666}} {
		b.Run(fmt.Sprintf("%s/n=%d", m.name, m.n), func(b *testing.B) {
			s := m.make(m.n)
			measure(b, s, s.animation(30))
		})
	}
}

// measure measures the search in poses, one after the other.
func measure(b *testing.B, s *scene, poses [][]geom.Vec) {
	q := s.surface().NewSearcher()
	pairs, k := 0, 0
	search := func() {
		err := q.Pairs(b.Context(), poses[k%len(poses)], nil, func(posed.Pair) bool {
			pairs++
			return true
		})
		if err != nil {
			b.Fatal(err)
		}
		k++
	}
	for range poses {
		search()
	}
	pairs, k = 0, 0
	b.ReportAllocs()
	for b.Loop() {
		search()
	}
	b.ReportMetric(float64(pairs)/float64(k), "pairs")
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(k)/float64(len(s.Faces)), "ns/triangle")
}

// BenchmarkCorpus reports the time for a pose of characters of the corpus, one after the other in the
// order of their clips, and the pairs in it.
func BenchmarkCorpus(b *testing.B) {
	characters(b, func(name string, c *character) {
		if len(c.Faces) < 4000 {
			return
		}
		b.Run(name, func(b *testing.B) {
			var poses [][]geom.Vec
			c.poses(b, 30, func(_ string, positions []geom.Vec) { poses = append(poses, positions) })
			measure(b, c.scene, poses)
		})
	})
}
