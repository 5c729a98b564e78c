package poses

import (
	"context"
	"slices"

	"github.com/meshcheck/meshcheck/check"
)

// regions divides new pairs, ascending, into regions, by their first pairs.
func (w *worker) regions(ctx context.Context, pairs []pair) ([]region, error) {
	group, count := w.grouping.divide(pairs)
	regions, moved := make([]region, count), make([]bool, count)
	for i, g := range group {
		regions[g].pairs = append(regions[g].pairs, pairs[i])
		regions[g].depth = max(regions[g].depth, pairs[i].depth)
	}
	for _, x := range w.grouping.ties {
		if depth, ok := w.scene.baseline.depths[x.tie]; ok {
			regions[x.group].rest, moved[x.group] = max(regions[x.group].rest, depth), true
		}
	}
	for i := range regions {
		if err := w.classify(ctx, &regions[i], moved[i]); err != nil {
			return nil, err
		}
	}
	return regions, nil
}

// classify sets the rule of a region. moved says that it hangs together with a contact at rest.
func (w *worker) classify(ctx context.Context, r *region, moved bool) error {
	s := w.scene
	first := r.pairs[0]
	r.a, r.b = s.of[first.t], s.of[first.u]
	within := r.a == r.b
	if within {
		k, t := s.subjectOf(first.t)
		_, u := s.subjectOf(first.u)
		r.shells = [2]uint32{k.stored.shellOf(t), k.stored.shellOf(u)}
		slices.Sort(r.shells[:])
	}
	r.rule = check.PoseContact
	switch {
	case moved && r.depth <= r.rest+s.tolerance:
		r.rule = check.PoseMoved
	case within && r.shells[0] == r.shells[1] && !moved:
		folds, err := w.folds(ctx, r)
		if err != nil {
			return err
		}
		if folds {
			r.rule = check.PoseFold
		}
	}
	return nil
}

// folds reports whether two triangles of a pair are near each other along the surface. It fails only with
// ctx's error.
func (w *worker) folds(ctx context.Context, r *region) (bool, error) {
	const often = 256
	k := &w.scene.subjects[r.a]
	for i, p := range r.pairs {
		if i%often == 0 && ctx.Err() != nil {
			return false, ctx.Err()
		}
		if w.ways.between(k.stored, int(p.t)-k.first, int(p.u)-k.first, w.scene.near) <= w.scene.near {
			return true, nil
		}
	}
	return false, nil
}
