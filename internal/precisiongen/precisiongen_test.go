package precisiongen

import (
	"math"
	"reflect"
	"testing"

	"github.com/meshcheck/meshcheck/internal/longtest"
	"github.com/meshcheck/meshcheck/loader"
	"github.com/meshcheck/meshcheck/mesh"
)

// TestModelsEqualFiles: what Model returns is what the loaders make of the files.
func TestModelsEqualFiles(t *testing.T) {
	for _, name := range Families() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for seed := range uint64(longtest.Rounds(t, 2, 8)) {
				s := Make(name, seed)
				for _, f := range s.Formats() {
					loaded, format, err := loader.Decode(t.Context(), s.File(f), nil, loader.Options{})
					if err != nil || string(format) != string(f) && !(f == GLB && format == loader.GLTF) {
						t.Fatalf("seed %d as %s: read as %s, %v", seed, f, format, err)
					}
					sameModel(t, s.Model(f), loaded)
					if t.Failed() {
						t.Fatalf("seed %d as %s", seed, f)
					}
				}
			}
		})
	}
}

// sameModel compares what the checks look at.
func sameModel(t *testing.T, made, loaded *mesh.Scene) {
	t.Helper()
	m, l := made.Meshes[0], loaded.Meshes[0]
	if len(loaded.Meshes) != 1 || len(l.Parts) != len(m.Parts) || made.Unit != loaded.Unit || made.YUp != loaded.YUp || m.Scale != l.Scale || len(loaded.Warnings) > 0 {
		t.Fatalf("%+v\n%+v", made, loaded)
	}
	if len(made.Instances) != len(loaded.Instances) || len(made.Instances) > 0 && made.Instances[0].World != loaded.Instances[0].World {
		t.Errorf("instances %+v, want %+v", made.Instances, loaded.Instances)
	}
	for k := range m.Parts {
		p, q := &m.Parts[k], &l.Parts[k]
		if p.Triangles() != q.Triangles() || p.Index != q.Index || p.Positions.Step != q.Positions.Step || !reflect.DeepEqual(p.Positions.Text, q.Positions.Text) || (p.Positions.F64 == nil) != (q.Positions.F64 == nil) {
			t.Fatalf("part %d: digits %v and %v, steps %v and %v", k, p.Positions.Text, q.Positions.Text, p.Positions.Step, q.Positions.Step)
		}
		for i := range p.Triangles() {
			if p.Triangle(i) != q.Triangle(i) {
				t.Fatalf("triangle %d is %v, as loaded %v", i, p.Triangle(i), q.Triangle(i))
			}
		}
		for _, x := range []float64{0, 1, 1000, 1e6} {
			if p.Positions.Resolution(x, math.Inf(1)) != q.Positions.Resolution(x, math.Inf(1)) {
				t.Errorf("the gap at %v is %v, as loaded %v", x, p.Positions.Resolution(x, math.Inf(1)), q.Positions.Resolution(x, math.Inf(1)))
			}
		}
	}
}

// TestSameSeedSameScene: scenes are made by the family and the seed alone.
func TestSameSeedSameScene(t *testing.T) {
	for _, name := range Families() {
		a, b, other := Make(name, 7), Make(name, 7), Make(name, 8)
		if !reflect.DeepEqual(a, b) {
			t.Errorf("%s: a different scene", name)
		}
		if reflect.DeepEqual(a.Parts, other.Parts) {
			t.Errorf("%s: the seed changes nothing", name)
		}
	}
}
