package report

import (
	"fmt"
	"strings"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/report/wording"
)

// Summary says in one line what the issue is, such as "2 crossings in region 0,
// seat ↔ leg, 0.0042 m deep, near (0.121, 0.440, -0.203)". The mesh is named where
// the file has several.
func (is *Issue) Summary() string {
	switch {
	case is.Hull != nil:
		return hullSummary(is.File, is.Hull.group, is.Hull.Finding)
	case OfPairs(is.Rule):
		return is.pairSummary()
	}
	parts := []string{wording.FindingCount(is.Count, is.Rule) + is.place()}
	for _, part := range []string{is.parts(), is.size()} {
		if part != "" {
			parts = append(parts, part)
		}
	}
	if is.worst != nil {
		if p := wording.Place(is.worst); p != "" {
			parts = append(parts, "near "+p)
		}
	}
	return strings.Join(parts, ", ")
}

// place says which region of which mesh it is.
func (is *Issue) place() string {
	text, in := "", " in "
	switch {
	case is.Region >= 0:
		text, in = fmt.Sprintf(" in region %d", is.Region), " of "
	case is.Rule <= check.Duplicate:
		text, in = " in regions that are not listed", " of "
	}
	if len(is.File.Result.Meshes) > 1 {
		text += in + wording.MeshName(is.Mesh)
	}
	return text
}

// parts names the parts that meet in the worst finding.
func (is *Issue) parts() string {
	if is.worst == nil {
		return ""
	}
	return wording.PartNames(is.Mesh, is.worst)
}

// size says how bad the issue is.
func (is *Issue) size() string {
	r := is.Where()
	if r == nil {
		if is.worst != nil && is.worst.B == nil {
			return wording.Either(is.Count > 1, "first is ", "") + fmt.Sprintf("triangle %d", is.worst.A.Triangle)
		}
		return ""
	}
	switch is.Rule {
	case check.Crossing:
		text := wording.Length(r.Depth, is.File.Unit) + " deep"
		if n := r.Counts.ThroughEdge; n > 0 {
			text += fmt.Sprintf(", %d through an edge", n)
		}
		return text
	}
	if is.worst != nil {
		return fmt.Sprintf("%s %s, %s facing", wording.Either(is.Count > 1, "largest area", "area"),
			wording.Area(is.worst.Area, is.File.Unit), is.worst.Facing)
	}
	return wording.Area(r.Area, is.File.Unit) + " shared"
}

// PartNames returns the names of the parts that meet in the issue, as far as the file
// has any.
func (is *Issue) PartNames() []string {
	if r := is.Where(); r != nil {
		return wording.RegionParts(is.Mesh, r)
	}
	if name := is.parts(); is.worst != nil && is.worst.B == nil && name != "" {
		return []string{name}
	}
	return nil
}

// FirstWarnings returns the loader's warnings, a line each that begins with a prefix, and says if there are more.
func FirstWarnings(f *File, prefix string) []string {
	lines, more := wording.FirstNames(f.Warnings, wording.PathLimit)
	for i := range lines {
		lines[i] = prefix + lines[i]
	}
	if more > 0 {
		lines = append(lines, "and "+wording.Count(more, "more warning"))
	}
	return lines
}
