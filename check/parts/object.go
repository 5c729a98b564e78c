package parts

import (
	"context"

	"github.com/meshcheck/meshcheck/internal/world"
	"github.com/meshcheck/meshcheck/mesh"
)

// object is a shape at a place, which rules may allow to meet others.
type object struct {
	*world.Object
	rules []sides
	// scenes is the number of the set of scenes that show it; 0 where that does not matter.
	scenes int
}

// gather makes the objects of s in the order of its instances. What is a collision hull
// and nothing else is left out where hulls are looked for, and what is not shown with the
// others.
func gather(ctx context.Context, s *mesh.Scene, o Options, summary *Summary) (all []*object, err error) {
	g := world.NewGatherer(s, o.PartsOf, o.Workers)
	for i, in := range world.Shown(s) {
		if o.Hulls != nil && o.Hulls[i] {
			summary.Hulls++
			continue
		}
		if summary.LeftOut.leave(s, &in) {
			continue
		}
		objects, err := g.Place(ctx, i, &in)
		if err != nil {
			return nil, err
		}
		g.NoteNonfinite(i, &in, objects)
		for _, o := range objects {
			all = append(all, &object{Object: o})
		}
	}
	summary.NotChecked = g.NotChecked
	return all, nil
}

// roundingOfPair bounds how far rounding can have moved triangle f of a and g of b against
// each other.
func roundingOfPair(a, b *object, f, g uint32) float64 { return a.RoundingOf(f) + b.RoundingOf(g) }
