package report

import (
	"fmt"
	"sort"
	"strings"

	"github.com/meshcheck/meshcheck"
	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/check/hulls"
)

// hullIssue is a finding about collision hulls.
type hullIssue struct {
	group   *hulls.Group
	finding *hulls.Finding
}

// hullIssues returns the issues of collision hulls of file number i of r.
func hullIssues(r *Report, i int) []issue {
	f := &r.Files[i]
	if f.Result.Hulls == nil {
		return nil
	}
	var out []issue
	for j := range f.Result.Hulls.Groups {
		g := &f.Result.Hulls.Groups[j]
		for k := range g.Findings {
			h := &g.Findings[k]
			out = append(out, issue{
				file: f, number: i, rule: h.Rule, region: -1,
				hull: &hullIssue{g, h}, spot: &Spot{SpotHull, j, k}, count: 1, severity: h.Severity, names: hullIdentity(f.Result, g, h),
			})
		}
	}
	return out
}

// hullIdentity stands for the names of a body and of the hulls of a finding.
func hullIdentity(r *meshcheck.Result, g *hulls.Group, h *hulls.Finding) string {
	var names []string
	for _, k := range []int{h.Hull, h.Other} {
		if k >= 0 {
			names = append(names, identityOf(r, &g.Hulls[k].Object))
		}
	}
	sort.Strings(names)
	return fmt.Sprintf("%q %s", clipped(g.Name), strings.Join(names, " "))
}

// objects are those that the issue is about: hulls, or the visuals of the group.
func (is *hullIssue) objects() []*check.Object {
	var out []*check.Object
	for _, k := range []int{is.finding.Hull, is.finding.Other} {
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

// hullReason says what is wrong, and where it is worst.
func hullReason(h *hulls.Finding) string {
	text := Printable(h.Reason, 2*nameLimit)
	if len(h.Places) > 0 && h.Places[0].Finite() {
		text += ", near " + placeAt(h.Places[0], significant)
	}
	return text
}

// hullNote says in one line what is worst of a rule at one level.
func hullNote(f *File, rule check.Rule, l check.Severity) string {
	var worst hullIssue
	for i := range f.Result.Hulls.Groups {
		g := &f.Result.Hulls.Groups[i]
		for k := range g.Findings {
			h := &g.Findings[k]
			if h.Rule == rule && h.Severity == l && (worst.finding == nil || h.Value > worst.finding.Value) {
				worst = hullIssue{g, h}
			}
		}
	}
	if worst.finding == nil {
		return "counted, not listed"
	}
	return hullSummary(f, worst.group, worst.finding)
}

// hullSummary says which hull of which mesh it is, what is wrong with it, and where.
func hullSummary(f *File, g *hulls.Group, h *hulls.Finding) string {
	who := hullNames(f.Result, g, h)
	switch {
	case who == "":
		who = groupName(g)
	case g.Name != "" && len(g.Visuals) > 0:
		who += " of " + groupName(g)
	}
	return who + ": " + hullReason(h)
}
