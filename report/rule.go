package report

import "github.com/meshcheck/meshcheck"

// ruleID numbers what a check can find: the kinds of finding, then the kinds of pairs
// of objects, then the rules for collision hulls.
type ruleID int

const (
	firstPairRule = ruleID(meshcheck.Touch) + 1
	firstHullRule = firstPairRule + ruleID(meshcheck.PairTouch) + 1
)

// clearanceRule is the only one of the clearance check.
const clearanceRule = firstPairRule + ruleID(meshcheck.PairClearance)

func pairRule(k meshcheck.PairKind) ruleID { return firstPairRule + ruleID(k) }
func hullRule(r meshcheck.HullRule) ruleID { return firstHullRule + ruleID(r) }

// allRules returns all rules in their order.
func allRules() []ruleID {
	all := make([]ruleID, int(firstHullRule)+len(meshcheck.HullRules()))
	for i := range all {
		all[i] = ruleID(i)
	}
	return all
}

// ofPairs and ofHulls report whether the rule is one for pairs of objects, or for
// collision hulls.
func (id ruleID) ofPairs() bool { return id >= firstPairRule && id < firstHullRule }
func (id ruleID) ofHulls() bool { return id >= firstHullRule }

// kind, pairKind and hullRule are what the rule is about.
func (id ruleID) kind() meshcheck.Kind         { return meshcheck.Kind(id) }
func (id ruleID) pairKind() meshcheck.PairKind { return meshcheck.PairKind(id - firstPairRule) }
func (id ruleID) hullRule() meshcheck.HullRule { return meshcheck.HullRule(id - firstHullRule) }

// String is the name of the rule in all reports for programs: "crossing",
// "parts/crossing", "clearance", "hull_flat".
func (id ruleID) String() string {
	if id.ofPairs() && id != clearanceRule {
		return "parts/" + id.word()
	}
	return id.word()
}

// word is the name of the rule among those of its check.
func (id ruleID) word() string {
	switch {
	case id.ofPairs():
		return pairWord(id.pairKind())
	case id.ofHulls():
		return id.hullRule().String()
	}
	return id.kind().String()
}

// meaning defines the kind in a sentence or two.
func (id ruleID) meaning() string {
	switch {
	case id.ofPairs():
		return pairMeanings[id.pairKind()]
	case id.ofHulls():
		return hullMeanings[id.hullRule()]
	}
	return meaning(id.kind())
}

func (id ruleID) about() *rule {
	switch {
	case id.ofPairs():
		return &pairRules[id.pairKind()]
	case id.ofHulls():
		return &hullRules[id.hullRule()]
	}
	return &rules[id.kind()]
}

// rule says in words what a kind of finding, or of pairs of objects, is about.
type rule struct {
	name  string // in a program that likes names in one word
	title string // of an issue
	noun  string // for one finding
	why   string // why it matters
	fix   string // what to do about it
}

// rules follow the order of meshcheck.Kinds.
var rules = [...]rule{
	meshcheck.Crossing: {
		name:  "CrossingTriangles",
		title: "Triangles cut through each other",
		noun:  "crossing",
		why: "Light baking, boolean operations, cloth and physics go wrong where a surface passes through another, and a slicer has to " +
			"guess what is inside.",
		fix: "Move the two surfaces apart, or join them with a boolean union so that they share edges. Crossings that are too shallow to " +
			"matter pass with --tolerance.",
	},
	meshcheck.Overlap: {
		name:  "OverlappingTriangles",
		title: "Coplanar triangles overlap",
		noun:  "overlap",
		why:   "Facing the same way they flicker (z-fighting); facing opposite ways the surface folds back on itself.",
		fix:   "Delete one of the two faces, or move one off the plane of the other.",
	},
	meshcheck.Duplicate: {
		name:  "DuplicateTriangles",
		title: "Triangle lies on its double",
		noun:  "duplicate",
		why:   "A doubled face flickers, is lit and simulated twice, and leaves edges with more than two faces.",
		fix:   "Delete one of the two: merging vertices by distance and deleting duplicate faces does it in most programs.",
	},
	meshcheck.Nonfinite: {
		name:  "NonfiniteCorner",
		title: "Corner is not a number",
		noun:  "nonfinite triangle",
		why:   "One such corner can make a whole mesh vanish: its bounds, its tree and its culling are all lost.",
		fix:   "Delete the triangle, and look for the division by zero or the broken transform that made it.",
	},
	meshcheck.Degenerate: {
		name:  "DegenerateTriangle",
		title: "Triangle has no area",
		noun:  "degenerate triangle",
		why:   "It has no normal, which shows as black specks and upsets tangents, subdivision and physics.",
		fix:   "Dissolve degenerate faces, or merge the vertices that coincide.",
	},
	meshcheck.Touch: {
		name:  "TouchingTriangles",
		title: "Triangles touch without sharing an edge",
		noun:  "touch",
		why:   "T-junctions let the background shine through, and surfaces that only touch are not joined.",
		fix:   "Split the longer edge where the other surface meets it, or leave it: a touch fails nothing.",
	},
}

// findingCount writes a number of findings of one kind: "1 crossing", "3 touches".
func findingCount(n int, k meshcheck.Kind) string { return count(n, rules[k].noun) }
