package report

import (
	"bytes"
	"flag"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/meshcheck/meshcheck"
	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/check/self"
	"github.com/meshcheck/meshcheck/geom"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// golden compares got with testdata/name, which -update rewrites.
func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, got, 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if bytes.Equal(got, want) {
		return
	}
	gotLines, wantLines := strings.Split(string(got), "\n"), strings.Split(string(want), "\n")
	for i := range min(len(gotLines), len(wantLines)) {
		if gotLines[i] != wantLines[i] {
			t.Fatalf("%s:%d: got\n%s\nwant\n%s\n(go test -update accepts)", path, i+1, gotLines[i], wantLines[i])
		}
	}
	t.Fatalf("%s: got %d lines, want %d", path, len(gotLines), len(wantLines))
}

// schemaFile returns one of the schemas of other formats.
func schemaFile(t *testing.T, name string) []byte {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", "schemas", name))
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// written returns what the named format makes of r.
func written(t *testing.T, format string, r *Report) []byte {
	t.Helper()
	return render(t, func(w *bytes.Buffer) error { return Write(w, format, r) })
}

// samples are reports of all sorts, by name.
func samples() map[string]*Report {
	return map[string]*Report{
		"sample": sample(), "none": {Version: "1"}, "many": many(1000, 300), "hostile": hostile(), "huge": huge(),
		"hulls":    hullReport(),
		"noReason": {Files: []File{{Path: "x"}}}, "inconsistent": {Files: []File{{Path: "x", Result: &meshcheck.Result{Counts: counts(3)}}}},
	}
}

// render runs a writer that is not expected to fail.
func render(t *testing.T, write func(w *bytes.Buffer) error) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := write(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// counts returns counts of the kinds in the order of the rules of check.Self.
func counts(byKind ...int) check.Counts {
	var c check.Counts
	copy(c.ByRule[:], byKind)
	for _, k := range check.Self.Rules() {
		if k.Severity() == check.Error {
			c.Failed[k] = c.Of(k)
		}
	}
	return c
}

func face(part, triangle, inPart int, corners ...geom.Vec) check.Face {
	return check.Face{Part: part, Triangle: triangle, InPart: inPart, Corners: geom.Triangle(corners)}
}

func pointer[T any](x T) *T { return &x }

// checked returns a file with the given meshes, its counts and status added up
// as a check does.
func checked(path, format string, meshes ...self.Result) File {
	r := &meshcheck.Result{Meshes: meshes}
	for i := range meshes {
		m := &meshes[i]
		r.Counts = r.Counts.Add(m.Counts)
		for k := range m.Findings {
			m.Findings[k].Severity = m.Findings[k].Rule.Severity()
		}
		m.Box = geom.EmptyBox()
		for _, region := range m.Regions {
			m.Box = m.Box.Union(region.Box)
		}
	}
	if r.Counts.Failing() > 0 {
		r.Status = meshcheck.Fail
	}
	unit := "m"
	if format == "stl" {
		unit = ""
	}
	return File{Path: path, Format: format, Unit: unit, SHA256: strings.Repeat("0123456789abcdef", 4), Result: r}
}

// chair is the model of the documentation: one mesh, three parts, one region.
func chair() File {
	seat, leg, back := face(0, 412, 412,
		geom.Vec{0.1, 0.44, -0.25}, geom.Vec{0.15, 0.44, -0.2}, geom.Vec{0.1, 0.44, -0.15}), face(1, 9101, 1101,
		geom.Vec{0.11, 0.3, -0.2}, geom.Vec{0.13, 0.3, -0.2}, geom.Vec{0.12, 0.4442, -0.206}), face(2, 15000, 12,
		geom.Vec{-0.01, 0.452, 0.18}, geom.Vec{0.015, 0.452, 0.18}, geom.Vec{0, 0.452, 0.205})
	crossing := check.Finding{
		Rule: check.Crossing, A: seat, B: &leg, SameShell: true, Depth: 0.0042,
		Segment: []geom.Vec{{0.1195, 0.44, -0.2028}, {0.1225, 0.44, -0.2032}},
	}
	shallow := crossing
	shallow.A.Triangle, shallow.A.InPart, shallow.Depth, shallow.ThroughEdge = 413, 413, 0.001, true
	overlap := check.Finding{
		Rule: check.Overlap, A: seat, B: &back, Facing: check.Same, Area: 0.00031,
		Polygon: []geom.Vec{{-0.01, 0.452, 0.18}, {0.01, 0.452, 0.18}, {0, 0.452, 0.21}},
	}
	c := counts(2, 1, 0, 0, 0, 12)
	c.ThroughEdge = 1
	return checked("chair.glb", "glb", self.Result{
		Name: "chair", Triangles: 18240, Vertices: 9104, Shells: 3,
		Parts:     []check.PartInfo{{Name: "seat", Triangles: 8000}, {Name: "leg_front_left", First: 8000, Triangles: 6988}, {Name: "back", First: 14988, Triangles: 3252}},
		Instances: []string{"/root/chair", "/root/chair.001"}, Measured: 1,
		Counts: c, RegionCount: 1,
		Regions: []check.Region{{
			Counts: counts(2, 1), Depth: 0.0042, Area: 0.00031, Length: 0.0061, Parts: []int{0, 1, 2},
			Box: geom.Box{Min: geom.Vec{-0.01, 0.3, -0.25}, Max: geom.Vec{0.15, 0.452, 0.21}},
		}},
		Findings: []check.Finding{crossing, shallow, overlap},
	})
}

// scene has several meshes and every kind of finding.
func scene() File {
	a := face(0, 3, 3, geom.Vec{}, geom.Vec{1, 0, 0}, geom.Vec{0, 1, 0})
	b := face(1, 17, 7, geom.Vec{0, 0, 0}, geom.Vec{1, 0, 0}, geom.Vec{0, 1, 0})
	point := geom.Vec{0.5, 0, 0}
	findings := []check.Finding{
		{Rule: check.Duplicate, A: a, B: &b, Facing: check.Opposite, Area: 0.5, Polygon: a.Corners[:]},
		{Rule: check.Touch, A: a, B: &b, SameShell: true, Segment: []geom.Vec{point, point}},
		{Rule: check.Touch, A: a, B: &b, Polygon: []geom.Vec{point, {1, 0, 0}}, Region: 1},
		{Rule: check.Touch, A: a, B: &b, Depth: 1e-9, Region: -1},
		{Rule: check.Nonfinite, A: face(0, 0, 0, geom.Vec{math.NaN(), 0, 0}, geom.Vec{math.Inf(1), 0, 0}, geom.Vec{}), Region: -1},
		{Rule: check.Degenerate, A: face(1, 11, 1, geom.Vec{}, geom.Vec{1, 1, 1}, geom.Vec{2, 2, 2}), Region: -1},
	}
	unit := geom.Box{Max: geom.Vec{1, 1, 0}}
	body := self.Result{
		Index: 1, Name: "body", Triangles: 20, Vertices: 30, Shells: 2,
		Parts:     []check.PartInfo{{Name: "skin", Triangles: 10}, {Name: "part 1", First: 10, Triangles: 10}},
		Instances: []string{"/root/body"}, Counts: counts(0, 0, 1, 1, 1, 4),
		RegionCount: 3, Truncated: true,
		Regions: []check.Region{
			{Counts: counts(0, 0, 1, 0, 0, 1), Box: unit, Area: 0.5, Parts: []int{0, 1}},
			{Counts: counts(0, 0, 0, 0, 0, 1), Box: unit, Parts: []int{0, 1}},
		},
		Findings: findings,
	}
	clean := self.Result{Index: 0, Name: "lamp", Triangles: 12, Vertices: 8, Shells: 1,
		Parts: []check.PartInfo{{Name: "part 0", Triangles: 12}}, Instances: []string{"/root/lamp[0]", "/root/lamp[1]"}}
	f := checked("rooms/scene.gltf", "gltf", clean, body)
	f.Warnings = []string{"mesh 1 primitive 2: 14 points skipped"}
	return f
}

// sample is a run over files of every fate.
func sample() *Report {
	clean := checked("clean.stl", "stl", self.Result{Triangles: 1000, Vertices: 502, Shells: 1,
		Parts: []check.PartInfo{{Name: "part 0", Triangles: 1000}}})
	return &Report{
		Version: "0.1.0",
		Options: meshcheck.Options{ListTouches: true, Tolerance: check.Tolerance{Value: 0.0001, Relative: true}, Workers: 7},
		Files: []File{
			chair(), scene(), clean,
			checked("empty.stl", "stl", self.Result{}),
			{Path: "bad.glb", SHA256: strings.Repeat("a", 64), Format: "glb",
				Problem: &Problem{Kind: "format", Place: "mesh 3 primitive 0", Message: "index 812 is past the end of 700 vertices"}},
			{Path: "draco.glb", SHA256: strings.Repeat("b", 64), Format: "glb",
				Problem: &Problem{Kind: "unsupported", Message: "extension KHR_draco_mesh_compression"}},
			{Path: "missing.stl", Problem: &Problem{Kind: "io", Message: "no such file or directory"}},
		},
	}
}

// many is a report with n crossings in one mesh, in as many regions as given.
func many(n, regions int) *Report {
	m := self.Result{Name: "soup", Triangles: 2 * n, Parts: []check.PartInfo{{Name: "part 0", Triangles: 2 * n}},
		Counts: counts(n), RegionCount: regions}
	corners := []geom.Vec{{0.1234567890123, 1.0 / 3, 2.0 / 3}, {1e-7, 0.1, 0.2}, {0.7, 0.8, 0.9}}
	for id := range regions {
		m.Regions = append(m.Regions, check.Region{Counts: counts(n / regions), Depth: 1, Parts: []int{0},
			Box: geom.Box{Max: geom.Vec{1, 1, 1}}})
		for range n / regions {
			i := 2 * len(m.Findings)
			m.Findings = append(m.Findings, check.Finding{Rule: check.Crossing, Region: id, Depth: 1.0 / float64(i+3),
				A: face(0, i, i, corners...), B: pointer(face(0, i+1, i+1, corners...)), Segment: corners[:2]})
		}
	}
	return &Report{Version: "0.1.0", Files: []File{checked("soup.stl", "stl", m)}}
}

// hostileName does what it can to break out of a report.
var hostileName = "</style><script>alert(1)</script>\"'\x1b[31m\r\n\u202egpj.exe\u2028\xff{{.}}" + strings.Repeat("long", 2500)

// hostile is a report whose every name comes from an attacker.
func hostile() *Report {
	r := sample()
	for i := range r.Files {
		f := &r.Files[i]
		f.Path = hostileName
		f.Warnings = []string{hostileName}
		if f.Problem != nil {
			f.Problem.Message, f.Problem.Place = hostileName, hostileName
			continue
		}
		for j := range f.Result.Meshes {
			m := &f.Result.Meshes[j]
			m.Name, m.Instances, m.Measured = hostileName, []string{hostileName}, 0
			for k := range m.Parts {
				m.Parts[k].Name = hostileName
			}
		}
	}
	return r
}
