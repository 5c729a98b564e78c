package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/report/wording"
)

// uvSummary names the sheet, and says what is wrong and between which parts it is worst.
func (is *Issue) uvSummary() string {
	text := wording.Printable(is.Group, wording.NameLimit) + ": " + is.Reason
	const few = 2
	var names []string
	for i := range is.Subjects {
		names = append(names, wording.ObjectName(is.File.Result, &is.Subjects[i]))
	}
	names = slices.Compact(names)
	if more := len(names) - few; more > 0 {
		names = append(names[:few], wording.Count(more, "more"))
	}
	if len(names) > 0 && len(is.File.Result.Meshes) > 1 {
		text += " (" + strings.Join(names, ", ") + ")"
	}
	return text
}

// UVLine returns "3 UV sheets: 1 error, 2 warnings", or "no UV sets found".
func UVLine(r *check.UVResult) string {
	if len(r.Sheets) == 0 && len(r.Missing) == 0 {
		return "no UV sets found"
	}
	var by check.Totals
	for i := range r.Sheets {
		for _, f := range r.Sheets[i].Findings {
			by[f.Rule][f.Severity]++
		}
	}
	if len(r.Missing) > 0 && r.MissingSeverity != check.Off {
		by[check.UVMissing][r.MissingSeverity]++
	}
	return wording.Count(len(r.Sheets), "UV sheet") + ": " + SeverityTally(&by)
}

// SheetLine names a sheet and returns its numbers of triangles and islands.
func SheetLine(s *check.UVSheet) string {
	text := fmt.Sprintf("%s  %s, %s", wording.Printable(s.Name, wording.NameLimit), wording.Count(s.Triangles, "triangle"), wording.Count(s.Islands, "island"))
	if s.Unique {
		text += ", nothing may overlap"
	}
	return text
}

// SheetSize returns "3 islands, 24 triangles".
func SheetSize(s *check.UVSheet) string {
	return wording.GroupedCount(s.Islands, "island") + ", " + wording.GroupedCount(s.Triangles, "triangle")
}

// WorstSheets returns the sheets with findings, ordered by the severity of their worst.
func WorstSheets(r *check.UVResult) (sheets []*check.UVSheet) {
	for i := range r.Sheets {
		if len(r.Sheets[i].Findings) > 0 {
			sheets = append(sheets, &r.Sheets[i])
		}
	}
	slices.SortStableFunc(sheets, func(a, b *check.UVSheet) int { return cmp.Compare(a.Findings[0].Severity, b.Findings[0].Severity) })
	return sheets
}

// MissingLine names the parts that lack a UV set, or returns "" if there are none or the rule is
// off.
func MissingLine(r *check.Result) string {
	missing := r.UV().Missing
	if len(missing) == 0 || r.UV().MissingSeverity == check.Off {
		return ""
	}
	const few = 3
	var names []string
	for _, m := range missing[:min(len(missing), few)] {
		of := &r.Meshes[m.Part.Mesh]
		name := wording.MeshName(of)
		if len(of.Parts) > 1 {
			name += ", part " + of.Parts[m.Part.Part].Name
		}
		set := check.UVSetLabel(m.Set, m.SetName)
		if names = append(names, name+" lacks "+set); m.Image >= 0 {
			names[len(names)-1] += " for " + wording.Printable(strings.TrimSuffix(m.Name, ", "+set), wording.NameLimit)
		}
	}
	text := strings.Join(names, "; ")
	if more := len(missing) - few; more > 0 {
		text += "; and " + wording.Count(more, "more part")
	}
	return text
}
