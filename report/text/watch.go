package text

import (
	"bytes"
	"io"
	"time"

	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/wording"
)

// WriteWatched writes one line for one of several checks of the same files: when it was, the verdict,
// and what is different since the check before, such as "12:03:04 chair.glb: FAIL 2 places: seat ↔ leg,
// 4.2 mm deep (1 fixed)". row is that of the only file, nil if there are others. The line is not
// wrapped. The only errors are those of w.
func WriteWatched(w io.Writer, at time.Time, s report.Summary, row *report.Row, changed string, o Options) error {
	var b bytes.Buffer
	b.WriteString(at.Format(time.TimeOnly) + " ")
	if row != nil {
		b.WriteString(wording.Printable(row.Path, wording.PathLimit) + ": ")
	}
	b.WriteString(o.paint(s.Status))
	switch {
	case row == nil && s.Files == 0:
		b.WriteString(" no file to check")
	case row == nil:
		b.WriteString(" " + o.count(s.Files, "file") + ": " + report.Verdicts(s))
	case row.Why() != "":
		b.WriteString(" " + row.Why())
	}
	if changed != "" {
		b.WriteString(" (" + changed + ")")
	}
	b.WriteByte('\n')
	_, err := w.Write(b.Bytes())
	return err
}
