package glb

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/meshcheck/meshcheck"
	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/fixtures"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/loader"
	"github.com/meshcheck/meshcheck/mesh"
	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/palette"
	"github.com/meshcheck/meshcheck/report/reporttest"
	"github.com/qmuntal/gltf"
	"github.com/qmuntal/gltf/modeler"
)

func markedOf(t testing.TB, r *report.Report) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := Write(&b, r, reporttest.Models(r)); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// document decodes a GLB.
func document(t *testing.T, glb []byte) *gltf.Document {
	t.Helper()
	doc := new(gltf.Document)
	if err := gltf.NewDecoder(bytes.NewReader(glb)).Decode(doc); err != nil {
		t.Fatal(err)
	}
	return doc
}

// positions returns the positions of a primitive.
func positions(t *testing.T, doc *gltf.Document, p *gltf.Primitive) []geom.Vec {
	t.Helper()
	raw, err := modeler.ReadPosition(doc, doc.Accessors[p.Attributes[gltf.POSITION]], nil)
	if err != nil {
		t.Fatal(err)
	}
	out := make([]geom.Vec, len(raw))
	for i, p := range raw {
		out[i] = geom.Vec{float64(p[0]), float64(p[1]), float64(p[2])}
	}
	return out
}

func nodeNamed(t *testing.T, doc *gltf.Document, name string) *gltf.Node {
	t.Helper()
	for _, n := range doc.Nodes {
		if n.Name == name {
			return n
		}
	}
	t.Fatalf("no node is named %q", name)
	return nil
}

// fixtureReport checks all fixtures of a folder, each a file of one report.
func fixtureReport(t *testing.T, folders ...string) *report.Report {
	t.Helper()
	r := &report.Report{Version: "0.1.0", Options: check.Options{ListTouches: true}}
	for _, folder := range folders {
		for _, x := range fixtures.In(folder) {
			r.Files = append(r.Files, reporttest.CheckModel(t, fixtures.Files(), x.Path, r.Options))
		}
	}
	return r
}

// The document is compared as text, the buffer by its hash.
func TestMarkedGolden(t *testing.T) {
	r := fixtureReport(t, ".")
	r.Files = append(r.Files, reporttest.Sample().Files...)
	r.Files = append(r.Files, reporttest.CheckModel(t, fixtures.Files(), "kinds/tent_folded.stl", r.Options))
	glb := markedOf(t, r)
	if !bytes.Equal(glb, markedOf(t, r)) {
		t.Error("the same report gives other bytes the second time")
	}
	doc := document(t, glb)
	var text bytes.Buffer
	n := int(glb[12]) | int(glb[13])<<8 | int(glb[14])<<16 | int(glb[15])<<24
	if err := json.Indent(&text, bytes.TrimRight(glb[20:20+n], " "), "", "\t"); err != nil {
		t.Fatal(err)
	}
	fmt.Fprintf(&text, "\nbuffer %x\n", sha256.Sum256(doc.Buffers[0].Data))
	reporttest.Golden(t, "marked.txt", text.Bytes())
}

// TestMarkedModel reads the marked model back and checks it: the model has the same findings and
// position.
func TestMarkedModel(t *testing.T) {
	for _, x := range fixtures.All() {
		f := reporttest.CheckModel(t, fixtures.Files(), x.Path, check.Options{})
		if f.Result == nil {
			continue
		}
		t.Run(x.Path, func(t *testing.T) {
			glb := markedOf(t, &report.Report{Files: []report.File{f}})
			scene, _, err := loader.Decode(t.Context(), glb, nil, loader.Options{})
			if err != nil {
				t.Fatal(err)
			}
			again, err := meshcheck.Check(t.Context(), scene, check.Options{})
			if err != nil {
				t.Fatal(err)
			}
			at := 0
			for i, m := range f.Result.Meshes {
				m.Counts.ByRule[check.Nonfinite], m.Counts.Failed[check.Nonfinite] = 0, 0 // a GLB cannot hold them
				if m.Triangles == f.Result.Meshes[i].Counts.Of(check.Nonfinite) {
					continue // nothing is left of it
				}
				// Integers become float32, which is finer, so fewer findings are within precision.
				if got := again.Meshes[at]; byKind(got.Counts) != byKind(m.Counts) || got.Name != m.Name {
					t.Errorf("mesh %d: %q with %+v, want %q with %+v", i, got.Name, got.Counts, m.Name, m.Counts)
				}
				at++
			}
			sameInstances(t, &f, scene, again)
		})
	}
}

