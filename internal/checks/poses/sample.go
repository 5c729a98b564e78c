package poses

import (
	"context"
	"slices"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/checks/parts"
	"github.com/meshcheck/meshcheck/internal/posed"
	"github.com/meshcheck/meshcheck/mesh/pose"
)

// worker looks at samples, one at a time. It has memory for one pose.
type worker struct {
	scene     *scene
	evaluator *pose.Evaluator
	search    *posed.Searcher // nil if no subject is deformed
	bodies    *parts.Bodies
	grouping  *grouping
	ways      ways
	positions []geom.Vec
	root      []uint32 // memory of gather
	placed    []bool   // of each subject, whether its positions are those of the pose
	without   []bool   // of each subject, whether it is left out of the sample
	// carriers are those of the nodes in a clip.
	carriers   []int32
	carriersOf int
	// deep are the new pairs that are deeper than the resolution, shallow the others.
	deep, shallow []pair
	// cracked are the seams of each subject that came apart in a sample.
	cracked [][]bool
}

func (s *scene) newWorker() *worker {
	w := &worker{
		scene: s, evaluator: pose.NewEvaluator(s.rig), bodies: s.newBodies(), grouping: s.newGrouping(),
		positions: make([]geom.Vec, s.vertices), placed: make([]bool, len(s.subjects)), without: make([]bool, len(s.subjects)),
		cracked: make([][]bool, len(s.subjects)),
	}
	if s.surface != nil {
		w.search = s.surface.NewSearcher()
	}
	for k := range s.subjects {
		w.cracked[k] = make([]bool, len(s.subjects[k].seams))
	}
	return w
}

// found is what there is in a sample.
type found struct {
	regions []region
	// ties are those of the regions, by number.
	ties []tied
	// deep are the new pairs that are deeper than the resolution.
	deep []pair
	// within is the number of new pairs that are no deeper, and of no place.
	within   int
	problems []problem
	gaps     []gap
}

// sample looks at a sample. It fails only with ctx's error.
func (w *worker) sample(ctx context.Context, clip int, time float64) (*found, error) {
	f := &found{}
	if err := w.pose(ctx, clip, time, f); err != nil {
		return nil, err
	}
	if len(f.problems) > 0 && f.problems[0].subject < 0 {
		return f, nil
	}
	w.measureSeams(f)
	if err := w.findPairs(ctx, f); err != nil {
		return nil, err
	}
	f.deep = slices.Clone(w.deep)
	more, err := w.judge(ctx)
	if err != nil {
		return nil, err
	}
	f.within += len(w.shallow) - len(more)
	all := w.deep
	if len(more) > 0 {
		all = append(all, more...)
		slices.SortFunc(all, pair.compare)
	}
	f.regions, err = w.regions(ctx, all)
	f.ties = slices.Clone(w.grouping.ties)
	return f, err
}

// pose takes a pose of a clip.
func (w *worker) pose(ctx context.Context, clip int, time float64, f *found) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if err := w.evaluator.Pose(clip, time); err != nil {
		f.problems = append(f.problems, problem{-1, reasonOfPose(err)})
		return nil
	}
	w.setCarriers(clip)
	return w.place(ctx, f)
}

// place places the subjects in the pose of the evaluator, and finds those that cannot be checked.
func (w *worker) place(ctx context.Context, f *found) error {
	clear(w.placed)
	for k := range w.scene.subjects {
		o := &w.scene.subjects[k]
		if w.without[k] = !w.evaluator.Shown(o.object); w.without[k] {
			continue
		}
		reason := ""
		switch {
		case !o.deformed:
			var err error
			if reason, err = w.placeBody(ctx, k); err != nil {
				return err
			}
			if w.search != nil {
				w.need(k)
			}
		default:
			w.need(k)
			reason = o.problem(w.positions[o.firstVertex:o.endVertex])
		}
		if w.without[k] = reason != ""; w.without[k] {
			f.problems = append(f.problems, problem{k, reason})
		}
	}
	return nil
}

// need computes the positions of a subject in the pose, unless they are known.
func (w *worker) need(k int) {
	if !w.placed[k] {
		o := &w.scene.subjects[k]
		w.evaluator.Positions(o.object, w.positions[o.firstVertex:o.endVertex])
		if o.deformed {
			w.gather(k)
		}
		w.placed[k] = true
	}
}

// findPairs finds the new pairs of the pose.
func (w *worker) findPairs(ctx context.Context, f *found) error {
	w.deep, w.shallow = w.deep[:0], w.shallow[:0]
	s := w.scene
	if w.search != nil {
		err := w.search.Pairs(ctx, w.positions, w.without, func(p posed.Pair) bool {
			if s.baseline.has(p.A, p.B) {
				return true
			}
			switch q, edge, ok := s.failing(&p, w.positions); {
			case !ok:
			case !edge && q.depth > s.resolution(p.A, p.B, w.positions):
				w.deep = append(w.deep, q)
			default:
				w.shallow = append(w.shallow, q)
			}
			return true
		})
		if err != nil {
			return err
		}
	}
	err := w.rigidPairs(ctx, w.moving, func(p pair, edge, through bool) {
		switch deep := p.depth > s.resolution(p.t, p.u, w.positions); {
		case s.baseline.has(p.t, p.u):
		case deep && !edge && through:
			w.deep = append(w.deep, p)
		case through:
			w.shallow = append(w.shallow, p)
		default:
			f.within++
		}
	})
	slices.SortFunc(w.deep, pair.compare)
	slices.SortFunc(w.shallow, pair.compare)
	return err
}
