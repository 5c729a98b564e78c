package check

import (
	"math/bits"
	"strings"
)

// Set is a set of checks.
type Set uint8

const (
	// Self: how the triangles of each mesh meet each other.
	Self Set = 1 << iota
	// Parts: how the objects of the scene meet each other in the world.
	Parts
	// Clearance: which objects are nearer to each other than a distance.
	Clearance
	// Hulls: what an engine will make of the collision hulls of the scene. What is a
	// hull and nothing else then takes no part in Parts and Clearance.
	Hulls
	// UV: what overlaps, folds or lies too near in the UV sets of the scene's meshes. The scene
	// must have been loaded with them.
	UV

	// Model and Run have rules, and are no checks that anybody asks for: Model is of what can be
	// said of a model as a whole, Run of what a run left out.
	Model
	Run

	// Between are the checks between the objects of a scene.
	Between = Parts | Clearance
	// All are all checks that can be asked for.
	All = Self | Parts | Clearance | Hulls | UV
)

// CheckWords are what people read about a check.
type CheckWords struct {
	// Title of what it found, and Looks at what it looks, in lists of checks; "" where the name says so.
	Title, Looks string
	// Failing is one thing that fails, and ManyFailing are several; "" for Self, of which more is
	// said, and for Model.
	Failing, ManyFailing string
	// Object is one thing that it looks at, and Unchecked says that it could not.
	Object, Unchecked string
}

// ofChecks has what is known about each check, in their order.
var ofChecks = [...]struct {
	name  string
	words CheckWords
}{
	{"self", CheckWords{Title: "Within meshes", Looks: "each mesh", Object: "mesh"}},
	{"parts", CheckWords{"Objects", "objects against each other", "failing pair of objects", "failing pairs of objects", "object", "could not be checked against others"}},
	{"clearance", CheckWords{"Objects", "", "failing pair of objects", "failing pairs of objects", "object", "could not be checked against others"}},
	{"hulls", CheckWords{"Collision hulls", "", "collision hull error", "collision hull errors", "collision hull", "could not be checked"}},
	{"uv", CheckWords{"UV sets", "", "UV error", "UV errors", "UV sheet", "could not be checked"}},
	{"model", CheckWords{Title: "The model"}},
	{"run", CheckWords{Title: "The run"}},
}

// Words returns what people read about the first check of s.
func (s Set) Words() *CheckWords { return &ofChecks[bits.TrailingZeros8(uint8(s))].words }

// Has reports whether all checks of t are in s.
func (s Set) Has(t Set) bool { return s&t == t }

// Members returns the checks of s in their order, a Set each.
func (s Set) Members() []Set {
	var members []Set
	for i := range ofChecks {
		if t := Set(1 << i); s.Has(t) {
			members = append(members, t)
		}
	}
	return members
}

// Rules returns the rules of the checks of s in their order.
func (s Set) Rules() []Rule {
	rules := make([]Rule, 0, numRules)
	for r := range table {
		if s.Has(table[r].check) {
			rules = append(rules, Rule(r))
		}
	}
	return rules
}

// String returns the names of the checks with commas between them: "self,parts".
func (s Set) String() string {
	var names []string
	for i := range ofChecks {
		if s.Has(1 << i) {
			names = append(names, ofChecks[i].name)
		}
	}
	return strings.Join(names, ",")
}
