package poses_test

import (
	"testing"

	"github.com/meshcheck/meshcheck"
	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/internal/longtest"
	"github.com/meshcheck/meshcheck/internal/posegen"
	"github.com/meshcheck/meshcheck/loader"
	"github.com/meshcheck/meshcheck/mesh"
)

// load returns the scene of a generated model, through its file.
func load(t testing.TB, m *posegen.Model) *mesh.Scene {
	t.Helper()
	s, _, err := loader.Decode(t.Context(), m.GLB(), nil, loader.Options{Poses: true, Workers: 1})
	if err != nil || s.RigError != nil || s.Rig == nil {
		t.Fatal(err, s.RigError)
	}
	return s
}

// Benchmarks of characters with clips of some hundred samples on two threads: without a new pair, with a
// thousand in each sample, and of shells of which 17,000 pairs fail in each, most of them at rest too.
func BenchmarkClean(b *testing.B)    { benchmark(b, posegen.Clean(50_000, samples(b))) }
func BenchmarkTouching(b *testing.B) { benchmark(b, posegen.Touching(50_000, samples(b))) }
func BenchmarkShells(b *testing.B)   { benchmark(b, posegen.Shells(samples(b))) }

func samples(b *testing.B) int { return longtest.Size(b, 30, 300) }

func benchmark(b *testing.B, m *posegen.Model) {
	s := load(b, m)
	var r *meshcheck.Result
	for b.Loop() {
		var err error
		if r, err = meshcheck.Check(b.Context(), s, meshcheck.Options{Checks: check.Poses, Workers: 2}); err != nil {
			b.Fatal(err)
		}
	}
	clip := &r.Poses().Clips[0]
	b.ReportMetric(b.Elapsed().Seconds()/float64(b.N)/float64(clip.Samples)*1e3, "ms/sample")
	b.ReportMetric(float64(clip.NewPairs), "pairs")
	b.ReportMetric(float64(len(clip.Places)), "places")
}
