package baseline

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/check/parts"
	"github.com/meshcheck/meshcheck/check/self"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/wording"
)

// Offence is something that fails, and that a line of a baseline can accept.
type Offence struct {
	Spot report.Spot
	rule string // "region", or the name of a rule
	key  string // of the check and the names
	position
	measures
	// reach is how far from an entry's place the offence still is at that place.
	reach float64
	// named: names tell it from all else, wherever it is.
	named bool
	// whole: its value is a number of things.
	whole bool
	// what names it for people.
	what string
	// entry that it met, nil if none; shares says that another offence has the entry too, and
	// that there was enough left of it.
	entry  *entry
	shares bool
}

// regionRule is the word for all findings of a region.
const regionRule = "region"

// checkOf of one check can follow each other: a pair that crosses may have overlapped.
func checkOf(rule string) string {
	switch id, ok := check.ParseRule(rule); {
	case !ok:
		return rule
	case id.Check() == check.Self:
		return rule
	default:
		return id.Check().String()
	}
}

// keyRule is what of a rule has a share in the key.
func keyRule(rule string) string {
	if name := checkOf(rule); name != "hulls" {
		return name
	}
	return rule
}

// pairRank orders the kinds of pairs, the worst first; it is 0 for all else.
func pairRank(rule string) int {
	if id, ok := check.ParseRule(rule); ok && report.OfPairs(id) {
		return int(id - check.PartsCrossing)
	}
	return 0
}

// keyOf returns a short stand-in for a check and names.
func keyOf(rule, names string) string {
	sum := sha256.Sum256([]byte("baseline " + keyRule(rule) + " " + names))
	return hex.EncodeToString(sum[:8])
}

// OffencesOf returns all that fails in f and is listed.
func OffencesOf(f *report.File) []*Offence {
	out := allOffences(f)
	for _, s := range out {
		s.bound()
	}
	return out
}

func allOffences(f *report.File) []*Offence {
	var out []*Offence
	for i := range f.Result.Meshes {
		out = appendMesh(out, f, i)
	}
	for i := range f.Result.Pairs {
		if f.Result.Pairs[i].Fails() {
			out = append(out, pairOffence(f, i))
		}
	}
	if f.Result.Hulls == nil {
		return out
	}
	for i := range f.Result.Hulls.Groups {
		g := &f.Result.Hulls.Groups[i]
		for k := range g.Findings {
			if g.Findings[k].Severity == check.Error {
				out = append(out, hullOffence(f, i, k))
			}
		}
	}
	return out
}

// appendMesh appends the regions of mesh i, and those kinds that belong to none.
func appendMesh(out []*Offence, f *report.File, i int) []*Offence {
	m := &f.Result.Meshes[i]
	names := report.HashNames(m)
	mesh := wording.When(len(f.Result.Meshes) > 1, wording.MeshName(m))
	for k := range m.Regions {
		if m.Regions[k].Counts.Failing() > 0 {
			out = append(out, regionOffence(m, k, names, mesh))
		}
	}
	for _, k := range check.Self.Rules() {
		if n := m.Counts.Failed[k]; k > check.Duplicate && n > 0 {
			s := &Offence{Spot: report.Spot{Of: report.SpotSingles, I: i, J: int(k)}, rule: k.String(), key: keyOf(k.String(), names), named: true, what: mesh}
			s.box = geom.EmptyBox()
			s.measures[k] = float64(n)
			out = append(out, s)
		}
	}
	return out
}

// meshShare is the share of a mesh's diagonal by which a region may move within it.
const meshShare = 1.0 / 256

func regionOffence(m *self.Result, k int, names, mesh string) *Offence {
	r := &m.Regions[k]
	s := &Offence{Spot: report.Spot{Of: report.SpotRegion, I: m.Index, J: k}, rule: regionRule, key: keyOf(regionRule, names)}
	s.setCounts(r.Counts)
	s.measures[depthMeasure], s.measures[areaMeasure], s.measures[lengthMeasure] = r.Depth, r.Area, r.Length
	s.box = finiteBox(r.Box)
	if b := finiteBox(m.Box); !b.Empty() {
		middle := b.Min.Scale(0.5).Add(b.Max.Scale(0.5))
		s.mesh, s.reach = &middle, meshShare*b.Diagonal()
	}
	s.what = strings.Join(slices.DeleteFunc([]string{mesh, strings.Join(wording.RegionParts(m, r), " ↔ ")},
		func(text string) bool { return text == "" }), ": ")
	return s
}

// finiteBox returns b, or an empty box if it has no finite size.
func finiteBox(b geom.Box) geom.Box {
	if b.Empty() || !b.Min.Finite() || !b.Max.Finite() || !wording.Finite(b.Diagonal()) {
		return geom.EmptyBox()
	}
	return b
}

// contactShare is the share of its size by which the place where two objects meet may
// move, or a hull: names tell nearly all of them apart.
const contactShare = 1.0 / 4

func pairOffence(f *report.File, i int) *Offence {
	p := &f.Result.Pairs[i]
	rule := p.Rule.String()
	s := &Offence{
		Spot: report.Spot{Of: report.SpotPair, I: i}, rule: rule, key: keyOf(rule, report.PairNames(f.Result, p)),
		named: p.A.Shell < 0 && p.B.Shell < 0,
		what:  wording.ObjectName(f.Result, &p.A) + " ↔ " + wording.ObjectName(f.Result, &p.B),
	}
	// More pairs of triangles are nothing worse in themselves: an object that is moved away
	// a little may cut through more of them.
	if all := len(p.Regions) == p.RegionCount && p.RegionCount > 0; !all {
		s.setCounts(p.Counts)
	} else {
		for k := range p.Regions {
			s.measures[areaMeasure] += p.Regions[k].Area
			s.measures[lengthMeasure] += p.Regions[k].Length
		}
	}
	if p.DepthOf != parts.NoDepth {
		s.measures[depthMeasure] = p.Depth
	}
	s.box = report.PairBox(p)
	if p.Nearest != nil {
		s.measures[distanceMeasure] = p.Nearest.Distance
		s.box = geom.EmptyBox()
		for _, q := range p.Nearest.Points {
			s.box = s.box.Union(geom.Box{Min: q, Max: q})
		}
	}
	s.box = finiteBox(s.box)
	if !s.box.Empty() {
		s.reach = contactShare * s.box.Diagonal()
	}
	return s
}

func hullOffence(f *report.File, i, k int) *Offence {
	g := &f.Result.Hulls.Groups[i]
	h := &g.Findings[k]
	rule := h.Rule.String()
	s := &Offence{Spot: report.Spot{Of: report.SpotHull, I: i, J: k}, rule: rule, key: keyOf(rule, report.HullIdentity(f.Result, g, h)), named: true}
	s.what = wording.When(h.Hull < 0, wording.GroupName(g)) + wording.HullNames(f.Result, g, h)
	s.measures[valueMeasure] = h.Value
	s.whole = h.Rule.Counted()
	s.box = geom.EmptyBox()
	for n := range g.Hulls {
		if h.Hull < 0 || n == h.Hull || n == h.Other {
			s.box = s.box.Union(finiteBox(g.Hulls[n].Box))
		}
	}
	if !s.box.Empty() {
		s.reach = contactShare * s.box.Diagonal()
	}
	return s
}
