package glb

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/assets"
	"github.com/meshcheck/meshcheck/report/drawing"
	reportjson "github.com/meshcheck/meshcheck/report/json"
	"github.com/meshcheck/meshcheck/report/palette"
	"github.com/meshcheck/meshcheck/report/wording"
	"github.com/qmuntal/gltf"
)

// extras are the extras of a node of findings: the numbers of their issue.
type extras struct {
	// Kind is the rule of what is drawn, Rule the most severe rule of the issue.
	Kind     string `json:"kind"`
	Rule     string `json:"rule"`
	Severity string `json:"severity"`
	// Subjects are objects in the form of the JSON report.
	Subjects []json.RawMessage `json:"subjects,omitempty"`
	Group    string            `json:"group,omitempty"`
	Region   *int              `json:"region,omitempty"`
	// Listed is the number of findings between triangles, and Counts those of the whole issue.
	Listed int             `json:"listed"`
	Counts json.RawMessage `json:"counts,omitempty"`
	Value  *float64        `json:"value,omitempty"`
	Limit  *float64        `json:"limit,omitempty"`
	// Depth is that of the crossings of a region, or of a pair, Width that of triangles that lie on
	// each other.
	Depth  *float64 `json:"depth,omitempty"`
	Width  *float64 `json:"width,omitempty"`
	Area   *float64 `json:"area,omitempty"`
	Length *float64 `json:"length,omitempty"`
	// EdgeLength is the total length of edge crossings.
	EdgeLength *float64        `json:"edge_length,omitempty"`
	Parts      []string        `json:"parts,omitempty"`
	Box        *drawing.Bounds `json:"box,omitempty"`
	// Places are the worst places.
	Places []geom.Vec `json:"places,omitempty"`
	// Pose is the pose in which Box and Places are, if it is not that of the file.
	Pose        *check.Pose `json:"pose,omitempty"`
	Reason      string      `json:"reason,omitempty"`
	Allowed     string      `json:"allowed,omitempty"`
	Fingerprint string      `json:"fingerprint,omitempty"`
	// Undrawn is the number of listed findings, or of objects, hulls and places, that are not
	// visible because they are not finite, are too far away or cannot be found.
	Undrawn int `json:"undrawn,omitempty"`
}

// drawingsOf returns the drawings of a file with a Result: its own, or else those made from its
// Scene.
func drawingsOf(f *report.File, model *assets.File) []drawing.Drawing {
	if model.Drawings != nil {
		return model.Drawings
	}
	all, _ := drawing.New(context.Background(), model.Scene, f.Result, nil) // the context never ends, so there is no error
	return all
}

// addDrawings adds a node for each drawing of a file and returns their numbers, without those of what moves with
// a rig.
func (m *markedModel) addDrawings(r *report.Report, i int, model *assets.File, g *rigged) (nodes []int) {
	issues, all := map[check.Ref]report.Issue{}, report.IssuesOf(r, i)
	for _, is := range all {
		issues[is.At] = is
	}
	g.addPlaces(all)
	drawings := drawingsOf(&r.Files[i], model)
	for k := range drawings {
		d := &drawings[k]
		is, ok := issues[d.At]
		if !ok {
			is = passed(&r.Files[i], d)
		}
		if g.addMoving(d, &is) {
			continue
		}
		nodes = append(nodes, m.addDrawing(d, &is))
	}
	return nodes
}

// passed returns a stand-in issue for something listed that is not an issue: an allowed pair, or a
// finding with severity check.Off.
func passed(f *report.File, d *drawing.Drawing) report.Issue {
	is := report.Issue{Issue: check.Issue{Rule: d.Rule, Severity: check.Off, At: d.At, Box: geom.EmptyBox()}, File: f}
	if p := is.Pair(); p != nil {
		is.Rule, is.Severity, is.Allowed, is.Subjects = p.Rule, p.Severity, p.Allowed, []check.Object{p.A, p.B}
		is.Value, is.Counts, is.Box = p.Depth, p.Counts, p.Box()
	}
	if is.At.List == check.Regions {
		is.Regions = is.Mesh().Regions[is.At.Index : is.At.Index+1]
		is.Counts, is.Box = is.Region().Counts, is.Region().Box
	}
	return is
}

