package json

import (
	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
)

// wireSection is what a check found that has nothing to say beside its issues. What is said about the
// model as a whole has another form.
type wireSection struct {
	Check      check.Set             `json:"check"`
	Counts     totals                `json:"counts"`
	Nothing    string                `json:"nothing,omitzero"`
	NotChecked []check.ObjectProblem `json:"not_checked"`
	Truncated  bool                  `json:"truncated"`
	Issues     []wireIssue           `json:"issues"`
}

type wireIssue struct {
	Rule     check.Rule      `json:"rule"`
	Severity check.Severity  `json:"severity"`
	Count    int             `json:"count"`
	Subjects []check.Object  `json:"subjects"`
	Group    string          `json:"group,omitzero"`
	Whole    bool            `json:"whole,omitzero"`
	Value    float64         `json:"value,omitempty"`
	Limit    float64         `json:"limit,omitempty"`
	Box      geom.Box        `json:"box,omitempty"`
	Places   []geom.Vec      `json:"places,omitempty"`
	Reason   string          `json:"reason,omitzero"`
	Allowed  string          `json:"allowed,omitzero"`
	Regions  []check.Region  `json:"regions,omitempty"`
	Findings []check.Finding `json:"findings,omitempty"`
}

func newSections(r *check.Result) (out []wireSection) {
	for _, f := range r.Sections {
		l, ok := f.(*check.IssueList)
		if !ok || l.Of == check.Model {
			continue
		}
		w := wireSection{l.Of, totals{0, l.Counts}, l.Nothing, l.NotChecked, l.Truncated, nil}
		for i := range l.List {
			is := &l.List[i]
			w.Issues = append(w.Issues, wireIssue{
				is.Rule, is.Severity, is.Count, is.Subjects, is.Group, is.Whole, is.Value, is.Limit, is.Box, is.Places,
				is.Reason, is.Allowed, is.Regions, is.Findings,
			})
		}
		out = append(out, w)
	}
	return out
}

// list returns what the check found. It may have counted more than it lists.
func (w *wireSection) list() *check.IssueList {
	l := &check.IssueList{Of: w.Check}
	for i := range w.Issues {
		is := &w.Issues[i]
		l.Add(check.Issue{
			Rule: is.Rule, Severity: is.Severity, Count: is.Count, Subjects: is.Subjects, Group: is.Group, Whole: is.Whole,
			Value: is.Value, Limit: is.Limit, Box: is.Box, Places: is.Places, Reason: is.Reason, Allowed: is.Allowed,
			Regions: is.Regions, Findings: is.Findings,
		})
	}
	l.Section = check.Section{Counts: w.Counts.Totals, Nothing: w.Nothing, NotChecked: w.NotChecked, Truncated: w.Truncated}
	return l
}
