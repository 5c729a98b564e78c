package wording

import (
	"fmt"
	"strings"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
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

// GroupName names the mesh of a group of hulls.
func GroupName(g *check.HullGroup) string {
	if g.Name == "" {
		return Either(len(g.Visuals) == 0, "no mesh", "mesh")
	}
	return Printable(g.Name, NameLimit)
}

// Group names the group of an issue.
func Group(is *check.Issue) string {
	if is.Group == "" {
		return Either(len(is.Subjects) == 0, "no mesh", "mesh")
	}
	return Printable(is.Group, NameLimit)
}

// HullNames names the hulls of a finding, or returns "" if it is about all hulls of its group.
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

// RegionSize says how deep the crossings of a region are, or else which area its triangles share, or
// how long its edges are: "4.2 mm deep", "277 cm² shared, 70 mm wide", "8 mm long". If the area is
// wider than the crossings are deep, it gives both.
func RegionSize(r *check.Region, unit string) string {
	var sizes []string
	deep, wide := r.Sizes()
	if deep > 0 {
		sizes = append(sizes, Length(deep, unit)+" deep")
	}
	if r.Area > 0 && (wide > deep || deep == 0) {
		sizes = append(sizes, Area(r.Area, unit)+" shared")
	}
	if wide > deep && r.Area > 0 {
		sizes = append(sizes, Length(wide, unit)+" wide")
	}
	if len(sizes) == 0 && r.EdgeLength > 0 {
		return Length(r.EdgeLength, unit) + " long"
	}
	return strings.Join(sizes, ", ")
}

// The number of parts that are named.
const (
	PartsPerRegion = 4   // in the line of a region
	PartsPerFilter = 200 // in a filter of a page
)

// FirstNames returns the first names of a list, printable, and the number of the others.
func FirstNames(names []string, limit int) (shown []string, more int) {
	for _, name := range names[:min(len(names), NamesPerList)] {
		shown = append(shown, Printable(name, limit))
	}
	return shown, len(names) - len(shown)
}

// PairPlace returns where a pair is nearest or deepest, or else where its worst finding is; "" if
// neither is known.
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

// nearestPlace returns the point midway between the nearest points.
func nearestPlace(n *check.Nearest) string {
	return Place(&check.Finding{Rule: check.Touch, A: n.Faces[0], B: &n.Faces[1], Segment: n.Points[:]})
}

// FindingCount writes a number of findings of one rule: "1 crossing", "3 touches".
func FindingCount(n int, r check.Rule) string { return Count(n, r.Words().Noun) }

// VolumeRatio returns the volume of the hulls divided by that of the visuals, or 0 if it is not
// known.
func VolumeRatio(g *check.HullGroup) float64 {
	if !(g.VisualVolume > 0) || !Finite(g.HullVolume/g.VisualVolume) {
		return 0
	}
	return g.HullVolume / g.VisualVolume
}

// Covered reports whether a distance between the hulls and the mesh of a group is 0, or as good as 0
// beside the size of the hulls.
func Covered(g *check.HullGroup, c *check.Coverage) bool {
	all := geom.EmptyBox()
	for i := range g.Hulls {
		all = all.Union(g.Hulls[i].Box)
	}
	return c.Greatest == 0 || c.Greatest < negligible*all.Diagonal()
}

// ReasonNear returns the reason for a finding, and the first of its places.
func ReasonNear(reason string, places []geom.Vec) string {
	text := Printable(reason, ReasonLimit)
	if len(places) > 0 && places[0].Finite() {
		text += ", near " + PlaceAt(places[0], Significant)
	}
	return text
}

// Remark notes the severity of a finding unless it is the usual one for its rule.
func Remark(s, usual check.Severity) string {
	switch {
	case s == usual:
		return ""
	case s == check.Error:
		return ", which fails"
	case s == check.Off:
		return ", which is off"
	}
	return ", " + Either(s == check.Warning, "a warning", "which does not fail")
}

// When returns text if needed is true, else "".
func When(needed bool, text string) string { return Either(needed, text, "") }

// Either returns yes if the condition holds, else no.
func Either[T any](condition bool, yes, no T) T {
	if condition {
		return yes
	}
	return no
}

// LeftOut describes the instances that are not shown together with the compared objects, or returns
// "" if there are none.
func LeftOut(l *check.LeftOut) string {
	var parts []string
	for _, of := range []struct {
		n          int
		noun, rest string
	}{{l.LowerLevels, "lower level", "of detail"}, {l.NoScene, "object", "in no scene"}, {l.OtherScenes, "object", "in scenes other than the default"}, {l.Hidden, "hidden object", ""}} {
		if of.n > 0 {
			parts = append(parts, strings.TrimSpace(Count(of.n, of.noun)+" "+of.rest))
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

// NamesPerList is the number of names in a list within a sentence.
const NamesPerList = 50

// FindingCounts writes the number of findings of each rule that has any: "2 crossings, 1 overlap".
// It leaves out findings within precision.
func FindingCounts(c check.Counts, count func(n int, thing string) string) string {
	var found []string
	for _, r := range check.Self.Rules() {
		if n := c.Of(r); n > 0 && !r.WithinPrecision() {
			found = append(found, count(n, r.Words().Noun))
		}
	}
	return strings.Join(found, ", ")
}
