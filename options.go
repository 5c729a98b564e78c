package meshcheck

import "github.com/meshcheck/meshcheck/check"

// Options say how to check. The zero value is the default in every field.
type Options struct {
	// Checks to make: 0 means check.Self, and check.Hulls where the scene has collision shapes.
	Checks check.Set
	// PartsOf says what the objects of check.Parts and check.Clearance are, and what of a
	// mesh is one hull of check.Hulls.
	PartsOf PartsOf
	// Hulls says what check.Hulls looks for, and counts for no other check.
	Hulls HullOptions
	// Clearance is the distance that objects must keep for check.Clearance. It must be
	// above 0 for that check, and counts for no other.
	Clearance check.Length
	// Allow lists pairs of objects that may cross or be near: see AllowRule. They are counted and
	// listed, and do not fail.
	Allow []string
	// Policy says what of that which is found fails a file, and from what size on.
	Policy check.Policy
	// Tolerance turns shallow crossings into touches; see Tolerance.
	Tolerance Tolerance
	// ListTouches lists touches among the findings, which is done as well where they fail.
	// They are always counted.
	ListTouches bool
	// MaxFindings is the greatest number of findings, and of regions, listed for
	// one mesh: 0 means 10,000, a negative number none. Counts are exact regardless.
	// Of each kind the worst are listed; a kind with few findings is not crowded out
	// by one with many. From the 49th mesh on that has as many, a mesh may list fewer.
	MaxFindings int
	// Workers is the number of goroutines: 0 means runtime.GOMAXPROCS(0). It never
	// changes a result.
	Workers int
	// Progress, if set, is called now and then with the work done so far and the
	// work in sight, in units of candidate work. Calls never overlap. It must not
	// call back into the check.
	Progress func(done, total int64)

	criteria *check.Criteria // of Policy in the unit of the scene at hand
}

// DefaultMaxFindings is the number of findings listed for one mesh unless
// Options say otherwise.
const DefaultMaxFindings = 10_000

// PartsOf is what an object of a scene is.
type PartsOf uint8

const (
	// ByMesh: a mesh at the place of one instance.
	ByMesh PartsOf = iota
	// ByShell: one of its shells.
	ByShell
	// ByPrimitive: one of its parts, a glTF primitive or an STL solid.
	ByPrimitive
)

// String returns "mesh", "shell" or "primitive".
func (p PartsOf) String() string { return [...]string{"mesh", "shell", "primitive"}[p] }

// Tolerance is the depth up to which a finding without area counts as a Touch, and a
// pair of objects as a check.PartsTouch. The zero value turns nothing. It never enters the
// exact decisions.
type Tolerance struct {
	// Value is a length in the file's unit or, if Relative, a fraction of the diagonal
	// of a bounding box in the world: the mesh's, or that of both objects of a pair.
	Value    float64
	Relative bool
}
