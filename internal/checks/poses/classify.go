package poses

import (
	"slices"

	"github.com/meshcheck/meshcheck/check"
)

// regions divides new pairs, ascending, into regions, by their first pairs.
func (w *worker) regions(pairs []pair) []region {
	group, count := w.partners.groups(pairs)
	regions := make([]region, count)
	for i, g := range group {
		regions[g].pairs = append(regions[g].pairs, pairs[i])
		regions[g].depth = max(regions[g].depth, pairs[i].depth)
	}
	for i := range regions {
		w.classify(&regions[i])
	}
	return regions
}

// classify sets the rule of a region and what it lies in.
func (w *worker) classify(r *region) {
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
	moved := false
	for _, p := range r.pairs {
		if depth, ok := s.resting(p.t, p.u); ok {
			r.rest, moved = max(r.rest, depth), true
		}
	}
	switch {
	case moved && r.depth <= r.rest+s.tolerance:
		r.rule = check.PoseMoved
	case within && r.shells[0] == r.shells[1] && !moved && w.folds(r):
		r.rule = check.PoseFold
	default:
		r.rule = check.PoseContact
	}
}

// folds reports whether two triangles of a pair are near each other along the surface.
func (w *worker) folds(r *region) bool {
	k := &w.scene.subjects[r.a]
	return slices.ContainsFunc(r.pairs, func(p pair) bool {
		return w.ways.between(k.stored, int(p.t)-k.first, int(p.u)-k.first, w.scene.near) <= w.scene.near
	})
}
