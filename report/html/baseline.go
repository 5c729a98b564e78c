package html

import (
	"fmt"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/baseline"
	"github.com/meshcheck/meshcheck/report/wording"
)

// acceptView is what a page says about dealing with an issue: what to do about it, and, if it fails,
// the decision of the baseline and the line that would accept the issue.
type acceptView struct {
	Do    string // "" if the baseline accepts it
	State string // "" without a baseline
	Note  string // the reason, the date and what is worse
	Line  string // "" for what does not fail or is accepted
	ID    string // of the element that the line belongs to
	Title string // of single triangles, which have no card of their own
	// Change is what has become of it since an earlier report, such as "worse", and What how; "" if
	// nothing has.
	Change, What string
	// Since is the state of the change, such as "unchanged", for the filter; "" if the file was compared
	// with none.
	Since string

	at check.Ref
}

// Accepted reports whether a baseline accepts it.
func (v acceptView) Accepted() bool { return v.State == report.BaselineAccepted.String() }

// actions knows the issues of a file and the lines that accept its failures.
type actions struct {
	file   *report.File
	issues map[check.Ref]*report.Issue
	// changes are what has changed since an earlier report.
	changes map[check.Ref]report.Change
	lines   *baseline.Lines
}

func newActions(f *report.File, issues []report.Issue) *actions {
	a := &actions{file: f, issues: map[check.Ref]*report.Issue{}, lines: baseline.LinesOf(f)}
	if c := f.Changes; c != nil {
		a.changes = c.Places
	}
	for i := range issues {
		a.issues[issues[i].At] = &issues[i]
	}
	return a
}

// of returns the view for one issue.
func (a *actions) of(at check.Ref) acceptView {
	f := a.file
	v := acceptView{Line: a.lines.At(at), at: at}
	if is := a.issues[at]; is != nil {
		v.Do = is.WhatToDo()
	}
	if a.changes != nil {
		v.Since = a.changes[at].State.String()
	}
	if c := a.changes[at]; c.State != report.ChangeNone {
		v.Change, v.What = c.Text(), wording.Printable(c.What, wording.PathLimit)
	}
	if j := f.Judgement(at); j != nil {
		v.State, v.Note = j.State.String(), j.Because("")
		if v.Accepted() {
			v.Do, v.Line = "", ""
		}
	}
	return v
}

// addActions adds to everything on a page what to do about it and the decisions of the baseline.
func (v *fileView) addActions(f *report.File, issues []report.Issue) {
	v.Accepted = report.BaselineTally(f)
	a := newActions(f, issues)
	v.Triage = newFileTriage(f, a.lines)
	for _, p := range v.places() { // single triangles come below
		*p.accept = a.of(p.at)
	}
	for i := range v.Meshes {
		m := &v.Meshes[i]
		for _, k := range check.Self.Rules() {
			if v := a.of(check.Ref{List: check.Singles, Of: m.Number, Index: int(k)}); k > check.Duplicate && v.State+v.Line+v.Change != "" {
				v.ID, v.Title = fmt.Sprintf("%s-single-%d", m.ID, len(m.Accepts)), f.Named(v.at)
				m.Accepts = append(m.Accepts, v)
			}
		}
	}
}
