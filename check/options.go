package check

// Options say how to check. The zero value is the default in every field.
type Options struct {
	// Checks to make: 0 means Self, and Hulls where the scene has collision shapes.
	Checks Set
	// PartsOf says what the objects of Parts and Clearance are, and what of a
	// mesh is one hull of Hulls.
	PartsOf PartsOf
	// Hulls says what Hulls looks for, and counts for no other check.
	Hulls HullOptions
	// UV says what UV looks for, and counts for no other check.
	UV UVOptions
	// Clearance is the distance that objects must keep for Clearance. It must be
	// above 0 for that check, and counts for no other.
	Clearance Length
	// Allow lists pairs of objects that may cross or be near: see Check. They are
	// counted and listed, and do not fail.
	Allow []string
	// Policy says which findings fail a file, and from what size on.
	Policy Policy
	// Tolerance turns shallow crossings into touches; see Tolerance.
	Tolerance Tolerance
	// ListTouches lists touches among the findings, which is done as well where they fail.
	// They are always counted.
	ListTouches bool
	// MaxFindings is the greatest number of findings, and of regions, listed for
	// one mesh: 0 means 10,000, a negative number none. Counts are exact regardless.
	// Of each rule the worst are listed; a rule with few findings is not crowded out
	// by one with many. From the 49th mesh on that has as many, a mesh may list fewer.
	MaxFindings int
	// Workers is the number of goroutines: 0 means runtime.GOMAXPROCS(0). It never
	// changes a result.
	Workers int
	// Progress, if set, is called now and then with the work done so far and the
	// whole work, in triangles. Calls never overlap. It must not
	// call back into the check.
	Progress func(done, total int64)
}

// DefaultMaxFindings is the number of findings listed for one mesh unless
// Options say otherwise.
const DefaultMaxFindings = 10_000
