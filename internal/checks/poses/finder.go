package poses

import (
	"context"

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
	problems problemList
}

// seams is what came apart of a subject.
type seams struct {
	gap    gap
	sample int // the first in which the gap is that wide
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
	var j *joiner
	err := f.scene.inOrder(ctx, f.workers, f.samples, f.clipOf, func(k int, found *found) {
		if clip := f.samples[k].clip; j == nil || j.clip != clip {
			f.end(j)
			j = newJoiner(clip)
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
		f.problems.add(p, clip, f.samples[k].time)
	}
	for _, g := range found.gaps {
		if s := &f.seams[g.subject]; g.width > s.gap.width {
			*s = seams{g, k}
		}
	}
}

// report adds what was found to r.
func (f *finder) report(ctx context.Context, r *check.PoseResult) error {
	r.NotChecked = append(r.NotChecked, f.scene.notChecked...)
	for _, p := range f.problems.all {
		r.NotChecked = append(r.NotChecked, f.describe(p))
	}
	if err := f.list(ctx, r); err != nil {
		return err
	}
	f.listCracks(r)
	return nil
}
