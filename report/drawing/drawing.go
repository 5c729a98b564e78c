// Package drawing describes what is to be seen of a result, for whatever draws it. A Drawing is
// what is to be seen of an issue: triangles, where they meet, edges and places. A View is what is
// to be seen of a mesh, a pair of objects or a group of collision hulls with all that was found
// there, reduced to what a page can hold; an Excerpt has all of a model.
package drawing

import (
	"context"
	"math"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/checks/geometry"
	"github.com/meshcheck/meshcheck/mesh"
)

// Drawing is what is to be seen of an issue, or of the findings of one rule in it, in the
// world. Everything in it is near enough for float32.
type Drawing struct {
	// At is where the details of the issue are in the result.
	At check.Ref
	// Rule is that of the findings, or of an issue without findings.
	Rule check.Rule
	// Listed is the number of the findings.
	Listed int
	// Box holds all triangles of the findings, or else all that is drawn. It may be empty.
	Box geom.Box
	// Triangles to paint: of the findings, those that no graver rule paints, or of an object as
	// a whole.
	Triangles []geom.Triangle
	// Meetings are where the triangles of findings meet.
	Meetings []Meeting
	// Lines are edges, and the way from one place to another.
	Lines [][2]geom.Vec
	// Points are places.
	Points []geom.Vec
	// Undrawn is the number of findings, or of objects, hulls and places, that are not to be
	// seen: they are not finite or too far away, or nobody can find them.
	Undrawn int
}

// Meeting is where two triangles meet.
type Meeting struct {
	// Points are the ends of a segment, which may be equal, or the corners of an area that both
	// have in common.
	Points []geom.Vec
	Of     [2]*check.Face
}

// New draws all that r lists of a model, whatever its severity: mesh by mesh the regions and
// then what is in none, pairs of objects, UV sheets, and hulls. Without its scene, s being nil, hulls
// are drawn by their boxes, and objects not at all. It fails only with ctx's error.
func New(ctx context.Context, s *mesh.Scene, r *check.Result) ([]Drawing, error) {
	var g *geometry.Geometry
	if s != nil {
		g = geometry.Of(ctx, s, 1)
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

// Reachable reports whether float32 can hold a box at a place.
func Reachable(b geom.Box, world geom.Affine) bool {
	placed := world.ApplyBox(b)
	return Holdable([]geom.Vec{placed.Min, placed.Max})
}
