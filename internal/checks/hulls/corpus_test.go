package hulls_test

import (
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/loader"
	"github.com/meshcheck/meshcheck/mesh"
)

// TestCorpusHull checks the collision mesh of a robot's link against the link, with the
// numbers of a look at all of it: every vertex against the plane of every triangle, the
// pairs of triangles that another exact program has counted, and for the coverage those of
// bench/peers/coverage.py, which spreads 20,000 points over each surface.
func TestCorpusHull(t *testing.T) {
	dir := os.Getenv("MESHCHECK_CORPUS")
	if dir == "" {
		t.Skip("MESHCHECK_CORPUS does not name the folder of the corpus")
	}
	w := new(sceneBuilder)
	for i, name := range []string{"lrmate_link2_visual.stl", "lrmate_link2_collision.stl"} {
		model, err := loader.Open(t.Context(), filepath.Join(dir, name), loader.Options{})
		if err != nil {
			t.Fatal(err)
		}
		w.Meshes = append(w.Meshes, model.Scene.Meshes...)
		w.Instances = append(w.Instances, mesh.Instance{Path: "/" + name, Name: name, Mesh: i, World: geom.Identity()})
	}
	r := checked(t, &w.Scene, check.Options{Checks: check.Hulls, Hulls: check.HullOptions{Meshes: []int{1}}})
	if len(r.Hulls().Groups) != 1 || len(r.Hulls().Groups[0].Hulls) != 1 || len(r.Hulls().Groups[0].Visuals) != 1 {
		t.Fatalf("%+v", r.Hulls())
	}
	want := map[check.Rule]float64{
		check.HullNotClosed:   unpairedEdges(w.Meshes[1]),
		check.HullNotConvex:   farthestOutside(w.Meshes[1]),
		check.HullSelfOverlap: 198 + 1, // crossings and a duplicate
	}
	g := &r.Hulls().Groups[0]
	for _, f := range g.Findings {
		if v, ok := want[f.Rule]; ok && math.Abs(f.Value-v) > 1e-12 {
			t.Errorf("%s: %v, want %v", f.Rule, f.Value, v)
		}
		delete(want, f.Rule)
	}
	if len(want) > 0 {
		t.Errorf("not found: %v", want)
	}
	for _, c := range []struct {
		what                string
		got, want, relative float64
	}{
		{"95 % of the gap", g.Gap.Percentile95, 0, 0},
		{"95 % of the excess", g.Excess.Percentile95, coverageExcess95, 0.01},
		{"volume of the link", g.VisualVolume, 0.010413453696559117, 1e-12},
		{"volume of the hull", g.HullVolume, 0.011116731361228985, 1e-12},
	} {
		if !(math.Abs(c.got-c.want) <= c.relative*c.want) {
			t.Errorf("%s: %v, want %v", c.what, c.got, c.want)
		}
	}
	// The link is farthest from the hull at one of its corners.
	if gap := g.Gap; gap.Greatest > cornerGap*(1+1e-12) || gap.Greatest+gap.Error < cornerGap {
		t.Errorf("gap %v + %v, at a corner %v", gap.Greatest, gap.Error, cornerGap)
	}
	// Samples come near the farthest place and not beyond it.
	if e := g.Excess; e.Greatest+e.Error < coverageExcess || e.Greatest > 1.05*coverageExcess {
		t.Errorf("excess %v + %v, of samples %v", e.Greatest, e.Error, coverageExcess)
	}
}

// cornerGap is the greatest distance of a corner of the link from the hull.
const cornerGap = 0.00014917325880681322

// coverageExcess is the greatest distance of a sample of the hull from the link, and
// coverageExcess95 what 95 % of them do not exceed.
const (
	coverageExcess   = 0.005865809926849981
	coverageExcess95 = 0.003893113514759239
)

// farthestOutside returns how far a vertex is above the plane of a triangle at most.
func farthestOutside(m *mesh.Mesh) (most float64) {
	for i := range m.Triangles() {
		part, in := m.Locate(i)
		a := m.Parts[part].Triangle(in)
		normal := a.Normal()
		if normal.Norm() == 0 {
			continue
		}
		for j := range m.Triangles() {
			part, in := m.Locate(j)
			for _, v := range m.Parts[part].Triangle(in) {
				most = max(most, v.Sub(a[0]).Dot(normal)/normal.Norm())
			}
		}
	}
	return most
}

// unpairedEdges counts the edges that do not belong to two triangles.
func unpairedEdges(m *mesh.Mesh) float64 {
	uses := map[[2]geom.Vec]int{}
	for i := range m.Triangles() {
		part, in := m.Locate(i)
		t := m.Parts[part].Triangle(in)
		for k := range t {
			v, w := t[k], t[(k+1)%3]
			if w[0] < v[0] || w[0] == v[0] && (w[1] < v[1] || w[1] == v[1] && w[2] < v[2]) {
				v, w = w, v
			}
			uses[[2]geom.Vec{v, w}]++
		}
	}
	n := 0.0
	for _, k := range uses {
		if k != 2 {
			n++
		}
	}
	return n
}
