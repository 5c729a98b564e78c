package text

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/wording"
)

// maxRegionLines is how many regions of a file the text shows.
const maxRegionLines = 3

// writeRegions writes the worst regions, a line each, and where to see the others.
func writeRegions(b *bytes.Buffer, f *report.File, o Options) {
	all := report.WorstRegions(f.Result)
	shown := all[:min(len(all), maxRegionLines)]
	for i, p := range shown {
		line := regionLine(f, p, o, i == 0)
		if p.Region().Counts.Failing() == 0 {
			line = o.dim(line)
		}
		fmt.Fprintf(b, "  region %d  %c%s\n", p.Region().Number, hang, line)
	}
	if more := report.RegionCount(f.Result) - len(shown); more > 0 {
		hint := wording.Either(len(shown) < len(all), " (-o report.html shows them)", "") // those cut from the list it does not
		fmt.Fprintf(b, "  and %s%s\n", o.count(more, "more region"), hint)
	}
}

// regionLine says between which parts a region is, what is in it, how bad and how large it
// is, and where. The size of the worst of all is bold.
func regionLine(f *report.File, p report.MeshRegion, o Options, worst bool) string {
	r := p.Region()
	name := ""
	if len(f.Result.Meshes) > 1 {
		name = wording.MeshName(p.Mesh)
	}
	if names := wording.RegionParts(p.Mesh, r); len(names) > 0 {
		text := strings.Join(names, " ↔ ")
		if more := len(r.Parts) - wording.PartsPerRegion; more > 0 {
			text += fmt.Sprintf(" and %d more", more)
		}
		name += wording.When(name != "", ", ") + text
	}
	about := []string{p.Found()}
	if size := wording.RegionSize(r, f.Unit); size != "" {
		if worst {
			size = o.bold(size)
		}
		about = append(about, size)
	}
	if !r.Box.Empty() {
		about = append(about, "within "+wording.Extent(r.Box, f.Unit))
	}
	if near := p.Near(); near != "" {
		about = append(about, "near "+near)
	}
	return name + wording.When(name != "", ": ") + strings.Join(about, ", ")
}