// sameInstances compares the boxes of the instances of a file, in file order, with those of its
// marked model.
func sameInstances(t *testing.T, f *report.File, scene *mesh.Scene, r *check.Result) {
	t.Helper()
	root := rootOf(f)
	var got []mesh.Instance
	for _, in := range scene.Instances {
		if !strings.Contains(in.Path, "/meshcheck ") {
			got = append(got, in)
		}
	}
	for i, want := range reporttest.Model(f).Scene.Instances {
		if i >= len(got) {
			t.Fatalf("%d instances, want %d", len(got), len(reporttest.Model(f).Scene.Instances))
		}
		want.World = root.Mul(want.World)
		b, c := boxIn(reporttest.Model(f).Scene, want), boxIn(scene, got[i])
		if size := b.Diagonal() + b.Max.Norm() + b.Min.Norm(); b.Max.Sub(c.Max).Norm() > 1e-6*size || b.Min.Sub(c.Min).Norm() > 1e-6*size {
			t.Errorf("%s is at %v, want %v", want.Path, c, b)
		}
		if got[i].Name != want.Name {
			t.Errorf("%s is called %q", want.Path, got[i].Name)
		}
	}
}

// rootOf returns the map of the root node of a file.
func rootOf(f *report.File) geom.Affine {
	m, root := rootMatrix(f), geom.Identity()
	for k := range 12 {
		if m != [16]float64{} {
			root[k%3][k/3] = m[k/3*4+k%3]
		}
	}
	return root
}

// TestMarkedRoot: a GLB is in metres, with y up, whatever the file is in.
func TestMarkedRoot(t *testing.T) {
	for _, row := range []struct {
		reason string
		file   report.File
		want   [16]float64
	}{
		{"glTF as it is", report.File{Format: "glb", Unit: "m", Up: "y"}, [16]float64{}},
		{"an unknown unit", report.File{Format: "obj", Up: "y"}, [16]float64{}},
		{"an exact quarter turn", report.File{Format: "usd", Unit: "m", Up: "z"}, [16]float64{1, 0, 0, 0, 0, 0, -1, 0, 0, 1, 0, 0, 0, 0, 0, 1}},
		{"centimetres", report.File{Format: "fbx", Unit: "cm", Up: "y"}, [16]float64{0.01, 0, 0, 0, 0, 0.01, 0, 0, 0, 0, 0.01, 0, 0, 0, 0, 1}},
		{"both", report.File{Format: "fbx", Unit: "cm", Up: "z"}, [16]float64{0.01, 0, 0, 0, 0, 0, -0.01, 0, 0, 0.01, 0, 0, 0, 0, 0, 1}},
		{"an old report of STL", report.File{Format: "stl", Unit: "mm"}, [16]float64{0.001, 0, 0, 0, 0, 0, -0.001, 0, 0, 0.001, 0, 0, 0, 0, 0, 1}},
		{"a unit without a name", report.File{Format: "usd", Unit: "100 m", Up: "y"}, [16]float64{100, 0, 0, 0, 0, 100, 0, 0, 0, 0, 100, 0, 0, 0, 0, 1}},
		{"a scale that float32 cannot hold", report.File{Format: "usd", Unit: "1e-60 m", Up: "y"}, [16]float64{}},
	} {
		doc := document(t, markedOf(t, &report.Report{Files: []report.File{row.file}}))
		if got := doc.Nodes[0].MatrixOrDefault(); doc.Nodes[0].Matrix != row.want && (row.want != [16]float64{} || got != gltf.DefaultMatrix) {
			t.Errorf("%s: the root has %v, want %v", row.reason, got, row.want)
		}
	}
}

