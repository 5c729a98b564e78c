package world

import (
	"cmp"
	"context"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/parallel"
	"github.com/meshcheck/meshcheck/mesh"
)

// located is a shape that an instance puts somewhere, which is yet to be named.
type located struct {
	object *Object
	// problem is why it cannot be checked, or "".
	problem string
	// walkable: its tree can be searched there.
	walkable bool
}

// Prepare does most of the work of Place on all workers, for those of some instances that will be
// placed, in that order.
func (g *Gatherer) Prepare(ctx context.Context, instances []mesh.Instance, placed []int) error {
	if g.world.workers == 1 {
		return nil
	}
	divisions, first := make([]*division, len(placed)), make([]int, len(placed)+1)
	for n, i := range placed {
		var err error
		if divisions[n], err = g.divisionOf(ctx, &instances[i]); err != nil {
			return err
		}
		first[n+1] = first[n] + len(divisions[n].shapes)
	}
	all := make([]located, first[len(placed)])
	const atOnce = 64
	err := parallel.Ranges(ctx, g.world.workers, len(placed), atOnce, func(from, to int) {
		for n := from; n < to; n++ {
			for k, s := range divisions[n].shapes {
				if s.Count > 0 {
					all[first[n]+k] = g.locate(placed[n], &instances[placed[n]], s)
				}
			}
		}
	})
	g.ahead = make(map[int][]located, len(placed))
	for n, i := range placed {
		g.ahead[i] = all[first[n]:first[n+1]]
	}
	return err
}

// locate puts a shape where an instance shows it.
func (g *Gatherer) locate(i int, in *mesh.Instance, s *Shape) (l located) {
	l.object = &Object{Shape: s, Instance: i, Of: in.Object}
	l.problem, l.walkable = l.object.locate(in, cmp.Or(g.world.scene.Meshes[in.Mesh].Scale, 1))
	return l
}

// vanishes is why an object cannot be checked that has no triangles with an area in the world.
const vanishes = "its node makes it so small that float64 leaves nothing of its triangles"

// locate puts an object at the place of an instance, after its stored coordinates have been
// multiplied by a scale. It returns why the object cannot be checked there, or "", and whether its tree can
// be searched there.
func (o *Object) locate(in *mesh.Instance, scale float64) (problem string, searchable bool) {
	o.World = in.World.ScaleInput(scale)
	o.Box = o.World.ApplyBox(o.Shape.Box)
	o.Precision = RoundingOf(in, scale)
	o.Rounding = o.Precision.Within(o.Shape.MaxAbs())
	switch {
	case !(o.Box.Diagonal() < 1e60) || !(o.Box.MaxAbs() < 1e60):
		return "its place in the world is out of reach of float64 arithmetic", false
	case in.World.Singular():
		return "the matrix of its node flattens it", false
	case !walkable(o.Shape, &o.World):
		return "", false
	}
	o.orient()
	return "", true
}

// orient sets what follows from the place of an object's shape.
func (o *Object) orient() {
	o.Mirrored, o.Oriented = o.World.Mirrors(), geom.OBBOf(o.Shape.Box, o.World)
	for k := range o.Oriented.Slack {
		o.Oriented.Slack[k] += o.Rounding
	}
}

// add adds an object, or the reason why there is none.
func (g *Gatherer) add(ctx context.Context, l located) error {
	o := l.object
	if l.problem != "" {
		g.problem(o.Name, l.problem)
		return nil
	}
	if !l.walkable {
		key := flatKey{o.Shape, PlaceKey(&o.World)}
		if err := o.flatten(ctx, g.world.workers, g.world.flat[key]); err != nil {
			return err
		}
		g.world.flat[key] = o.Shape
		if o.Shape.Count == 0 {
			g.problem(o.Name, vanishes)
			return nil
		}
		o.orient()
	}
	g.objects = append(g.objects, o)
	return nil
}
