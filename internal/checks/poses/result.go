package poses

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
)

// judged is a place and how grave it is.
type judged struct {
	*place
	severity check.Severity
	shown    *shown
}

// list lists the worst places, by severity, clip, first sample and position, and counts all.
func (f *finder) list(ctx context.Context, r *check.PoseResult) error {
	criteria := f.settings.CriteriaOrDefault()
	var all []judged
	for _, p := range f.places {
		if s := criteria[p.rule].Judge(p.worst.depth); s != check.Off {
			all = append(all, judged{place: p, severity: s})
			r.Counts[p.rule][s]++
		}
	}
	if most := f.settings.MaxFindings; len(all) > most {
		slices.SortStableFunc(all, func(a, b judged) int {
			return cmp.Or(cmp.Compare(a.severity, b.severity), cmp.Compare(b.worst.depth, a.worst.depth))
		})
		all, r.Truncated = all[:most], true
	}
	if err := f.show(ctx, all); err != nil {
		return err
	}
	slices.SortStableFunc(all, func(a, b judged) int {
		return cmp.Or(
			cmp.Compare(a.severity, b.severity), cmp.Compare(a.clip, b.clip), cmp.Compare(a.first, b.first),
			slices.Compare(a.shown.box.Min[:], b.shown.box.Min[:]), slices.Compare(a.shown.box.Max[:], b.shown.box.Max[:]),
			cmp.Compare(a.rule, b.rule), slices.CompareFunc(a.worst.pairs, b.worst.pairs, pair.compare),
		)
	})
	for i := range r.Clips {
		r.Clips[i].Places = []check.PosePlace{}
	}
	for i := range all {
		f.append(r, &all[i])
	}
	return nil
}

// append adds a place to the list and to its clip.
func (f *finder) append(r *check.PoseResult, p *judged) {
	clip := &r.Clips[p.clip]
	samples := f.samples[f.first[p.clip]:]
	times := make([]float64, len(p.depths))
	for i := range times {
		times[i] = samples[p.first+i].time
	}
	a, b := f.scene.subjects[p.a].name, f.scene.subjects[p.b].name
	subjects := []check.Object{a, b}
	if p.a == p.b {
		subjects = subjects[:1]
		a.Shell, b.Shell = int(p.shells[0]), int(p.shells[1])
	}
	out := check.PosePlace{
		Rule: p.rule, Severity: p.severity, Issue: len(r.List), A: a, B: b,
		First: times[0], Last: times[len(times)-1], Worst: samples[p.worst.sample].time,
		Depth: p.worst.depth, Pairs: len(p.worst.pairs),
		FirstSample: p.first, Times: times, Depths: p.depths, Always: len(times) == clip.Samples,
		Near: p.shown.near, RestDepth: p.worst.rest, Stored: p.shown.stored, StoredSize: f.scene.subjects[p.a].stored.size,
	}
	clip.Places = append(clip.Places, out)
	pose := &check.Pose{Clip: clip.Clip, Name: clip.Name, Time: out.Worst}
	is := check.Issue{
		Rule: p.rule, Severity: p.severity, Count: 1, At: check.Ref{List: check.InSection, Of: int(check.Poses), Index: len(r.List)},
		Subjects: subjects, Value: p.worst.depth, Box: p.shown.box, Places: p.shown.places, Pose: pose,
		Reason: reasonOf(clip, &out), Findings: p.shown.findings,
	}
	r.List = append(r.List, is)
}

// reasonOf says when a place is there.
func reasonOf(clip *check.PoseClip, p *check.PosePlace) string {
	return strings.TrimSpace("in clip " + clip.Label() + " " + p.When(clip))
}

// listCracks adds an issue for each subject that comes apart.
func (f *finder) listCracks(r *check.PoseResult) {
	criterion := f.settings.CriteriaOrDefault()[check.PoseCrack]
	for k := range f.seams {
		count, s := 0, &f.seams[k]
		for i := range f.scene.subjects[k].seams {
			if slices.ContainsFunc(f.workers, func(w *worker) bool { return w.cracked[k][i] }) {
				count++
			}
		}
		severity := criterion.Judge(s.gap.width)
		if count == 0 || severity == check.Off {
			continue
		}
		r.Counts[check.PoseCrack][severity] += count
		if len(r.List) >= f.settings.MaxFindings {
			r.Truncated = true
			continue
		}
		clip := &f.clips[f.samples[s.sample].clip]
		time := f.samples[s.sample].time
		r.List = append(r.List, check.Issue{
			Rule: check.PoseCrack, Severity: severity, Count: count, At: check.Ref{List: check.InSection, Of: int(check.Poses), Index: len(r.List)},
			Subjects: []check.Object{f.scene.subjects[k].name}, Value: s.gap.width, Box: geom.PointBox(s.gap.at), Places: []geom.Vec{s.gap.at},
			Pose:   &check.Pose{Clip: clip.Clip, Name: clip.Name, Time: time},
			Reason: fmt.Sprintf("widest in clip %s at %s", clip.Label(), check.Seconds(time)),
		})
	}
}
