package report

import (
	"fmt"
	"sort"
	"strings"

	"github.com/meshcheck/meshcheck"
	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/check/hulls"
	"github.com/meshcheck/meshcheck/report/wording"
)

// hullIssue is a finding about collision hulls.
type hullIssue struct {
	group   *hulls.Group
	Finding *hulls.Finding
}

// hullIssues returns the issues of collision hulls of file number i of r.
func hullIssues(r *Report, i int) []Issue {
	f := &r.Files[i]
	if f.Result.Hulls == nil {
		return nil
	}
	var out []Issue
	for j := range f.Result.Hulls.Groups {
		g := &f.Result.Hulls.Groups[j]
		for k := range g.Findings {
			h := &g.Findings[k]
			out = append(out, Issue{
				File: f, number: i, Rule: h.Rule, Region: -1,
				Hull: &hullIssue{g, h}, spot: &Spot{SpotHull, j, k}, Count: 1, Severity: h.Severity, names: HullIdentity(f.Result, g, h),
			})
		}
	}
	return out
}

// HullIdentity stands for the names of a body and of the hulls of a finding.
func HullIdentity(r *meshcheck.Result, g *hulls.Group, h *hulls.Finding) string {
	var names []string
	for _, k := range []int{h.Hull, h.Other} {
		if k >= 0 {
			names = append(names, wording.IdentityOf(r, &g.Hulls[k].Object))
		}
	}
	sort.Strings(names)
	return fmt.Sprintf("%q %s", wording.Clipped(g.Name), strings.Join(names, " "))
}

// Objects are those that the issue is about: hulls, or the visuals of the group.
func (is *hullIssue) Objects() []*check.Object {
	var out []*check.Object
	for _, k := range []int{is.Finding.Hull, is.Finding.Other} {
		if k >= 0 {
			out = append(out, &is.group.Hulls[k].Object)
		}
	}
	if out != nil {
		return out
	}
	for i := range is.group.Visuals {
		out = append(out, &is.group.Visuals[i])
	}
	return out
}

// HullNote says in one line what is worst of a rule at one level.
func HullNote(f *File, rule check.Rule, l check.Severity) string {
	var worst hullIssue
	for i := range f.Result.Hulls.Groups {
		g := &f.Result.Hulls.Groups[i]
		for k := range g.Findings {
			h := &g.Findings[k]
			if h.Rule == rule && h.Severity == l && (worst.Finding == nil || h.Value > worst.Finding.Value) {
				worst = hullIssue{g, h}
			}
		}
	}
	if worst.Finding == nil {
		return "counted, not listed"
	}
	return hullSummary(f, worst.group, worst.Finding)
}

// hullSummary says which hull of which mesh it is, what is wrong with it, and where.
func hullSummary(f *File, g *hulls.Group, h *hulls.Finding) string {
	who := wording.HullNames(f.Result, g, h)
	switch {
	case who == "":
		who = wording.GroupName(g)
	case g.Name != "" && len(g.Visuals) > 0:
		who += " of " + wording.GroupName(g)
	}
	return who + ": " + wording.HullReason(h)
}
