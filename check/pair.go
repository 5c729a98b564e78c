package check

import "github.com/meshcheck/meshcheck/geom"

// DepthOf says how the depth of a pair was measured.
type DepthOf uint8

const (
	// NoDepth: the objects do not penetrate each other.
	NoDepth DepthOf = iota
	// DepthOfTranslation: the length of the shortest translation that separates two convex
	// bodies.
	DepthOfTranslation
	// DepthOfSurface: the greatest distance of a point on the surface of one, inside the other,
	// from the other's surface. At least one is closed.
	DepthOfSurface
	// DepthOfReach: the distance by which one open surface extends beyond the other, on the side on
	// which it extends less far.
	DepthOfReach
)

// String returns "", "translation", "surface" or "reach".
func (d DepthOf) String() string { return [...]string{"", "translation", "surface", "reach"}[d] }

// Nearest is where the surfaces of two objects are nearest to each other. An object inside a closed
// one may be far from its surface.
type Nearest struct {
	// Distance of the points, computed in float64.
	Distance float64
	// Contact reports whether the two have a point in common, which is decided exactly. Without
	// contact, a Distance of 0 is one that underflows float64.
	Contact bool
	// Points are a nearest point of A and one of B, in the world, Faces the triangles they lie on.
	// If there are several, the choice does not depend on the number of workers.
	Points [2]geom.Vec
	Faces  [2]Face
}

// Pair is what one check found between two objects.
type Pair struct {
	// A comes before B in the order of the scene's instances.
	A, B Object
	Rule Rule
	// Severity under the policy. An allowed Error does not fail.
	Severity Severity
	// Inner is the object inside the other: 0 for A, 1 for B. It is meaningful for Contained and
	// PartsUndecided only.
	Inner int
	// Reason says why the pair is undecided; "" for all other rules.
	Reason string
	// Allowed is the rule of Options.Allow that matches the pair, or "". An allowed pair does not
	// fail.
	Allowed string
	// WithinRounding marks a PartsTouch whose surfaces pass through or cover each other, but no
	// deeper than Rounding.
	WithinRounding bool
	// Rounding is the distance by which float32 numbers can have moved the two against each other:
	// half a unit in the last place of their coordinates, transformed into the world.
	Rounding float64
	// Depth of the pair, how much greater it may be, and how it was measured. Deepest is the point
	// of one object that is deepest in the other, or extends farthest beyond it. Float64.
	Depth      float64
	DepthError float64
	DepthOf    DepthOf
	Deepest    geom.Vec
	// Nearest is set for TooNear, for which all fields below are zero.
	Nearest *Nearest
	// Counts of the triangle pairs between the two, exact and before any tolerance. A
	// DuplicateInstance has one duplicate for each triangle; it is not examined further.
	Counts Counts
	// Truncated reports whether Findings or Regions were cut: the worst are listed.
	Truncated   bool
	RegionCount int
	// Regions and Findings as in Mesh. Finding.A is of object A, Finding.B of B; Region.Parts and
	// Shells are not set.
	Regions  []Region
	Findings []Finding
}

// Fails reports whether the pair fails its file.
func (p *Pair) Fails() bool { return p.Severity == Error && p.Allowed == "" }

// PairResult is the section of Parts and Clearance. Its Counts are of pairs; pairs that do not meet
// are not counted. NotChecked has objects that take part in no pair, such as those flattened by
// their node's matrix, and objects with triangles that could not be checked.
type PairResult struct {
	Section
	// Objects is the number of objects that were checked against each other.
	Objects int
	// Hulls is the number of instances that are collision hulls and nothing else. They are not
	// objects, because a hull is meant to be inside its mesh. 0 if Hulls did not run.
	Hulls int
	// LeftOut counts instances that are not shown together with the others.
	LeftOut LeftOut
	// Allowed counts the pairs that would fail if no rule allowed them.
	Allowed int
	// Clearance is Options.Clearance in the file's unit, 0 if the check did not run.
	Clearance float64
	// Pairs of objects that touch, overlap or are too close, the worst first: those that fail, then
	// the others, by rule and depth or distance. A pair has one entry for each check that reports
	// it.
	Pairs []Pair
}

// Check returns Between.
func (*PairResult) Check() Set { return Between }

// Empty reports whether there are fewer than two objects.
func (s *PairResult) Empty(*Result) bool { return s.Objects < 2 }

// Between returns the section of Parts and Clearance, nil if neither ran.
func (r *Result) Between() *PairResult { return found[*PairResult](r) }

// Pairs returns the listed pairs of objects.
func (r *Result) Pairs() []Pair {
	if b := r.Between(); b != nil {
		return b.Pairs
	}
	return nil
}

// LeftOut counts the instances that are not objects because they are not shown together with the
// others. Each counts once, for the first reason that applies.
type LeftOut struct {
	// LowerLevels are lower levels of detail, which are shown instead of others: those of MSFT_lod in
	// glTF, and all but the first of an LOD group in FBX.
	LowerLevels int `json:"lower_level"`
	// NoScene are in none of the file's scenes, OtherScenes only in scenes other than the default
	// one.
	NoScene     int `json:"no_scene"`
	OtherScenes int `json:"other_scene"`
	// Hidden are those that the file hides.
	Hidden int `json:"hidden,omitzero"`
}

// Total returns the sum.
func (l *LeftOut) Total() int { return l.LowerLevels + l.NoScene + l.OtherScenes + l.Hidden }
