package hausdorff

import (
	"context"

	"github.com/meshcheck/meshcheck/geom"
)

// Comparison is a comparison of meshes with the bodies that replace them, in the world.
type Comparison struct {
	Meshes  []*Mesh
	Bodies  []Body
	Workers int
	// GapLimit and ExcessLimit are limits for the distances, 0 for none.
	GapLimit, ExcessLimit float64
}

// Deviation is how far meshes and the bodies that replace them are from each other.
type Deviation struct {
	// Gap is the distance of the meshes from the union of the bodies, and Excess that of the
	// surface of that union from the meshes and the volumes that closed meshes bound. Both are
	// nil if there are no meshes or no bodies, and each if all of its surface is hidden.
	Gap, Excess *Distance
	// BodyVolume is the volume of the union of the bodies, and MeshVolume the sum of the
	// volumes of the meshes; 0 if one of them has no volume.
	BodyVolume, MeshVolume float64
}

// Measure measures both distances and the volumes. It fails only with ctx's error. The result
// does not depend on the number of workers.
func (c *Comparison) Measure(ctx context.Context) (d Deviation, err error) {
	d.BodyVolume = c.bodyVolume()
	d.MeshVolume = c.meshVolume()
	if len(c.Meshes) == 0 || len(c.Bodies) == 0 {
		return d, nil
	}
	gap, excess := c.searches()
	if d.Gap, err = gap.measure(ctx, c.Workers); err != nil {
		return d, err
	}
	d.Excess, err = excess.measure(ctx, c.Workers)
	return d, err
}

// searches returns the searches for the gap and the excess.
func (c *Comparison) searches() (gap, excess search) {
	union, meshes := c.Sets()
	scale := c.box().Diagonal()
	gap = search{surface: newMeshSurface(c.Meshes), target: union, scale: scale, limit: c.GapLimit}
	excess = search{surface: newBodySurface(c.Bodies), target: meshes, scale: scale, limit: c.ExcessLimit}
	return gap, excess
}

// Sets returns the union of the bodies and that of the meshes, to measure distances from.
func (c *Comparison) Sets() (*Union, *Meshes) {
	box := c.box()
	for _, m := range c.Meshes {
		m.prepare(box)
	}
	for k := range c.Bodies {
		if m := c.Bodies[k].Mesh; m != nil {
			m.prepare(box)
		}
	}
	return &Union{c.Bodies}, &Meshes{c.Meshes, c.Bodies, box.Diagonal() * liftShare}
}

// box returns the box of all meshes and bodies.
func (c *Comparison) box() geom.Box {
	b := geom.EmptyBox()
	for _, o := range c.Meshes {
		b = b.Union(o.Box)
	}
	for k := range c.Bodies {
		b = b.Union(c.Bodies[k].Box)
	}
	return b
}

// Distance is the one-sided Hausdorff distance of a surface from a set.
type Distance struct {
	// Greatest distance found: the exact value is between it and Greatest + Error. Places are
	// a point of the surface at that distance, and the point of the set nearest to it.
	Greatest, Error float64
	Places          [2]geom.Vec
	// Percentile95 is the distance that 95 % of the surface does not exceed, estimated from
	// Samples points spread by area with a fixed seed. Without samples it is the upper bound of
	// all distances.
	Percentile95 float64
	Samples      int
}
