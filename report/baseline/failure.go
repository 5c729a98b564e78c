package baseline

import (
	"math"
	"slices"
	"strings"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/wording"
)

// finding is what a line keeps of an issue.
type finding struct {
	rule string // "region", or the name of a rule
	key  string // of the check and the names
	position
	measures
	// what describes it for people.
	what string
}

// failure is a failing issue that a line of a baseline can accept.
type failure struct {
	at check.Ref
	finding
	// reach is the greatest distance between the box and that of a matching entry, most the
	// greatest distance between their corners.
	reach, most float64
	// named: names identify it, wherever it is.
	named bool
	// whole: its value is a number of things.
	whole bool
	// entry is the matching entry, or nil. shares means that another issue has the same entry, and
	// that enough of it was left.
	entry  *entry
	shares bool
}

// regionRule is the word for all findings of a region.
const regionRule = "region"

// counted makes the counts of a result decide what fails in meshes, whatever the policy of the
// check was.
var counted = func() check.Options {
	o := check.Options{ListTouches: true, Policy: check.Policy{}}
	for _, r := range check.Self.Rules() {
		o.Policy[r] = check.Verdict{Severity: check.Warning}
	}
	return o
}()

// failuresOf returns all listed issues of f that fail, in the order of the result.
func failuresOf(f *report.File) []*failure {
	var all []*failure
	issues := f.Result.Issues(counted)
	known := censusOf(f.Result)
	for i := range issues {
		if is := &issues[i]; is.Fails() && is.Key() != "" {
			all = append(all, newFailure(f, is, known))
		}
	}
	slices.SortFunc(all, func(a, b *failure) int { return report.CompareRefs(a.at, b.at) })
	return all
}

func newFailure(f *report.File, is *check.Issue, known *census) *failure {
	s := measured(f.Result, is)
	s.named, s.what = known.identifies(is), describe(f, is)
	return s
}

// measured returns what a line keeps of a listed issue, without its description.
func measured(r *check.Result, is *check.Issue) *failure {
	s := &failure{at: is.At, most: math.Inf(1)}
	s.rule, s.key = is.Rule.String(), is.Key()
	s.measure(r, is)
	s.locate(r, is)
	s.bound()
	return s
}

// describe names what an issue is about.
func describe(f *report.File, is *check.Issue) string {
	switch is.At.List {
	case check.Regions, check.Singles:
		m := &f.Result.Meshes[is.At.Of]
		var words []string
		if len(f.Result.Meshes) > 1 {
			words = append(words, wording.MeshName(m))
		}
		for i := range is.Regions {
			if parts := wording.RegionParts(m, &is.Regions[i]); len(parts) > 0 {
				words = append(words, strings.Join(parts, " ↔ "))
			}
		}
		return strings.Join(words, ": ")
	case check.Sheets, check.MissingSets:
		return is.Group
	}
	names := report.SubjectNames(f.Result, is)
	if is.Pose != nil {
		names += " in clip " + is.Pose.Label()
	}
	return names
}

// measure sets how bad an issue is.
func (s *failure) measure(r *check.Result, is *check.Issue) {
	switch is.At.List {
	case check.Regions:
		s.rule = regionRule
		s.setCounts(is.Counts)
		s.addSizes(is.Regions)
		s.measures[depthMeasure] = is.Regions[0].Depth
		if c := &is.Counts.Failed; c[check.EdgeCrossing]+c[check.OpenEdgeCrossing] > 0 {
			s.measures[edgeLengthMeasure] = is.Regions[0].EdgeLength
		}
	case check.Singles:
		s.setCounts(is.Counts)
	case check.Pairs:
		s.measurePair(&r.Pairs()[is.At.Index], is.Counts)
	case check.Sheets, check.MissingSets:
		s.whole = true
		s.measures[valueMeasure] = float64(is.Count)
		// Not in units of the world.
		switch is.Rule {
		case check.UVOverlap:
			s.measures[areaMeasure] = is.Value
		case check.UVPadding:
			s.measures[distanceMeasure] = is.Value
		}
	case check.InSection:
		s.measures[wording.Either(is.Rule.Size() == check.OfDepth, depthMeasure, valueMeasure)] = is.Value
	default:
		s.whole = is.Rule.Counted()
		s.measures[valueMeasure] = is.Value
	}
}

func (s *failure) measurePair(p *check.Pair, counts check.Counts) {
	// More pairs of triangles are not worse in themselves: an object that is moved away a little
	// may cut through more of them.
	if len(p.Regions) == p.RegionCount && p.RegionCount > 0 {
		s.addSizes(p.Regions)
	} else {
		s.setCounts(counts)
	}
	if p.DepthOf != check.NoDepth {
		s.measures[depthMeasure] = p.Depth
	}
	if p.Nearest != nil {
		s.measures[distanceMeasure] = p.Nearest.Distance
	}
}

// addSizes adds the areas and lengths of regions.
func (m *measures) addSizes(regions []check.Region) {
	for i := range regions {
		m[areaMeasure] += regions[i].Area
		m[lengthMeasure] += regions[i].Length
	}
}

// meshShare is the greatest distance from the accepted place, as a share of the mesh's diagonal.
// With 11 bits for each coordinate, the fewest that exporters use, quantization moves a vertex by
// about as much. Of 6,829 regions of real files with vertices moved to such a grid, 258 are not
// found, and with sixteen times the share 216; of 7,438 on a grid of 14 bits, 141 and 128.
const meshShare = 1.0 / 4096

// hullShare is how far hulls may move, as a share of their size. Hulls may touch others with the
// same names, and must not be mistaken for them.
const hullShare = 1.0 / 4

// locate sets the place of an issue, if it has one, and how far it may be from the accepted one.
func (s *failure) locate(r *check.Result, is *check.Issue) {
	meshes := r.Meshes
	s.box = geom.EmptyBox()
	switch is.At.List {
	case check.Regions, check.Pairs:
		s.box = finiteBox(is.Box)
		for i := range is.Subjects {
			if m := is.Subjects[i].Mesh; m >= 0 {
				s.reach = max(s.reach, meshShare*finiteBox(meshes[m].Box).Diagonal())
			}
		}
		if is.At.List == check.Regions {
			if b := finiteBox(meshes[is.At.Of].Box); !b.Empty() {
				middle := b.Min.Scale(0.5).Add(b.Max.Scale(0.5))
				s.mesh = &middle
			}
		}
	case check.HullFindings:
		s.box = finiteBox(is.Box)
		s.reach = hullShare * s.box.Diagonal()
		s.most = s.reach
	case check.InSection:
		if section, ok := r.Section(is.At.Check()).(check.Anchored); ok {
			s.box = finiteBox(section.Anchor(is.At))
			s.reach = meshShare * s.box.Diagonal()
		}
	}
}

// finiteBox returns b, or an empty box if b has no finite size.
func finiteBox(b geom.Box) geom.Box {
	if b.Empty() || !b.Min.Finite() || !b.Max.Finite() || !wording.Finite(b.Diagonal()) {
		return geom.EmptyBox()
	}
	return b
}
