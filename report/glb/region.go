package glb

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/meshcheck/meshcheck"
	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/check/self"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/report/sketch"
	"github.com/meshcheck/meshcheck/report/wording"
	"github.com/qmuntal/gltf"
)

// regionExtras are the extras of a node of findings: the region's numbers, or, for
// findings that belong to no region, how many there are.
type regionExtras struct {
	Kind   string          `json:"kind"`
	Mesh   int             `json:"mesh"`
	Name   string          `json:"name,omitempty"`
	Region *int            `json:"region,omitempty"`
	Listed int             `json:"listed"`
	Counts json.RawMessage `json:"counts,omitempty"`
	Depth  *float64        `json:"depth,omitempty"`
	Area   *float64        `json:"area,omitempty"`
	Length *float64        `json:"length,omitempty"`
	Parts  []string        `json:"parts,omitempty"`
	Box    *extraBox       `json:"box,omitempty"`
	// Undrawn is the number of findings that are listed but not to be seen, because
	// they are not finite or too far away.
	Undrawn int `json:"undrawn,omitempty"`
}

type extraBox struct {
	Min geom.Vec `json:"min"`
	Max geom.Vec `json:"max"`
}

// group is the findings of one kind in one region, or of one kind and in none.
type group struct {
	kind     check.Rule
	region   int  // -1 for none
	between  bool // the two triangles of a finding are of different objects
	findings []*check.Finding
	faces    []geom.Triangle // that no group before has
}

// groupsOf returns the groups of the findings of a mesh, region by region, then those of
// no region; of findings between two objects, those of each kind. A triangle of several
// kinds is painted once, as the worst of them.
func groupsOf(findings []check.Finding, between bool) []*group {
	type key struct {
		region int
		kind   check.Rule
	}
	byKey := map[key]*group{}
	var groups []*group
	for i := range findings {
		f := &findings[i]
		k := key{f.Region, f.Rule}
		if between || f.B == nil || f.Rule == check.Touch {
			k.region = -1
		}
		g := byKey[k]
		if g == nil {
			g = &group{kind: k.kind, region: k.region, between: between}
			byKey[k] = g
			groups = append(groups, g)
		}
		g.findings = append(g.findings, f)
	}
	slices.SortFunc(groups, func(a, b *group) int {
		return cmp.Or(cmp.Compare(a.kind, b.kind), cmp.Compare(uint(a.region), uint(b.region)))
	})
	painted := map[stroke]bool{}
	for _, g := range groups {
		g.paint(painted)
	}
	slices.SortStableFunc(groups, func(a, b *group) int { return cmp.Compare(uint(a.region), uint(b.region)) })
	return groups
}

// stroke names a triangle: of a mesh, or of the second of two objects.
type stroke struct {
	second   bool
	triangle int
}

// paint collects the triangles that are not painted yet.
func (g *group) paint(painted map[stroke]bool) {
	for _, f := range g.findings {
		for side, face := range []*check.Face{&f.A, f.B} {
			if face == nil || !sketch.Holdable(face.Corners[:]) {
				continue
			}
			name := stroke{g.between && side == 1, face.Triangle}
			if painted[name] {
				continue
			}
			painted[name] = true
			g.faces = append(g.faces, face.Corners)
		}
	}
}

// addFindings adds a node for each group of findings and returns their numbers.
func (m *markedModel) addFindings(r *meshcheck.Result) (nodes []int) {
	several := len(r.Meshes) > 1
	for i := range r.Meshes {
		for _, g := range groupsOf(r.Meshes[i].Findings, false) {
			nodes = append(nodes, m.addGroup(g, &r.Meshes[i], several))
		}
	}
	return nodes
}

func (m *markedModel) addGroup(g *group, r *self.Result, several bool) int {
	name := "meshcheck " + g.kind.String()
	if g.region >= 0 {
		name += fmt.Sprint(" region ", g.region)
	}
	if several {
		name += " of " + cmp.Or(r.Name, fmt.Sprint("mesh ", r.Index))
	}
	d := newDrawing(g, r.Box.Diagonal())
	extras := g.extras(r)
	extras.Undrawn = d.undrawn
	return m.addDrawing(name, kindTone(g.kind), d, extras)
}

// addDrawing adds a node with a drawing.
func (m *markedModel) addDrawing(name string, in tone, d *drawing, extras any) int {
	var primitives []*gltf.Primitive
	add := func(points []geom.Vec, mode gltf.PrimitiveMode, paint material) {
		if len(points) > 0 {
			primitives = append(primitives, &gltf.Primitive{
				Attributes: gltf.PrimitiveAttributes{gltf.POSITION: m.soup(points)},
				Mode:       mode, Material: gltf.Index(m.material(paint)),
			})
		}
	}
	add(d.faces, gltf.PrimitiveTriangles, faceMaterial(in))
	add(d.areas, gltf.PrimitiveTriangles, markMaterial(in))
	if len(d.faces) > 0 {
		add(d.lines, gltf.PrimitiveLines, markMaterial(in))
	} else {
		add(d.lines, gltf.PrimitiveLines, faceMaterial(in))
	}
	return m.node(&gltf.Node{Name: name, Mesh: m.mesh(name, primitives), Translation: d.origin, Extras: extras})
}

func (g *group) extras(r *self.Result) regionExtras {
	e := regionExtras{Kind: g.kind.String(), Mesh: r.Index, Name: r.Name, Listed: len(g.findings)}
	if g.region < 0 {
		return e
	}
	region := &r.Regions[g.region]
	e.Region = &g.region
	e.Counts = extraCounts(region.Counts)
	e.Depth, e.Area, e.Length = orNil(region.Depth), orNil(region.Area), orNil(region.Length)
	for _, p := range region.Parts {
		e.Parts = append(e.Parts, r.Parts[p].Name)
	}
	if b := region.Box; b.Min.Finite() && b.Max.Finite() {
		e.Box = &extraBox{b.Min, b.Max}
	}
	return e
}

// orNil returns x, or nil for a number that JSON has no form for.
func orNil(x float64) *float64 {
	if !wording.Finite(x) {
		return nil
	}
	return &x
}
