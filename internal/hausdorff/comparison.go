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
	box := c.box()
	for _, m := range c.Meshes {
		m.Prepare(box)
	}
	for k := range c.Bodies {
		if m := c.Bodies[k].Mesh; m != nil {
			m.Prepare(box)
		}
	}
	meshes := &Meshes{Meshes: c.Meshes, bodies: c.Bodies, lift: box.Diagonal() * liftShare}
	gap = search{surface: newMeshSurface(c.Meshes), target: &Union{c.Bodies}, scale: box.Diagonal(), limit: c.GapLimit}
	excess = search{surface: newBodySurface(c.Bodies), target: meshes, scale: box.Diagonal(), limit: c.ExcessLimit}
	return gap, excess
}

// meshBox returns the box of all meshes, and box that of all meshes and bodies.
func (c *Comparison) meshBox() geom.Box {
	b := geom.EmptyBox()
	for _, o := range c.Meshes {
		b = b.Union(o.Box)
	}
	return b
}

func (c *Comparison) box() geom.Box {
	b := c.meshBox()
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
