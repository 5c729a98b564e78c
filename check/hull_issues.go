package check

import (
	"strings"

	"github.com/meshcheck/meshcheck/geom"
)

// Issues returns an issue for each finding and one for all overlaps that are not listed, without
// fingerprints. Slices in issues are slices of s.
func (s *HullResult) Issues(r *Result, _ Policy) (out []Issue) {
	rest := s.Counts
	for i := range s.Groups {
		for k := range s.Groups[i].Findings {
			is := s.Issue(r, Ref{HullFindings, i, k})
			rest[is.Rule][is.Severity]--
			named := is.Subjects
			if is.Whole {
				named = nil
			}
			is.Identify(QuoteNames(is.Group)+" "+strings.Join(r.identities(named), " "), geom.EmptyBox())
			out = append(out, is)
		}
	}
	return append(out, Unlisted(HullFindings, &rest, Hulls.Rules())...)
}

// Issue returns the issue of a finding.
func (s *HullResult) Issue(_ *Result, at Ref) Issue {
	g := &s.Groups[at.Of]
	f := &g.Findings[at.Index]
	is := Issue{
		Rule: f.Rule, Severity: f.Severity, Count: 1, At: at,
		Group: g.Name, Value: f.Value, Limit: f.Limit, Box: geom.EmptyBox(), Places: f.Places, Reason: f.Reason,
	}
	g.setSubjects(&is, f)
	return is
}

// setSubjects sets the subjects of an issue and the box around the hulls of its finding.
func (g *HullGroup) setSubjects(is *Issue, f *HullFinding) {
	include := func(h *Hull) {
		if h.Box.Min.Finite() && h.Box.Max.Finite() {
			is.Box = is.Box.Union(h.Box)
		}
	}
	for _, n := range [...]int{f.Hull, f.Other} {
		if n >= 0 {
			is.Subjects = append(is.Subjects, g.Hulls[n].Object)
			include(&g.Hulls[n])
		}
	}
	if is.Whole = is.Subjects == nil; is.Whole {
		is.Subjects = g.Visuals
		for n := range g.Hulls {
			include(&g.Hulls[n])
		}
	}
}
