package check

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"

	"github.com/meshcheck/meshcheck/geom"
)

// Issue is one thing to fix, whichever check found it: a region of a mesh, all findings of
// one rule in a mesh that are in no listed region, a pair of objects, or a finding about
// collision hulls. If At.Index is -1 it stands for all of one rule that are counted and not
// listed. Its slices belong to the result; the caller must not change them.
type Issue struct {
	// Rule is the gravest in the issue: by severity, then in the order of rules. Severity is
	// that of its gravest finding, never Off.
	Rule     Rule     `json:"rule"`
	Severity Severity `json:"severity"`
	// Count is the number of findings, of pairs or of findings about hulls that the issue
	// stands for, without those whose rule is Off.
	Count int `json:"count"`
	// At is where its details are.
	At Ref `json:"-"`
	// Subjects are what it is about: the mesh in the place where it was measured, with its
	// Part if the region lies within one; both objects of a pair; one or two hulls, or the
	// meshes that a group of hulls stands for. Empty if At.Index is -1.
	Subjects []Object `json:"subjects"`
	// Group is the name of the body of a group of hulls, or of a sheet of a UV set; "" for all
	// else. Whole reports that the issue is about the group as a whole.
	Group string `json:"group,omitzero"`
	Whole bool   `json:"whole,omitzero"`
	// Value is the greatest depth of a region of crossings, the depth of pairs, the area of
	// overlaps and duplicates within a mesh, the length of the edges of a region of edge crossings, the distance of TooNear, or the value of a finding
	// about hulls; of singles it is that of the worst that is listed. It is 0 for rules without a
	// measure. Limit is what
	// TooNear or a finding about hulls was compared with, in the same unit. It is 0 for all
	// others: limits of a policy have units of their own.
	Value float64 `json:"value,omitempty"`
	Limit float64 `json:"limit,omitempty"`
	// Counts are those of the triangles beneath, all rules included.
	Counts Counts `json:"-"`
	// Box holds a region, the listed regions of a pair or the points where it is nearest, or
	// hulls. It may be empty.
	Box geom.Box `json:"box,omitempty"`
	// Places are where it is worst, as the result has them; there may be none.
	Places []geom.Vec `json:"places,omitempty"`
	// Reason says in words what is wrong with hulls or with the whole model, or why a pair is
	// undecided. Allowed is the rule that allows the pair.
	Reason  string `json:"reason,omitzero"`
	Allowed string `json:"allowed,omitzero"`
	// Regions are the region itself, or those of the pair. Findings are those listed of the
	// region or the pair; those of singles are a copy where the result has others between them.
	Regions  []Region  `json:"regions,omitempty"`
	Findings []Finding `json:"findings,omitempty"`
	// Fingerprint tells that an issue of one report is the same as one of another. It depends
	// on the rule, the names of the subjects and roughly on the place, and is unique among
	// the issues of a file. Numbers of triangles, parts, counts and depths have no share in
	// it: they change when a model is exported again or partly mended.
	Fingerprint string `json:"-"`

	key, identity string
}

// Ref says where in the result of a file the details of an issue are.
type Ref struct {
	List List
	// Of is the index of a mesh, of a group of hulls or of a sheet, 0 for pairs, -1
	// if Index is.
	Of int
	// Index is the place in the list, for Singles their rule. It is -1 for what is not listed.
	Index int
}

// List is a list in the result of a file.
type List uint8

const (
	// Regions of a mesh.
	Regions List = iota
	// Singles are the findings of one rule in a mesh that are in no listed region.
	Singles
	// Pairs of objects.
	Pairs
	// HullFindings of a group of hulls.
	HullFindings
	// Sheets are the findings of a sheet of a UV set, Of being its index.
	Sheets
	// MissingSets are the parts that lack a UV set, the first of those that lack the same one.
	MissingSets
	// InSection are the issues of a check that has nothing but a list of them, an IssueList, Of being
	// that check.
	InSection
)

