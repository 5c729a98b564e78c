// Package check is the vocabulary of all checks: the rules that something can break, how
// much that matters, from what size on, and how often it was found.
//
// One table has a row for each rule with all that is known of it: its name, its check, its
// default severity, what its size is measured in, and the words that explain it.
package check

import "strings"

// Rule is something that a check can find.
type Rule uint8

// The rules in the order of reports, within a check the gravest first.
const (
	// Crossing: two triangles of a mesh in different planes, whose interiors meet.
	Crossing Rule = iota
	// Overlap: two triangles of a mesh in one plane, whose interiors share area.
	Overlap
	// Duplicate: two triangles of a mesh with the same three vertices.
	Duplicate
	// Nonfinite: one triangle with a NaN or infinite coordinate.
	Nonfinite
	// Degenerate: one triangle with exactly collinear corners.
	Degenerate
	// Touch: the triangles meet in more than their shared vertices and edge, and
	// the interiors do not meet.
	Touch

	// PartsCrossing: the surface of one object passes through that of another, deeper than
	// the tolerance and the rounding of the file's numbers account for.
	PartsCrossing
	// PartsOverlap: the surfaces of two objects share area with both bodies on the same
	// side of it.
	PartsOverlap
	// DuplicateInstance: two objects of equal geometry at the same place.
	DuplicateInstance
	// TooNear: two objects are nearer to each other than the clearance. It is called
	// "clearance" in reports.
	TooNear
	// Contained: two objects do not cross, and one lies inside the other, which is closed.
	Contained
	// PartsNotChecked: two objects do not cross, and one may lie inside the other, which is
	// not closed, so that it has no inside.
	PartsNotChecked
	// PartsTouch: contact of two objects, and no more than that.
	PartsTouch

	// HullOrphan: an engine will ignore the hull, for its name or its place in the tree of
	// nodes.
	HullOrphan
	// HullNotClosed: an edge of the surface belongs to one triangle, or to more than two.
	HullNotClosed
	// HullInverted: the normals of a closed surface point inwards, or not all one way.
	HullInverted
	// HullFlat: all vertices lie in one plane, or nearly: there is no body.
	HullFlat
	// HullNotConvex: a vertex lies outside the plane of a face, and the surface deeper under
	// its convex hull than rounding accounts for.
	HullNotConvex
	// HullVertexBudget: the convex hull that an engine cooks has more vertices than the
	// profile's engine takes, or more faces: one finding for each.
	HullVertexBudget
	// HullSelfOverlap: triangles of the hull's own surface cross, overlap or repeat.
	HullSelfOverlap
	// BoxNotABox, SphereNotASphere and CapsuleNotACapsule: the surface of a hull that is
	// to be one departs from the best there is, a sphere's or capsule's by its vertices, or is
	// far too coarse; or the node of one given by numbers deforms it.
	BoxNotABox
	SphereNotASphere
	CapsuleNotACapsule
	// HullsOverlap: two hulls of one mesh are in each other.
	HullsOverlap
	// HullGap: the mesh sticks out of its hulls.
	HullGap
	// HullExcess: hulls stand off the mesh.
	HullExcess
)

// TriangleRules is the number of rules for the triangles of one mesh, which come first.
const TriangleRules = int(Touch) + 1

// numRules is the number of all rules.
const numRules = int(HullExcess) + 1

// Rules returns all rules in their order.
func Rules() []Rule { return All.Rules() }

// ParseRule returns the rule of that name, and whether there is one.
func ParseRule(name string) (Rule, bool) {
	r, ok := rulesByName[name]
	return r, ok
}

var rulesByName = func() map[string]Rule {
	all := map[string]Rule{}
	for r := range table {
		all[table[r].name] = Rule(r)
	}
	return all
}()

// String returns the name of the rule in all reports and policies: "crossing",
// "parts/crossing", "clearance", "hull_flat".
func (r Rule) String() string { return table[r].name }

// Word returns the name of the rule among those of its check: "crossing" for
// PartsCrossing as well.
func (r Rule) Word() string {
	_, word, qualified := strings.Cut(table[r].name, "/")
	if !qualified {
		return table[r].name
	}
	return word
}

// PairWord is Word as the verdict on a pair of objects, which is "not checked" for
// PartsNotChecked.
func (r Rule) PairWord() string {
	if r == PartsNotChecked {
		return "not checked"
	}
	return r.Word()
}

// Check returns the check that finds it, a Set of one.
func (r Rule) Check() Set { return table[r].check }

// Severity returns how much it matters where no policy and no profile says otherwise.
func (r Rule) Severity() Severity { return table[r].severity }

// Measures returns what limits of the rule may be of; nil if it has no size. The caller
// must not change it.
func (r Rule) Measures() []Measure { return table[r].measures }

// Counted reports whether the value of a finding about hulls is a number of things.
func (r Rule) Counted() bool { return table[r].counted }

// Words returns what there is to say about the rule.
func (r Rule) Words() *Words { return &table[r].words }

// Words explain a rule to people. They must not be changed.
type Words struct {
	// Name in a program that likes names in one word: "CrossingTriangles".
	Name string
	// Title of an issue.
	Title string
	// Noun for one finding.
	Noun string
	// Meaning is the definition in a sentence or two.
	Meaning string
	// Why it matters, and the Fix for it.
	Why, Fix string
	// Aliases are other words under which people look for it. A rule without any is
	// explained together with its check.
	Aliases []string
}
