package meshcheck

// Options say how to check. The zero value is the default in every field.
type Options struct {
	// Tolerance turns shallow crossings into touches; see Tolerance.
	Tolerance Tolerance
	// ListTouches lists touches among the findings. They are always counted.
	ListTouches bool
	// MaxFindings is the greatest number of findings, and of regions, listed for
	// one mesh: 0 means 10,000, a negative number none. Counts are exact regardless.
	// Of each kind the worst are listed; a kind with few findings is not crowded out
	// by one with many.
	MaxFindings int
	// Workers is the number of goroutines: 0 means runtime.GOMAXPROCS(0). It never
	// changes a result.
	Workers int
	// Progress, if set, is called now and then with the work done so far and the
	// work in sight, in units of candidate work. Calls never overlap. It must not
	// call back into the check.
	Progress func(done, total int64)
}

// DefaultMaxFindings is the number of findings listed for one mesh unless
// Options say otherwise.
const DefaultMaxFindings = 10_000

// Tolerance is the depth up to which a finding without area counts as a Touch.
// The zero value turns nothing. It never enters the exact decisions.
type Tolerance struct {
	// Value is a length in the file's unit or, if Relative, a fraction of the
	// diagonal of the mesh's bounding box in the world.
	Value    float64
	Relative bool
}
