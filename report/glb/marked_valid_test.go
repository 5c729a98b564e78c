package glb

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/qmuntal/gltf"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/nodetest"
	"github.com/meshcheck/meshcheck/mesh"
	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/reporttest"
)

// odd has files that are hard to draw.
func odd(t *testing.T) *report.Report {
	nan, inf, far := math.NaN(), math.Inf(1), 3e38
	floor := geom.Triangle{{0, 0, 0}, {4, 0, 0}, {0, 4, 0}}
	pin := geom.Triangle{{1, 1, -1}, {1, 1, 1}, {2, 1, 0}}
	r := reporttest.Hostile()
	r.Files = append(r.Files,
		reporttest.CheckSoup(t), // nothing at all
		reporttest.CheckSoup(t, geom.Triangle{}),
		reporttest.CheckSoup(t, geom.Triangle{{1, 1, 1}, {1, 1, 1}, {1, 1, 1}}),
		reporttest.CheckSoup(t, geom.Triangle{{nan, 0, 0}, {1, inf, 0}, {0, 0, 1}}),
		reporttest.CheckSoup(t, floor, pin, geom.Triangle{{nan, 0, 0}, {1, inf, 0}, {0, 0, 1}}, floor),
		reporttest.CheckSoup(t, geom.Triangle{{-far, 0, 0}, {far, 0, 0}, {0, far, 0}}, geom.Triangle{{0, 0, -far}, {0, 1, far}, {1, 0, far}}),
		reporttest.CheckSoup(t, geom.Triangle{{0, 0, 0}, {1e-44, 0, 0}, {0, 1e-44, 0}}, geom.Triangle{{0, 0, 0}, {1e-44, 0, 0}, {0, 1e-44, 0}}),
	)
	shear := geom.Affine{{1, 2, 0, 5}, {0, 3, 0, 6}, {0, 1, -1, 7}}
	for _, world := range []geom.Affine{shear, {}, {{1}, {}, {}}, {{1, 1}, {1, 1}, {}}, {{1e60}, {0, 1e60}, {0, 0, 1e60}},
		{{1e300}, {0, 1e300}, {0, 0, 1e300}}, {{1.7e308, 1.7e308}, {-1.7e308, 1.7e308}, {0, 0, 1.7e308}},
		{{1, 0, 0, 1e300}, {0, 1}, {0, 0, 1}}, {{1e38}, {0, 1}, {0, 0, 1}}} {
		f := reporttest.CheckSoup(t, floor, pin)
		s := *reporttest.Model(&f).Scene
		s.Instances = []mesh.Instance{{Path: "/a/b", World: world}}
		r.Files = append(r.Files, report.File{Path: "x.glb", Format: "glb", Result: reporttest.WithScene(f.Result, &s)})
	}
	return r
}

// The file contains only finite numbers, whatever the model has.
func TestMarkedIsFinite(t *testing.T) {
	glb := markedOf(t, odd(t))
	doc := document(t, glb)
	for i, m := range doc.Meshes {
		for _, p := range m.Primitives {
			for _, q := range positions(t, doc, p) {
				if !q.Finite() {
					t.Fatalf("mesh %d has a point at %v", i, q)
				}
			}
		}
	}
	nodeNamed(t, doc, "meshcheck nonfinite")
	for _, root := range doc.Scenes[0].Nodes {
		placedFinite(t, doc, root, geom.Identity())
	}
}

// placedFinite checks the numbers of a node and of those below it, and their positions in the
// world, in float32.
func placedFinite(t *testing.T, doc *gltf.Document, i int, above geom.Affine) {
	t.Helper()
	n := doc.Nodes[i]
	q, s := n.RotationOrDefault(), n.ScaleOrDefault()
	if p := toFloat32(n.Translation); !p.Finite() || !toFloat32(s).Finite() || !toFloat32(geom.Vec(q[:3])).Finite() {
		t.Errorf("node %d %q: moved by %v, scaled by %v, turned by %v", i, n.Name, n.Translation, s, q)
		return
	}
	world := above.Mul(composed(factors{n.Translation, q, s, gltf.DefaultRotation}))
	if n.Mesh != nil {
		for _, p := range doc.Meshes[*n.Mesh].Primitives {
			for _, v := range positions(t, doc, p) {
				if v = toFloat32(world.Apply(v)); !v.Finite() {
					t.Fatalf("node %d %q shows a point at %v", i, n.Name, v)
				}
			}
		}
	}
	for _, c := range n.Children {
		placedFinite(t, doc, c, world)
	}
}

