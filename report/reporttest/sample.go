// Package reporttest has reports with every feature, for tests of formats.
package reporttest

import (
	"math"
	"slices"
	"strings"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/report"
)

// Counts returns counts by kind of findings, in the order of the rules of check.Self, without
// findings within precision, z-fighting or edge crossings.
func Counts(byKind ...int) check.Counts {
	var c check.Counts
	for _, k := range check.Self.Rules() {
		if k.Kind() == k && k != check.EdgeCrossing && len(byKind) > 0 {
			c.ByRule[k], byKind = byKind[0], byKind[1:]
		}
	}
	for _, k := range check.Self.Rules() {
		if k.Severity() == check.Error {
			c.Failed[k] = c.Of(k)
		}
	}
	return c
}

// Face returns a face.
func Face(part, triangle, inPart int, corners ...geom.Vec) check.Face {
	return check.Face{Part: part, Triangle: triangle, InPart: inPart, Corners: geom.Triangle(corners)}
}

// Pointer returns a pointer to a copy of x.
func Pointer[T any](x T) *T { return &x }

// Checked returns a file with the given meshes, and counts and status as a check computes them.
func Checked(path, format string, meshes ...check.Mesh) report.File {
	r := &check.Result{Meshes: meshes}
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
	check.NumberRegions(check.MeshRegions(meshes))
	own := &check.SelfResult{}
	own.Counts = r.Counts.Totals(nil)
	own.Truncated = slices.ContainsFunc(meshes, func(m check.Mesh) bool { return m.Truncated })
	r.Put(own)
	if r.Counts.Failing() > 0 {
		r.Status = check.Fail
	}
	unit := "m"
	if format == "stl" {
		unit = ""
	}
	return report.File{Path: path, Format: format, Unit: unit, SHA256: strings.Repeat("0123456789abcdef", 4), Result: r}
}

