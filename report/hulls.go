package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/report/wording"
)

// HullLine returns "3 collision hulls of 2 meshes, profile unreal: 1 error", or "no collision hulls
// found".
func HullLine(s *check.HullResult) string {
	if len(s.Groups) == 0 && len(s.NotChecked) == 0 {
		return "no collision hulls found"
	}
	return hullTally(s) + ": " + SeverityTally(&s.Counts)
}

// hullTally returns "3 collision hulls of 2 meshes, 1 without a mesh, profile unreal".
func hullTally(s *check.HullResult) string {
	hulls, visuals, orphans := 0, 0, 0
	for i := range s.Groups {
		g := &s.Groups[i]
		visuals += len(g.Visuals)
		if len(g.Visuals) > 0 {
			hulls += len(g.Hulls)
		} else {
			orphans += len(g.Hulls)
		}
	}
	text := wording.Count(hulls+orphans, "collision hull")
	if visuals > 0 {
		text = wording.Count(hulls, "collision hull") + " of " + wording.Count(visuals, "mesh")
		text += wording.When(orphans > 0, fmt.Sprintf(", %d without a mesh", orphans))
	}
	if s.Profile != "" && s.Profile != "none" {
		text += ", profile " + wording.Printable(s.Profile, wording.NameLimit)
	}
	return text
}

// SeverityTally returns "1 error, 2 warnings", or "no problems found".
func SeverityTally(c *check.Totals) string {
	var sums [int(check.Off) + 1]int
	for _, by := range c {
		for k, n := range by {
			sums[k] += n
		}
	}
	var parts []string
	for _, s := range check.Severities() {
		if n := sums[s]; n > 0 {
			parts = append(parts, wording.Either(s == check.Info, fmt.Sprint(n, " info"), wording.Count(n, s.String())))
		}
	}
	if len(parts) == 0 {
		return "no problems found"
	}
	return strings.Join(parts, ", ")
}

// WorstGroups returns the groups of hulls, ordered by the severity of their worst findings. Groups
// without findings come last.
func WorstGroups(s *check.HullResult) []*check.HullGroup {
	groups := make([]*check.HullGroup, len(s.Groups))
	for i := range groups {
		groups[i] = &s.Groups[i]
	}
	slices.SortStableFunc(groups, func(a, b *check.HullGroup) int { return cmp.Compare(WorstSeverity(a, -1), WorstSeverity(b, -1)) })
	return groups
}

// WorstSeverity returns the severity of the worst finding about one hull of a group, or about any
// if hull is -1. Without findings it is greater than every severity.
func WorstSeverity(g *check.HullGroup, hull int) int {
	worst := int(check.Off) + 1
	for k := range g.Findings {
		if h := &g.Findings[k]; hull < 0 || h.Hull == hull || h.Other == hull {
			worst = min(worst, int(h.Severity))
		}
	}
	return worst
}

// GroupLine says how many hulls a mesh has and how closely they fit it. It puts a distance of 0, or
// as good as 0, in words.
func GroupLine(f *File, g *check.HullGroup) string {
	text := fmt.Sprintf("%s  %s", wording.GroupName(g), wording.Count(len(g.Hulls), "hull"))
	switch c := g.Gap; {
	case c == nil:
	case wording.Covered(g, c):
		text += "; mesh nowhere outside them"
	default:
		text += "; mesh up to " + wording.Length(c.Greatest, f.Unit) + " outside them"
	}
	switch c := g.Excess; {
	case c == nil:
	case wording.Covered(g, c):
		text += "; hulls nowhere beyond the mesh"
	default:
		text += fmt.Sprintf("; hulls up to %s beyond the mesh (95 %% within %s)", wording.Length(c.Greatest, f.Unit), wording.Length(c.Percentile95, f.Unit))
	}
	if share := wording.VolumeRatio(g); share > 0 {
		text += "; " + wording.Percent(share) + " of its volume"
	}
	return text
}

// hullSubject names the hull of a finding and its mesh.
func hullSubject(f *File, g *check.HullGroup, h *check.HullFinding) string {
	who := wording.HullNames(f.Result, g, h)
	switch {
	case who == "":
		who = wording.GroupName(g)
	case g.Name != "" && len(g.Visuals) > 0:
		who += " of " + wording.GroupName(g)
	}
	return who
}
