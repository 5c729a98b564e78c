package json

import (
	"fmt"

	"github.com/meshcheck/meshcheck/check"
)

type wireHulls struct {
	Profile    string                `json:"profile"`
	Counts     Totals                `json:"counts"`
	NotChecked []check.ObjectProblem `json:"not_checked"`
	Groups     []check.HullGroup     `json:"groups"`
}

func newHulls(r *check.HullResult) wireHulls {
	return wireHulls{r.Profile, HullCounts(r.Counts), r.NotChecked, r.Groups}
}

func (w *wireHulls) result() (check.HullResult, error) {
	s := check.HullResult{Profile: w.Profile, Groups: w.Groups}
	s.Counts, s.NotChecked = w.Counts.Totals, w.NotChecked
	return s, nil
}

// newSections returns what checks found that have nothing to say beside their issues. What is said about
// the model as a whole has another form.
func newSections(r *check.Result) (out []*check.IssueList) {
	for _, f := range r.Sections {
		if l, ok := f.(*check.IssueList); ok && l.Of != check.Model {
			out = append(out, l)
		}
	}
	return out
}

// putSection adds a section that was read to a result.
func putSection(r *check.Result, section check.Lister) error {
	l := section.Listed()
	if l.Of == 0 || r.Section(l.Of) != nil {
		return inner{"sections", fmt.Errorf("the check %q is missing, or there twice", l.Of)}
	}
	for i := range l.List {
		l.List[i].At = check.Ref{List: check.InSection, Of: int(l.Of), Index: i}
	}
	r.Put(section)
	return nil
}
