package rig_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/loadertest"
	"github.com/meshcheck/meshcheck/loader"
	"github.com/meshcheck/meshcheck/mesh/pose"
)

// BenchmarkCorpus loads characters of the corpus, and poses all their objects at the samples of a clip in turn.
func BenchmarkCorpus(b *testing.B) {
	corpus := os.Getenv(loadertest.CorpusEnv)
	if corpus == "" {
		b.Skipf("%s does not name a folder of real files", loadertest.CorpusEnv)
	}
	for _, name := range []string{"CesiumMan.glb", "q_CyberCharacter.glb", "q_Frog.glb", "AnimatedMorphSphere.glb"} {
		path := filepath.Join(corpus, "poses", name)
		m, err := loader.Open(b.Context(), path, loader.Options{Poses: true})
		if err != nil || m.Scene.RigError != nil {
			b.Fatal(err, m.Scene.RigError)
		}
		b.Run("pose/"+name, func(b *testing.B) { poseAll(b, m.Scene.Rig) })
		b.Run("load/"+name, func(b *testing.B) {
			for b.Loop() {
				if _, err := loader.Open(b.Context(), path, loader.Options{Poses: true, Workers: 1}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// poseAll measures one pose of a rig.
func poseAll(b *testing.B, rig *pose.Rig) {
	times, _ := rig.Clips[0].Samples(30, 1e6)
	vertices, most := 0, 0
	for _, o := range rig.Objects {
		vertices, most = vertices+o.Shape.Len(), max(most, o.Shape.Len())
	}
	e, out := pose.NewEvaluator(rig), make([]geom.Vec, most)
	b.ReportAllocs()
	for k := 0; b.Loop(); k++ {
		if err := e.Pose(0, times[k%len(times)]); err != nil {
			b.Fatal(err)
		}
		for i, o := range rig.Objects {
			e.Positions(i, out[:o.Shape.Len()])
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(vertices), "ns/vertex")
}
