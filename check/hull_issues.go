package check

import (
	"slices"
	"strings"

	"github.com/meshcheck/meshcheck/geom"
)

// Issues returns an issue for each finding, and one for all overlaps that are not listed,
// without fingerprints. Names returns what identifies an object. Slices in issues are slices
// of r.
func (r *HullResult) Issues(names func(*Object) string) (out []Issue) {
	rest := r.Counts
	for i := range r.Groups {
		g := &r.Groups[i]
		for k := range g.Findings {
			f := &g.Findings[k]
			rest[f.Rule][f.Severity]--
			is := Issue{
				Rule: f.Rule, Severity: f.Severity, Count: 1, At: Ref{List: HullFindings, Of: i, Index: k},
				Group: g.Name, Value: f.Value, Limit: f.Limit, Box: geom.EmptyBox(), Places: f.Places, Reason: f.Reason,
			}
			about := g.setSubjects(&is, f)
			identity := make([]string, len(about))
			for n := range about {
				identity[n] = names(&about[n])
			}
			slices.Sort(identity)
			is.Identify(QuoteNames(g.Name)+" "+strings.Join(identity, " "), geom.EmptyBox())
			out = append(out, is)
		}
	}
	return append(out, Unlisted(HullFindings, &rest, Hulls.Rules())...)
}

// setSubjects sets the subjects of an issue and the box of the hulls that a finding is about,
// and returns those that it names.
func (g *HullGroup) setSubjects(is *Issue, f *HullFinding) (named []Object) {
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
