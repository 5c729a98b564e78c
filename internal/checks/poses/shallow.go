package poses

import (
	"context"
	"slices"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/boxtree"
	"github.com/meshcheck/meshcheck/internal/precision"
	"github.com/meshcheck/meshcheck/mesh"
	"github.com/meshcheck/meshcheck/tritri"
)

// judge returns the shallow pairs that belong to a place all the same: surfaces go through each other there,
// or cover each other, by more than rounding can have made, whatever the size of their triangles. Pairs
// that hang together with a deeper one, or with one of the baseline, need no place of their own.
func (w *worker) judge(ctx context.Context) (more []pair, err error) {
	if len(w.shallow) == 0 {
		return nil, nil
	}
	all := slices.Concat(w.shallow, w.deep)
	slices.SortFunc(all, pair.compare)
	group, count := w.grouping.divide(all)
	excused, members := make([]bool, count), make([][]pair, count)
	for _, x := range w.grouping.ties {
		_, rests := w.scene.baseline.depths[x.tie]
		excused[x.group] = excused[x.group] || rests
	}
	for i, p := range all {
		_, deep := slices.BinarySearchFunc(w.deep, p, pair.compare)
		excused[group[i]] = excused[group[i]] || deep
		members[group[i]] = append(members[group[i]], p)
	}
	for g, pairs := range members {
		if excused[g] {
			continue
		}
		if w.scene.bodies(pairs[0]) { // how the two meet has been judged
			more = append(more, pairs...)
			continue
		}
		failing, err := w.judgeGroup(ctx, pairs)
		if err != nil {
			return nil, err
		}
		more = append(more, failing...)
	}
	for i := range more {
		w.measure(&more[i])
	}
	return more, nil
}

// measure sets the depth of a pair in one plane.
func (w *worker) measure(p *pair) {
	t, u := w.scene.triangle(p.t, w.positions), w.scene.triangle(p.u, w.positions)
	if m := tritri.Relate(&t, &u); m.Kind == tritri.Overlap || m.Kind == tritri.Duplicate {
		p.depth = tritri.FlatDepth(&t, &u)
	}
}

// bodies reports whether a pair is of two subjects that keep their shapes.
func (s *scene) bodies(p pair) bool {
	return !s.subjects[s.of[p.t]].deformed && !s.subjects[s.of[p.u]].deformed
}

// judgeGroup returns those of some shallow pairs, all of the same subjects, that are not within
// precision.
func (w *worker) judgeGroup(ctx context.Context, pairs []pair) (failing []pair, err error) {
	a, b := int(w.scene.of[pairs[0].t]), int(w.scene.of[pairs[0].u])
	places, radius, box := make([]precision.Place, len(pairs)), 0.0, geom.EmptyBox()
	for i, p := range pairs {
		t, u := w.scene.triangle(p.t, w.positions), w.scene.triangle(p.u, w.positions)
		places[i] = placeOf(&t, &u, p.depth, precision.Gap*w.scene.resolution(p.t, p.u, w.positions))
		radius = max(radius, places[i].Distance)
		for _, end := range places[i].Ends {
			box = box.Include(end)
		}
	}
	near, err := w.surfacesNear(ctx, a, b, box.Grown(2*precision.Surroundings*radius))
	if err != nil {
		return nil, err
	}
	for i, p := range pairs {
		places[i].T, places[i].U = near.number[p.t], near.number[p.u]
	}
	scale := precision.ScaleOfRounding(min(w.diagonal(a), w.diagonal(b)))
	verdicts, err := near.Judge(ctx, 1, len(places), func(k int) *precision.Place { return &places[k] }, scale)
	for i, v := range verdicts {
		if v != precision.Within {
			failing = append(failing, pairs[i])
		}
	}
	return failing, err
}

// placeOf returns where two triangles that fail meet.
func placeOf(t, u *geom.Triangle, depth, distance float64) precision.Place {
	p := precision.Place{Depth: depth, Distance: distance}
	if m := tritri.Relate(t, u); m.Coplanar {
		p.Flat, p.Ends = true, geom.LongestDiagonal(tritri.Polygon(t, u))
	} else {
		p.Ends[0], p.Ends[1] = m.Segment()
	}
	return p
}

// diagonal returns that of a subject's box in the pose.
func (w *worker) diagonal(subject int) float64 {
	o := &w.scene.subjects[subject]
	return boxOf(w.positions[o.firstVertex:o.endVertex]).Diagonal()
}

// surfaces are the faces of one or two subjects near some pairs.
type surfaces struct {
	*precision.Surfaces
	number map[uint32]uint32 // of faces
}

// surfacesNear returns the faces of two subjects, or one, that may meet a box.
func (w *worker) surfacesNear(ctx context.Context, a, b int, box geom.Box) (*surfaces, error) {
	near := &surfaces{number: map[uint32]uint32{}}
	welded, vertices := &mesh.Welded{}, map[geom.Vec]uint32{}
	var boxes []boxtree.Box
	for _, k := range slices.Compact([]int{a, b}) {
		for f := w.scene.subjects[k].first; f < w.scene.subjects[k].end; f++ {
			t := w.scene.triangle(uint32(f), w.positions)
			if !box.Intersects(geom.BoxOf(t[:])) || !t.Finite() || t.Degenerate() {
				continue
			}
			var corners [3]uint32
			for i, p := range t {
				p = geom.Vec{p[0] + 0, p[1] + 0, p[2] + 0}
				v, known := vertices[p]
				if !known {
					v = uint32(len(welded.Vertices))
					vertices[p] = v
					welded.Vertices = append(welded.Vertices, p)
				}
				corners[i] = v
			}
			near.number[uint32(f)] = uint32(len(welded.Faces))
			welded.Faces = append(welded.Faces, corners)
			boxes = append(boxes, boxtree.BoxOf(&t[0], &t[1], &t[2]))
		}
	}
	tree, err := boxtree.Build(ctx, 1, boxes, nil)
	if err != nil {
		return nil, err
	}
	near.Surfaces = precision.NewSurfaces(welded, tree, &mesh.Copies{}, geom.Identity())
	return near, nil
}
