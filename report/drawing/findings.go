package drawing

import (
	"cmp"
	"slices"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
)

// group holds the findings of one rule in one region, or outside of regions.
type group struct {
	rule     check.Rule
	region   int // -1 for none
	findings []*check.Finding
	painted  []geom.Triangle // that no earlier group has
}

// byRule groups the findings of a mesh: region by region, then those outside of regions. Findings
// between two objects are grouped by rule. A triangle of several rules is painted once, for the
// most severe.
func byRule(findings []check.Finding, between bool) []*group {
	type key struct {
		region int
		rule   check.Rule
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
			g = &group{rule: k.rule, region: k.region}
			byKey[k] = g
			groups = append(groups, g)
		}
		g.findings = append(g.findings, f)
	}
	slices.SortFunc(groups, func(a, b *group) int {
		return cmp.Or(cmp.Compare(a.rule, b.rule), cmp.Compare(uint(a.region), uint(b.region)))
	})
	painted := map[triangleKey]bool{}
	for _, g := range groups {
		g.paint(painted, between)
	}
	slices.SortStableFunc(groups, func(a, b *group) int { return cmp.Compare(uint(a.region), uint(b.region)) })
	return groups
}

// triangleKey identifies a triangle of a mesh, or of the second of two objects.
type triangleKey struct {
	second   bool
	triangle int
}

// paint collects the triangles that are not painted yet.
func (g *group) paint(painted map[triangleKey]bool, between bool) {
	for _, f := range g.findings {
		for side, face := range f.Faces() {
			if face == nil || !Holdable(face.Corners[:]) {
				continue
			}
			name := triangleKey{between && side == 1, face.Triangle}
			if painted[name] {
				continue
			}
			painted[name] = true
			g.painted = append(g.painted, face.Corners)
		}
	}
}

// drawing draws the group.
func (g *group) drawing(at check.Ref) Drawing {
	d := Drawing{At: at, Rule: g.rule, Listed: len(g.findings), Box: geom.EmptyBox(), Triangles: g.painted}
	for _, f := range g.findings {
		for _, face := range f.Faces() {
			if face != nil && Holdable(face.Corners[:]) {
				d.Box = d.Box.Union(face.Corners.Box())
			}
		}
		points := PointsOf(f)
		switch {
		case !Holdable(f.A.Corners[:]) || f.B != nil && !Holdable(f.B.Corners[:]):
			d.Undrawn++
		case f.B == nil || len(points) == 0 || !Holdable(points):
		case len(points) == 2 || f.Rule == check.Overlap: // the area of a duplicate is the triangle itself
			d.Meetings = append(d.Meetings, Meeting{points, [2]*check.Face{&f.A, f.B}})
		}
	}
	return d
}

// PointsOf returns the intersection of the triangles of a finding: the ends of a segment, which may
// be equal, or the corners of an area. For a Degenerate triangle it returns the ends of the longest
// edge.
func PointsOf(f *check.Finding) []geom.Vec {
	switch {
	case f.Rule == check.Degenerate:
		p, q := LongestEdge(f.A.Corners)
		return []geom.Vec{p, q}
	case len(f.Polygon) == 1:
		return []geom.Vec{f.Polygon[0], f.Polygon[0]}
	case len(f.Polygon) > 0:
		return f.Polygon
	}
	return f.Segment
}

// LongestEdge returns the ends of the longest edge of a triangle, the first of several.
func LongestEdge(t geom.Triangle) (p, q geom.Vec) {
	p, q = t[0], t[1]
	for k := range t {
		if a, b := t[k], t[(k+1)%3]; a.Sub(b).Norm() > p.Sub(q).Norm() {
			p, q = a, b
		}
	}
	return p, q
}
