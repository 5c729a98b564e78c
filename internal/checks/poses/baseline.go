package poses

import (
	"cmp"
	"context"
	"slices"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/posed"
	"github.com/meshcheck/meshcheck/tritri"
)

// baseline are the pairs of faces that fail at rest: in the default pose and, of one subject, as they are
// stored.
type baseline struct {
	// first are, for each face, the first of its partners, with a final end. The partners of a face
	// ascend.
	first    []uint32
	partners []partner
}

// partner is the other face of a pair, and how deep the two are in each other at rest.
type partner struct {
	face  uint32
	depth float64
}

// of returns the partners of a face.
func (b *baseline) of(face uint32) []partner { return b.partners[b.first[face]:b.first[face+1]] }

// has reports whether a pair is in the baseline.
func (b *baseline) has(t, u uint32) bool {
	_, ok := slices.BinarySearchFunc(b.of(t), u, func(p partner, u uint32) int { return cmp.Compare(p.face, u) })
	return ok
}

// newBaseline makes a baseline of pairs, of which some may be there twice.
func newBaseline(faces int, pairs []pair) (b baseline) {
	all := make([]pair, 0, 2*len(pairs))
	for _, p := range pairs {
		all = append(all, p, pair{p.u, p.t, p.depth})
	}
	slices.SortFunc(all, func(p, q pair) int { return cmp.Or(p.compare(q), cmp.Compare(q.depth, p.depth)) })
	all = slices.CompactFunc(all, func(p, q pair) bool { return p.compare(q) == 0 })
	b.first = make([]uint32, faces+1)
	b.partners = make([]partner, len(all))
	for i, p := range all {
		b.first[p.t+1]++
		b.partners[i] = partner{p.u, p.depth}
	}
	for f := range faces {
		b.first[f+1] += b.first[f]
	}
	return b
}

// setBaseline sets the default pose and what fails in it and as stored.
func (s *scene) setBaseline(ctx context.Context) error {
	w := s.newWorker() // whose pose is the default one
	if err := w.place(ctx, &found{}); err != nil {
		return err
	}
	for k := range s.subjects {
		w.need(k)
	}
	s.rest = slices.Clone(w.positions)
	var all []pair
	if err := w.rigidPairs(ctx, s.movable, func(p pair, _, _ bool) { all = append(all, p) }); err != nil {
		return err
	}
	if w.search != nil {
		err := w.search.Pairs(ctx, s.rest, w.without, func(p posed.Pair) bool {
			all = append(all, pair{p.A, p.B, s.depth(&p, s.rest)})
			return true
		})
		if err != nil {
			return err
		}
		stored, err := w.storedPairs(ctx)
		if err != nil {
			return err
		}
		all = append(all, stored...)
	}
	s.baseline = newBaseline(len(s.faces), all)
	return nil
}

// storedPairs returns the pairs of faces of one deformed subject that fail as they are stored, with their
// depths in the size of the default pose.
func (w *worker) storedPairs(ctx context.Context) (all []pair, err error) {
	s, stored := w.scene, w.positions
	s.asStored(stored)
	scale := s.scales(stored)
	for k := range w.without {
		w.without[k] = !s.subjects[k].deformed
	}
	err = w.search.Pairs(ctx, stored, w.without, func(p posed.Pair) bool {
		if s.of[p.A] == s.of[p.B] {
			all = append(all, pair{p.A, p.B, s.depth(&p, stored) * scale[s.of[p.A]]})
		}
		return true
	})
	return all, err
}

// asStored writes the positions of all vertices as they are stored.
func (s *scene) asStored(positions []geom.Vec) {
	for k := range s.subjects {
		o := &s.subjects[k]
		at := positions[o.firstVertex:o.endVertex]
		for i := range s.rig.Objects[o.object].Shape.Parts {
			points := s.rig.Objects[o.object].Shape.Parts[i].Points
			for v := range points.Len() {
				at[v] = points.At(v)
			}
			at = at[points.Len():]
		}
	}
}

// scales returns, for each subject, how much larger it is in the default pose than as it is stored.
func (s *scene) scales(stored []geom.Vec) []float64 {
	scale := make([]float64, len(s.subjects))
	for k := range s.subjects {
		o := &s.subjects[k]
		rest, as := reach(s.rest[o.firstVertex:o.endVertex]), reach(stored[o.firstVertex:o.endVertex])
		if scale[k] = 1; rest > 0 && as > 0 {
			scale[k] = rest / as
		}
	}
	return scale
}

// reach returns the distance of the farthest of some points from their mean, without those that are not
// finite. It does not depend on how they are turned.
func reach(points []geom.Vec) (most float64) {
	var mean geom.Vec
	n := float64(countFinite(points))
	for i := range points {
		if finite(&points[i]) {
			mean = mean.Add(points[i].Scale(1 / n))
		}
	}
	for i := range points {
		if finite(&points[i]) {
			most = max(most, points[i].Sub(mean).Norm())
		}
	}
	return most
}

// boxOf returns the box of the finite points.
func boxOf(points []geom.Vec) geom.Box {
	box := geom.EmptyBox()
	for i := range points {
		if finite(&points[i]) {
			box = box.Include(points[i])
		}
	}
	return box
}

// depth returns the length of the shortest translation that parts two faces that fail: 0 if they lie in one
// plane, where a pose that moves them by next to nothing parts them.
func (s *scene) depth(p *posed.Pair, positions []geom.Vec) float64 {
	if p.Kind != tritri.Crossing {
		return 0
	}
	a, b := s.triangle(p.A, positions), s.triangle(p.B, positions)
	return tritri.Depth(&a, &b)
}
