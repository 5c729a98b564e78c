// Package drawing describes what to draw of a result, for all formats that draw. A Drawing shows an
// issue: triangles, their intersections, edges and places. A View shows a mesh, a pair of objects
// or a group of collision hulls with all their findings, reduced to what a page can hold. An
// Excerpt holds all views of a model, and its Motion where the check Poses found places.
package drawing

import (
	"context"
	"math"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/checks/geometry"
	"github.com/meshcheck/meshcheck/mesh"
)

// Drawing shows an issue, or the findings of one rule in it, in the world. All its coordinates fit
// into float32.
type Drawing struct {
	// At is the reference of the issue in the result.
	At check.Ref
	// Rule is the rule of the findings, or of an issue without findings.
	Rule check.Rule
	// Listed is the number of findings.
	Listed int
	// Box contains all triangles of the findings, or else everything that is drawn. It may be
	// empty.
	Box geom.Box
	// Triangles are those to paint: triangles of findings that no more severe rule paints, or those
	// of a whole object.
	Triangles []geom.Triangle
	// Meetings are the intersections of the triangles of findings.
	Meetings []Meeting
	// Lines are edges, and lines between two places.
	Lines [][2]geom.Vec
	// Points are places.
	Points []geom.Vec
	// Undrawn is the number of findings, or of objects, hulls and places, that are not visible
	// because they are not finite, are too far away or cannot be found.
	Undrawn int
}

// Meeting is the intersection of two triangles.
type Meeting struct {
	// Points are the ends of a segment, which may be equal, or the corners of a common area.
	Points []geom.Vec
	Of     [2]*check.Face
}

// New draws everything that r lists, whatever its severity: the regions mesh by mesh, each followed
// by the findings outside of regions, pairs of objects, UV sheets, and hulls. If s is nil, hulls
// are drawn as boxes and objects not at all. kept is the geometry of s, nil if it is not known. The
// only errors are ctx's.
func New(ctx context.Context, s *mesh.Scene, r *check.Result, kept check.Geometry) ([]Drawing, error) {
	var g *geometry.Geometry
	if s != nil {
		g = geometry.Of(kept, s, 1)
	}
	var all []Drawing
	for i := range meshesOf(r) {
		for _, f := range byRule(meshesOf(r)[i].Findings, false) {
			at := check.Ref{List: check.Regions, Of: i, Index: f.region}
			if f.region < 0 {
				at.List, at.Index = check.Singles, int(f.rule)
			}
			all = append(all, f.drawing(at))
		}
	}
	objects := newObjects(ctx, g)
	for i := range pairsOf(r) {
		p, at := &pairsOf(r)[i], check.Ref{List: check.Pairs, Index: i}
		for _, f := range byRule(p.Findings, true) {
			all = append(all, f.drawing(at))
		}
		if len(p.Findings) == 0 {
			d := objects.pair(p)
			d.At, d.Rule = at, p.Rule
			all = append(all, d.boxed())
		}
	}
	uvs, err := drawSheets(ctx, g, sheetsOf(r))
	if err != nil {
		return nil, err
	}
	all = append(all, uvs...)
	room := trianglesPerFile
	for i := range groupsOf(r) {
		edges := hullEdges{ctx: ctx, geometry: g, result: r, room: &room, number: i, group: &groupsOf(r)[i]}
		for k := range edges.group.Findings {
			h := &edges.group.Findings[k]
			d := edges.drawing(h)
			d.At, d.Rule = check.Ref{List: check.HullFindings, Of: i, Index: k}, h.Rule
			all = append(all, d.boxed())
		}
	}
	return all, ctx.Err()
}

// boxed returns d with the box of its triangles and lines.
func (d Drawing) boxed() Drawing {
	d.Box = geom.EmptyBox()
	for k := range d.Triangles {
		d.Box = d.Box.Union(d.Triangles[k].Box())
	}
	for _, l := range d.Lines {
		d.Box = d.Box.Include(l[0]).Include(l[1])
	}
	return d
}

// Holdable reports whether float32 can hold the points, with room to move them.
func Holdable(points []geom.Vec) bool {
	const most = math.MaxFloat32 / 4
	for _, p := range points {
		if !(math.Abs(p[0]) < most && math.Abs(p[1]) < most && math.Abs(p[2]) < most) {
			return false
		}
	}
	return true
}

// Reachable reports whether float32 can hold a box after a transform.
func Reachable(b geom.Box, world geom.Affine) bool {
	placed := world.ApplyBox(b)
	return Holdable([]geom.Vec{placed.Min, placed.Max})
}
