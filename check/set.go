package check

import (
	"math/bits"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Set is a set of checks.
type Set uint16

const (
	// Self: how the triangles of each mesh meet each other.
	Self Set = 1 << iota
	// Parts: how the objects of the scene meet each other in the world.
	Parts
	// Clearance: which objects are nearer to each other than a distance.
	Clearance
	// Hulls: what an engine will make of the collision hulls of the scene. With it, instances that
	// are only hulls take no part in Parts and Clearance.
	Hulls
	// UV: what overlaps, folds or is too close in the UV sets of the scene's meshes. The scene must
	// have been loaded with them.
	UV
	// Poses: what the animations of the scene add. The scene must have been loaded with its poses.
	Poses

	// Model and Run have rules but cannot be asked for: Model is about a model as a whole, Run
	// about what a run left out.
	Model
	Run

	// Between are the checks between the objects of a scene.
	Between = Parts | Clearance
	// All are the checks that can be asked for.
	All = Self | Parts | Clearance | Hulls | UV | Poses
)

// CheckWords are the texts that describe a check.
type CheckWords struct {
	// Title is the heading of its findings, Looks what it looks at in lists of checks, or "" if the
	// name is enough.
	Title, Looks string
	// Failing is one failure, ManyFailing are several; "" for Self, which has more to say, and for
	// Model.
	Failing, ManyFailing string
	// Object is one thing that the check looks at, Unchecked says that it was not checked.
	Object, Unchecked string
	// Notable is the mildest severity of findings that reports describe even if the file passes,
	// Off if they describe none.
	Notable Severity
	// Meaning says in a sentence or two what the check looks for; "" for Model and Run. Aliases are
	// other words for which people may look.
	Meaning string
	Aliases []string
}

// Things returns what the check looks at within a sentence: "UV sets", "collision hulls".
func (w *CheckWords) Things() string {
	if first, size := utf8.DecodeRuneInString(w.Title); !unicode.IsUpper(rune(w.Title[size])) { // unlike UV
		return string(unicode.ToLower(first)) + w.Title[size:]
	}
	return w.Title
}

// ofChecks describes each check, in order. section returns an empty section of the check; nil stands
// for an IssueList.
var ofChecks = [...]struct {
	name    string
	words   CheckWords
	section func() Found
}{
	{"self", CheckWords{
		Title: "Within meshes", Looks: "each mesh", Object: "mesh", Notable: Off,
		Meaning: "Each mesh is checked against itself: do its triangles meet anywhere but in the corners and edges they share?",
		Aliases: []string{"check", "checks", "mesh"},
	}, func() Found { return &SelfResult{} }},
	{"parts", CheckWords{
		Title: "Objects", Looks: "objects against each other", Failing: "pair of objects", ManyFailing: "pairs of objects",
		Object: "object", Unchecked: "could not be checked against others", Notable: Off,
		Meaning: "The objects of a scene are checked against each other, in world coordinates: do they pass through each other?",
		Aliases: []string{"objects", "pairs", "between", "undecided", "not-compared"},
	}, func() Found { return &PairResult{} }},
	{"clearance", CheckWords{
		Title: "Objects", Failing: "pair of objects", ManyFailing: "pairs of objects",
		Object: "object", Unchecked: "could not be checked against others", Notable: Off,
		Meaning: "Do the objects of a scene stay at least --clearance apart? The report gives the two nearest points of each pair that does not.",
		Aliases: []string{"gap", "distance", "minimum-distance"},
	}, func() Found { return &PairResult{} }},
	{"hulls", CheckWords{
		Title: "Collision hulls", Failing: "collision hull error", ManyFailing: "collision hull errors",
		Object: "collision hull", Unchecked: "could not be checked", Notable: Info,
		Meaning: "How will an engine treat the collision hulls of a scene, and how well do they fit their meshes?",
		Aliases: []string{"hull", "collision", "collider", "colliders", "ucx", "ubx", "usp", "ucp", "col", "convcol", "colonly", "convcolonly"},
	}, func() Found { return &HullResult{} }},
	{"uv", CheckWords{
		Title: "UV sets", Failing: "UV error", ManyFailing: "UV errors",
		Object: "UV sheet", Unchecked: "could not be checked", Notable: Warning,
		Meaning: "Do the UV islands of textures and light maps overlap, fold, or lie too close to each other?",
		Aliases: []string{"uvs", "uv-set", "uv-sets", "lightmap", "light-map", "texcoord", "unique", "uv-unique", "sheet", "sheets", "texture-transform", "mirrored", "tile", "udim"},
	}, func() Found { return &UVResult{} }},
	{"poses", CheckWords{
		Title: "Poses", Failing: "animation error", ManyFailing: "animation errors",
		Object: "object", Unchecked: "could not be checked in all poses", Notable: Warning,
		Meaning: "Do parts of a model go through each other in some frame of an animation, though they do not at rest?",
		Aliases: []string{"pose", "animation", "animations", "clip", "clips", "frame", "frames", "skin", "skinning", "morph", "morph-target", "fps",
			"samples", "max-samples", "pose-tolerance", "pose-near", "pose-targets"},
	}, func() Found { return &PoseResult{IssueList: IssueList{Of: Poses}} }},
	{"model", CheckWords{Title: "The model", Notable: Info}, nil},
	{"run", CheckWords{Title: "The run"}, nil},
}

// Words returns the texts for the first check of s.
func (s Set) Words() *CheckWords { return &ofChecks[bits.TrailingZeros16(uint16(s))].words }

// NewSection returns an empty section of the first check of s, of the type that its results have.
func (s Set) NewSection() Found {
	of := s.Members()[0]
	if section := ofChecks[bits.TrailingZeros16(uint16(of))].section; section != nil {
		return section()
	}
	return &IssueList{Of: of}
}

// Has reports whether s includes all checks of t.
func (s Set) Has(t Set) bool { return s&t == t }

// Members returns the checks of s in order, a Set each.
func (s Set) Members() []Set {
	var members []Set
	for i := range ofChecks {
		if t := Set(1 << i); s.Has(t) {
			members = append(members, t)
		}
	}
	return members
}

// Rules returns the rules of the checks of s in order.
func (s Set) Rules() []Rule {
	rules := make([]Rule, 0, numRules)
	for r := range table {
		if s.Has(table[r].check) {
			rules = append(rules, Rule(r))
		}
	}
	return rules
}

// String returns the names of the checks, separated by commas: "self,parts".
func (s Set) String() string {
	var names []string
	for i := range ofChecks {
		if s.Has(1 << i) {
			names = append(names, ofChecks[i].name)
		}
	}
	return strings.Join(names, ",")
}
