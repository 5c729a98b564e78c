package html

import (
	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/wording"
)

type (
	// modelView is a finding about a model as a whole.
	modelView struct {
		Severity, Label, Reason, Meaning string
		Accept                           acceptView
	}
	// apartView says that objects were not compared with each other, and which checks do that.
	apartView struct{ Text, Checks string }
)

func newModelViews(f *report.File) (views []modelView) {
	for _, m := range f.Result.Model() {
		views = append(views, modelView{
			Severity: m.Severity.String(), Label: m.Rule.Label(), Reason: wording.Printable(m.Reason, wording.PathLimit), Meaning: m.Rule.Words().Why,
		})
	}
	return views
}

// newApartView returns nil where objects were compared, or where there are no two.
func newApartView(f *report.File) *apartView {
	text := report.UncomparedText(f.Result)
	if text == "" {
		return nil
	}
	return &apartView{text, report.ComparingChecks(f.Result)}
}

// addAccepts says of the findings about the model what a baseline says.
func (v *fileView) addAccepts(accept func(check.Ref) acceptView) {
	for i := range v.Model {
		v.Model[i].Accept = accept(check.Ref{List: check.InSection, Of: int(check.Model), Index: i})
	}
}
