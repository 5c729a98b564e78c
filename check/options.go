package check

import (
	"cmp"
	"reflect"
)

// Options say what to check and how. The zero value of every field is its default.
type Options struct {
	// Checks to run: 0 means Self, and Hulls if the scene has collision shapes. See AllChecks.
	Checks Set
	// PartsOf says what counts as one object for Parts and Clearance, and as one hull for Hulls.
	PartsOf PartsOf
	// Hulls are the options of the check Hulls.
	Hulls HullOptions
	// UV are the options of the check UV.
	UV UVOptions
	// Poses are the options of the check Poses.
	Poses PoseOptions
	// Clearance is the distance that objects must keep. One above 0 adds the check Clearance, which
	// needs it, to Checks.
	Clearance Length
	// Allow lists rules for pairs of objects that may cross or be near. These pairs are counted and
	// listed, but do not fail.
	//
	// A rule is two patterns with a colon between them, in any order: "Sword*:Belt*". A pattern is
	// a glob with *, **, ?, [classes] and {alternatives} for the path of a node. If it begins with
	// a slash, it must match the whole path, otherwise the end of it. A pattern that matches a node
	// matches all nodes below it, and all of its instances "[7]". With "material=" before it, it is
	// a glob for the name of any of the object's materials; with "extras.KEY=", for that member of
	// the node's extras. A backslash makes a colon, or a character with a meaning in globs, an
	// ordinary character.
	//
	// In a path, a slash separates nodes. A slash in the name of the object's own node is written
	// "\/": "a/b" is the node b below a, "a\/b" the node of that name, and "*" matches it whole.
	// Nodes above are known by their path only: all slashes in it separate nodes.
	Allow []string
	// Policy says which findings fail a file, and from what size.
	Policy Policy
	// Tolerance turns shallow crossings into touches; see Tolerance.
	Tolerance Tolerance
	// ListTouches lists touches among the findings. They are also listed if they fail, and are
	// always counted.
	ListTouches bool
	// MaxFindings is the greatest number of findings, and of regions, listed for one mesh: 0 means
	// 10,000, a negative number none. Counts are exact regardless. The worst findings of each rule
	// are listed; a rule with few findings is not crowded out by one with many. From the 49th mesh
	// with that many findings on, a mesh may list fewer.
	MaxFindings int
	// Workers is the number of goroutines: 0 means runtime.GOMAXPROCS(0). It never changes a
	// result.
	Workers int
	// Progress, if set, is called from time to time with the work done so far and the total work,
	// in triangles. Calls never overlap. It must not call back into the check.
	Progress func(done, total int64)
}

// AllChecks returns Checks and, if there is a clearance, Clearance beside them; Clearance and Self if
// Checks is 0. It returns 0 if only defaults apply.
func (o *Options) AllChecks() Set {
	if o.Clearance.Value > 0 {
		return cmp.Or(o.Checks, Self) | Clearance
	}
	return o.Checks
}

// Of returns a pointer to the options in o of one check, nil for a check whose options are none or are
// fields of o itself. Their zero value stands for the defaults.
func (o *Options) Of(c Set) any {
	switch c {
	case UV:
		return &o.UV
	case Poses:
		return &o.Poses
	}
	return nil
}

// Unused returns the first check that o does not ask for but has options of its own for, and whether
// there is one.
func (o *Options) Unused() (Set, bool) {
	for _, c := range All.Members() {
		if of := o.Of(c); of != nil && !o.Checks.Has(c) && !reflect.ValueOf(of).Elem().IsZero() {
			return c, true
		}
	}
	return 0, false
}

// DefaultMaxFindings is the default of Options.MaxFindings.
const DefaultMaxFindings = 10_000
