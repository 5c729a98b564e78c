package poses

import (
	"context"
	"fmt"
	"slices"

	"github.com/meshcheck/meshcheck/check"
)

// finder looks at all samples.
type finder struct {
	scene    *scene
	settings check.Settings
	clips    []check.PoseClip
	samples  []sample
	first    []int // of each clip, its first sample
	workers  []*worker
	places   []*place
	members  [][][]*place // by clip and sample, the places of the regions
	seams    []seams      // of each subject
	problems []problems
}

// seams is what came apart of a subject.
type seams struct {
	gap    gap
	sample int // the first in which the gap is that wide
}

// problems are the samples of a clip in which a subject is not checked for a reason.
type problems struct {
	problem
	clip  int
	times []float64
}

// run looks at all samples.
func (f *finder) run(ctx context.Context, progress func(share float64)) error {
	for k := range f.samples {
		if k == 0 || f.samples[k-1].clip != f.samples[k].clip {
			for len(f.first) <= f.samples[k].clip {
				f.first = append(f.first, k)
			}
		}
	}
	for range max(1, min(f.settings.Workers, len(f.samples))) {
		f.workers = append(f.workers, f.scene.newWorker())
	}
	f.members, f.seams = make([][][]*place, len(f.clips)), make([]seams, len(f.scene.subjects))
	pairs := f.scene.newPartners()
	var j *joiner
	err := f.scene.inOrder(ctx, f.workers, f.samples, f.clipOf, func(k int, found *found) {
		if clip := f.samples[k].clip; j == nil || j.clip != clip {
			f.end(j)
			j = f.scene.newJoiner(pairs, clip)
		}
		j.add(found)
		f.note(k, found)
		progress(float64(k+1) / float64(len(f.samples)))
	})
	f.end(j)
	return err
}

// clipOf returns the number of a clip in the rig.
func (f *finder) clipOf(k int) int { return f.clips[k].Clip }

// end ends a clip.
func (f *finder) end(j *joiner) {
	if j == nil {
		return
	}
	f.places = append(f.places, j.end()...)
	f.members[j.clip] = j.members
	f.clips[j.clip].NewPairs, f.clips[j.clip].WithinPrecision = len(j.new), j.within
}

// note notes what else there is in a sample.
func (f *finder) note(k int, found *found) {
	clip := f.samples[k].clip
	for _, p := range found.problems {
		at := slices.IndexFunc(f.problems, func(q problems) bool { return q.problem == p && q.clip == clip })
		if at < 0 {
			at = len(f.problems)
			f.problems = append(f.problems, problems{problem: p, clip: clip})
		}
		f.problems[at].times = append(f.problems[at].times, f.samples[k].time)
	}
	for _, g := range found.gaps {
		if s := &f.seams[g.subject]; g.width > s.gap.width {
			*s = seams{g, k}
		}
	}
}

// shownTimes is how many times a sentence lists.
const shownTimes = 4

// report adds what was found to r.
func (f *finder) report(ctx context.Context, r *check.PoseResult) error {
	r.NotChecked = append(r.NotChecked, f.scene.notChecked...)
	for _, p := range f.problems {
		r.NotChecked = append(r.NotChecked, f.describe(&p))
	}
	if err := f.list(ctx, r); err != nil {
		return err
	}
	f.listCracks(r)
	return nil
}

// describe says why something was not checked, and when.
func (f *finder) describe(p *problems) check.ObjectProblem {
	o := check.NoObject()
	if p.subject >= 0 {
		o = f.scene.subjects[p.subject].name
	}
	clip := &f.clips[p.clip]
	times := ""
	for i, t := range p.times {
		if i == shownTimes {
			times += fmt.Sprintf(" and %d more samples", len(p.times)-i)
			break
		}
		if i > 0 {
			times += ", "
		}
		times += check.Seconds(t)
	}
	if times = "at " + times; len(p.times) == clip.Samples {
		times = "in all samples"
	}
	return check.ObjectProblem{Object: o, Reason: fmt.Sprintf("%s in clip %s, %s", p.reason, clip.Label(), times)}
}
