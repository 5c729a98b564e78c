package meshcheck

import (
	"fmt"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/check/hulls"
	"github.com/meshcheck/meshcheck/check/uv"
)

// Options say how to check. The zero value is the default in every field.
type Options struct {
	// Checks to make: 0 means check.Self, and check.Hulls where the scene has collision shapes.
	Checks check.Set
	// PartsOf says what the objects of check.Parts and check.Clearance are, and what of a
	// mesh is one hull of check.Hulls.
	PartsOf check.PartsOf
	// Hulls says what check.Hulls looks for, and counts for no other check.
	Hulls hulls.Options
	// UV says what check.UV looks for, and counts for no other check.
	UV uv.Options
	// Clearance is the distance that objects must keep for check.Clearance. It must be
	// above 0 for that check, and counts for no other.
	Clearance check.Length
	// Allow lists pairs of objects that may cross or be near: see parts.ValidateRule. They are
	// counted and listed, and do not fail.
	Allow []string
	// Policy says which findings fail a file, and from what size on.
	Policy check.Policy
	// Tolerance turns shallow crossings into touches; see check.Tolerance.
	Tolerance check.Tolerance
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

// clearanceIn returns the clearance in a file's unit, 0 where none is asked for.
func (o Options) clearanceIn(unit string) (float64, error) {
	if !o.Checks.Has(check.Clearance) {
		return 0, nil
	}
	limit, err := o.Clearance.In(unit)
	if err != nil {
		err = fmt.Errorf("a clearance of %s: %w", o.Clearance, err)
	}
	return limit, err
}
