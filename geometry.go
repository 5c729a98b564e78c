package meshcheck

import (
	"context"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/internal/checks"
	"github.com/meshcheck/meshcheck/internal/checks/hulls"
	"github.com/meshcheck/meshcheck/internal/world"
	"github.com/meshcheck/meshcheck/mesh"
)

// Geometry is what was made of a scene to check it, for those who draw the result: its meshes
// welded, and its collision hulls. It is for one goroutine at a time.
type Geometry struct {
	world  *world.World
	models []*hulls.Model // of the groups of the result, nil if they are not at hand
}

// HasHulls reports whether a scene has collision hulls by the options, which must be valid.
func HasHulls(s *mesh.Scene, o *Options) bool {
	search := checks.FindHulls(s, &o.Hulls)
	return search != nil && len(search.Hulls) > 0
}

// GeometryOf returns the geometry of a scene that was checked another time. Each piece is made
// when it is asked for.
func GeometryOf(s *mesh.Scene, workers int) *Geometry {
	return &Geometry{world: world.New(s, workers)}
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
