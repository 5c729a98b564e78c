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

// Failure is a failing issue that a line of a baseline can accept.
type Failure struct {
	// At is the reference of the issue in the result.
	At   check.Ref
	rule string // "region", or the name of a rule
	key  string // of the check and the names
	position
	measures
	// reach is the greatest distance between the box and that of a matching entry, most the
	// greatest distance between their corners.
	reach, most float64
	// named: names identify it, wherever it is.
	named bool
	// whole: its value is a number of things.
	whole bool
	// what describes it for people.
	what string
	// entry is the matching entry, or nil. shares means that another issue has the same entry, and
	// that enough of it was left.
	entry  *entry
	shares bool
}

// regionRule is the word for all findings of a region.
const regionRule = "region"

// checkOf returns the check of a rule between objects or for hulls, whose rules may replace each
// other: a pair that crosses may have overlapped before. For others it returns the rule.
func checkOf(rule string) string {
	switch r, ok := check.ParseRule(rule); {
	case !ok:
		return rule
	case r.Check() == check.Self, r.Check() == check.Model:
		return rule
	default:
		return r.Check().String()
	}
}

// pairRank orders the rules of pairs, the worst first. It is 0 for all other rules.
func pairRank(rule string) int {
	if r, ok := check.ParseRule(rule); ok && check.Between.Has(r.Check()) {
		return int(r - check.PartsCrossing)
	}
	return 0
}

// counted makes the counts of a result decide what fails in meshes, whatever the policy of the
// check was.
var counted = func() check.Options {
	o := check.Options{ListTouches: true, Policy: check.Policy{}}
	for _, r := range check.Self.Rules() {
		o.Policy[r] = check.Verdict{Severity: check.Warning}
	}
	return o
}()

// FailuresOf returns all listed issues of f that fail, in the order of the result.
func FailuresOf(f *report.File) []*Failure {
	var all []*Failure
	issues := f.Result.Issues(counted)
	known := censusOf(f.Result)
	for i := range issues {
		if is := &issues[i]; is.Fails() && is.Key() != "" {
			all = append(all, newFailure(f, is, known))
		}
	}
	slices.SortFunc(all, func(a, b *Failure) int { return report.CompareRefs(a.At, b.At) })
	return all
}

func newFailure(f *report.File, is *check.Issue, known *census) *Failure {
	s := &Failure{At: is.At, rule: is.Rule.String(), key: is.Key()}
	s.box, s.most = geom.EmptyBox(), math.Inf(1)
	switch is.At.List {
	case check.Regions:
		s.ofRegion(&f.Result.Meshes[is.At.Of], &is.Regions[0], nameOfMesh(f, is.At.Of))
	case check.Singles:
		s.named, s.what = true, nameOfMesh(f, is.At.Of)
		s.measures[is.Rule] = float64(is.Counts.Failed[is.Rule])
	case check.Pairs:
		s.ofPair(f, &f.Result.Pairs()[is.At.Index], known)
	case check.HullFindings:
		g := &f.Result.Hulls().Groups[is.At.Of]
		s.ofHulls(f, g, &g.Findings[is.At.Index], known)
	case check.Sheets, check.MissingSets:
		s.ofUV(is)
	default:
		s.named = true
		s.measures[valueMeasure] = is.Value
	}
	s.bound()
	return s
}

// nameOfMesh names a mesh if the file has several.
func nameOfMesh(f *report.File, mesh int) string {
	return wording.When(len(f.Result.Meshes) > 1, wording.MeshName(&f.Result.Meshes[mesh]))
}

// meshShare is the greatest distance from the accepted place, as a share of the mesh's diagonal.
// With 11 bits for each coordinate, the fewest that exporters use, quantization moves a vertex by
// about as much. Of 6,829 regions of real files with vertices moved to such a grid, 258 are not
// found, and with sixteen times the share 216; of 7,438 on a grid of 14 bits, 141 and 128.
const meshShare = 1.0 / 4096

// reachOf returns the greatest distance of a place in a mesh from the accepted one.
func reachOf(mesh geom.Box) float64 {
	if mesh.Empty() {
		return 0
	}
	return meshShare * mesh.Diagonal()
}

