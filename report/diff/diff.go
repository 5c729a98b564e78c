// Package diff compares a report with an earlier one: which issues are new, worse, better or fixed.
package diff

import (
	"slices"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/baseline"
)

// Earlier is a report that others are compared with. It is not safe for concurrent use.
type Earlier struct {
	report *report.Report
	byPath map[string][]int // files with a path, in order
	bySum  map[string][]int // files with a SHA-256 whose paths are gone
	used   []bool
	// options are those of the report, and those of the report that is compared with it.
	options, now *check.Options
}

// New prepares the earlier report for the comparison with one that has the given paths and options.
// A file whose path is gone is found again by its SHA-256.
func New(earlier *report.Report, paths []string, o *check.Options) *Earlier {
	e := &Earlier{
		report: earlier, byPath: map[string][]int{}, bySum: map[string][]int{}, used: make([]bool, len(earlier.Files)),
		options: &earlier.Options, now: o,
	}
	kept := make(map[string]bool, len(paths))
	for _, path := range paths {
		kept[path] = true
	}
	for i := range earlier.Files {
		f := &earlier.Files[i]
		e.byPath[f.Path] = append(e.byPath[f.Path], i)
		if f.SHA256 != "" && !kept[f.Path] {
			e.bySum[f.SHA256] = append(e.bySum[f.SHA256], i)
		}
	}
	return e
}

// Compare sets f.Changes. The options are those that were in force for f.
func (e *Earlier) Compare(f *report.File, o *check.Options) {
	c := &report.Changes{Places: map[check.Ref]report.Change{}}
	f.Changes = c
	before := e.find(f)
	switch {
	case before == nil:
		c.Before = report.BeforeMissing
	case before.Result == nil:
		c.Before = report.BeforeNotChecked
	}
	if before == nil {
		e.compareIssues(c, f.Issues(o), nil, o, nil)
		return
	}
	if before.Path != f.Path {
		c.Was = before.Path
	}
	then := e.report.OptionsOf(before)
	if then != e.options || o != e.now {
		c.Options = except(differences(then, o), differences(e.options, e.now))
	}
	if f.Result == nil {
		return
	}
	e.compareIssues(c, f.Issues(o), before.Issues(then), o, f.Result)
}

// find returns the file of the earlier report that f was, or nil. Each is found once.
func (e *Earlier) find(f *report.File) *report.File {
	i, ok := e.first(e.byPath, f.Path)
	if !ok {
		i, ok = e.first(e.bySum, f.SHA256)
	}
	if !ok {
		return nil
	}
	e.used[i] = true
	return &e.report.Files[i]
}

// first takes the first file that is left from a list.
func (e *Earlier) first(lists map[string][]int, key string) (int, bool) {
	for list := lists[key]; len(list) > 0; list = lists[key] {
		lists[key] = list[1:]
		if !e.used[list[0]] {
			return list[0], true
		}
	}
	return 0, false
}

// compareIssues sets what has become of the issues. The options and the result are those of the later file; the
// result is nil if there are no earlier issues.
func (e *Earlier) compareIssues(c *report.Changes, now, was []report.Issue, o *check.Options, r *check.Result) {
	for i := range now {
		is := &now[i]
		c.Places[report.ChangeKey(&is.Issue)] = report.Change{State: report.ChangeNew, Fails: fails(is), Name: is.Name()}
	}
	found := make([]bool, len(was))
	for _, same := range baseline.Align(was, now) {
		is := &now[same.Now]
		found[same.Was] = true
		at := report.ChangeKey(&is.Issue)
		change := changeOf(&same, &was[same.Was], is)
		if c.Places[at] = change; change.State == report.ChangeNone && !change.Unsure {
			delete(c.Places, at)
			c.Unchanged++
		}
	}
	for i := range was {
		switch is := &was[i]; {
		case found[i]:
		case !looked(r, is.At.Check()), is.Pose != nil && !lookedAt(r.Poses(), o, is.Pose):
			c.Unchecked++
		default:
			c.Fixed = append(c.Fixed, fixed(is))
		}
	}
	c.Cut = slices.ContainsFunc(was, cut) || len(was) > 0 && slices.ContainsFunc(now, cut)
}

// cut reports whether an issue stands for others that are not listed.
func cut(is report.Issue) bool { return is.Key() == "" }

// looked reports whether a check was made. Model stands for what every check says.
func looked(r *check.Result, of check.Set) bool {
	return r.Checks == 0 || r.Checks&of != 0 || of == check.Model
}

// lookedAt reports whether the check of poses looked at the clip of an earlier issue, or the file no longer has it.
func lookedAt(s *check.PoseResult, o *check.Options, p *check.Pose) bool {
	if s == nil || slices.ContainsFunc(s.Clips, func(c check.PoseClip) bool { return c.Name == p.Name }) {
		return true
	}
	return len(o.Poses.Clips) == 0 && len(s.NotChecked) == 0
}

// fails reports whether an issue fails its file.
func fails(is *report.Issue) bool { return is.Fails() && !is.Accepted() }

// changeOf returns what has become of an issue that both reports have.
func changeOf(same *baseline.Same, was, now *report.Issue) report.Change {
	c := report.Change{Unsure: !same.Sure, Fails: fails(now), Name: now.Name()}
	switch {
	case now.Severity < was.Severity:
		c.State, c.What = report.ChangeWorse, now.Severity.String()+", was "+was.Severity.String()
	case same.Worse != nil:
		c.State, c.What = report.ChangeWorse, describe(same.Worse, was, now)
	case now.Severity > was.Severity:
		c.State, c.What = report.ChangeBetter, now.Severity.String()+", was "+was.Severity.String()
	case same.Better != nil:
		c.State, c.What = report.ChangeBetter, describe(same.Better, was, now)
	}
	return c
}

// describe says how an issue differs: "4.2 mm deep, was 3.1 mm deep".
func describe(d *baseline.Difference, was, now *report.Issue) string {
	if was.Rule != now.Rule && d.Measure == baseline.RuleMeasure {
		return now.Rule.Label() + ", was " + was.Rule.Label()
	}
	if rule, ok := check.ParseRule(d.Measure); ok && now.At.List == check.Regions {
		d.Was, d.Now = float64(was.Counts.ByRule[rule]), float64(now.Counts.ByRule[rule])
	}
	return now.Measured(d.Measure, d.Now) + ", was " + was.Measured(d.Measure, d.Was)
}

// fixed returns what is kept of an issue that is gone.
func fixed(is *report.Issue) report.FixedPlace {
	return report.FixedPlace{
		Rule: is.Rule, Severity: is.Severity, Name: is.Name(), Size: is.Size(), Fingerprint: is.Fingerprint, Box: is.Box,
	}
}

// Comparison returns what there is to say about the reports as a whole after all files have been
// compared.
func (e *Earlier) Comparison() *report.Comparison {
	c := &report.Comparison{Version: e.report.Version, Options: differences(e.options, e.now)}
	for i := range e.report.Files {
		if f := &e.report.Files[i]; !e.used[i] {
			c.Missing = append(c.Missing, report.MissingFile{Path: f.Path, Status: f.Status(), Places: len(f.Issues(e.report.OptionsOf(f)))})
		}
	}
	return c
}

// Reports compares all files of a report with an earlier one.
func Reports(earlier, now *report.Report) {
	paths := make([]string, len(now.Files))
	for i := range now.Files {
		paths[i] = now.Files[i].Path
	}
	e := New(earlier, paths, &now.Options)
	for i := range now.Files {
		e.Compare(&now.Files[i], now.OptionsOf(&now.Files[i]))
	}
	now.Comparison = e.Comparison()
}
