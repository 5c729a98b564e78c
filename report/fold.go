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
	// UnfoldedRegions is how many regions of the same parts of a mesh reports for people list one by
	// one. Where there are more, they are one entry.
	UnfoldedRegions = 50
	// WorstOfFold is how many regions of such an entry reports name all the same.
	WorstOfFold = 3
	// RegionsPerMesh is how many regions of a mesh a page shows.
	RegionsPerMesh = 200
)

// RegionEntry is an entry in the list of the regions of a file: one region, or all listed
// regions of a mesh in which the same parts meet if these are more than UnfoldedRegions.
type RegionEntry struct {
	// Regions are in the order of WorstRegions; there is at least one.
	Regions []MeshRegion
}

// RegionEntries returns the entries for the listed regions of all meshes of a file, in the order of
// the worst region of each. Every listed region is in one of them.
func RegionEntries(f *File) []RegionEntry {
	type subject struct {
		mesh  *check.Mesh
		parts string
	}
	subjectOf := func(p MeshRegion) subject { return subject{p.Mesh, fmt.Sprint(p.Region().Parts)} }
	all := WorstRegions(f)
	count := map[subject]int{}
	for _, p := range all {
		count[subjectOf(p)]++
	}
	var entries []RegionEntry
	folds := map[subject]int{} // number of its entry
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

// Folded reports whether the entry is of several regions.
func (e RegionEntry) Folded() bool { return len(e.Regions) > 1 }

// Worst returns the regions that are named, all of them if the entry is not folded.
func (e RegionEntry) Worst() []MeshRegion { return e.Regions[:min(len(e.Regions), WorstOfFold)] }

// Total returns the regions as one: the sums of their counts, areas and lengths, the greatest
// depth, and a box around all. It has the number of the worst.
func (e RegionEntry) Total() check.Region {
	worst := e.Regions[0].Region()
	total := check.Region{Number: worst.Number, Parts: worst.Parts, Box: geom.EmptyBox()}
	for _, p := range e.Regions {
		r := p.Region()
		total.Counts = total.Counts.Add(r.Counts)
		total.Depth = max(total.Depth, r.Depth)
		total.Area += r.Area
		total.Length += r.Length
		total.Box = total.Box.Union(r.Box)
	}
	return total
}

// Name says how many regions a folded entry has and which numbers these have, written by number:
// "423 regions, numbered 1–423", or "60 regions, numbered between 3 and 120" where other regions
// have numbers in between.
func (e RegionEntry) Name(number func(int) string) string {
	n := len(e.Regions)
	first, last := e.Regions[0].Region().Number, 0
	for _, p := range e.Regions {
		first, last = min(first, p.Region().Number), max(last, p.Region().Number)
	}
	text := number(n) + " regions, numbered "
	if last-first == n-1 {
		return text + number(first) + "–" + number(last)
	}
	return text + "between " + number(first) + " and " + number(last)
}

// Size says how deep the deepest region of a folded entry is, and how much area triangles share
// in all of them: "up to 0.083 deep, 0.0012 shared".
func (e RegionEntry) Size(unit string) string {
	total := e.Total()
	var sizes []string
	if total.Depth > 0 && wording.Deep(&total) {
		sizes = append(sizes, "up to "+wording.Length(total.Depth, unit)+" deep")
	}
	if total.Area > 0 {
		sizes = append(sizes, wording.Area(total.Area, unit)+" shared")
	}
	return strings.Join(sizes, ", ")
}

// Accepted returns the number of regions that a baseline of the file accepts.
func (e RegionEntry) Accepted(f *File) (n int) {
	for _, p := range e.Regions {
		if f.Accepts(p.At()) {
			n++
		}
	}
	return n
}
