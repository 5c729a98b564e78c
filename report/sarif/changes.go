package sarif

import (
	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/wording"
)

// baselineStates are what SARIF calls the states of issues since an earlier run.
var baselineStates = [...]string{
	report.ChangeNone: "unchanged", report.ChangeBetter: "updated", report.ChangeWorse: "updated", report.ChangeNew: "new",
}

// absent returns results for what an earlier report has and this one has not, at most room. Judged is
// as in result.
func (at artifacts) absent(r *report.Report, room int, judged bool) (all []result) {
	for i := range r.Files {
		f := &r.Files[i]
		if f.Changes == nil {
			continue
		}
		for k := range f.Changes.Fixed {
			if len(all) < room {
				all = append(all, at.fixed(f, &f.Changes.Fixed[k], judged))
			}
		}
	}
	return all
}

// fixed returns the result of a place that is fixed.
func (at artifacts) fixed(f *report.File, p *report.FixedPlace, judged bool) result {
	text := p.Rule.Words().Title + ": " + wording.Printable(p.Name, wording.PathLimit) +
		wording.When(p.Size != "", ", "+wording.Printable(p.Size, wording.NameLimit))
	file := at.location(f)
	file.Region.StartLine = 1
	out := result{
		BaselineState: "absent",
		RuleID:        p.Rule.String(), RuleIndex: int(p.Rule), Kind: "fail", Level: levels[p.Severity],
		Message: newMessage("Fixed: " + text + "."), Locations: []location{{PhysicalLocation: file}},
		PartialFingerprints: map[string]string{"meshcheckRegion/v1": p.Fingerprint, "primaryLocationLineHash": p.Fingerprint},
	}
	if judged {
		out.Suppressions = []suppression{}
	}
	return out
}
