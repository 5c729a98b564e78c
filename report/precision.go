package report

import (
	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/report/wording"
)

// WithinPrecision returns the number of findings within the precision of the file, and how many of
// them fail.
func WithinPrecision(c *check.Counts) (found, failed int) {
	for r, n := range c.ByRule {
		if check.Rule(r).WithinPrecision() {
			found, failed = found+n, failed+c.Failed[r]
		}
	}
	return found, failed
}

// DescribeWithinPrecision explains findings within the precision of the file, and says whether any
// fail.
func DescribeWithinPrecision(failed int) string {
	return wording.Either(failed > 0, "a rounding error, which fails by the policy", "too small to matter")
}
