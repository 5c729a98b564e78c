package text

import (
	"bytes"
	"fmt"

	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/wording"
)

// baselineLines is how many lines about what a baseline does not accept the text has for
// a file.
const baselineLines = 20

// textBaseline says what a baseline has to say about a file: a line with the numbers, and
// one for each of the first things that it does not accept.
func textBaseline(b *bytes.Buffer, f *report.File) {
	tally := report.BaselineTally(f)
	if tally == "" {
		return
	}
	fmt.Fprintf(b, "  baseline: %s\n", tally)
	open := f.Baseline.Open()
	for _, at := range open[:min(len(open), baselineLines)] {
		j := f.Baseline.Judgements[at]
		fmt.Fprintf(b, "    %-7s  %s%s\n", j.State, f.Named(at), j.Because(": "))
	}
	if more := len(open) - baselineLines; more > 0 {
		fmt.Fprintf(b, "    and %s (--json lists them)\n", wording.Count(more, "more line"))
	}
}
