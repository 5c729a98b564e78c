package check

import (
	"github.com/meshcheck/meshcheck/geom"
)

// DepthOf says what the depth of a pair was measured on.
type DepthOf uint8

const (
	// NoDepth: the objects are not in each other.
	NoDepth DepthOf = iota
	// DepthOfTranslation: the length of the shortest translation that separates two convex
	// bodies.
	DepthOfTranslation
	// DepthOfSurface: the greatest distance of a point on the surface of one, inside the
	// other, from the other's surface. At least one is closed.
	DepthOfSurface
	// DepthOfReach: the distance by which one open surface extends beyond the other, on the
	// side on which it extends less far.
	DepthOfReach
)

// String returns "", "translation", "surface" or "reach".
func (d DepthOf) String() string { return [...]string{"", "translation", "surface", "reach"}[d] }

// Nearest says where the surfaces of two objects come nearest to each other. An object inside
// a closed one may be far from its surface.
type Nearest struct {
	// Distance of the points, computed in float64.
	Distance float64
	// Contact: the two have a point in common, which is decided exactly. Without it a
	// Distance of 0 is one too small for float64 to tell.
	Contact bool
	// Points are a nearest point of A and one of B, in the world, Faces the triangles they
	// are on. If there are several, the choice does not depend on the number of workers.
	Points [2]geom.Vec
	Faces  [2]Face
}

// Pair is what one check found between two objects.
type Pair struct {
	// A comes before B in the order of the scene's instances.
	A, B Object
	Rule Rule
	// Severity by the policy. An allowed Error does not fail.
	Severity Severity
	// Inner is the object that lies inside the other: 0 for A, 1 for B. It counts for
	// Contained and PartsUndecided only.
	Inner int
	// Reason is why the pair is undecided, "" for all other rules.
	Reason string
	// Allowed is the rule of Options.Allow that the pair meets, or "". An allowed pair
	// does not fail.
	Allowed string
	// WithinRounding marks a PartsTouch whose surfaces do pass through or cover each other,
	// but no deeper than Rounding.
	WithinRounding bool
	// Rounding is how far float32 numbers can have moved the two against each other: half
	// a unit in the last place of their coordinates, transformed into the world.
	Rounding float64
	// Depth of the pair, by how much more it may be, what it was measured on, and where: the
	// point of one that is deepest in the other, or extends farthest beyond it. Float64.
	Depth      float64
	DepthError float64
	DepthOf    DepthOf
	Deepest    geom.Vec
	// Nearest is set for TooNear, for which all fields below are zero.
	Nearest *Nearest
	// Counts of the triangle pairs between the two, exact and before any tolerance. A
	// DuplicateInstance has as many duplicates as triangles; it is not examined further.
	Counts Counts
	// Truncated reports that Findings or Regions were cut: the worst are listed.
	Truncated   bool
	RegionCount int
	// Regions and Findings as in Mesh. Finding.A is of object A, Finding.B of B;
	// Region.Parts and Shells are not set.
	Regions  []Region
	Findings []Finding
}

// Fails reports whether the pair fails its file.
func (p *Pair) Fails() bool { return p.Severity == Error && p.Allowed == "" }

// PairResult says what was checked between the objects of a scene. Its Counts are of pairs; pairs
// that do not meet are not counted. NotChecked are objects such as those flattened by their node's
// matrix, which take part in no pair, and those with triangles that could not be checked.
type PairResult struct {
	Section
	// Objects that were checked against each other.
	Objects int
	// Hulls is the number of instances that are not objects because they are collision hulls
	// and nothing else: a hull is meant to be in its mesh. 0 without Hulls.
	Hulls int
	// LeftOut are the instances that are not shown together with the others.
	LeftOut LeftOut
	// Allowed counts the pairs that would fail if no rule allowed them.
	Allowed int
	// Clearance is Options.Clearance in the file's unit; 0 without Clearance.
	Clearance float64
	// Pairs of objects that have to do with each other, the worst first: those that
	// fail, then the others, by rule and depth or distance. Each check between objects has
	// a result of its own for a pair.
	Pairs []Pair
}

// Check returns Between.
func (*PairResult) Check() Set { return Between }

// Empty reports whether there were no two objects.
func (s *PairResult) Empty(*Result) bool { return s.Objects < 2 }

// Between returns what was checked between objects, nil if neither Parts nor Clearance was made.
func (r *Result) Between() *PairResult { return found[*PairResult](r) }

// Pairs returns the listed pairs of objects.
func (r *Result) Pairs() []Pair {
	if b := r.Between(); b != nil {
		return b.Pairs
	}
	return nil
}

// LeftOut counts the instances that are no objects because they are not shown together with
// the others, each once, by the first of these reasons.
type LeftOut struct {
	// LowerLevels are lower levels of detail (MSFT_lod), which are shown in place of others.
	LowerLevels int `json:"lower_level"`
	// NoScene are in none of the file's scenes, OtherScenes in others than the default one.
	NoScene     int `json:"no_scene"`
	OtherScenes int `json:"other_scene"`
}

// Total returns the number of all.
func (l *LeftOut) Total() int { return l.LowerLevels + l.NoScene + l.OtherScenes }
