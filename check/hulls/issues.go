package hulls

import (
	"slices"
	"strings"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
)

// Issues returns an issue for each finding, and one for all overlaps that are not listed,
// without fingerprints. Names returns what identifies an object. Slices in issues are slices
// of r.
func (r *Result) Issues(names func(*check.Object) string) (out []check.Issue) {
	rest := r.Counts
	for i := range r.Groups {
		g := &r.Groups[i]
		for k := range g.Findings {
			f := &g.Findings[k]
			rest[f.Rule][f.Severity]--
			is := check.Issue{
				Rule: f.Rule, Severity: f.Severity, Count: 1, At: check.Ref{List: check.HullFindings, Of: i, Index: k},
				Group: g.Name, Value: f.Value, Limit: f.Limit, Box: geom.EmptyBox(), Places: f.Places, Reason: f.Reason,
			}
			about := g.setSubjects(&is, f)
			identity := make([]string, len(about))
			for n := range about {
				identity[n] = names(&about[n])
			}
			slices.Sort(identity)
			is.Identify(check.QuoteNames(g.Name)+" "+strings.Join(identity, " "), geom.EmptyBox())
			out = append(out, is)
		}
	}
	return append(out, check.Unlisted(check.HullFindings, &rest, check.Hulls.Rules())...)
}

// setSubjects sets the subjects of an issue and the box of the hulls that a finding is about,
// and returns those that it names.
func (g *Group) setSubjects(is *check.Issue, f *Finding) (named []check.Object) {
	include := func(h *Hull) {
		if h.Box.Min.Finite() && h.Box.Max.Finite() {
			is.Box = is.Box.Union(h.Box)
		}
	}
	for _, n := range [...]int{f.Hull, f.Other} {
		if n >= 0 {
			named = append(named, g.Hulls[n].Object)
			include(&g.Hulls[n])
		}
	}
	if is.Subjects = named; named == nil {
		is.Subjects = g.Visuals
		for n := range g.Hulls {
			include(&g.Hulls[n])
		}
	}
	return named
}
