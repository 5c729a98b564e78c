package poses

import (
	"cmp"
	"context"
	"slices"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/parallel"
	"github.com/meshcheck/meshcheck/tritri"
)

// mostFindings is how many pairs of triangles of a place are listed.
const mostFindings = 50

// shown is what reports show of a place at its worst sample.
type shown struct {
	box      geom.Box
	places   []geom.Vec
	findings []check.Finding
	near     int
	stored   geom.Box
}

// show sets what reports show of places. Each sample is posed once.
func (f *finder) show(ctx context.Context, all []judged) error {
	at := map[[2]int][]*judged{} // by clip and sample
	var order [][2]int
	for i := range all {
		k := [2]int{all[i].clip, all[i].worst.sample}
		if at[k] == nil {
			order = append(order, k)
		}
		at[k] = append(at[k], &all[i])
	}
	errs := make([]error, len(order))
	err := parallel.Tasks(ctx, len(f.workers), len(order), func(worker, k int) {
		errs[k] = f.showSample(ctx, f.workers[worker], order[k], at[order[k]])
	})
	if err != nil {
		return err
	}
	return cmp.Or(errs...)
}

// showSample sets what reports show of the places whose worst sample is one of a clip.
func (f *finder) showSample(ctx context.Context, w *worker, at [2]int, places []*judged) error {
	clip, time := f.clipOf(at[0]), f.samples[f.first[at[0]]+at[1]].time
	if slices.ContainsFunc(places, func(p *judged) bool { return p.partly }) {
		found, err := w.sample(ctx, clip, time)
		if err != nil {
			return err
		}
		f.complete(places, found, f.members[at[0]][at[1]])
	} else if err := w.pose(ctx, clip, time, &found{}); err != nil {
		return err
	}
	for _, p := range places {
		if err := ctx.Err(); err != nil {
			return err
		}
		w.need(int(p.a))
		w.need(int(p.b))
		p.shown = w.show(p.place)
	}
	return nil
}

// complete sets all pairs, in their worst sample, of places of which some are not known.
func (f *finder) complete(places []*judged, found *found, members []*place) {
	for _, p := range places {
		if !p.partly {
			continue
		}
		p.worst.pairs, p.worst.rest = nil, 0
		for i, r := range found.regions {
			if members[i].root() == p.place {
				p.worst.pairs, p.worst.rest = append(p.worst.pairs, r.pairs...), max(p.worst.rest, r.rest)
			}
		}
		slices.SortFunc(p.worst.pairs, pair.compare)
	}
}

// show returns what reports show of a place in the pose.
func (w *worker) show(p *place) *shown {
	out := &shown{box: geom.EmptyBox(), stored: geom.EmptyBox(), near: -1}
	deepest := slices.Clone(p.worst.pairs)
	slices.SortFunc(deepest, func(a, b pair) int { return cmp.Or(cmp.Compare(b.depth, a.depth), a.compare(b)) })
	for i, q := range deepest {
		finding := w.finding(q)
		if i == 0 {
			out.places = []geom.Vec{finding.Place()}
		}
		for _, end := range slices.Concat(finding.Segment, finding.Polygon) {
			out.box = out.box.Include(end)
		}
		if i < mostFindings {
			out.findings = append(out.findings, finding)
		}
		for _, face := range [2]uint32{q.t, q.u} {
			if k, triangle := w.scene.subjectOf(face); k.name.Instance == w.scene.subjects[p.a].name.Instance {
				t := k.stored.welded.Triangle(triangle)
				out.stored = out.stored.Union(geom.BoxOf(t[:]))
			}
		}
	}
	if p.a == p.b && p.shells[0] == p.shells[1] {
		out.near = w.nearest(p)
	}
	return out
}

// nearest returns the number of edges between the triangles of the pair that is nearest along the
// surface.
func (w *worker) nearest(p *place) int {
	k := &w.scene.subjects[p.a]
	type bounded struct{ t, u, edges int }
	from, pairs := make([]int, len(p.worst.pairs)), make([]bounded, len(p.worst.pairs))
	for i, q := range p.worst.pairs {
		from[i], pairs[i] = int(q.t)-k.first, bounded{t: int(q.t) - k.first, u: int(q.u) - k.first}
	}
	w.ways.spread(k.stored, from)
	for i := range pairs {
		pairs[i].edges = w.ways.reached(k.stored, pairs[i].u) // to the nearest of all, and so no more than to its own
	}
	slices.SortFunc(pairs, func(a, b bounded) int {
		return cmp.Or(cmp.Compare(a.edges, b.edges), cmp.Compare(a.t, b.t), cmp.Compare(a.u, b.u))
	})
	least := len(k.stored.welded.Vertices)
	for _, q := range pairs {
		if q.edges >= least {
			break
		}
		least = min(least, w.ways.between(k.stored, q.t, q.u, least-1))
	}
	return least
}

// finding describes a pair that fails in the pose.
func (w *worker) finding(p pair) check.Finding {
	s := w.scene
	other := s.face(p.u, w.positions)
	f := check.Finding{Rule: check.Crossing, A: s.face(p.t, w.positions), B: &other, Depth: p.depth, Region: -1}
	t, u := &f.A.Corners, &other.Corners
	m := tritri.Relate(t, u)
	f.ThroughEdge = m.Kind == tritri.Touch
	if m.Coplanar {
		f.Polygon = tritri.Polygon(t, u)
	} else {
		a, b := m.Segment()
		f.Segment = []geom.Vec{a, b}
	}
	if m.Kind == tritri.Overlap || m.Kind == tritri.Duplicate {
		if f.Rule = check.Overlap; m.Kind == tritri.Duplicate {
			f.Rule = check.Duplicate
		}
		f.Area, f.Depth = tritri.Area(f.Polygon), tritri.FlatDepth(t, u)
		if f.Facing = check.Opposite; m.SameFacing {
			f.Facing = check.Same
		}
	}
	f.Severity = f.Rule.Severity()
	if k, first := s.subjectOf(p.t); s.of[p.t] == s.of[p.u] {
		_, second := s.subjectOf(p.u)
		f.SameShell = k.stored.shellOf(first) == k.stored.shellOf(second)
	}
	return f
}