// Chair is the model in the documentation: one mesh, three parts, one region.
func Chair() report.File {
	seat, leg, back := Face(0, 412, 412,
		geom.Vec{0.1, 0.44, -0.25}, geom.Vec{0.15, 0.44, -0.2}, geom.Vec{0.1, 0.44, -0.15}), Face(1, 9101, 1101,
		geom.Vec{0.11, 0.3, -0.2}, geom.Vec{0.13, 0.3, -0.2}, geom.Vec{0.12, 0.4442, -0.206}), Face(2, 15000, 12,
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
	c := Counts(2, 1, 0, 0, 0, 12)
	c.ThroughEdge = 1
	return Checked("chair.glb", "glb", check.Mesh{
		Name: "chair", Triangles: 18240, Vertices: 9104, Shells: 3,
		Parts:     []check.PartInfo{{Name: "seat", Triangles: 8000}, {Name: "leg_front_left", First: 8000, Triangles: 6988}, {Name: "back", First: 14988, Triangles: 3252}},
		Instances: []string{"/root/chair", "/root/chair.001"}, Measured: 1,
		Counts: c, RegionCount: 1,
		Regions: []check.Region{{
			Counts: Counts(2, 1), Depth: 0.0042, CrossingDepth: 0.0042, Area: 0.00031, Length: 0.0061, Parts: []int{0, 1, 2}, Shells: []int{0, 2},
			Box: geom.Box{Min: geom.Vec{-0.01, 0.3, -0.25}, Max: geom.Vec{0.15, 0.452, 0.21}},
		}},
		Findings: []check.Finding{crossing, shallow, overlap},
	})
}

// scene has several meshes and findings of every rule.
func scene() report.File {
	a := Face(0, 3, 3, geom.Vec{}, geom.Vec{1, 0, 0}, geom.Vec{0, 1, 0})
	b := Face(1, 17, 7, geom.Vec{0, 0, 0}, geom.Vec{1, 0, 0}, geom.Vec{0, 1, 0})
	point := geom.Vec{0.5, 0, 0}
	findings := []check.Finding{
		{Rule: check.Duplicate, A: a, B: &b, Facing: check.Opposite, Area: 0.5, Polygon: a.Corners[:]},
		{Rule: check.Touch, A: a, B: &b, SameShell: true, Segment: []geom.Vec{point, point}},
		{Rule: check.Touch, A: a, B: &b, Polygon: []geom.Vec{point, {1, 0, 0}}, Region: 1},
		{Rule: check.Touch, A: a, B: &b, Depth: 1e-9, Region: -1},
		{Rule: check.Nonfinite, A: Face(0, 0, 0, geom.Vec{math.NaN(), 0, 0}, geom.Vec{math.Inf(1), 0, 0}, geom.Vec{}), Region: -1},
		{Rule: check.Degenerate, A: Face(1, 11, 1, geom.Vec{}, geom.Vec{1, 1, 1}, geom.Vec{2, 2, 2}), Region: -1},
	}
	unit := geom.Box{Max: geom.Vec{1, 1, 0}}
	body := check.Mesh{
		Index: 1, Name: "body", Triangles: 20, Vertices: 30, Shells: 2,
		Parts:     []check.PartInfo{{Name: "skin", Triangles: 10}, {Name: "part 1", First: 10, Triangles: 10}},
		Instances: []string{"/root/body"}, Counts: Counts(0, 0, 1, 1, 1, 4),
		RegionCount: 3, Truncated: true,
		Regions: []check.Region{
			{Counts: Counts(0, 0, 1, 0, 0, 1), Box: unit, Depth: math.Sqrt2 / 2, Width: math.Sqrt2 / 2, Area: 0.5, Parts: []int{0, 1}, Shells: []int{1}},
			{Counts: Counts(0, 0, 0, 0, 0, 1), Box: unit, Parts: []int{0, 1}},
		},
		Findings: findings,
	}
	clean := check.Mesh{Index: 0, Name: "lamp", Triangles: 12, Vertices: 8, Shells: 1,
		Parts: []check.PartInfo{{Name: "part 0", Triangles: 12}}, Instances: []string{"/root/lamp[0]", "/root/lamp[1]"}}
	f := Checked("rooms/scene.gltf", "gltf", clean, body)
	f.Warnings = []string{"mesh 1 primitive 2: 14 points skipped"}
	return f
}

// Sample is a run over files with every outcome.
func Sample() *report.Report {
	clean := Checked("clean.stl", "stl", check.Mesh{Triangles: 1000, Vertices: 502, Shells: 1,
		Parts: []check.PartInfo{{Name: "part 0", Triangles: 1000}}})
	return &report.Report{
		Version: "0.1.0",
		Options: check.Options{ListTouches: true, Tolerance: check.Tolerance{Value: 0.0001, Relative: true}, Workers: 7},
		Files: []report.File{
			Chair(), scene(), clean,
			Checked("empty.stl", "stl", check.Mesh{}),
			{Path: "bad.glb", SHA256: strings.Repeat("a", 64), Format: "glb",
				Problem: &report.Problem{Kind: "format", Place: "mesh 3 primitive 0", Message: "index 812 is past the end of 700 vertices"}},
			{Path: "draco.glb", SHA256: strings.Repeat("b", 64), Format: "glb",
				Problem: &report.Problem{Kind: "unsupported", Message: "extension KHR_draco_mesh_compression", Hint: "export without compression"}},
			{Path: "missing.stl", Problem: &report.Problem{Kind: "io", Message: "no such file or directory"}},
		},
	}
}

// Many is a report with n crossings in one mesh, in the given number of regions.
func Many(n, regions int) *report.Report {
	m := check.Mesh{Name: "soup", Triangles: 2 * n, Parts: []check.PartInfo{{Name: "part 0", Triangles: 2 * n}},
		Counts: Counts(n), RegionCount: regions}
	corners := []geom.Vec{{0.1234567890123, 1.0 / 3, 2.0 / 3}, {1e-7, 0.1, 0.2}, {0.7, 0.8, 0.9}}
	for id := range regions {
		m.Regions = append(m.Regions, check.Region{Counts: Counts(n / regions), Depth: 1, Parts: []int{0},
			Box: geom.Box{Max: geom.Vec{1, 1, 1}}})
		for range n / regions {
			i := 2 * len(m.Findings)
			m.Findings = append(m.Findings, check.Finding{Rule: check.Crossing, Region: id, Depth: 1.0 / float64(i+3),
				A: Face(0, i, i, corners...), B: Pointer(Face(0, i+1, i+1, corners...)), Segment: corners[:2]})
		}
	}
	return &report.Report{Version: "0.1.0", Files: []report.File{Checked("soup.stl", "stl", m)}}
}

// HostileName tries everything to break out of a report.
var HostileName = "</style><script>alert(1)</script>\"'\x1b[31m\r\n\u202egpj.exe\u2028\xff{{.}}" + strings.Repeat("long", 2500)

// Hostile is a report in which an attacker chose every name.
func Hostile() *report.Report {
	r := Sample()
	for i := range r.Files {
		f := &r.Files[i]
		f.Path = HostileName
		f.Warnings = []string{HostileName}
		if f.Problem != nil {
			f.Problem.Message, f.Problem.Place = HostileName, HostileName
			continue
		}
		for j := range f.Result.Meshes {
			m := &f.Result.Meshes[j]
			m.Name, m.Instances, m.Measured = HostileName, []string{HostileName}, 0
			for k := range m.Parts {
				m.Parts[k].Name = HostileName
			}
		}
	}
	return r
}

// Huge has sizes and places that overflow float64, and a name with bytes that are not UTF-8.
func Huge() *report.Report {
	big := geom.Vec{1e300, -1e300, math.Copysign(0, -1)}
	far := geom.Vec{math.Inf(1), 0, 0}
	return &report.Report{Files: []report.File{Checked("\xff.stl", "stl", check.Mesh{
		Counts: Counts(1, 1), RegionCount: 1, Parts: []check.PartInfo{{Name: "p"}},
		Regions: []check.Region{{Counts: Counts(1, 1), Box: geom.EmptyBox(), Depth: math.Inf(1), Area: math.NaN()}},
		Findings: []check.Finding{
			{Rule: check.Crossing, A: Face(0, 0, 0, big, big, big), B: Pointer(Face(0, 1, 1, far, big, big)),
				Depth: math.Inf(1), Segment: []geom.Vec{big, far}},
			{Rule: check.Overlap, A: Face(0, 0, 0, big, big, big), B: Pointer(Face(0, 1, 1, big, big, big)),
				Facing: check.Same, Area: math.Inf(1), Polygon: []geom.Vec{big, big}},
		},
	})}}
}

// WithName gives a hostile report another name.
func WithName(r *report.Report, name string) *report.Report {
	for i := range r.Files {
		f := &r.Files[i]
		f.Path, f.Warnings = name, []string{name}
		if f.Problem != nil {
			f.Problem.Message, f.Problem.Place = name, name
		}
		if f.Result == nil {
			continue
		}
		for j := range f.Result.Meshes {
			m := &f.Result.Meshes[j]
			m.Name, m.Instances, m.Measured = name, []string{name}, 0
			for k := range m.Parts {
				m.Parts[k].Name = name
			}
		}
	}
	return r
}

// Beyond is huge with triangles that the mesh has.
func Beyond() *report.Report {
	r := Huge()
	m := &r.Files[0].Result.Meshes[0]
	m.Triangles, m.Parts[0].Triangles = 2, 2
	return r
}
