package html

import (
	"cmp"
	"strings"

	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/wording"
)

type (
	// changedView says what has become of a file, or of all, since an earlier report.
	changedView struct {
		Words     string
		Notes     []string
		Fixed     []fixedView
		MoreFixed int
	}
	// fixedView is a place that is gone.
	fixedView struct{ Name, Size, Label string }
)

// newChangedView returns what has become of a file, nil if it was compared with none.
func newChangedView(f *report.File) *changedView {
	c := f.Changes
	if c == nil {
		return nil
	}
	v := &changedView{Words: cmp.Or(c.Tally().Words(), "no places"), Notes: c.Notes()}
	for i := range c.Fixed[:min(len(c.Fixed), fixedPerFile)] {
		p := &c.Fixed[i]
		v.Fixed = append(v.Fixed, fixedView{wording.Printable(p.Name, wording.PathLimit), wording.Printable(p.Size, wording.NameLimit), p.Rule.Label()})
	}
	v.MoreFixed = len(c.Fixed) - len(v.Fixed)
	return v
}

// newComparedView returns what has become of all files of a report, which are those of the rows; nil if
// it was compared with none. A page of one file says so itself.
func newComparedView(r *report.Report, rows []report.Row) *changedView {
	c := r.Comparison
	if c == nil {
		return nil
	}
	v := &changedView{}
	for _, line := range c.Notes(r) {
		v.Notes = append(v.Notes, strings.TrimSpace(line))
	}
	for i := range c.Missing[:min(len(c.Missing), wording.NamesPerList)] {
		v.Notes = append(v.Notes, "only in the earlier report: "+wording.Printable(c.Missing[i].Path, wording.PathLimit))
	}
	if more := len(c.Missing) - wording.NamesPerList; more > 0 {
		v.Notes = append(v.Notes, "and "+wording.GroupedCount(more, "more file")+" only in the earlier report")
	}
	var all report.ChangeTally
	for i := range rows {
		all = all.Add(rows[i].Changed)
	}
	v.Words = cmp.Or(all.Words(), "no places")
	return v
}

// sinceChoices returns the filters by what has become of places, nil if there is nothing to choose.
func sinceChoices(f *report.File) []choice {
	if f.Changes == nil {
		return nil
	}
	t := f.Changes.Tally()
	var all []choice
	for _, of := range []struct {
		state report.ChangeState
		n     int
	}{{report.ChangeNew, t.New}, {report.ChangeWorse, t.Worse}, {report.ChangeBetter, t.Better}, {report.ChangeNone, t.Unchanged}} {
		if of.n > 0 {
			all = append(all, choice{of.state.String(), of.state.String()})
		}
	}
	if len(all) < 2 {
		return nil
	}
	if t.New > 0 && t.Worse > 0 {
		all = append([]choice{{"new worse", "new or worse"}}, all...)
	}
	return all
}