// Check returns the check that the list is of.
func (at Ref) Check() Set {
	switch at.List {
	case Pairs:
		return Between
	case HullFindings:
		return Hulls
	case Sheets, MissingSets:
		return UV
	case InSection:
		return Set(at.Of)
	}
	return Self
}

// Failing returns how many findings of a rule fail in the issue, whether it is allowed or not.
func (is *Issue) Failing(r Rule) int {
	switch {
	case !is.At.Check().Has(r.Check()):
		return 0
	case r.Check() == Self:
		return is.Counts.Failed[r]
	case is.Rule == r && is.Severity == Error:
		return is.Count
	}
	return 0
}

// Fails reports whether the issue fails its file.
func (is *Issue) Fails() bool { return is.Severity == Error && is.Allowed == "" }

// Key returns a short stand-in for the check and the names of the subjects, by which a
// baseline finds the issue again; other issues may have the same. It does not depend on the
// place, and on the rule only where one cannot become another: a pair that crosses may have
// overlapped before. It is "" for what is only counted.
func (is *Issue) Key() string { return is.key }

// Identify sets what Key and Fingerprint are made of: the names that stay the same when a
// model is exported again, and the box of all that the issue's box is a part of; an empty
// one if the place is to have no share.
func (is *Issue) Identify(names string, frame geom.Box) {
	is.identity = is.Rule.String() + " " + names + " " + gridCell(is.Box, frame)
	rule := is.Rule.String()
	switch {
	case is.At.Index < 0, is.At.List == Singles && is.Rule.Regional() && !is.Rule.WithinPrecision():
		return // the second are of regions that are not listed
	case is.At.List == Regions:
		rule = "region"
	case is.At.List == Pairs:
		rule = is.Rule.Check().String()
	}
	sum := sha256.Sum256([]byte("baseline " + rule + " " + names))
	is.key = hex.EncodeToString(sum[:8])
}

// CompareIssues orders issues, the worst first: by severity, rule, depth, area, length of
// edges and count. It
// returns 0 for issues that are as bad as each other.
func CompareIssues(a, b *Issue) int {
	depth, area := a.size()
	otherDepth, otherArea := b.size()
	return cmp.Or(
		cmp.Compare(a.Severity, b.Severity),
		cmp.Compare(a.Rule, b.Rule),
		cmp.Compare(otherDepth, depth),
		cmp.Compare(otherArea, area),
		cmp.Compare(b.edgeLength(), a.edgeLength()),
		cmp.Compare(b.Count, a.Count),
	)
}

// size returns the depth and the area of a region, the depth of a pair and the value of a
// finding about hulls or UV sets, where it is less the nearer islands are. Pairs that are too near have
// none: in a result the nearest come first.
func (is *Issue) size() (depth, area float64) {
	switch {
	case is.At.List == Regions:
		return is.Regions[0].Depth, is.Regions[0].Area
	case is.At.List == Singles, is.Rule == TooNear:
		return 0, 0
	case is.Rule == UVPadding:
		return -is.Value, 0
	}
	return is.Value, 0
}

// edgeLength returns the length of the edges of a region.
func (is *Issue) edgeLength() float64 {
	if is.At.List == Regions {
		return is.Regions[0].EdgeLength
	}
	return 0
}

// Unlisted returns an issue for each of the rules of which something is left in rest, which
// are the numbers of what is counted and not listed. What is Off makes none.
func Unlisted(list List, rest *Totals, rules []Rule) (out []Issue) {
	for _, r := range rules {
		is := Issue{Rule: r, Severity: Off, At: Ref{list, -1, -1}, Box: geom.EmptyBox()}
		for _, s := range Severities() {
			if n := rest[r][s]; n > 0 {
				is.Severity, is.Count = min(is.Severity, s), is.Count+n
			}
		}
		if is.Count > 0 {
			is.Identify("", geom.EmptyBox())
			out = append(out, is)
		}
	}
	return out
}
