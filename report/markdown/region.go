package markdown

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/wording"
)

// shortIDs are those of report.ShortIDs.
type shortIDs map[check.Ref]string

// regions writes the table of a file's worst regions. Many regions of the same parts share a row,
// followed by rows for the worst of them.
func (p *page) regions(f *report.File, ids shortIDs) {
	all := report.RegionEntries(f)
	if len(all) == 0 {
		return
	}
	shown := all[:min(len(all), MaxRegions)]
	left := report.RegionCount(f.Result)
	var rows [][]string
	for _, e := range shown {
		left -= len(e.Regions)
		if e.Folded() {
			rows = append(rows, foldRow(e, f))
		}
		for _, region := range e.Worst() {
			rows = append(rows, regionRow(region, f, ids))
		}
	}
	p.table([]column{{"region", true}, {"id", false}, {"found", false}, {"parts", false}, {"depth", true}, {"area", true}, {"width", true}, {"size", false}, {"near", false}}, rows)
	if left > 0 {
		p.add("\nand %s\n", wording.Count(left, "more region"))
	}
}

// foldRow returns the row for many regions of the same parts.
func foldRow(e report.RegionEntry, f *report.File) []string {
	name := e.Name(strconv.Itoa)
	if n := e.Accepted(f); n > 0 {
		name += fmt.Sprintf(", %d accepted", n)
	}
	total := e.Total()
	return regionCells("**"+name+"**"+ofMesh(e.Regions[0], f)+"; the worst:", e.Regions[0], &total, f)
}

// regionRow returns the row for a region.
func regionRow(p report.MeshRegion, f *report.File, ids shortIDs) []string {
	name := fmt.Sprint(p.Region().Number)
	if j := f.Judgement(p.At()); j != nil {
		name += " " + j.State.String()
	}
	cells := regionCells(name+ofMesh(p, f), p, p.Region(), f)
	cells[1], cells[8] = ids[p.At()], p.Near()
	return cells
}

// ofMesh names the mesh if the file has several.
func ofMesh(p report.MeshRegion, f *report.File) string {
	if len(f.Result.Meshes) < 2 {
		return ""
	}
	return " of " + codeSpan(cmp.Or(wording.Printable(p.Mesh.Name, wording.NameLimit), wording.MeshName(p.Mesh)))
}

// regionCells returns the cells of a row for region r between the parts of p, except for its ID and
// place.
func regionCells(name string, p report.MeshRegion, r *check.Region, f *report.File) []string {
	var parts []string
	for _, part := range wording.RegionParts(p.Mesh, r) {
		parts = append(parts, codeSpan(part))
	}
	if more := len(r.Parts) - wording.PartsPerRegion; more > 0 {
		parts = append(parts, fmt.Sprintf("%d more", more))
	}
	cells := []string{name, "", wording.FindingCounts(r.Counts, wording.Count), strings.Join(parts, ", "), "", "", "", "", ""}
	deep, wide := r.Sizes()
	if deep > 0 {
		cells[4] = wording.Length(deep, f.Unit)
	}
	if r.Area > 0 {
		cells[5] = wording.Area(r.Area, f.Unit)
	}
	if wide > 0 {
		cells[6] = wording.Length(wide, f.Unit)
	}
	if !r.Box.Empty() {
		cells[7] = wording.Extent(r.Box, f.Unit)
	}
	return cells
}
