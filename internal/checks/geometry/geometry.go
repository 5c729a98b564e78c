// Package geometry hands what was made of a scene to check it to those who draw the result. Both see
// it through a context, so that nobody else has to know of it.
package geometry

import (
	"context"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/internal/checks/hulls"
	"github.com/meshcheck/meshcheck/internal/world"
	"github.com/meshcheck/meshcheck/mesh"
)

// Geometry is what was made of a scene: its meshes welded, and its collision hulls. It is for one
// goroutine at a time.
type Geometry struct {
	world  *world.World
	models []*hulls.Model // of the groups of the result; nil if they are not at hand
}

type key struct{}

// Keep returns a context in which a check keeps its geometry, which takes memory.
func Keep(ctx context.Context) context.Context { return context.WithValue(ctx, key{}, &Geometry{}) }

// Kept returns the geometry that a check in ctx keeps; nil if it keeps none. Before the check it is
// empty.
func Kept(ctx context.Context) *Geometry {
	g, _ := ctx.Value(key{}).(*Geometry)
	return g
}

// Set fills the geometry.
func (g *Geometry) Set(w *world.World, models []*hulls.Model) { g.world, g.models = w, models }

// Of returns the geometry of a scene: that which ctx has, or one of which each piece is made when it is
// asked for.
func Of(ctx context.Context, s *mesh.Scene, workers int) *Geometry {
	if g := Kept(ctx); g != nil && g.world != nil && g.world.Scene() == s {
		return g
	}
	return &Geometry{world: world.New(s, workers)}
}

// With returns a context that has the geometry of a scene: ctx, if it has it.
func With(ctx context.Context, s *mesh.Scene, workers int) context.Context {
	g := Of(ctx, s, workers)
	if g == Kept(ctx) {
		return ctx
	}
	return context.WithValue(ctx, key{}, g)
}

// World returns the meshes of the scene.
func (g *Geometry) World() *world.World { return g.world }

// HullModel returns the geometry of group i of the collision hulls in r, which must be the
// result for the scene. It fails as hulls.NewModel does where it was checked another time.
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
