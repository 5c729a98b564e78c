package report

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/meshcheck/meshcheck"
	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/check/hulls"
)

// textHullLines is how many lines about meshes with hulls, and findings about these, the
// text has for a file.
const textHullLines = 20

// textHulls writes what was found about collision hulls: a line with the numbers, a line
// for each visual mesh, the worst first, and below it one for each finding.
func textHulls(b *bytes.Buffer, f *File) {
	s := f.Result.Hulls
	if s == nil {
		return
	}
	fmt.Fprintf(b, "  %s: %s\n", hullTally(s), severityTally(&s.Counts))
	for _, p := range s.NotChecked {
		fmt.Fprintf(b, "    not checked  %s: %s\n", objectName(f.Result, &p.Object), Printable(p.Reason, nameLimit))
	}
	room := textHullLines
	groups := worstGroups(s)
	errors := 0 // about hulls that are still to come, which warnings do not crowd out
	for _, g := range groups {
		errors += worstFirst(g)
	}
	for i, g := range groups {
		if room <= 0 {
			fmt.Fprintf(b, "    and %s with hulls (--json lists them)\n", count(len(groups)-i, "more mesh"))
			return
		}
		fmt.Fprintf(b, "    %s\n", groupLine(f, g))
		here := worstFirst(g)
		errors -= here
		shown := g.Findings[:min(len(g.Findings), max(room-1-min(errors, textHullLines/2), min(here, room-1), 1))]
		room -= 1 + len(shown)
		for k := range shown {
			fmt.Fprintf(b, "      %s\n", hullLine(f, g, &shown[k]))
		}
		if more := len(g.Findings) - len(shown); more > 0 {
			fmt.Fprintf(b, "      and %s (--json lists them)\n", count(more, "more finding"))
		}
		if g.Omitted > 0 {
			fmt.Fprintf(b, "      and %s of hulls, less deep, that are only counted\n", count(g.Omitted, "more overlap"))
		}
	}
}

// worstFirst returns the number of errors of a group, which stand first.
func worstFirst(g *hulls.Group) (n int) {
	for n < len(g.Findings) && g.Findings[n].Severity == check.Error {
		n++
	}
	return n
}

// worstGroups returns the groups of hulls by the severity of their worst findings, those
// that have none last.
func worstGroups(s *hulls.Result) []*hulls.Group {
	groups := make([]*hulls.Group, len(s.Groups))
	for i := range groups {
		groups[i] = &s.Groups[i]
	}
	slices.SortStableFunc(groups, func(a, b *hulls.Group) int { return cmp.Compare(worstSeverity(a, -1), worstSeverity(b, -1)) })
	return groups
}

// worstSeverity returns that of the worst finding about a hull of a group, or about
// anything in it if the hull is -1; a number after all severities if there is none.
func worstSeverity(g *hulls.Group, hull int) int {
	worst := int(check.Off) + 1
	for k := range g.Findings {
		if h := &g.Findings[k]; hull < 0 || h.Hull == hull || h.Other == hull {
			worst = min(worst, int(h.Severity))
		}
	}
	return worst
}

// hullTally returns "3 collision hulls of 2 meshes, profile unreal".
func hullTally(s *hulls.Result) string {
	hulls, visuals := 0, 0
	for i := range s.Groups {
		hulls += len(s.Groups[i].Hulls)
		visuals += len(s.Groups[i].Visuals)
	}
	text := count(hulls, "collision hull")
	if visuals > 0 {
		text += " of " + count(visuals, "mesh")
	}
	if s.Profile != "" && s.Profile != "none" {
		text += ", profile " + Printable(s.Profile, nameLimit)
	}
	return text
}

// failingHulls returns "2 errors of collision hulls", "" if there are none that fail.
func failingHulls(f *File) string {
	if f.Result.Hulls == nil {
		return ""
	}
	_, _, accepted := f.accepted()
	n := f.Result.Hulls.Counts.Failing() - accepted
	return named(n > 0, count(n, "error")+" of collision hulls")
}

// severityTally returns "1 error, 2 warnings", or that there is nothing.
func severityTally(c *check.Totals) string {
	var sums [int(check.Off) + 1]int
	for _, by := range c {
		for k, n := range by {
			sums[k] += n
		}
	}
	var parts []string
	for _, s := range check.Severities() {
		if n := sums[s]; n > 0 {
			parts = append(parts, either(s == check.Info, fmt.Sprint(n, " worth knowing"), count(n, s.String())))
		}
	}
	if len(parts) == 0 {
		return "nothing to complain of"
	}
	return strings.Join(parts, ", ")
}

// groupLine says what hulls a mesh has and how they fit it.
func groupLine(f *File, g *hulls.Group) string {
	text := fmt.Sprintf("%s  %s", groupName(g), count(len(g.Hulls), "hull"))
	if c := g.Gap; c != nil {
		text += ", sticks out by " + length(c.Greatest, f.Unit)
	}
	if c := g.Excess; c != nil {
		text += fmt.Sprintf(", %s off by %s (95 %% within %s)", either(len(g.Hulls) == 1, "stands", "stand"), length(c.Greatest, f.Unit), length(c.Percentile95, f.Unit))
	}
	if share := volumeRatio(g); share > 0 {
		text += fmt.Sprintf(", volume × %.3g", share)
	}
	return text
}

// groupName names a body.
func groupName(g *hulls.Group) string {
	if g.Name == "" {
		return either(len(g.Visuals) == 0, "no mesh", "mesh")
	}
	return Printable(g.Name, nameLimit)
}

// volumeRatio is how many times the volume of the visuals the hulls have; 0 if that is
// not known.
func volumeRatio(g *hulls.Group) float64 {
	if !(g.VisualVolume > 0) || !finite(g.HullVolume/g.VisualVolume) {
		return 0
	}
	return g.HullVolume / g.VisualVolume
}

// hullLine says what is wrong with which hull, and where.
func hullLine(f *File, g *hulls.Group, h *hulls.Finding) string {
	text := h.Severity.String() + "  " + h.Rule.String()
	if who := hullNames(f.Result, g, h); who != "" {
		text += "  " + who
	}
	return text + ": " + hullReason(h)
}

// hullNames names the hulls of a finding, "" if it is about all.
func hullNames(r *meshcheck.Result, g *hulls.Group, h *hulls.Finding) string {
	if h.Hull < 0 {
		return ""
	}
	name := objectName(r, &g.Hulls[h.Hull].Object)
	if h.Other >= 0 {
		name += " ↔ " + objectName(r, &g.Hulls[h.Other].Object)
	}
	return name
}
