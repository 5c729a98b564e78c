package report

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/meshcheck/meshcheck"
	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/check/self"
)

// textRegionLines is how many regions of a file the text shows.
const textRegionLines = 10

// meshRegion is one region of a file.
type meshRegion struct {
	mesh *self.Result
	id   int
}

func (p meshRegion) region() *check.Region { return &p.mesh.Regions[p.id] }

// worstOfFile returns the listed regions of all meshes, the worst first.
func worstOfFile(r *meshcheck.Result) []meshRegion {
	var all []meshRegion
	for i := range r.Meshes {
		for id := range r.Meshes[i].Regions {
			all = append(all, meshRegion{&r.Meshes[i], id})
		}
	}
	slices.SortStableFunc(all, func(p, q meshRegion) int { return compareRegions(p.region(), q.region()) })
	return all
}

// textRegions writes the worst regions, a line each, and where to see the others. A
// single region has nothing to say beyond the lines of the kinds.
func textRegions(b *bytes.Buffer, f *File) {
	all := worstOfFile(f.Result)
	if len(all) < 2 {
		return
	}
	shown := all[:min(len(all), textRegionLines)]
	names := make([]string, len(shown))
	width := 0
	for i, p := range shown {
		names[i] = fmt.Sprintf("region %d", p.id)
		width = max(width, len(names[i]))
	}
	for i, p := range shown {
		fmt.Fprintf(b, "  %-*s  %s\n", width, names[i], regionLine(f, p))
	}
	if more := regionCount(f.Result) - len(shown); more > 0 {
		hint := either(len(shown) < len(all), " (-o report.html shows them)", "") // those cut from the list it does not
		fmt.Fprintf(b, "  and %s%s\n", count(more, "more region"), hint)
	}
}

// regionLine says what is in a region, between which parts, how bad and how large it
// is, and where.
func regionLine(f *File, p meshRegion) string {
	r := p.region()
	var about []string
	if len(f.Result.Meshes) > 1 {
		about = append(about, meshName(p.mesh))
	}
	if names := regionParts(p.mesh, r); len(names) > 0 {
		text := strings.Join(names, " ↔ ")
		if more := len(r.Parts) - partsPerRegion; more > 0 {
			text += fmt.Sprintf(" and %d more", more)
		}
		about = append(about, text)
	}
	if size := regionSize(r, f.Unit); size != "" {
		about = append(about, size)
	}
	if !r.Box.Empty() {
		about = append(about, "within "+extent(r.Box, f.Unit))
	}
	if near := p.near(); near != "" {
		about = append(about, "near "+near)
	}
	return p.found() + ": " + strings.Join(about, ", ")
}

// found returns the counts of the region in words: "2 crossings, 1 overlap".
func (p meshRegion) found() string {
	var found []string
	for _, k := range check.Self.Rules() {
		if n := p.region().Counts.Of(k); n > 0 {
			found = append(found, findingCount(n, k))
		}
	}
	return strings.Join(found, ", ")
}

// near returns the place of the worst listed finding of the region, or "".
func (p meshRegion) near() string {
	i := slices.IndexFunc(p.mesh.Findings, func(f check.Finding) bool { return f.Region == p.id })
	if i < 0 {
		return ""
	}
	return place(&p.mesh.Findings[i])
}
