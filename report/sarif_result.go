package report

import (
	"cmp"
	"path"
	"slices"

	"github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif"

	"github.com/meshcheck/meshcheck"
)

func (at artifacts) result(is *issue) *sarif.Result {
	message := is.summary()
	if r := is.where(); r != nil && !r.Box.Empty() {
		message += ", within " + extent(r.Box, is.file.Unit)
	}
	result := sarif.NewRuleResult(is.kind.String()).
		WithRuleIndex(int(is.kind)).
		WithLevel(sarifLevels[levelOf(is.kind)]).
		WithMessage(sarif.NewTextMessage(message + ".")).
		WithLocations([]*sarif.Location{at.issue(is)}).
		WithPartialFingerprints(map[string]string{
			"meshcheckRegion/v1": is.fingerprint,
			// The only one that GitHub looks at. Without it, the hash of a line of the file
			// would make one alert of all regions.
			"primaryLocationLineHash": is.fingerprint,
		})
	bag := sarif.NewPropertyBag()
	bag.Add("findings", is.count)
	if r := is.where(); r != nil {
		bag.Add("region", is.region)
		sarifSizes(bag, is.kind, r)
	}
	return result.WithProperties(bag)
}

// sarifSizes adds the sizes of a region that are finite numbers.
func sarifSizes(bag *sarif.PropertyBag, k meshcheck.Kind, r *meshcheck.Region) {
	add := func(name string, x float64) {
		if finite(x) {
			bag.Add(name, x)
		}
	}
	switch k {
	case meshcheck.Crossing:
		add("depth", r.Depth)
		add("length", r.Length)
	default:
		add("area", r.Area)
	}
	if !r.Box.Empty() && r.Box.Min.Finite() && r.Box.Max.Finite() {
		bag.Add("box", [2][3]float64{r.Box.Min, r.Box.Max})
	}
}

// namedNodes is how many of the nodes that show a mesh a result names.
const namedNodes = 5

// issue names the file, and in it the nodes that show the mesh, the mesh, and the parts.
func (at artifacts) issue(is *issue) *sarif.Location {
	file := at.location(is.file).WithRegion(sarif.NewRegion().WithStartLine(1)) // GitHub shows nothing without a line
	where := sarif.NewLocation().WithPhysicalLocation(file)
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
