package poses

import (
	"context"
	"slices"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/mesh/pose"
	"github.com/meshcheck/meshcheck/tritri"
)

// worker looks at samples, one at a time. It has memory for one pose.
type worker struct {
	scene     *scene
	evaluator *pose.Evaluator
	search    *searcher
	partners  *partners
	ways      ways
	positions []geom.Vec
	without   []bool // of each subject, whether it is left out of the sample
	// deep are the new pairs that are deeper than the resolution, shallow the others.
	deep, shallow []pair
	// cracked are the seams of each subject that came apart in a sample.
	cracked [][]bool
}

func (s *scene) newWorker() *worker {
	w := &worker{
		scene: s, evaluator: pose.NewEvaluator(s.rig), search: s.newSearcher(), partners: s.newPartners(),
		positions: make([]geom.Vec, s.vertices), without: make([]bool, len(s.subjects)), cracked: make([][]bool, len(s.subjects)),
	}
	for k := range s.subjects {
		w.cracked[k] = make([]bool, len(s.subjects[k].seams))
	}
	return w
}

// found is what there is in a sample.
type found struct {
	regions []region
	// deep are the numbers of the new pairs that are deeper than the resolution.
	deep []pair
	// within is the number of new pairs that are no deeper, and of no place.
	within   int
	problems []problem
	gaps     []gap
	err      *pose.ZeroRotationError
}

// problem is why a subject is not checked in a sample.
type problem struct {
	subject int
	reason  reason
}

// reason is why a subject is not checked.
type reason uint8

const (
	flattened reason = iota
	notFinite
	noRotation
)

// String returns the reason as the beginning of a sentence about the subject.
func (r reason) String() string {
	return [...]string{"it is flattened", "it has vertices that are not finite", "a rotation has the length 0"}[r]
}

// gap is how far a seam of a subject comes apart in a sample.
type gap struct {
	subject int
	width   float64
	at      geom.Vec
}

// sample looks at a sample. It fails with ctx's error.
func (w *worker) sample(ctx context.Context, clip int, time float64) (*found, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	f := &found{}
	if err := w.pose(clip, time, f); err != nil || f.err != nil {
		return f, err
	}
	if err := w.findPairs(ctx); err != nil {
		return nil, err
	}
	f.deep = slices.Clone(w.deep)
	more, err := w.judge(ctx)
	if err != nil {
		return nil, err
	}
	f.within = len(w.shallow) - len(more)
	all := w.deep
	if len(more) > 0 {
		all = append(all, more...)
		slices.SortFunc(all, pair.compare)
	}
	f.regions = w.regions(all)
	return f, nil
}

// pose places all vertices, and finds what cannot be checked and what comes apart.
func (w *worker) pose(clip int, time float64, f *found) error {
	switch err := w.evaluator.Pose(clip, time).(type) {
	case nil:
	case *pose.ZeroRotationError:
		f.err = err
		return nil
	default:
		return err
	}
	w.scene.place(w.evaluator, w.positions)
	for k := range w.scene.subjects {
		o := &w.scene.subjects[k]
		points := w.positions[o.firstVertex:o.endVertex]
		w.without[k] = true
		switch {
		case len(points)-countFinite(points) > o.nonfinite:
			f.problems = append(f.problems, problem{k, notFinite})
		case o.flattened(points):
			f.problems = append(f.problems, problem{k, flattened})
		default:
			w.without[k] = false
			w.measureSeams(k, points, f)
		}
	}
	return nil
}

// measureSeams finds the widest gap at a seam of a subject.
func (w *worker) measureSeams(k int, points []geom.Vec, f *found) {
	widest := gap{subject: k}
	for i, seam := range w.scene.subjects[k].seams {
		p := points[seam[0]]
		for _, v := range seam[1:] {
			if q := points[v]; q != p {
				w.cracked[k][i] = true
				if d := q.Sub(p).Norm(); d > widest.width {
					widest.width, widest.at = d, p
				}
			}
		}
	}
	if widest.width > 0 {
		f.gaps = append(f.gaps, widest)
	}
}

// findPairs finds the new pairs of the pose.
func (w *worker) findPairs(ctx context.Context) error {
	w.deep, w.shallow = w.deep[:0], w.shallow[:0]
	s := w.scene
	err := w.search.pairs(ctx, w.positions, w.without, func(t, u uint32, kind tritri.Kind) {
		if s.baseline.has(t, u) {
			return
		}
		p := pair{t, u, s.depth(t, u, kind, w.positions)}
		if p.depth > s.resolution(t, u, w.positions) {
			w.deep = append(w.deep, p)
		} else {
			w.shallow = append(w.shallow, p)
		}
	})
	slices.SortFunc(w.deep, pair.compare)
	slices.SortFunc(w.shallow, pair.compare)
	return err
}
