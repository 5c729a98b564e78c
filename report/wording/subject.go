package wording

import (
	"fmt"
	"strings"

	"github.com/meshcheck/meshcheck/check"
)

// ObjectName names an object by its node, or else by its mesh, and by its part or shell.
func ObjectName(r *check.Result, o *check.Object) string {
	name := Printable(o.Path, PathLimit)
	var m *check.Mesh
	if o.Mesh >= 0 && o.Mesh < len(r.Meshes) {
		m = &r.Meshes[o.Mesh]
	}
	if name == "" {
		name = Either(o.Mesh < 0, "shape", "mesh")
		if m != nil {
			name = MeshName(m)
		}
	}
	switch {
	case o.Part >= 0 && m != nil && o.Part < len(m.Parts):
		if part := PartName(m, o.Part); part != "" {
			name += " " + part
		}
	case o.Shell >= 0:
		name += fmt.Sprint(" shell ", o.Shell)
	}
	return name
}

// GroupName names the body that a group of hulls stands for.
func GroupName(g *check.HullGroup) string {
	if g.Name == "" {
		return Either(len(g.Visuals) == 0, "no mesh", "mesh")
	}
	return Printable(g.Name, NameLimit)
}

// Group names the group that an issue is about.
func Group(is *check.Issue) string {
	if is.Group == "" {
		return Either(len(is.Subjects) == 0, "no mesh", "mesh")
	}
	return Printable(is.Group, NameLimit)
}

// HullNames names the hulls of a finding, "" if it is about all hulls of its group.
func HullNames(r *check.Result, g *check.HullGroup, h *check.HullFinding) string {
	if h.Hull < 0 {
		return ""
	}
	name := ObjectName(r, &g.Hulls[h.Hull].Object)
	if h.Other >= 0 {
		name += " ↔ " + ObjectName(r, &g.Hulls[h.Other].Object)
	}
	return name
}

// RegionParts returns the names of the first PartsPerRegion parts that meet in a region.
func RegionParts(m *check.Mesh, r *check.Region) []string {
	var names []string
	for _, i := range r.Parts[:min(len(r.Parts), PartsPerRegion)] {
		if name := PartName(m, i); name != "" {
			names = append(names, name)
		}
	}
	return names
}

// RegionSize says how bad a region is: by depth if triangles cross in it, else by area, or by the
// length of edges.
func RegionSize(r *check.Region, unit string) string {
	switch {
	case r.Depth > 0 && Deep(r):
		return Length(r.Depth, unit) + " deep"
	case r.Area > 0:
		return Area(r.Area, unit) + " shared"
	case r.EdgeLength > 0:
		return Length(r.EdgeLength, unit) + " long"
	}
	return ""
}

// Deep reports whether the depth of a region says how bad it is: not if its triangles only lie on
// each other.
func Deep(r *check.Region) bool { return r.Counts.Worst() == check.Crossing }

// How many parts are named.
const (
	PartsPerRegion = 4   // in the line of a region
	PartsPerFilter = 200 // in a filter of a page
)

// FirstNames returns the first names of a list, printable, and how many are left.
func FirstNames(names []string, limit int) (shown []string, more int) {
	for _, name := range names[:min(len(names), NamesPerList)] {
		shown = append(shown, Printable(name, limit))
	}
	return shown, len(names) - len(shown)
}

// PairPlace returns where a pair is nearest or deepest, or else where its worst finding
// is; "" if there is none of these.
func PairPlace(p *check.Pair) string {
	deep := p.DepthOf != check.NoDepth
	switch {
	case p.Nearest != nil:
		return nearestPlace(p.Nearest)
	case len(p.Findings) == 0 && deep:
		return PlaceAt(p.Deepest, Significant)
	case len(p.Findings) == 0:
		return ""
	case deep && p.Deepest.Finite():
		return PlaceAt(p.Deepest, decimals(&p.Findings[0], p.Deepest))
	}
	return Place(&p.Findings[0])
}

// nearestPlace is the place in the middle of the nearest points.
func nearestPlace(n *check.Nearest) string {
	return Place(&check.Finding{Rule: check.Touch, A: n.Faces[0], B: &n.Faces[1], Segment: n.Points[:]})
}

// FindingCount writes a number of findings of one rule: "1 crossing", "3 touches".
func FindingCount(n int, r check.Rule) string { return Count(n, r.Words().Noun) }

// VolumeRatio returns the volume of the hulls divided by that of the visuals, 0 if it is not
// known.
func VolumeRatio(g *check.HullGroup) float64 {
	if !(g.VisualVolume > 0) || !Finite(g.HullVolume/g.VisualVolume) {
		return 0
	}
	return g.HullVolume / g.VisualVolume
}

// HullReason says what is wrong with hulls, and where it is worst.
func HullReason(h *check.HullFinding) string {
	text := Printable(h.Reason, 2*NameLimit)
	if len(h.Places) > 0 && h.Places[0].Finite() {
		text += ", near " + PlaceAt(h.Places[0], Significant)
	}
	return text
}

// Remark says how much a finding matters where that is not usual for its rule.
func Remark(s, usual check.Severity) string {
	switch {
	case s == usual:
		return ""
	case s == check.Error:
		return ", which fails"
	case s == check.Off:
		return ", which is off"
	}
	return ", " + Either(s == check.Warning, "a warning", "for information")
}

// When returns a text where it is needed, else "".
func When(needed bool, text string) string { return Either(needed, text, "") }

// Either returns yes if the condition holds, else no.
func Either[T any](condition bool, yes, no T) T {
	if condition {
		return yes
	}
	return no
}

// LeftOut says which instances are not shown together with the objects that were compared,
// "" if there are none.
func LeftOut(l *check.LeftOut) string {
	var parts []string
	for _, of := range []struct {
		n          int
		noun, rest string
	}{{l.LowerLevels, "lower level", "of detail"}, {l.NoScene, "object", "in no scene"}, {l.OtherScenes, "object", "in scenes other than the default"}} {
		if of.n > 0 {
			parts = append(parts, Count(of.n, of.noun)+" "+of.rest)
		}
	}
	return strings.Join(parts, ", ")
}

// Alternatives joins words: ".html, .json or .glb".
func Alternatives(words []string) string {
	last := len(words) - 1
	if last < 1 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:last], ", ") + " or " + words[last]
}

// FailShare says how many of several fail where neither all nor none do: "2 fail, ".
func FailShare(all, failed int) string {
	if failed == 0 || failed == all {
		return ""
	}
	return fmt.Sprintf("%d %s, ", failed, Either(failed == 1, "fails", "fail"))
}

// NamesPerList is how many names a list in a sentence has.
const NamesPerList = 50

// FindingCounts writes the numbers of findings of all rules that have any: "2 crossings, 1
// overlap". It leaves out those within precision.
func FindingCounts(c check.Counts, count func(n int, thing string) string) string {
	var found []string
	for _, r := range check.Self.Rules() {
		if n := c.Of(r); n > 0 && !r.WithinPrecision() {
			found = append(found, count(n, r.Words().Noun))
		}
	}
	return strings.Join(found, ", ")
}