func (s *Failure) ofRegion(m *check.Mesh, r *check.Region, mesh string) {
	s.rule = regionRule
	s.setCounts(r.Counts)
	s.measures[depthMeasure], s.measures[areaMeasure], s.measures[lengthMeasure] = r.Depth, r.Area, r.Length
	if c := &r.Counts.Failed; c[check.EdgeCrossing]+c[check.OpenEdgeCrossing] > 0 {
		s.measures[edgeLengthMeasure] = r.EdgeLength
	}
	s.box = finiteBox(r.Box)
	if b := finiteBox(m.Box); !b.Empty() {
		middle := b.Min.Scale(0.5).Add(b.Max.Scale(0.5))
		s.mesh, s.reach = &middle, reachOf(b)
	}
	s.what = strings.Join(slices.DeleteFunc([]string{mesh, strings.Join(wording.RegionParts(m, r), " ↔ ")},
		func(text string) bool { return text == "" }), ": ")
}

// finiteBox returns b, or an empty box if b has no finite size.
func finiteBox(b geom.Box) geom.Box {
	if b.Empty() || !b.Min.Finite() || !b.Max.Finite() || !wording.Finite(b.Diagonal()) {
		return geom.EmptyBox()
	}
	return b
}

func (s *Failure) ofPair(f *report.File, p *check.Pair, known *census) {
	s.named = known.identifies(&p.A) && known.identifies(&p.B)
	s.what = wording.ObjectName(f.Result, &p.A) + " ↔ " + wording.ObjectName(f.Result, &p.B)
	// More pairs of triangles are not worse in themselves: an object that is moved away a little
	// may cut through more of them.
	if all := len(p.Regions) == p.RegionCount && p.RegionCount > 0; !all {
		s.setCounts(p.Counts)
	} else {
		for k := range p.Regions {
			s.measures[areaMeasure] += p.Regions[k].Area
			s.measures[lengthMeasure] += p.Regions[k].Length
		}
	}
	if p.DepthOf != check.NoDepth {
		s.measures[depthMeasure] = p.Depth
	}
	s.box = p.Box()
	if p.Nearest != nil {
		s.measures[distanceMeasure] = p.Nearest.Distance
		s.box = geom.EmptyBox()
		for _, q := range p.Nearest.Points {
			s.box = s.box.Union(geom.Box{Min: q, Max: q})
		}
	}
	s.box = finiteBox(s.box)
	for _, o := range [...]*check.Object{&p.A, &p.B} {
		if o.Mesh >= 0 {
			s.reach = max(s.reach, reachOf(finiteBox(f.Result.Meshes[o.Mesh].Box)))
		}
	}
}

// ofUV sets what is wrong in a UV sheet. It has no place, so names identify it. Shared areas and
// distances in UV are not in units of the world.
func (s *Failure) ofUV(is *check.Issue) {
	s.named, s.whole, s.what = true, true, is.Group
	s.measures[valueMeasure] = float64(is.Count)
	switch is.Rule {
	case check.UVOverlap:
		s.measures[areaMeasure] = is.Value
	case check.UVPadding:
		s.measures[distanceMeasure] = is.Value
	}
}

// hullShare is how far hulls may move, as a share of their size. Hulls may touch others with the
// same names, and must not be mistaken for them.
const hullShare = 1.0 / 4

func (s *Failure) ofHulls(f *report.File, g *check.HullGroup, h *check.HullFinding, known *census) {
	s.named = h.Hull >= 0 || known.groups[g.Name] == 1
	s.what = wording.When(h.Hull < 0, wording.GroupName(g)) + wording.HullNames(f.Result, g, h)
	s.measures[valueMeasure] = h.Value
	s.whole = h.Rule.Counted()
	for n := range g.Hulls {
		own := n == h.Hull || n == h.Other
		if h.Hull < 0 || own {
			s.box = s.box.Union(finiteBox(g.Hulls[n].Box))
		}
		s.named = s.named && (!own || known.identifiesHull(&g.Hulls[n].Object))
	}
	if !s.box.Empty() {
		s.reach = hullShare * s.box.Diagonal()
		s.most = s.reach
	}
}
