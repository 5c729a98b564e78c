package text

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/wording"
)

// maxRegionLines is how many regions of a file the text shows.
const maxRegionLines = 10

// writeRegions writes the worst regions, a line each, and where to see the others. A
// single region has nothing to say beyond the lines of the rules.
func writeRegions(b *bytes.Buffer, f *report.File) {
	all := report.WorstRegions(f.Result)
	if len(all) < 2 {
		return
	}
	shown := all[:min(len(all), maxRegionLines)]
	names := make([]string, len(shown))
	width := 0
	for i, p := range shown {
		names[i] = fmt.Sprintf("region %d", p.Region().Number)
		width = max(width, len(names[i]))
	}
	for i, p := range shown {
		fmt.Fprintf(b, "  %-*s  %s\n", width, names[i], regionLine(f, p))
	}
	if more := report.RegionCount(f.Result) - len(shown); more > 0 {
		hint := wording.Either(len(shown) < len(all), " (-o report.html shows them)", "") // those cut from the list it does not
		fmt.Fprintf(b, "  and %s%s\n", wording.Count(more, "more region"), hint)
	}
}

// regionLine says what is in a region, between which parts, how bad and how large it
// is, and where.
func regionLine(f *report.File, p report.MeshRegion) string {
	r := p.Region()
	var about []string
	if len(f.Result.Meshes) > 1 {
		about = append(about, wording.MeshName(p.Mesh))
	}
	if names := wording.RegionParts(p.Mesh, r); len(names) > 0 {
		text := strings.Join(names, " ↔ ")
		if more := len(r.Parts) - wording.PartsPerRegion; more > 0 {
			text += fmt.Sprintf(" and %d more", more)
		}
		about = append(about, text)
	}
	if size := wording.RegionSize(r, f.Unit); size != "" {
		about = append(about, size)
	}
	if !r.Box.Empty() {
		about = append(about, "within "+wording.Extent(r.Box, f.Unit))
	}
	if near := p.Near(); near != "" {
		about = append(about, "near "+near)
	}
	return p.Found() + ": " + strings.Join(about, ", ")
}
