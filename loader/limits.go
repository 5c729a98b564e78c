package loader

import (
	"fmt"
	"math"
)

// DefaultMaxMemory is the ceiling on memory unless Options say otherwise. The largest
// mesh that can be checked, 2^28 triangles, takes 9 GiB as it comes from a binary STL file.
const DefaultMaxMemory = 16 << 30

// LimitError reports a file that may well be valid but is more than Options let it be.
type LimitError struct {
	// Format is "" where the file was not read far enough to know.
	Format Format
	// What there is too much of: "triangles", or "bytes" of memory.
	What string
	// Most is the limit, Needs what the file would take, as far as it was looked at.
	Needs, Most int64
}

// Error returns "format: needs 20000 triangles, where 10000 are the most".
func (e *LimitError) Error() string { return join(string(e.Format), e.Text()) }

// Text returns the error without the format in front.
func (e *LimitError) Text() string {
	return fmt.Sprintf("needs %d %s, where %d are the most", e.Needs, e.What, e.Most)
}

func (o Options) maxMemory() int64 {
	if o.MaxMemory > 0 {
		return min(o.MaxMemory, 1<<62) // so that sums do not overflow
	}
	return DefaultMaxMemory
}

// limitTriangles fails for more triangles than the options allow.
func (o Options) limitTriangles(format Format, n int64) error {
	if o.MaxTriangles > 0 && n > int64(o.MaxTriangles) {
		return &LimitError{Format: format, What: "triangles", Needs: n, Most: int64(o.MaxTriangles)}
	}
	return nil
}

// limitMemory fails for n bytes beside those held, if they are more than the options allow.
func (o Options) limitMemory(format Format, held, n int64) error {
	if most := o.maxMemory(); n > most-held {
		needs := held + n
		if needs < 0 {
			needs = math.MaxInt64
		}
		return &LimitError{Format: format, What: "bytes", Needs: needs, Most: most}
	}
	return nil
}
