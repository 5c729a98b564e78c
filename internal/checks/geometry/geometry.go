// Package geometry hands the geometry that a check has computed to the code that draws its result.
// Both reach it through a context.
package geometry

import (
	"context"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/internal/checks"
	"github.com/meshcheck/meshcheck/internal/checks/hulls"
	"github.com/meshcheck/meshcheck/internal/checks/uv"
	"github.com/meshcheck/meshcheck/internal/world"
	"github.com/meshcheck/meshcheck/mesh"
)

// Geometry is the welded meshes, the collision hulls and the UV sheets of a scene. It is for one
// goroutine at a time.
type Geometry struct {
	world  *world.World
	models []*hulls.Model // of the groups of the result; nil if not kept
	sheets []*uv.Searched // of the sheets of the result; nil if not kept
}

type key struct{}

// Keep returns a context in which a check keeps its geometry. This takes memory.
func Keep(ctx context.Context) context.Context { return context.WithValue(ctx, key{}, &Geometry{}) }

// Kept returns the geometry that a check in ctx keeps, nil if it keeps none. It is empty before the
// check.
func Kept(ctx context.Context) *Geometry {
	g, _ := ctx.Value(key{}).(*Geometry)
	return g
}

// Set fills the geometry with the world that checks ran over, and what they keep.
func (g *Geometry) Set(w *world.World, all []checks.Check) {
	g.world = w
	for _, c := range all {
		switch c := c.(type) {
		case *hulls.Check:
			g.models = c.Models
		case *uv.Check:
			g.sheets = c.Searched
		}
	}
}

// Of returns the geometry of a scene: that in ctx, or else one that computes each piece on demand.
func Of(ctx context.Context, s *mesh.Scene, workers int) *Geometry {
	if g := Kept(ctx); g != nil && g.world != nil && g.world.Scene() == s {
		return g
	}
	return &Geometry{world: world.New(s, workers)}
}

// With returns a context with the geometry of a scene: ctx itself if it already has it.
func With(ctx context.Context, s *mesh.Scene, workers int) context.Context {
	g := Of(ctx, s, workers)
	if g == Kept(ctx) {
		return ctx
	}
	return context.WithValue(ctx, key{}, g)
}

// World returns the meshes of the scene.
func (g *Geometry) World() *world.World { return g.world }

// HullModel returns the geometry of group i of the collision hulls in r, which must be the result
// for the scene. If it was not kept, it is computed again and HullModel fails as hulls.NewModel
// does.
func (g *Geometry) HullModel(ctx context.Context, r *check.Result, i, workers int) (*hulls.Model, error) {
	if g.models != nil && g.models[i] != nil {
		return g.models[i], ctx.Err()
	}
	return hulls.NewModel(ctx, g.world.Scene(), &r.Hulls().Groups[i], workers)
}

// ReleaseHulls frees the geometry of group i of the collision hulls.
func (g *Geometry) ReleaseHulls(i int) {
	if g.models != nil {
		g.models[i] = nil
	}
}

// Sheet returns the drawing of sheet i of the UV sets of the scene. If what the check found was not
// kept, it is searched again. Sheet fails as uv.Draw does.
func (g *Geometry) Sheet(ctx context.Context, i, workers int) (*uv.Drawing, error) {
	var found *uv.Searched
	if i < len(g.sheets) {
		found = g.sheets[i]
	}
	return uv.Draw(ctx, g.world, i, found, workers)
}
