// Package sketch draws objects and collision hulls as wholes, by triangles, edges and places,
// for marked models.
package sketch

import (
	"context"
	"math"

	"github.com/meshcheck/meshcheck"
	"github.com/meshcheck/meshcheck/geom"
)

// Sketch is what a drawing of a pair of objects or of hulls has in it, in the world. Undrawn
// counts what it should have and float32 cannot hold, or nobody can find.
type Sketch struct {
	Faces   []geom.Triangle
	Lines   [][2]geom.Vec
	Points  []geom.Vec
	Undrawn int
}

// Sketches are those of one model.
type Sketches struct {
	// Pairs of objects in the order of the result; nil for a pair that has findings to show.
	Pairs []*Sketch
	// Hulls has for each group those of its findings, in the order of the result.
	Hulls [][]*Sketch
}

// New draws what r says of a model. Without its geometry, g being nil, hulls are drawn by
// their boxes, and objects not at all. It fails only with ctx's error.
func New(ctx context.Context, g *meshcheck.Geometry, r *meshcheck.Result) (*Sketches, error) {
	s := &Sketches{Pairs: make([]*Sketch, len(r.Pairs))}
	objects := newObjects(ctx, g)
	for i := range r.Pairs {
		if p := &r.Pairs[i]; len(p.Findings) == 0 {
			s.Pairs[i] = objects.pair(p)
		}
	}
	if r.Hulls == nil {
		return s, ctx.Err()
	}
	edges := hullEdges{ctx: ctx, geometry: g, result: r, room: trianglesPerFile}
	for i := range r.Hulls.Groups {
		edges.number, edges.group = i, &r.Hulls.Groups[i]
		edges.model, edges.lost = nil, false
		of := make([]*Sketch, len(edges.group.Findings))
		for k := range of {
			of[k] = edges.sketch(&edges.group.Findings[k])
		}
		s.Hulls = append(s.Hulls, of)
	}
	return s, ctx.Err()
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
