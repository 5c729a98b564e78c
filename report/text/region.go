package text

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/wording"
)

// maxRegionEntries is how many entries of a file's list of regions the text shows.
const maxRegionEntries = 3

// writeRegions writes the worst regions, a line each, and where to see the others. Many regions of
// the same parts share a line, followed by lines for the worst of them.
func writeRegions(b *bytes.Buffer, f *report.File, o Options) {
	all := report.RegionEntries(f)
	shown := all[:min(len(all), maxRegionEntries)]
	left := report.RegionCount(f.Result)
	for i, e := range shown {
		left -= len(e.Regions)
		writeEntry(b, f, e, o, i == 0)
	}
	if left > 0 {
		more := "and " + o.count(left, "more region")
		if len(shown) == 0 {
			more = o.count(left, "region") + ", not listed"
		}
		hint := wording.When(len(shown) < len(all), pageHint(f, left)) // the page does not show those cut from the list
		fmt.Fprintf(b, "  %s%s\n", more, hint)
	}
}

// writeEntry writes one entry. The size of the overall worst is bold.
func writeEntry(b *bytes.Buffer, f *report.File, e report.RegionEntry, o Options, worst bool) {
	indent := "  "
	if e.Folded() {
		total := e.Total()
		about := regionLine(f, e.Regions[0], &total, e.Size(f.Unit), "", o)
		fmt.Fprintf(b, "  %s  %c%s; the worst:\n", e.Name(o.number), hang, o.dimUnless(total.Counts.Failing() > 0 && e.Accepted(f) < len(e.Regions), about))
		indent = "    "
	}
	for i, p := range e.Worst() {
		r := p.Region()
		size, accepted := wording.RegionSize(r, f.Unit), f.Accepts(p.At())
		fails := r.Counts.Failing() > 0 && !accepted
		if worst && i == 0 && fails {
			size = o.bold(size)
		}
		line := regionLine(f, p, r, size, p.Near(), o)
		if e.Folded() {
			line = regionFacts(f, r, size, p.Near(), o)
		}
		name := fmt.Sprintf("%sregion %d", indent, r.Number)
		line = fmt.Sprintf("  %c%s", hang, o.dimUnless(fails, line+wording.When(accepted, ", accepted")))
		fmt.Fprintf(b, "%s%s%s\n", name, o.shortID(p.At(), name, line), line)
	}
	if more := len(e.Regions) - len(e.Worst()); more > 0 {
		fmt.Fprintf(b, "    and %s of these%s\n", o.count(more, "more region"), pageHint(f, more))
	}
}

// pageHint says that a page shows the other regions, unless it does not show all of them.
func pageHint(f *report.File, more int) string {
	for i := range f.Result.Meshes {
		if n := len(f.Result.Meshes[i].Regions); n > report.RegionsPerMesh {
			return fmt.Sprintf(" (-o report.html shows the worst %d, -o report.json lists them)", report.RegionsPerMesh)
		}
	}
	return " (-o report.html shows " + wording.Either(more == 1, "it", "them") + ")"
}

// regionLine names the mesh and the parts of a region, which are those of p, and lists its facts.
func regionLine(f *report.File, p report.MeshRegion, r *check.Region, size, near string, o Options) string {
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
	return name + wording.When(name != "", ": ") + regionFacts(f, r, size, near, o)
}

// regionFacts says what is in a region, how bad and how large it is, and where.
func regionFacts(f *report.File, r *check.Region, size, near string, o Options) string {
	about := []string{wording.FindingCounts(r.Counts, o.count)}
	if size != "" {
		about = append(about, size)
	}
	if !r.Box.Empty() {
		about = append(about, "size "+wording.Extent(r.Box, f.Unit))
	}
	if near != "" {
		about = append(about, "near "+near)
	}
	return strings.Join(about, ", ")
}
