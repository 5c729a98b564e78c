package drawing

import (
	"strings"
	"testing"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/scenetest"
	"github.com/meshcheck/meshcheck/mesh"
)

// Pins are at the places of regions, pairs and findings about hulls, as far as these are known.
func TestPins(t *testing.T) {
	for _, path := range []string{"chair.glb", "scenes/town.glb", "scenes/cube_in_sphere_in_cone.glb", "hulls/bench.glb", "hulls/overlap.glb", "kinds/duplicate_same.stl"} {
		s, options := scenetest.Fixture(t, path), scenetest.PairOptions
		if strings.HasPrefix(path, "hulls/") {
			options = check.Options{}
		}
		r := scenetest.CheckedPairs(t, s, options)
		pins, found := NewPins(r), 0
		for _, is := range r.Issues(options) {
			at, ok := pins.At(is.At)
			if !ok {
				continue
			}
			found++
			box := geom.EmptyBox()
			switch is.At.List {
			case check.Regions:
				m := &r.Meshes[is.At.Of]
				for i := range m.Findings {
					if f := &m.Findings[i]; f.Region == is.At.Index {
						box = box.Union(f.A.Corners.Box()).Union(f.B.Corners.Box())
					}
				}
			default:
				for i := range r.Meshes {
					for _, in := range s.Shown() {
						if in.Mesh == i {
							box = box.Union(in.World.ApplyBox(boxOfMesh(s.Meshes[i])))
						}
					}
				}
				box = box.Grown(1)
			}
			if !box.Intersects(geom.PointBox(at)) {
				t.Errorf("%s: the pin of %+v is at %v, not in %v", path, is.At, at, box)
			}
		}
		if found == 0 {
			t.Errorf("%s has no pins", path)
		}
		if _, ok := pins.At(check.Ref{List: check.Regions, Index: -1}); ok {
			t.Errorf("%s: nothing has a pin", path)
		}
	}
}

func boxOfMesh(m *mesh.Mesh) geom.Box {
	box := geom.EmptyBox()
	for f := range m.Triangles() {
		part, in := m.Locate(f)
		t := m.Parts[part].Triangle(in)
		box = box.Union(t.Box())
	}
	return box
}
