package sarif

import (
	"cmp"
	"path"
	"slices"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/wording"
	"github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif"
)

func (at artifacts) result(is *report.Issue) *sarif.Result {
	message := is.Summary()
	if is.At.Check() != check.Self {
		message = is.Rule.Words().Title + ": " + message
	}
	if r := is.Region(); r != nil && !r.Box.Empty() {
		message += ", within " + wording.Extent(r.Box, is.File.Unit)
	}
	result := sarif.NewRuleResult(is.Rule.String()).
		WithRuleIndex(int(is.Rule)).
		WithLevel(levels[is.Severity]).
		WithMessage(newMessage(message + ".")).
		WithLocations([]*sarif.Location{at.issue(is)}).
		WithPartialFingerprints(map[string]string{
			"meshcheckRegion/v1": is.Fingerprint,
			// GitHub uses no other fingerprint. Without it, GitHub would hash a line of the file
			// and merge all regions into one alert.
			"primaryLocationLineHash": is.Fingerprint,
		})
	bag := propertiesOf(is)
	if j := is.Judgement(); j != nil {
		addJudgement(result, bag, j)
	}
	return result.WithProperties(bag)
}

func propertiesOf(is *report.Issue) *sarif.PropertyBag {
	bag := sarif.NewPropertyBag()
	switch r := is.Region(); {
	case is.Pair() != nil:
		addPair(bag, is.Pair())
	case is.At.List == check.HullFindings && is.At.Index >= 0:
		_, h := is.HullFinding()
		addHullFinding(bag, h)
	case is.At.Check() == check.Between:
		bag.Add("pairs", is.Count)
	default:
		bag.Add("findings", is.Count)
		if r != nil {
			bag.Add("region", r.Number)
			addSizes(bag, is.Rule, r)
		}
	}
	return bag
}

// addPair adds the counts and sizes of a pair of objects.
func addPair(bag *sarif.PropertyBag, p *check.Pair) {
	bag.Add("findings", p.Counts.Failing())
	bag.Add("regions", p.RegionCount)
	if p.DepthOf != check.NoDepth {
		addFinite(bag, "depth", p.Depth)
		bag.Add("depthOf", p.DepthOf.String())
	}
	addBox(bag, p.Box())
}

// addHullFinding adds the numbers of a finding about hulls.
func addHullFinding(bag *sarif.PropertyBag, h *check.HullFinding) {
	addFinite(bag, "value", h.Value)
	addFinite(bag, "limit", h.Limit)
	if len(h.Places) > 0 && !slices.ContainsFunc(h.Places, func(p geom.Vec) bool { return !p.Finite() }) {
		bag.Add("places", h.Places)
	}
	if o := h.Overlap; o != nil && o.Translation.Finite() {
		bag.Add("translation", o.Translation)
	}
}

func addFinite(bag *sarif.PropertyBag, name string, x float64) {
	if wording.Finite(x) {
		bag.Add(name, x)
	}
}

func addBox(bag *sarif.PropertyBag, b geom.Box) {
	if !b.Empty() && b.Min.Finite() && b.Max.Finite() {
		bag.Add("box", [2][3]float64{b.Min, b.Max})
	}
}

// addSizes adds the sizes of a region that are finite.
func addSizes(bag *sarif.PropertyBag, k check.Rule, r *check.Region) {
	switch k {
	case check.Crossing:
		addFinite(bag, "depth", r.Depth)
		addFinite(bag, "length", r.Length)
	case check.EdgeCrossing, check.OpenEdgeCrossing:
		addFinite(bag, "edge_length", r.EdgeLength)
	default:
		addFinite(bag, "area", r.Area)
	}
	addBox(bag, r.Box)
}

// namedNodes is how many of the nodes that show a mesh a result names.
const namedNodes = 5

// issue returns the location of an issue: the file, and in it the nodes that show the mesh, the
// mesh, and the parts.
func (at artifacts) issue(is *report.Issue) *sarif.Location {
	file := at.location(is.File).WithRegion(sarif.NewRegion().WithStartLine(1)) // GitHub shows nothing without a line
	where := sarif.NewLocation().WithPhysicalLocation(file)
	m := is.Mesh()
	if m == nil {
		locateObjects(is, where)
		return where
	}
	for _, node := range distinct(m.Instances[:min(len(m.Instances), namedNodes)]) {
		where.AddLogicalLocation(logical("node", path.Base(node), node))
	}
	name := cmp.Or(wording.Printable(m.Name, wording.NameLimit), wording.MeshName(m))
	where.AddLogicalLocation(logical("mesh", name, name))
	for _, part := range distinct(is.PartNames()) {
		where.AddLogicalLocation(logical("part", part, name+"/"+part))
	}
	return where
}

// locateObjects names the objects of a pair or of a finding about hulls, as nodes if the format has
// them.
func locateObjects(is *report.Issue, where *sarif.Location) {
	var named []string // the standard forbids equal locations
	for _, o := range is.Subjects[:min(len(is.Subjects), namedNodes)] {
		name := wording.ObjectName(is.File.Result, &o)
		if slices.Contains(named, name) {
			continue
		}
		named = append(named, name)
		where.AddLogicalLocation(logical(wording.Either(o.Path == "", "object", "node"), path.Base(name), name))
	}
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

func logical(kind, name, full string) *sarif.LogicalLocation {
	return sarif.NewLogicalLocation().WithKind(kind).
		WithName(wording.Printable(name, wording.NameLimit)).
		WithFullyQualifiedName(wording.Printable(full, wording.PathLimit))
}
