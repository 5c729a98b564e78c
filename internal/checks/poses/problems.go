package poses

import (
	"errors"
	"fmt"
	"strings"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/quantity"
	"github.com/meshcheck/meshcheck/mesh/pose"
)

// problem is why a subject is not checked in a sample, as the beginning of a sentence about it. If the
// subject is -1, no subject is.
type problem struct {
	subject int
	reason  string
}

// reasonOfPose returns why there is no pose, without its time.
func reasonOfPose(err error) string {
	if zero := (*pose.ZeroRotationError)(nil); errors.As(err, &zero) {
		return fmt.Sprintf("the rotation of channel %d has the length 0", zero.Channel)
	}
	return err.Error()
}

// problem returns why a deformed subject cannot be checked at some positions of its vertices, or "".
func (k *subject) problem(points []geom.Vec) string {
	switch {
	case len(points)-countFinite(points) > k.nonfinite:
		return "it has vertices that are not finite"
	case k.flattened(points):
		return "it is flattened"
	}
	return ""
}

// problemList has the problems of all samples.
type problemList struct {
	all   []*problems // in the order of their first samples
	known map[problem]*problems
}

// problems are the samples in which a subject is not checked for a reason: the times of the first clip with
// such samples, and the number of clips.
type problems struct {
	problem
	clip, last int
	times      []float64
	clips      int
}

// add adds a sample, which comes after those before.
func (l *problemList) add(p problem, clip int, time float64) {
	at := l.known[p]
	if at == nil {
		if l.known == nil {
			l.known = map[problem]*problems{}
		}
		at = &problems{problem: p, clip: clip, last: clip, clips: 1}
		l.known[p] = at
		l.all = append(l.all, at)
	}
	if clip != at.last {
		at.last = clip
		at.clips++
	}
	if clip == at.clip {
		at.times = append(at.times, time)
	}
}

// shownTimes is how many times a sentence lists.
const shownTimes = 4

// describe says why something was not checked, and when.
func (f *finder) describe(p *problems) check.ObjectProblem {
	o, clip := check.NoObject(), &f.clips[p.clip]
	if p.subject >= 0 {
		o = f.scene.subjects[p.subject].name
	}
	when := "in all samples"
	if len(p.times) < clip.Samples {
		list := make([]string, min(len(p.times), shownTimes))
		for i := range list {
			list[i] = check.Seconds(p.times[i])
		}
		when = "at " + strings.Join(list, ", ")
		if more := len(p.times) - len(list); more > 0 {
			when += fmt.Sprintf(" and in %s", quantity.Count(more, "more sample", "more samples"))
		}
	}
	reason := fmt.Sprintf("%s in clip %s, %s", p.reason, clip.Label(), when)
	if p.clips > 1 {
		reason += fmt.Sprintf("; and in %s", quantity.Count(p.clips-1, "more clip", "more clips"))
	}
	return check.ObjectProblem{Object: o, Reason: reason}
}
