package parts

import (
	"context"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/internal/world"
	"github.com/meshcheck/meshcheck/mesh"
)

// object is a shape at a place, which rules may allow to meet others.
type object struct {
	*world.Object
	mesh  *mesh.Mesh // it shows this or a part of it
	rules []sides
	// scenes is the number of the set of scenes that show it; 0 if scenes are not checked
	// separately.
	scenes int
}

// gather makes the objects of w in the order of its instances. It leaves out instances that
// are collision hulls and nothing else, and those that are not shown together with the others.
func gather(ctx context.Context, w *world.World, o options, summary *check.PairResult) (all []*object, err error) {
	g := w.Gatherer(o.PartsOf)
	shown := w.Scene().Shown()
	var taken []int
	for i := range shown {
		if takes(summary, w.Scene(), i, &shown[i], o.Hulls) {
			taken = append(taken, i)
		}
	}
	if err := g.Prepare(ctx, shown, taken); err != nil {
		return nil, err
	}
	for _, i := range taken {
		in := &shown[i]
		objects, err := g.Place(ctx, i, in)
		if err != nil {
			return nil, err
		}
		g.NoteNonfinite(i, in, objects)
		for _, o := range objects {
			all = append(all, &object{Object: o, mesh: w.Scene().Meshes[in.Mesh]})
		}
	}
	w.AllDone(world.Objects)
	summary.NotChecked = g.NotChecked
	return all, nil
}

// takes reports whether an instance of s is an object, and counts it if it is not.
func takes(summary *check.PairResult, s *mesh.Scene, i int, in *mesh.Instance, hulls []bool) bool {
	if hulls != nil && hulls[i] {
		summary.Hulls++
		return false
	}
	return !leave(&summary.LeftOut, s, in)
}

// expect announces to w the meshes that Check makes objects of, where hulls are Options.Hulls.
func expect(w *world.World, hulls []bool) {
	var summary check.PairResult
	for i, in := range w.Scene().Shown() {
		if takes(&summary, w.Scene(), i, &in, hulls) {
			w.Expect(world.Objects, in.Mesh)
		}
	}
}
