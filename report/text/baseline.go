package text

import (
	"bytes"
	"fmt"

	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/wording"
)

// maxBaselineLines is how many issues that a baseline does not accept the text lists for a file.
const maxBaselineLines = 20

// writeBaseline writes the decisions of a baseline about a file: a line with the numbers, and one
// for each of the first issues that it does not accept.
func writeBaseline(b *bytes.Buffer, f *report.File) {
	tally := report.BaselineTally(f)
	if tally == "" {
		return
	}
	fmt.Fprintf(b, "  baseline: %s\n", tally)
	open := f.Baseline.Open()
	for _, at := range open[:min(len(open), maxBaselineLines)] {
		j := f.Baseline.Judgements[at]
		fmt.Fprintf(b, "    %-7s  %s%s\n", j.State, f.Named(at), j.Because(": "))
	}
	if more := len(open) - maxBaselineLines; more > 0 {
		fmt.Fprintf(b, "    and %s (--json lists them)\n", wording.Count(more, "more line"))
	}
}
