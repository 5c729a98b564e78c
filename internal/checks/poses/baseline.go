package poses

import (
	"context"
	"slices"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/posed"
)

// baseline are the pairs of faces that fail at rest: in the default pose and, of one subject, as they are
// stored.
type baseline struct {
	// first are, for each face, the first of its partners, with a final end. The partners of a face
	// ascend.
	first    []uint32
	partners []uint32
	// depths are the greatest depths of the pairs with a tie.
	depths map[tie]float64
}

// of returns the partners of a face.
func (b *baseline) of(face uint32) []uint32 { return b.partners[b.first[face]:b.first[face+1]] }

// has reports whether a pair is in the baseline.
func (b *baseline) has(t, u uint32) bool {
	_, ok := slices.BinarySearch(b.of(t), u)
	return ok
}

// newBaseline makes a baseline of pairs, of which some may be there twice.
func (s *scene) newBaseline(pairs []pair) (b baseline) {
	b.depths = map[tie]float64{}
	all := make([][2]uint32, 0, 2*len(pairs))
	for _, p := range pairs {
		all = append(all, [2]uint32{p.t, p.u}, [2]uint32{p.u, p.t})
		for _, x := range s.ties(p.t, p.u) {
			b.depths[x] = max(b.depths[x], p.depth)
		}
	}
	slices.SortFunc(all, func(p, q [2]uint32) int { return slices.Compare(p[:], q[:]) })
	all = slices.Compact(all)
	b.first = make([]uint32, len(s.faces)+1)
	b.partners = make([]uint32, len(all))
	for i, p := range all {
		b.first[p[0]+1]++
		b.partners[i] = p[1]
	}
	for f := range s.faces {
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
	err := w.rigidPairs(ctx, s.movable, func(p pair, _, through bool) {
		if through { // else the two only touch
			all = append(all, p)
		}
	})
	if err != nil {
		return err
	}
	if w.search != nil {
		err := w.search.Pairs(ctx, s.rest, w.without, func(p posed.Pair) bool {
			if q, _, ok := s.failing(&p, s.rest); ok {
				all = append(all, q)
			}
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
	s.baseline = s.newBaseline(all)
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
		if s.of[p.A] != s.of[p.B] {
			return true
		}
		if q, _, ok := s.failing(&p, stored); ok {
			all = append(all, pair{q.t, q.u, q.depth * scale[s.of[p.A]]})
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
