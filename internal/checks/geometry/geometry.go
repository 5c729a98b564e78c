// Package geometry hands the geometry that a check has computed to the code that draws its result.
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

// New returns the geometry of a check: the world that checks ran over, and what they keep.
func New(w *world.World, all []checks.Check) *Geometry {
	g := &Geometry{world: w}
	for _, c := range all {
		switch c := c.(type) {
		case *hulls.Check:
			g.models = c.Models
		case *uv.Check:
			g.sheets = c.Searched
		}
	}
	return g
}

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

// Sheet returns the drawing of sheet i of the UV sets of the scene. If what the check found was not
// kept, it is searched again. Sheet fails as uv.Draw does.
func (g *Geometry) Sheet(ctx context.Context, i, workers int) (*uv.Drawing, error) {
	var found *uv.Searched
	if i < len(g.sheets) {
		found = g.sheets[i]
	}
	return uv.Draw(ctx, g.world, i, found, workers)
}
