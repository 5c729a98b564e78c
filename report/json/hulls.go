package json

import "github.com/meshcheck/meshcheck/check"

type wireHulls struct {
	Profile    string                `json:"profile"`
	Counts     totals                `json:"counts"`
	NotChecked []check.ObjectProblem `json:"not_checked"`
	Groups     []check.HullGroup     `json:"groups"`
}

func newHulls(r *check.HullResult) *wireHulls {
	if r == nil {
		return nil
	}
	return &wireHulls{r.Profile, HullCounts(r.Counts), r.NotChecked, r.Groups}
}

func (w *wireHulls) result() *check.HullResult {
	s := &check.HullResult{Profile: w.Profile, Groups: w.Groups}
	s.Counts, s.NotChecked = w.Counts.Totals, w.NotChecked
	return s
}
