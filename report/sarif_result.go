package report

import (
	"cmp"
	"path"
	"slices"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/check/hulls"
	"github.com/meshcheck/meshcheck/check/parts"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif"
)

func (at artifacts) result(is *issue) *sarif.Result {
	message := is.summary()
	if ofPairs(is.rule) || ofHulls(is.rule) {
		message = is.rule.Words().Title + ": " + message
	}
	if r := is.where(); r != nil && !r.Box.Empty() {
		message += ", within " + extent(r.Box, is.file.Unit)
	}
	result := sarif.NewRuleResult(is.rule.String()).
		WithRuleIndex(int(is.rule)).
		WithLevel(sarifLevels[is.severity]).
		WithMessage(sarifMessage(message + ".")).
		WithLocations([]*sarif.Location{at.issue(is)}).
		WithPartialFingerprints(map[string]string{
			"meshcheckRegion/v1": is.fingerprint,
			// The only one that GitHub looks at. Without it, the hash of a line of the file
			// would make one alert of all regions.
			"primaryLocationLineHash": is.fingerprint,
		})
	bag := is.sarifProperties()
	if j := is.judgement(); j != nil {
		sarifJudgement(result, bag, j)
	}
	return result.WithProperties(bag)
}

func (is *issue) sarifProperties() *sarif.PropertyBag {
	bag := sarif.NewPropertyBag()
	switch r := is.where(); {
	case is.pair != nil:
		sarifPair(bag, is.pair)
	case is.hull != nil:
		sarifHull(bag, is.hull.finding)
	case ofPairs(is.rule):
		bag.Add("pairs", is.count)
	default:
		bag.Add("findings", is.count)
		if r != nil {
			bag.Add("region", is.region)
			sarifSizes(bag, is.rule, r)
		}
	}
	return bag
}

// sarifPair adds the counts and sizes of a pair of objects.
func sarifPair(bag *sarif.PropertyBag, p *parts.Pair) {
	bag.Add("findings", p.Counts.Failing())
	bag.Add("regions", p.RegionCount)
	if p.DepthOf != parts.NoDepth {
		addFinite(bag, "depth", p.Depth)
		bag.Add("depthOf", p.DepthOf.String())
	}
	sarifBox(bag, pairBox(p))
}

// sarifHull adds the numbers of a finding about hulls.
func sarifHull(bag *sarif.PropertyBag, h *hulls.Finding) {
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
	if finite(x) {
		bag.Add(name, x)
	}
}

func sarifBox(bag *sarif.PropertyBag, b geom.Box) {
	if !b.Empty() && b.Min.Finite() && b.Max.Finite() {
		bag.Add("box", [2][3]float64{b.Min, b.Max})
	}
}

// sarifSizes adds the sizes of a region that are finite numbers.
func sarifSizes(bag *sarif.PropertyBag, k check.Rule, r *check.Region) {
	switch k {
	case check.Crossing:
		addFinite(bag, "depth", r.Depth)
		addFinite(bag, "length", r.Length)
	default:
		addFinite(bag, "area", r.Area)
	}
	sarifBox(bag, r.Box)
}

// namedNodes is how many of the nodes that show a mesh a result names.
const namedNodes = 5

// issue names the file, and in it the nodes that show the mesh, the mesh, and the parts.
func (at artifacts) issue(is *issue) *sarif.Location {
	file := at.location(is.file).WithRegion(sarif.NewRegion().WithStartLine(1)) // GitHub shows nothing without a line
	where := sarif.NewLocation().WithPhysicalLocation(file)
	if is.mesh == nil {
		is.locateObjects(where)
		return where
	}
	for _, node := range distinct(is.mesh.Instances[:min(len(is.mesh.Instances), namedNodes)]) {
		where.AddLogicalLocation(logical("node", path.Base(node), node))
	}
	name := cmp.Or(Printable(is.mesh.Name, nameLimit), meshName(is.mesh))
	where.AddLogicalLocation(logical("mesh", name, name))
	for _, part := range distinct(is.partNames()) {
		where.AddLogicalLocation(logical("part", part, name+"/"+part))
	}
	return where
}

// locateObjects names the objects of a pair or of a finding about hulls: nodes, where the
// format has them.
func (is *issue) locateObjects(where *sarif.Location) {
	var objects []*check.Object
	switch {
	case is.pair != nil:
		objects = []*check.Object{&is.pair.A, &is.pair.B}
	case is.hull != nil:
		objects = is.hull.objects()
	}
	var named []string // the standard lets no two locations be equal
	for _, o := range objects[:min(len(objects), namedNodes)] {
		name := objectName(is.file.Result, o)
		if slices.Contains(named, name) {
			continue
		}
		named = append(named, name)
		where.AddLogicalLocation(logical(either(o.Path == "", "object", "node"), path.Base(name), name))
	}
}

// distinct returns the first of all names that look the same.
func distinct(names []string) []string {
	var out []string
	for _, name := range names {
		if name = Printable(name, pathLimit); !slices.Contains(out, name) {
			out = append(out, name)
		}
	}
	return out
}

func logical(kind, name, full string) *sarif.LogicalLocation {
	return sarif.NewLogicalLocation().WithKind(kind).
		WithName(Printable(name, nameLimit)).
		WithFullyQualifiedName(Printable(full, pathLimit))
}
