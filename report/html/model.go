package html

import (
	"fmt"
	"slices"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/wording"
)

type (
	// modelView is a finding about a model as a whole.
	modelView struct {
		ID                               string
		Severity, Label, Reason, Meaning string
		Accept                           acceptView

		at check.Ref
	}
	// apartView says that objects were not compared with each other, and which checks would compare
	// them.
	apartView struct{ Text, Checks string }
)

// newModelViews returns the issues of all checks whose results are only lists, those about the model
// as a whole first.
func newModelViews(fileID string, f *report.File) (views []modelView) {
	for _, l := range issueLists(f.Result) {
		for i := range l.List {
			m := &l.List[i]
			views = append(views, modelView{
				ID: fmt.Sprintf("%s-model-%d", fileID, len(views)), Severity: m.Severity.String(), Label: m.Rule.Label(), Reason: wording.Printable(report.ListSummary(f, m), wording.PathLimit), Meaning: m.Rule.Words().Why,
				at: m.At,
			})
		}
	}
	return views
}

// issueLists returns the sections that are lists of issues and have no view of their own, that of the
// model first.
func issueLists(r *check.Result) (lists []*check.IssueList) {
	for _, found := range r.Sections {
		l, ok := found.(check.Lister)
		switch {
		case !ok || details[found.Check()] != nil:
		case found.Check() == check.Model:
			lists = slices.Insert(lists, 0, l.Listed())
		default:
			lists = append(lists, l.Listed())
		}
	}
	return lists
}

// newApartView returns nil if objects were compared, or if there are fewer than two.
func newApartView(f *report.File) *apartView {
	text := report.UncomparedText(f.Result)
	if text == "" {
		return nil
	}
	return &apartView{text, report.ComparingChecks(f.Result)}
}

// newUnposedView returns nil if animations were looked at, or if there are none.
func newUnposedView(f *report.File) *apartView {
	text := report.UnposedText(f.Result)
	if text == "" {
		return nil
	}
	return &apartView{text, report.PosingChecks(f.Result)}
}
