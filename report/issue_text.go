package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/report/wording"
)

// Summary describes the issue in one line, such as "2 crossings in region 1, seat ↔ leg, 0.0042 m
// deep, near (0.121, 0.440, -0.203)". It names the mesh if the file has several.
func (is *Issue) Summary() string {
	if is.At.Index < 0 {
		return wording.Count(is.Count, is.Rule.Words().Noun) + " not listed"
	}
	if p := is.Pair(); p != nil {
		return PairLine(is.File, p)
	}
	if g, h := is.HullFinding(); h != nil {
		return hullSubject(is.File, g, h) + ": " + wording.ReasonNear(h.Reason, h.Places)
	}
	switch {
	case is.At.Check() == check.UV:
		return is.uvSummary()
	case is.At.List == check.InSection:
		return ListSummary(is.File, &is.Issue)
	}
	parts := []string{is.found() + is.place()}
	for _, part := range []string{is.parts(), is.size()} {
		if part != "" {
			parts = append(parts, part)
		}
	}
	if worst := is.worst(); worst != nil {
		if p := wording.Place(worst); p != "" {
			parts = append(parts, "near "+p)
		}
	}
	return strings.Join(parts, ", ")
}

// Brief names what meets in the issue and says how bad it is: "seat ↔ leg, 4.2 mm deep". It gives no
// place, and a number of findings only where there are no names.
func (is *Issue) Brief() string {
	if is.At.Index < 0 {
		return is.Summary()
	}
	if p := is.Pair(); p != nil {
		return pairText(is.File, p)
	}
	if g, h := is.HullFinding(); h != nil {
		return hullSubject(is.File, g, h) + ": " + wording.ReasonNear(h.Reason, nil)
	}
	switch {
	case is.At.Check() == check.UV:
		return is.uvSummary()
	case is.At.List == check.InSection:
		return listText(is.File, &is.Issue, nil)
	}
	text := is.found() + is.place()
	if r := is.Region(); r != nil {
		if worst := is.worst(); worst != nil {
			text = cmp.Or(where(is.File.Result, is.Mesh(), worst), text)
		}
		if size := wording.RegionSize(r, is.File.Unit); size != "" {
			text += ", " + size
		}
	}
	return text
}

// ListSummary says what an issue of a list is about, what is wrong, and where.
func ListSummary(f *File, is *check.Issue) string { return listText(f, is, is.Places) }

// listText is ListSummary with other places.
func listText(f *File, is *check.Issue, places []geom.Vec) string {
	text := wording.ReasonNear(strings.Join(slices.DeleteFunc([]string{listSize(f, is), is.Reason}, func(s string) bool { return s == "" }), ", "), places)
	if names := SubjectNames(f.Result, is); names != "" {
		text = names + ": " + text
	}
	return text
}

// listSize says how bad an issue of a list is, "" if its rule has no measure of length: "4.2 mm deep".
func listSize(f *File, is *check.Issue) string {
	switch {
	case is.Value == 0 || !wording.Finite(is.Value):
		return ""
	case is.Rule.Size() == check.OfDepth:
		return wording.Length(is.Value, f.Unit) + " " + cmp.Or(is.Rule.Words().Extent, "deep")
	case is.Rule.Size() == check.OfDistance:
		return wording.Length(is.Value, f.Unit) + " apart"
	}
	return ""
}

// found returns the numbers of findings by rule.
func (is *Issue) found() string {
	if is.Region() == nil {
		return wording.FindingCount(is.Count, is.Rule)
	}
	return wording.FindingCounts(is.Counts, wording.Count)
}

// place names the region, and the mesh if the file has several.
func (is *Issue) place() string {
	text, in := "", " in "
	switch {
	case is.Region() != nil:
		text, in = fmt.Sprintf(" in region %d", is.Region().Number), " of "
	case is.unlistedRegions():
		text, in = " in regions that are not listed", " of "
	}
	if len(is.File.Result.Meshes) > 1 {
		text += in + wording.MeshName(is.Mesh())
	}
	return text
}

// worst returns the worst listed finding of the issue's rule, or nil if none is listed.
func (is *Issue) worst() *check.Finding {
	for i := range is.Findings {
		if f := &is.Findings[i]; f.Rule == is.Rule {
			return f
		}
	}
	return nil
}

// parts names the parts that meet in the worst finding.
func (is *Issue) parts() string {
	if worst := is.worst(); worst != nil {
		return wording.PartNames(is.Mesh(), worst)
	}
	return ""
}

// size says how bad the issue is.
func (is *Issue) size() string {
	if r := is.Region(); r != nil {
		size := wording.RegionSize(r, is.File.Unit)
		if worst := is.worst(); worst != nil && worst.Facing != check.NoFacing {
			size += wording.When(size != "", ", ") + worst.Facing.String() + " facing"
		}
		return size
	}
	if worst := is.worst(); worst != nil && worst.B == nil {
		return wording.When(is.Count > 1, "first is ") + triangleText(&worst.A)
	}
	return ""
}

// PartNames returns the names of the parts that meet in the issue, if the file names them.
func (is *Issue) PartNames() []string {
	if r := is.Region(); r != nil {
		return wording.RegionParts(is.Mesh(), r)
	}
	if name := is.parts(); name != "" && is.worst().B == nil {
		return []string{name}
	}
	return nil
}

// FirstWarnings returns the first warnings of the loader, each with a prefix, and a line that
// counts the rest, if any.
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

// triangleText names a triangle, and the face of the file from which it was cut.
func triangleText(f *check.Face) string {
	if f.CutFrom > 0 {
		return fmt.Sprintf("triangle %d of face %d", f.Triangle, f.CutFrom-1)
	}
	return fmt.Sprintf("triangle %d", f.Triangle)
}