// addDrawing adds a node with a drawing of an issue.
func (m *markedModel) addDrawing(d *drawing.Drawing, is *report.Issue) int {
	size := 0.0
	if of := is.Mesh(); of != nil {
		size = of.Box.Diagonal()
	}
	l := lift(d, size)
	var primitives []*gltf.Primitive
	add := func(points []geom.Vec, mode gltf.PrimitiveMode, paint material) {
		if len(points) > 0 {
			primitives = append(primitives, &gltf.Primitive{
				Attributes: gltf.PrimitiveAttributes{gltf.POSITION: m.soup(points)},
				Mode:       mode, Material: gltf.Index(m.material(paint)),
			})
		}
	}
	word, color := d.Rule.Label(), palette.Of(d.Rule, is.Severity)
	faces, marks := faceMaterial(word, color), markMaterial(word, color)
	add(l.faces, gltf.PrimitiveTriangles, faces)
	add(l.areas, gltf.PrimitiveTriangles, marks)
	if len(l.faces) > 0 {
		add(l.lines, gltf.PrimitiveLines, marks)
	} else {
		add(l.lines, gltf.PrimitiveLines, faces)
	}
	name := "meshcheck " + word + subjectName(is)
	return m.node(&gltf.Node{Name: name, Mesh: m.mesh(name, primitives), Translation: l.origin, Extras: newExtras(d, is)})
}

// subjectName returns what follows the rule in the name of a node: " region 3 of seat", " /table
// /chair".
func subjectName(is *report.Issue) (name string) {
	r := is.File.Result
	if p := is.Pair(); p != nil {
		return " " + wording.ObjectName(r, &p.A) + " " + wording.ObjectName(r, &p.B)
	}
	if g, h := is.HullFinding(); h != nil {
		return " " + cmp.Or(wording.HullNames(r, g, h), wording.GroupName(g))
	}
	if is.Pose != nil {
		name = " " + cmp.Or(wording.Printable(is.Pose.Name, wording.NameLimit), fmt.Sprint("clip ", is.Pose.Clip))
		for k := range is.Subjects {
			name += " " + wording.ObjectName(r, &is.Subjects[k])
		}
		return name
	}
	if is.At.List == check.Sheets {
		return " " + wording.Printable(r.UV().Sheets[is.At.Of].Name, wording.PathLimit)
	}
	if is.At.List == check.Regions {
		name = fmt.Sprint(" region ", is.Region().Number)
	}
	if len(r.Meshes) > 1 {
		name += " of " + cmp.Or(is.Mesh().Name, fmt.Sprint("mesh ", is.At.Of))
	}
	return name
}

func newExtras(d *drawing.Drawing, is *report.Issue) extras {
	e := extras{
		Kind: d.Rule.Word(), Rule: is.Rule.String(), Severity: is.Severity.String(), Group: is.Group,
		Listed: d.Listed, Value: orNil(is.Value), Limit: orNil(is.Limit), Reason: is.Reason, Allowed: is.Allowed,
		Fingerprint: is.Fingerprint, Undrawn: d.Undrawn, Pose: is.Pose,
	}
	for i := range is.Subjects {
		e.Subjects = append(e.Subjects, reportjson.Marshal(&is.Subjects[i]))
	}
	if is.Counts != (check.Counts{}) {
		e.Counts = reportjson.Marshal(reportjson.MeshCounts(is.Counts))
	}
	if b := is.Box; b.Min.Finite() && b.Max.Finite() {
		e.Box = (*drawing.Bounds)(&b)
	}
	if drawing.Holdable(is.Places) {
		e.Places = is.Places
	}
	switch is.At.List {
	case check.Regions:
		region := is.Region()
		e.Region = &region.Number
		deep, wide := region.Sizes()
		e.Depth, e.Width, e.Area, e.Length = orNil(deep), orNil(wide), orNil(region.Area), orNil(region.Length)
		e.EdgeLength = orNil(region.EdgeLength)
		for _, p := range region.Parts {
			e.Parts = append(e.Parts, is.Mesh().Parts[p].Name)
		}
	case check.Pairs:
		if is.Rule != check.TooNear {
			e.Depth = e.Value
		}
	}
	return e
}

// orNil returns x, or nil if x is 0 or cannot be written as JSON.
func orNil(x float64) *float64 {
	if x == 0 || !wording.Finite(x) {
		return nil
	}
	return &x
}