// boxIn returns the box of the finite triangles of an instance.
func boxIn(s *mesh.Scene, in mesh.Instance) geom.Box {
	m := s.Meshes[in.Mesh]
	scale := m.Scale
	if scale == 0 {
		scale = 1
	}
	world, box := in.World.ScaleInput(scale), geom.EmptyBox()
	for k := range m.Parts {
		for i := range m.Parts[k].Triangles() {
			u := m.Parts[k].Triangle(i)
			if u[0].Finite() && u[1].Finite() && u[2].Finite() {
				u = world.ApplyTriangle(u)
				box = box.Union(u.Box())
			}
		}
	}
	return box
}

// TestMarkedFindings examines the findings of the chair: the places of triangles, lines and areas,
// their materials, and the extras.
func TestMarkedFindings(t *testing.T) {
	f := reporttest.CheckModel(t, fixtures.Files(), "chair.glb", check.Options{})
	doc := document(t, markedOf(t, &report.Report{Files: []report.File{f}}))
	if root := doc.Nodes[doc.Scenes[0].Nodes[0]]; root.Name != "chair.glb" || len(root.Children) != 3 {
		t.Errorf("the root is %+v", root)
	}
	m := &f.Result.Meshes[0]
	for i, row := range []struct {
		node string
		kind check.Rule
		mode gltf.PrimitiveMode
	}{
		{"meshcheck overlap region 1", check.Overlap, gltf.PrimitiveTriangles},
		{"meshcheck crossing region 2", check.Crossing, gltf.PrimitiveLines},
	} {
		triangles := geom.EmptyBox()
		for _, found := range m.Findings {
			if found.Region == i {
				triangles = triangles.Union(found.A.Corners.Box()).Union(found.B.Corners.Box())
			}
		}
		n := nodeNamed(t, doc, row.node)
		primitives := doc.Meshes[*n.Mesh].Primitives
		if len(primitives) != 2 || primitives[0].Mode != gltf.PrimitiveTriangles || primitives[1].Mode != row.mode {
			t.Fatalf("%s has %d primitives", row.node, len(primitives))
		}
		material := doc.Materials[*primitives[0].Material]
		if got := *material.PBRMetallicRoughness.BaseColorFactor; got != rgba(row.kind) {
			t.Errorf("%s is painted %v, want %v", row.node, got, rgba(row.kind))
		}
		for k, p := range primitives {
			box := triangles
			if k == 1 {
				box = m.Regions[i].Box // of the intersections
			}
			for _, q := range positions(t, doc, p) {
				q = q.Add(n.Translation)
				if d := outside(box, q); d > 0.01*triangles.Diagonal() {
					t.Errorf("%s has a point at %v, %v from its region", row.node, q, d)
				}
			}
		}
	}
	var extras extras
	region := &m.Regions[1]
	text, _ := json.Marshal(nodeNamed(t, doc, "meshcheck crossing region 2").Extras)
	if err := json.Unmarshal(text, &extras); err != nil {
		t.Fatal(err)
	}
	if extras.Kind != "crossing" || *extras.Region != region.Number || !bytes.Contains(extras.Counts, []byte(`"crossing":26`)) || *extras.Depth != region.Depth || extras.Width != nil ||
		extras.Area != nil || *extras.Length != region.Length || extras.Parts[0] != "seat" || extras.Box.Max != region.Box.Max {
		t.Errorf("the extras are %s", text)
	}
}

func rgba(k check.Rule) [4]float64 {
	c := linear(palette.Of(k, check.Error))
	return [4]float64{c[0], c[1], c[2], 1}
}

