package poses

import (
	"cmp"
	"context"
	"slices"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/mesh/pose"
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
func (s *scene) setBaseline(ctx context.Context, _ int) error {
	s.rest = make([]geom.Vec, s.vertices)
	without := make([]bool, len(s.subjects))
	e := pose.NewEvaluator(s.rig)
	s.place(e, s.rest)
	for k := range s.subjects {
		o := &s.subjects[k]
		without[k] = o.flattened(s.rest[o.firstVertex:o.endVertex])
	}
	search := s.newSearcher()
	var all []pair
	err := search.pairs(ctx, s.rest, without, func(t, u uint32, kind tritri.Kind) {
		all = append(all, pair{t, u, s.depth(t, u, kind, s.rest)})
	})
	if err != nil {
		return err
	}
	stored := make([]geom.Vec, s.vertices)
	s.asStored(stored)
	for k := range without {
		without[k] = !s.subjects[k].deformed
	}
	scale := s.scales(stored)
	err = search.pairs(ctx, stored, without, func(t, u uint32, kind tritri.Kind) {
		if s.of[t] == s.of[u] {
			all = append(all, pair{t, u, s.depth(t, u, kind, stored) * scale[s.of[t]]})
		}
	})
	s.baseline = newBaseline(len(s.faces), all)
	return err
}

// place writes the positions of all vertices in a pose.
func (s *scene) place(e *pose.Evaluator, positions []geom.Vec) {
	for k := range s.subjects {
		o := &s.subjects[k]
		e.Positions(o.object, positions[o.firstVertex:o.endVertex])
	}
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
		rest, as := boxOf(s.rest[o.firstVertex:o.endVertex]).Diagonal(), boxOf(stored[o.firstVertex:o.endVertex]).Diagonal()
		if scale[k] = 1; rest > 0 && as > 0 {
			scale[k] = rest / as
		}
	}
	return scale
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

// depth returns the length of the shortest translation that parts two faces that fail, in their plane if
// they lie in one.
func (s *scene) depth(t, u uint32, kind tritri.Kind, positions []geom.Vec) float64 {
	a, b := s.triangle(t, positions), s.triangle(u, positions)
	if kind == tritri.Crossing {
		return tritri.Depth(&a, &b)
	}
	return tritri.FlatDepth(&a, &b)
}
