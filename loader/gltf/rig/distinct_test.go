package rig_test

import (
	"os"
	"testing"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/loadertest"
	"github.com/meshcheck/meshcheck/loader"
	"github.com/meshcheck/meshcheck/mesh/pose"
)

// TestDistinctVertices: the distinct vertices of random rigs, and of the corpus if it is there, are where all are.
func TestDistinctVertices(t *testing.T) {
	files, all, left := writeRigs(t), 0, 0
	if corpus := os.Getenv(loadertest.CorpusEnv); corpus != "" {
		files = append(files, corpusFiles(t, corpus)...)
	}
	for _, file := range files {
		m, err := loader.Open(t.Context(), file, loader.Options{Poses: true})
		if err != nil || m.Scene.RigError != nil {
			continue
		}
		rig := m.Scene.Rig
		reduced := *rig
		reduced.Objects = append([]pose.Object(nil), rig.Objects...)
		numbers := make([][]uint32, len(rig.Objects))
		for i := range reduced.Objects {
			o := &reduced.Objects[i]
			all += o.Shape.Len()
			o.Shape, numbers[i] = o.Shape.Distinct()
			left += o.Shape.Len()
		}
		e, f := pose.NewEvaluator(rig), pose.NewEvaluator(&reduced)
		for clip := range rig.Clips {
			times, _ := rig.Clips[clip].Samples(0, 1e6)
			at := times[len(times)/2]
			if e.Pose(clip, at) != nil || f.Pose(clip, at) != nil {
				t.Fatalf("%s: no pose of clip %d at %v", file, clip, at)
			}
			for i, number := range numbers {
				want, got := make([]geom.Vec, len(number)), make([]geom.Vec, reduced.Objects[i].Shape.Len())
				e.Positions(i, want)
				f.Positions(i, got)
				for v, p := range want {
					if got[number[v]] != p {
						t.Fatalf("%s: clip %d at %v: vertex %d of object %d at %v, want %v", file, clip, at, v, i, got[number[v]], p)
					}
				}
			}
		}
	}
	t.Logf("%d of %d vertices are distinct", left, all)
}
