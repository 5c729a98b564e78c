package sarif

import (
	"cmp"
	"path"
	"slices"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/wording"
)

// result returns the result of an issue. In a run with a baseline all results have a list of
// suppressions: SARIF requires it of all if one has it.
func (at artifacts) result(is *report.Issue, judged bool) result {
	text := is.Summary()
	if is.At.Check() != check.Self {
		text = is.Rule.Words().Title + ": " + text
	}
	if r := is.Region(); r != nil && !r.Box.Empty() {
		text += ", within " + wording.Extent(r.Box, is.File.Unit)
	}
	out := result{
		RuleID: is.Rule.String(), RuleIndex: int(is.Rule), Kind: "fail", Level: levels[is.Severity],
		Message: newMessage(text + "."), Locations: []location{at.issue(is)}, Properties: propertiesOf(is),
		PartialFingerprints: map[string]string{
			"meshcheckRegion/v1": is.Fingerprint,
			// GitHub uses no other fingerprint. Without it, GitHub would hash a line of the file
			// and merge all regions into one alert.
			"primaryLocationLineHash": is.Fingerprint,
		},
	}
	if c := is.Change(); c != nil {
		out.BaselineState = baselineStates[c.State]
		if c.What != "" {
			out.Properties["change"] = c.What
		}
	}
	if judged {
		out.Suppressions = []suppression{}
	}
	if j := is.Judgement(); j != nil {
		out.judge(j)
	}
	return out
}

// judge adds a baseline's decision. Accepted results are suppressed: in SARIF, the state of a
// baseline compares with an earlier run instead.
func (r *result) judge(j *report.Judgement) {
	r.Properties["baseline"] = j.State.String()
	switch j.State {
	case report.BaselineWorse:
		r.Properties["worse"] = j.Worse
	case report.BaselineAccepted:
		r.Suppressions = []suppression{{Kind: "external", Status: "accepted", Justification: j.Because("")}}
	}
}

// properties are numbers that the standard has no member for.
type properties map[string]any

func propertiesOf(is *report.Issue) properties {
	all := properties{}
	if place := placeOf(is.At); place != nil {
		all["place"] = place
	}
	switch r := is.Region(); {
	case is.Pair() != nil:
		all.addPair(is.Pair())
	case is.At.List == check.HullFindings && is.At.Index >= 0:
		_, h := is.HullFinding()
		all.addHullFinding(h)
	case is.At.Check() == check.Between:
		all["pairs"] = is.Count
	case is.At.List == check.InSection && is.At.Index >= 0:
		all["findings"] = is.Count
		all.addListed(is)
	default:
		all["findings"] = is.Count
		if r != nil {
			all["region"] = r.Number
			all.addSizes(is.Rule, r)
		}
	}
	return all
}

// addPair adds the counts and sizes of a pair of objects.
func (all properties) addPair(p *check.Pair) {
	all["findings"] = p.Counts.Failing()
	all["regions"] = p.RegionCount
	if p.DepthOf != check.NoDepth {
		all.addFinite("depth", p.Depth)
		all["depthOf"] = p.DepthOf.String()
	}
	all.addBox(p.Box())
}

// addListed adds the sizes of an issue of a list, and the pose in which it is.
func (all properties) addListed(is *report.Issue) {
	if of := is.Rule.Size(); of != check.NoMeasure && is.Value > 0 {
		all.addFinite(of.String(), is.Value)
	}
	all.addBox(is.Box)
	if p := is.Pose; p != nil && wording.Finite(p.Time) {
		all["pose"] = map[string]any{"clip": p.Clip, "name": wording.Printable(p.Name, wording.NameLimit), "time": p.Time}
	}
}

// addHullFinding adds the numbers of a finding about hulls.
func (all properties) addHullFinding(h *check.HullFinding) {
	all.addFinite("value", h.Value)
	all.addFinite("limit", h.Limit)
	if len(h.Places) > 0 && !slices.ContainsFunc(h.Places, func(p geom.Vec) bool { return !p.Finite() }) {
		all["places"] = h.Places
	}
	if o := h.Overlap; o != nil && o.Translation.Finite() {
		all["translation"] = o.Translation
	}
}

func (all properties) addFinite(name string, x float64) {
	if wording.Finite(x) {
		all[name] = x
	}
}

func (all properties) addBox(b geom.Box) {
	if !b.Empty() && b.Min.Finite() && b.Max.Finite() {
		all["box"] = [2][3]float64{b.Min, b.Max}
	}
}

// addSizes adds the sizes of a region that are finite.
func (all properties) addSizes(k check.Rule, r *check.Region) {
	deep, wide := r.Sizes()
	switch k {
	case check.Crossing:
		all.addFinite("depth", deep)
		all.addFinite("length", r.Length)
	case check.EdgeCrossing, check.OpenEdgeCrossing:
		all.addFinite("edge_length", r.EdgeLength)
	default:
		all.addFinite("area", r.Area)
		all.addFinite("width", wide)
	}
	all.addBox(r.Box)
}

// namedNodes is how many of the nodes that show a mesh a result names.
const namedNodes = 5

// issue returns the location of an issue: the file, and in it the nodes that show the mesh, the
// mesh, and the parts.
func (at artifacts) issue(is *report.Issue) location {
	file := at.location(is.File)
	file.Region.StartLine = 1 // GitHub shows nothing without a line
	where := location{PhysicalLocation: file}
	m := is.Mesh()
	if m == nil {
		where.LogicalLocations = objectsOf(is)
		return where
	}
	add := func(kind, name, full string) {
		where.LogicalLocations = append(where.LogicalLocations, newLogicalLocation(kind, name, full))
	}
	for _, node := range distinct(m.Instances[:min(len(m.Instances), namedNodes)]) {
		add("node", path.Base(node), node)
	}
	name := cmp.Or(wording.Printable(m.Name, wording.NameLimit), wording.MeshName(m))
	add("mesh", name, name)
	for _, part := range distinct(is.PartNames()) {
		add("part", part, name+"/"+part)
	}
	return where
}

// objectsOf names the objects of a pair or of a finding about hulls, as nodes if the format has
// them.
func objectsOf(is *report.Issue) (all []logicalLocation) {
	var named []string // the standard forbids equal locations
	for _, o := range is.Subjects[:min(len(is.Subjects), namedNodes)] {
		name := wording.ObjectName(is.File.Result, &o)
		if slices.Contains(named, name) {
			continue
		}
		named = append(named, name)
		all = append(all, newLogicalLocation(wording.Either(o.Path == "", "object", "node"), path.Base(name), name))
	}
	return all
}

// distinct returns the first of all names that look the same.
func distinct(names []string) []string {
	var out []string
	for _, name := range names {
		if name = wording.Printable(name, wording.PathLimit); !slices.Contains(out, name) {
			out = append(out, name)
		}
	}
	return out
}

func newLogicalLocation(kind, name, full string) logicalLocation {
	return logicalLocation{
		Kind: kind, Name: wording.Printable(name, wording.NameLimit), FullyQualifiedName: wording.Printable(full, wording.PathLimit),
	}
}
