// Package geometry hands the geometry that a check has computed to the code that draws its result.
package geometry

import (
	"context"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/internal/checks/hulls"
	"github.com/meshcheck/meshcheck/internal/world"
	"github.com/meshcheck/meshcheck/mesh"
)

// Geometry is the welded meshes and the collision hulls of a scene. It is for one goroutine at a
// time.
type Geometry struct {
	world  *world.World
	models []*hulls.Model // of the groups of the result; nil if not kept
}

// New returns the geometry of a check: its world, and the models of its groups of hulls.
func New(w *world.World, models []*hulls.Model) *Geometry { return &Geometry{w, models} }

// Of returns kept if it is the geometry of s, or else one that computes each piece on demand.
func Of(kept check.Geometry, s *mesh.Scene, workers int) *Geometry {
	if g, ok := kept.(*Geometry); ok && g.Scene() == s {
		return g
	}
	return &Geometry{world: world.New(s, workers)}
}

// Scene returns the scene.
func (g *Geometry) Scene() *mesh.Scene { return g.world.Scene() }

// World returns the meshes of the scene.
func (g *Geometry) World() *world.World { return g.world }

// HullModel returns the geometry of group i of the collision hulls in r, which must be the result
// for the scene. If it was not kept, it is computed again and HullModel fails as hulls.NewModel
// does.
func (g *Geometry) HullModel(ctx context.Context, r *check.Result, i, workers int) (*hulls.Model, error) {
	if g.models != nil && g.models[i] != nil {
		return g.models[i], ctx.Err()
	}
	return hulls.NewModel(ctx, g.Scene(), &r.Hulls().Groups[i], workers)
}

// ReleaseHulls frees the geometry of group i of the collision hulls.
func (g *Geometry) ReleaseHulls(i int) {
	if g.models != nil {
		g.models[i] = nil
	}
}