// TestMarkedTooFar: an instance that float32 cannot hold is left out, and the extras of its node
// and of the file say so. Other instances of the mesh stay.
func TestMarkedTooFar(t *testing.T) {
	f := reporttest.CheckSoup(t, geom.Triangle{{0, 0, 0}, {4, 0, 0}, {0, 4, 0}})
	huge := geom.Affine{{1e300}, {0, 1e300}, {0, 0, 1e300}}
	reporttest.Model(&f).Scene.Instances = []mesh.Instance{{Path: "/near", World: geom.Identity()}, {Path: "/far", World: huge}}
	doc := document(t, markedOf(t, &report.Report{Files: []report.File{f}}))
	near, far := nodeNamed(t, doc, "near"), nodeNamed(t, doc, "far")
	if note := near.Extras.(map[string]any)["undrawn"]; near.Mesh == nil || note != nil {
		t.Errorf("near: mesh %v, %v", near.Mesh, note)
	}
	if note := far.Extras.(map[string]any)["undrawn"]; far.Mesh != nil || far.ScaleOrDefault() != gltf.DefaultScale || note != tooFar {
		t.Errorf("far: mesh %v, scale %v, %v", far.Mesh, far.Scale, note)
	}
	if n := doc.Nodes[doc.Scenes[0].Nodes[0]].Extras.(map[string]any)["undrawn"]; n != 1.0 {
		t.Errorf("%v nodes are said to be undrawn", n)
	}
}

// A node keeps its own name, including slashes. If a scene has only paths, a node is named by what
// follows the last slash.
func TestMarkedNodeNames(t *testing.T) {
	f := reporttest.CheckSoup(t, geom.Triangle{{0, 0, 0}, {4, 0, 0}, {0, 4, 0}})
	reporttest.Model(&f).Scene.Instances = []mesh.Instance{
		{Path: "/root/a/b", Name: "a/b", World: geom.Identity()}, {Path: "/root/c", World: geom.Identity()},
	}
	doc := document(t, markedOf(t, &report.Report{Files: []report.File{f}}))
	nodeNamed(t, doc, "a/b")
	nodeNamed(t, doc, "c")
}

// TestMarkedValid runs Khronos's validator.
func TestMarkedValid(t *testing.T) {
	validMarked(t, odd(t), &report.Report{}, fixtureReport(t, ".", "kinds", "clean", "gltf", "stl", "scenes", "faults"))
	// The validator really runs.
	bad := filepath.Join(t.TempDir(), "bad.glb")
	glb := bytes.Replace(markedOf(t, &report.Report{}), []byte(`"2.0"`), []byte(`"9.0"`), 1)
	if err := os.WriteFile(bad, glb, 0o666); err != nil {
		t.Fatal(err)
	}
	if len(validatorIssues(t, bad)) == 0 {
		t.Error("the validator finds nothing wrong with glTF 9.0")
	}
}

// validMarked validates the marked models of reports.
func validMarked(t *testing.T, reports ...*report.Report) {
	t.Helper()
	dir := t.TempDir()
	for i, r := range reports {
		name := filepath.Join(dir, fmt.Sprint(i, ".glb"))
		if err := os.WriteFile(name, markedOf(t, r), 0o666); err != nil {
			t.Fatal(err)
		}
		for _, issue := range validatorIssues(t, name) {
			t.Errorf("%s: %s", filepath.Base(name), issue)
		}
	}
}

// validatorIssues returns the issues that Khronos's glTF-Validator finds in a file. It is a Node
// package, which "npm ci" in testdata/validator installs. Without it the test is skipped, unless
// MESHCHECK_NODE requires it.
func validatorIssues(t *testing.T, file string) []string {
	t.Helper()
	out, err := nodetest.Command(t, "testdata/validator", "gltf-validator", "validate.js", file).CombinedOutput()
	var verdict struct{ Issues []string }
	if err == nil {
		err = json.Unmarshal(out, &verdict)
	}
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return verdict.Issues
}
