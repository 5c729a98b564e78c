package report

import (
	"fmt"
	"strings"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/report/wording"
)

// Limits of lists of regions.
const (
	// UnfoldedRegions is the largest number of regions between the same parts of a mesh that
	// reports for people list one by one. More than that become one entry.
	UnfoldedRegions = 50
	// WorstOfFold is how many regions of such an entry are still named.
	WorstOfFold = 3
	// RegionsPerMesh is how many regions of a mesh a page shows.
	RegionsPerMesh = 200
)

// RegionEntry is an entry in a file's list of regions: one region, or all listed regions between
// the same parts of a mesh if there are more than UnfoldedRegions.
type RegionEntry struct {
	// Regions has at least one element and is in the order of worstRegions.
	Regions []MeshRegion
}

// RegionEntries returns the entries for the listed regions of all meshes of a file, ordered by the
// worst region of each. Every listed region is in exactly one entry.
func RegionEntries(f *File) []RegionEntry {
	type subject struct {
		mesh  *check.Mesh
		parts string
	}
	subjectOf := func(p MeshRegion) subject { return subject{p.Mesh, fmt.Sprint(p.Region().Parts)} }
	all := worstRegions(f)
	count := map[subject]int{}
	for _, p := range all {
		count[subjectOf(p)]++
	}
	var entries []RegionEntry
	folds := map[subject]int{} // index in entries
	for _, p := range all {
		s := subjectOf(p)
		if k, ok := folds[s]; ok {
			entries[k].Regions = append(entries[k].Regions, p)
			continue
		}
		if count[s] > UnfoldedRegions {
			folds[s] = len(entries)
		}
		entries = append(entries, RegionEntry{[]MeshRegion{p}})
	}
	return entries
}

// Mesh returns the mesh of the regions.
func (e RegionEntry) Mesh() *check.Mesh { return e.Regions[0].Mesh }

// Folded reports whether the entry holds several regions.
func (e RegionEntry) Folded() bool { return len(e.Regions) > 1 }

// Worst returns the regions to name: all of them unless the entry is folded.
func (e RegionEntry) Worst() []MeshRegion { return e.Regions[:min(len(e.Regions), WorstOfFold)] }

// Total combines the regions: it sums their counts, areas and lengths, takes the greatest depths and
// width, and encloses all their boxes. Its number is that of the worst region.
func (e RegionEntry) Total() check.Region {
	worst := e.Regions[0].Region()
	total := check.Region{Number: worst.Number, Parts: worst.Parts, Box: geom.EmptyBox()}
	for _, p := range e.Regions {
		r := p.Region()
		total.Counts = total.Counts.Add(r.Counts)
		deep, wide := r.Sizes()
		total.Depth, total.CrossingDepth, total.Width = max(total.Depth, r.Depth), max(total.CrossingDepth, deep), max(total.Width, wide)
		total.Area += r.Area
		total.Length += r.Length
		total.Box = total.Box.Union(r.Box)
	}
	return total
}

// Name returns the number of regions in a folded entry, formatted by number: "423 regions".
func (e RegionEntry) Name(number func(int) string) string {
	return number(len(e.Regions)) + " regions"
}

// Size returns the greatest depth, the total shared area and the greatest width of it in a folded
// entry: "up to 0.083 deep, 0.0012 shared, up to 0.01 wide".
func (e RegionEntry) Size(unit string) string {
	total := e.Total()
	var sizes []string
	if total.CrossingDepth > 0 {
		sizes = append(sizes, "up to "+wording.Length(total.CrossingDepth, unit)+" deep")
	}
	if total.Area > 0 {
		sizes = append(sizes, wording.Area(total.Area, unit)+" shared")
	}
	if total.Width > 0 {
		sizes = append(sizes, "up to "+wording.Length(total.Width, unit)+" wide")
	}
	return strings.Join(sizes, ", ")
}

// Accepted returns how many of the regions a baseline accepts.
func (e RegionEntry) Accepted(f *File) (n int) {
	for _, p := range e.Regions {
		if f.Accepts(p.At()) {
			n++
		}
	}
	return n
}
