package text

import (
	"bytes"
	"fmt"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/wording"
)

// MaxHullLines is how many lines about meshes with hulls and their findings the text has for a
// file.
const MaxHullLines = 20

// writeHulls writes the findings about collision hulls: a line with the numbers, a line for each
// visual mesh, the worst first, and below it one for each finding. Without hulls it writes a line
// only if nothing else was checked.
func writeHulls(b *bytes.Buffer, f *report.File, o Options) {
	s := f.Result.Hulls()
	if s == nil || len(s.Groups)+len(s.NotChecked) == 0 && o.Check.Checks != check.Hulls {
		return
	}
	fmt.Fprintf(b, "  %s\n", report.HullLine(s))
	for _, p := range s.NotChecked {
		fmt.Fprintf(b, "    not checked  \v%s: %s\n", wording.ObjectName(f.Result, &p.Object), wording.Printable(p.Reason, wording.NameLimit))
	}
	room := MaxHullLines
	groups := report.WorstGroups(s)
	errors := 0 // in the remaining groups; warnings do not crowd them out
	for _, g := range groups {
		errors += errorCount(g)
	}
	for i, g := range groups {
		if room <= 0 {
			fmt.Fprintf(b, "    and %s with hulls (--json lists them)\n", wording.Count(len(groups)-i, "more mesh"))
			return
		}
		fmt.Fprintf(b, "    %s\n", report.GroupLine(f, g))
		here := errorCount(g)
		errors -= here
		shown := g.Findings[:min(len(g.Findings), max(room-1-min(errors, MaxHullLines/2), min(here, room-1), 1))]
		room -= 1 + len(shown)
		for k := range shown {
			line := "      " + hullLine(f, g, &shown[k])
			fmt.Fprintf(b, "%s%s\n", line, o.shortID(report.HullRef(s, g, k), line, ""))
		}
		if more := len(g.Findings) - len(shown); more > 0 {
			fmt.Fprintf(b, "      and %s (--json lists them)\n", wording.Count(more, "more finding"))
		}
		if g.Omitted > 0 {
			fmt.Fprintf(b, "      and %s of hulls, all of them shallower, only counted\n", wording.Count(g.Omitted, "more overlap"))
		}
	}
}

// errorCount returns the number of errors of a group, which come first.
func errorCount(g *check.HullGroup) (n int) {
	for n < len(g.Findings) && g.Findings[n].Severity == check.Error {
		n++
	}
	return n
}

// hullLine says which hull has which finding, and where.
func hullLine(f *report.File, g *check.HullGroup, h *check.HullFinding) string {
	text := h.Severity.String() + "  " + h.Rule.Label()
	if who := wording.HullNames(f.Result, g, h); who != "" {
		text += "  " + who
	}
	return text + ": " + wording.ReasonNear(h.Reason, h.Places)
}
