package parts_test

import (
	"runtime"
	"testing"

	"github.com/meshcheck/meshcheck"
	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/meshgen"
)

// grid is n·n instances of 100 balls, turned every which way, of which every tenth
// reaches into its neighbour in the row.
func grid(n, level int) *sceneBuilder {
	w := &sceneBuilder{}
	rng := meshgen.Rand(1)
	ball := meshgen.Icosphere(level, geom.Vec{}, 1)
	places := make([][]geom.Affine, 100)
	for row := range n {
		for column := range n {
			m := turned(geom.Vec{rng.NormFloat64(), rng.NormFloat64(), rng.NormFloat64()}, 6*rng.Float64())
			m[0][3], m[1][3] = 3*float64(column), 3*float64(row)
			if column%10 == 5 {
				m[0][3] += 1.25
			}
			k := rng.IntN(len(places))
			places[k] = append(places[k], m)
		}
	}
	for k, p := range places {
		// Each mesh is a little different, so that none is another's double.
		s := 1 - float64(k)/4096
		w.Show(ball.Map(func(v geom.Vec) geom.Vec { return v.Scale(s) }), p...)
	}
	return w
}

// TestManyInstances: 10,000 instances of 100 meshes cost 100 trees.
func TestManyInstances(t *testing.T) {
	s := grid(100, 2)
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	r := checkedPairs(t, &s.Scene, check.Options{})
	runtime.GC()
	runtime.ReadMemStats(&after)
	if n := r.Between().Counts.Of(check.PartsCrossing); n != 1000 || len(r.Pairs()) != 1000 || r.Between().Objects != 10_000 {
		t.Errorf("%d objects, %d crossings, %d pairs", r.Between().Objects, n, len(r.Pairs()))
	}
	if kept := int64(after.HeapAlloc) - int64(before.HeapAlloc); kept > 64<<20 {
		t.Errorf("the result takes %d bytes", kept)
	}
	runtime.KeepAlive(r)
}

func BenchmarkParts(b *testing.B) {
	for _, row := range []struct {
		name  string
		level int
	}{{"320 triangles", 2}, {"5120 triangles", 4}} {
		s := grid(100, row.level)
		b.Run("10000 instances of "+row.name, func(b *testing.B) {
			for b.Loop() {
				r, err := meshcheck.Check(b.Context(), &s.Scene, check.Options{Checks: check.Parts})
				if err != nil || r.Between().Counts.Of(check.PartsCrossing) != 1000 {
					b.Fatal(err, r.Between().Counts)
				}
			}
		})
	}
}
