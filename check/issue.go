package check

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"

	"github.com/meshcheck/meshcheck/geom"
)

// Issue is one thing to fix, whichever check found it: a region of a mesh, all findings of one rule
// in a mesh outside the listed regions, a pair of objects, or a finding about hulls or UV sets. If
// At.Index is -1, it sums up all findings of one rule that are counted but not listed. Its slices
// belong to the result; the caller must not change them.
type Issue struct {
	// Rule is the gravest in the issue: by severity, then in the order of rules. Severity is that
	// of its gravest finding, never Off.
	Rule     Rule     `json:"rule"`
	Severity Severity `json:"severity"`
	// Count is the number of findings or pairs in the issue, without those whose rule is Off.
	Count int `json:"count"`
	// At refers to the details in the result.
	At Ref `json:"-"`
	// Subjects are what the issue is about: the mesh at the instance where it was measured, with
	// its Part if the region lies within one; both objects of a pair; one or two hulls; or the
	// visual meshes of a group of hulls. Empty if At.Index is -1.
	Subjects []Object `json:"subjects"`
	// Group is the name of a group of hulls or of a sheet of a UV set, otherwise "". Whole reports
	// that the issue is about the group as a whole.
	Group string `json:"group,omitzero"`
	Whole bool   `json:"whole,omitzero"`
	// Value depends on the rule: the greatest depth of the crossings of a region, the depth of a pair,
	// the area of overlaps and duplicates within a mesh, the length of the edges of a region of
	// edge crossings, the distance of TooNear, or the value of a finding about hulls or UV sets.
	// For Singles it is that of the worst listed finding. It is 0 for rules without a measure.
	//
	// Limit is what TooNear or a finding about hulls or UV sets was compared with, in the same
	// unit. It is 0 for all others: limits of a policy have their own units.
	Value float64 `json:"value,omitempty"`
	Limit float64 `json:"limit,omitempty"`
	// Counts are the findings about triangles in the issue, of all rules.
	Counts Counts `json:"-"`
	// Box is the bounding box of a region, of the listed regions of a pair, of the nearest points
	// of a pair, or of hulls. It may be empty.
	Box geom.Box `json:"box,omitempty"`
	// Places are the worst points, as in the result; there may be none.
	Places []geom.Vec `json:"places,omitempty"`
	// Pose is the pose in which Box, Places and Findings are; nil for that of the file.
	Pose *Pose `json:"pose,omitempty"`
	// Reason says what is wrong with hulls, UV sets or the whole model, or why a pair is undecided.
	// Allowed is the rule of Options.Allow that allows the pair.
	Reason  string `json:"reason,omitzero"`
	Allowed string `json:"allowed,omitzero"`
	// Regions are the region itself, or those of the pair. Findings are the listed findings of the
	// region or the pair. Those of Singles are a copy if the result has other findings between
	// them.
	Regions  []Region  `json:"regions,omitempty"`
	Findings []Finding `json:"findings,omitempty"`
	// Fingerprint identifies the issue across reports. It depends on the rule, which for a region is
	// the first in the order of rules that it has findings of, on the names of the subjects and
	// roughly on the place, and is unique among the issues of a file. It does not depend on numbers
	// of triangles and parts, counts and depths, which change when a model is exported again or
	// partly repaired, nor for a region on the policy.
	Fingerprint string `json:"-"`

	key, identity string
}

// Ref refers to the details of an issue in the result of a file.
type Ref struct {
	List List
	// Of is the index of a mesh, of a group of hulls or of a sheet, 0 for pairs, and -1 if Index is
	// -1. For InSection it always is the check.
	Of int
	// Index is the index in the list, for Singles their rule. It is -1 for what is not listed.
	Index int
}

// List is a list in the result of a file.
type List uint8

const (
	// Regions of a mesh.
	Regions List = iota
	// Singles are the findings of one rule in a mesh outside the listed regions.
	Singles
	// Pairs of objects.
	Pairs
	// HullFindings of a group of hulls.
	HullFindings
	// Sheets are the findings of the sheet of a UV set with index Of.
	Sheets
	// MissingSets are the parts that lack a UV set, by the first part that lacks the same one.
	MissingSets
	// InSection are the issues of a Lister.
	InSection
)

// Check returns the check that the list belongs to.
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

// Key returns a short digest of the check and the names of the subjects, by which a baseline finds
// the issue again. Other issues may have the same key. It does not depend on the place, nor on
// rules that can replace each other: a pair that crosses may have overlapped before. It is "" for
// issues that are only counted.
func (is *Issue) Key() string { return is.key }

// Identify sets what Key and Fingerprint are made of: names that stay the same when a model is
// exported again, and the frame, a box around everything the issue's box is a part of. With an
// empty frame, the place does not matter.
func (is *Issue) Identify(names string, frame geom.Box) {
	rule := is.Rule.String()
	of := rule
	if is.At.List == Regions {
		worst := is.Counts.Worst() // whatever the policy says
		of = worst.String()
	}
	is.identity = of + " " + names + " " + gridCell(is.Box, frame)
	switch {
	case is.At.Index < 0, is.At.List == Singles && is.Rule.Regional() && !is.Rule.WithinPrecision():
		return // the latter are in regions that are not listed
	case is.At.List == Regions:
		rule = "region"
	case is.At.List == Pairs:
		rule = is.Rule.Check().String()
	}
	sum := sha256.Sum256([]byte("baseline " + rule + " " + names))
	is.key = hex.EncodeToString(sum[:8])
}

// CompareIssues orders issues of one file, the worst first: by severity; regions before others, by depth
// and then by position, as their numbers do; others by rule, size and count. It returns 0 for issues
// that are equally bad.
func CompareIssues(a, b *Issue) int { return CompareIssuesIn(a, b, 1, 1) }

// CompareIssuesIn is CompareIssues for issues of files whose units of length are so many metres.
func CompareIssuesIn(a, b *Issue, unitA, unitB float64) int {
	if c := cmp.Compare(a.Severity, b.Severity); c != 0 {
		return c
	}
	switch x, y := a.At.List == Regions, b.At.List == Regions; {
	case x && y && unitA != unitB:
		r, s := &a.Regions[0], &b.Regions[0]
		return cmp.Or(cmp.Compare(s.Depth*unitB, r.Depth*unitA), compareBoxes(&r.Box, &s.Box))
	case x && y:
		return compareNumbered(&a.Regions[0], &b.Regions[0])
	case x:
		return -1
	case y:
		return 1
	}
	return cmp.Or(cmp.Compare(a.Rule, b.Rule), cmp.Compare(b.size(unitB), a.size(unitA)), cmp.Compare(b.Count, a.Count))
}

// size returns the value of an issue that is not a region, in metres or square metres if the unit of
// length is so many metres. For padding it is negated, because nearer islands are worse. Pairs that are
// too near have no size: in a result the nearest come first. Nor have the sums of what is not listed.
func (is *Issue) size(unit float64) float64 {
	switch {
	case is.At.List == Singles, is.Rule == TooNear:
		return 0
	case is.Rule == UVPadding:
		return -is.Value
	}
	switch is.Rule.Size() {
	case OfArea:
		return is.Value * unit * unit
	case OfDepth, OfLength, OfDistance:
		return is.Value * unit
	}
	return is.Value
}

// Unlisted returns an issue for each of the rules with something left in rest, the numbers of what
// is counted but not listed. Off makes no issue.
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
