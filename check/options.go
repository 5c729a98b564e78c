package check

// Options say how to check. The zero value is the default in every field.
type Options struct {
	// Checks to make: 0 means Self, Hulls where the scene has collision shapes, and Clearance where
	// Clearance is set.
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
	// Allow lists rules for pairs of objects that may cross or be near. These are counted and listed,
	// and do not fail.
	//
	// A rule is two patterns with a colon between them, in any order: "Sword*:Belt*". A pattern is a
	// glob with *, **, ?, [classes] and {alternatives} for the path of a node. One that begins with a
	// slash is for the whole path, another for its end. What matches a node matches all below it, and
	// all of its instances "[7]". "material=" before it makes it a glob for the name of any of the
	// object's materials, "extras.KEY=" one for that member of the node's extras. A backslash before
	// a colon, or before a character that means something in a glob, makes it an ordinary character.
	//
	// In a path, a slash stands between nodes, and one that belongs to the name of the object's own
	// node is written "\/": "a/b" is the node b below a, "a\/b" the node of that name, and "*"
	// matches it whole. Nodes above are known by their path only: all slashes in it are taken to
	// stand between nodes.
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
