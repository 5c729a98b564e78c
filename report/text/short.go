package text

import (
	"bytes"
	"fmt"
	"io"
	"time"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/wording"
)

// WriteShort writes one line for a file that did not pass, such as "chair.glb: FAIL 2 places: seat ↔
// leg, 4.2 mm deep", and nothing for one that passed. The line is not wrapped. The only errors are
// those of w.
func WriteShort(w io.Writer, row *report.Row, o Options) error {
	if row.Status == check.Pass {
		return nil
	}
	_, err := fmt.Fprintf(w, "%s: %s %s\n", wording.Printable(row.Path, wording.PathLimit), o.paint(row.Status), row.Why())
	return err
}

// WriteShortSummary writes the end of a run in short: what WriteSummary writes, but for the lists of
// files, and for a single file, too.
func WriteShortSummary(w io.Writer, s report.Summary, took time.Duration, o Options) error {
	var b bytes.Buffer
	writeTotals(&b, s, took, o)
	_, err := io.WriteString(w, o.wrapped(b.String()))
	return err
}