// The middle of the sRGB scale is a fifth of the light.
func TestLinear(t *testing.T) {
	if got, want := linear(palette.RGB{255, 128, 0}), [3]float64{1, 0.2159, 0}; got != want {
		t.Errorf("%v, want %v", got, want)
	}
}

func outside(b geom.Box, p geom.Vec) float64 {
	d := 0.0
	for k := range p {
		d = max(d, b.Min[k]-p[k], p[k]-b.Max[k])
	}
	return d
}

// Lifted triangles are parallel to their originals, on both sides, and each is visible from its
// side. The line of a crossing lies in front of both.
func TestMarkedLift(t *testing.T) {
	floor := geom.Triangle{{0, 0, 0}, {4, 0, 0}, {0, 4, 0}}
	pin := geom.Triangle{{1, 1, -1}, {1, 1, 1}, {2, 1, 0}}
	f := reporttest.CheckSoup(t, floor, pin)
	d := lift(&drawings(t, nil, f.Result)[0], 1)
	if len(d.faces) != 12 || len(d.lines) != 8 {
		t.Fatalf("%d corners and %d ends of lines", len(d.faces), len(d.lines))
	}
	for i, s := range []geom.Triangle{floor, floor, pin, pin} {
		u := geom.Triangle(d.faces[3*i : 3*i+3])
		n := u.Normal().Unit()
		want := s.Normal().Unit()
		side := n.Dot(want)
		height := u[0].Add(d.origin).Sub(s[0]).Dot(want)
		if math.Abs(math.Abs(side)-1) > 1e-9 || math.Abs(height-side*d.lift) > 1e-6 {
			t.Errorf("triangle %d faces %v at height %v", i, side, height)
		}
	}
	for _, p := range d.lines {
		p = p.Add(d.origin)
		if math.Abs(math.Abs(p[2])-1.5*d.lift) > 1e-6 || math.Abs(math.Abs(p[1]-1)-1.5*d.lift) > 1e-6 {
			t.Errorf("a line ends at %v", p)
		}
	}
}

func TestMarkedSharesPositions(t *testing.T) {
	xyz := mesh.Tight([]float32{0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1})
	part := func(corners ...uint16) mesh.Part {
		return mesh.Part{Positions: xyz, Indices: mesh.Indices{U16: corners}}
	}
	scene := &mesh.Scene{Meshes: []*mesh.Mesh{{Parts: []mesh.Part{part(0, 1, 2), part(0, 1, 3)}}}}
	r, err := meshcheck.Check(t.Context(), scene, check.Options{})
	if err != nil {
		t.Fatal(err)
	}
	doc := document(t, markedOf(t, &report.Report{Files: []report.File{{Path: "a", Result: reporttest.WithScene(r, scene)}}}))
	if len(doc.Accessors) != 3 {
		t.Errorf("%d accessors, want the positions once and two lists of indices", len(doc.Accessors))
	}
}

func TestMarkedTooLarge(t *testing.T) {
	m := newMarkedModel("meshcheck 1")
	m.buffer.add(5<<30, nil)
	if err := m.write(&bytes.Buffer{}); err == nil || !strings.Contains(err.Error(), "5.0 GB, but a GLB is limited to 4 GB") {
		t.Errorf("5 GB: %v", err)
	}
}

func TestMarkedWriteError(t *testing.T) {
	r := &report.Report{Files: []report.File{reporttest.CheckModel(t, fixtures.Files(), "chair.glb", check.Options{})}}
	whole := len(markedOf(t, r))
	for _, n := range []int{0, 20, 1000, whole - 1} {
		if err := Write(&reporttest.Failing{Room: n}, r, reporttest.Models(r)); !errors.Is(err, reporttest.ErrFull) {
			t.Errorf("on a device with %d of %d bytes: %v", n, whole, err)
		}
	}
}

// byKind returns counts by kind of finding.
func byKind(c check.Counts) (kinds [check.TriangleRules]int) {
	for r, n := range c.ByRule {
		kinds[check.Rule(r).Kind()] += n
	}
	return kinds
}
