package report

import (
	"fmt"
	"strings"

	"github.com/meshcheck/meshcheck/check"
)

// summary says in one line what the issue is, such as "2 crossings in region 0,
// seat ↔ leg, 0.0042 m deep, near (0.121, 0.440, -0.203)". The mesh is named where
// the file has several.
func (is *issue) summary() string {
	switch {
	case is.hull != nil:
		return hullSummary(is.file, is.hull.group, is.hull.finding)
	case ofPairs(is.rule):
		return is.pairSummary()
	}
	parts := []string{findingCount(is.count, is.rule) + is.place()}
	for _, part := range []string{is.parts(), is.size()} {
		if part != "" {
			parts = append(parts, part)
		}
	}
	if is.worst != nil {
		if p := place(is.worst); p != "" {
			parts = append(parts, "near "+p)
		}
	}
	return strings.Join(parts, ", ")
}

// place says which region of which mesh it is.
func (is *issue) place() string {
	text, in := "", " in "
	switch {
	case is.region >= 0:
		text, in = fmt.Sprintf(" in region %d", is.region), " of "
	case is.rule <= check.Duplicate:
		text, in = " in regions that are not listed", " of "
	}
	if len(is.file.Result.Meshes) > 1 {
		text += in + meshName(is.mesh)
	}
	return text
}

// parts names the parts that meet in the worst finding.
func (is *issue) parts() string {
	if is.worst == nil {
		return ""
	}
	return partNames(is.mesh, is.worst)
}

// size says how bad the issue is.
func (is *issue) size() string {
	r := is.where()
	if r == nil {
		if is.worst != nil && is.worst.B == nil {
			return either(is.count > 1, "first is ", "") + fmt.Sprintf("triangle %d", is.worst.A.Triangle)
		}
		return ""
	}
	switch is.rule {
	case check.Crossing:
		text := length(r.Depth, is.file.Unit) + " deep"
		if n := r.Counts.ThroughEdge; n > 0 {
			text += fmt.Sprintf(", %d through an edge", n)
		}
		return text
	}
	if is.worst != nil {
		return fmt.Sprintf("%s %s, %s facing", either(is.count > 1, "largest area", "area"),
			area(is.worst.Area, is.file.Unit), is.worst.Facing)
	}
	return area(r.Area, is.file.Unit) + " shared"
}

// partNames returns the names of the parts that meet in the issue, as far as the file
// has any.
func (is *issue) partNames() []string {
	if r := is.where(); r != nil {
		return regionParts(is.mesh, r)
	}
	if name := is.parts(); is.worst != nil && is.worst.B == nil && name != "" {
		return []string{name}
	}
	return nil
}

// firstWarnings returns the loader's warnings, a line each that begins with a prefix, and says if there are more.
func firstWarnings(f *File, prefix string) []string {
	lines, more := firstNames(f.Warnings, pathLimit)
	for i := range lines {
		lines[i] = prefix + lines[i]
	}
	if more > 0 {
		lines = append(lines, "and "+count(more, "more warning"))
	}
	return lines
}
