package report

import (
	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/report/wording"
)

// WithinPrecision returns the number of findings within the precision of the file, and a line
// that says what they are.
func WithinPrecision(c *check.Counts) (n int, text string) {
	failed := 0
	for r, found := range c.ByRule {
		if check.Rule(r).WithinPrecision() {
			n, failed = n+found, failed+c.Failed[r]
		}
	}
	text = "no deeper than the precision of the file's own numbers"
	return n, text + wording.Either(failed > 0, ", which fails by the policy", ": nothing needs to be done")
}
