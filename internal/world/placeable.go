package world

import (
	"cmp"
	"context"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/mesh"
)

// Placeable is a shape that an instance shows, for objects at places other than that of the
// instance. It is safe for concurrent use.
type Placeable struct {
	Name  check.Object
	Shape *Shape
	// Instance is the number of the instance, and Of what that shows: see mesh.Instance.Object.
	Instance, Of int
	// Scale is what stored coordinates are multiplied by before the matrix of a place.
	Scale float64
}

// Placeables returns what an instance shows, wherever that is: also where its matrix flattens it.
// It records shapes without triangles that can be checked, as Place does.
func (g *Gatherer) Placeables(ctx context.Context, i int, in *mesh.Instance) (all []*Placeable, err error) {
	d, err := g.divisionOf(ctx, in)
	if err != nil {
		return nil, err
	}
	for n, s := range d.shapes {
		if name := g.NameOf(i, in, d.number(n)); g.checkable(name, s) {
			scale := cmp.Or(g.world.scene.Meshes[in.Mesh].Scale, 1)
			all = append(all, &Placeable{Name: name, Shape: s, Instance: i, Of: in.Object, Scale: scale})
		}
	}
	return all, nil
}

// At sets o to the object at a place, which is the matrix of a node. Rounding bounds the error of
// each of its entries; if it is nil, they count as stored. The problem is "", or why the object cannot
// be checked there. At fails only with ctx's error.
//
// It allocates nothing, except where the matrix nearly flattens the shape: then the object has a shape
// of its own in world coordinates.
func (p *Placeable) At(ctx context.Context, o *Object, place geom.Affine, rounding *geom.Affine) (problem string, err error) {
	*o = Object{Name: p.Name, Shape: p.Shape, Instance: p.Instance, Of: p.Of}
	problem, walkable := o.locate(&mesh.Instance{World: place, Rounding: rounding}, p.Scale)
	if problem != "" || walkable {
		return problem, nil
	}
	if err := o.flatten(ctx, 1, nil); err != nil {
		return "", err
	}
	if o.Shape.Count == 0 {
		return vanishes, nil
	}
	o.orient()
	return "", nil
}
