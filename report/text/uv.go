package text

import (
	"bytes"
	"fmt"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/wording"
)

// MaxUVLines is how many lines about UV sheets and their findings the text has for a file.
const MaxUVLines = 20

// writeUVs writes the findings in UV sets: a line with the numbers, a line for each sheet, the
// worst first, and below it one for each finding. Information is dim.
func writeUVs(b *bytes.Buffer, f *report.File, o Options) {
	r := f.Result.UV()
	if r == nil {
		return
	}
	fmt.Fprintf(b, "  %s\n", report.UVLine(r))
	room := MaxUVLines
	sheets := report.WorstSheets(r)
	for i, s := range sheets {
		if room <= 0 {
			fmt.Fprintf(b, "    and %s (--json lists them)\n", wording.Count(len(sheets)-i, "more sheet"))
			break
		}
		fmt.Fprintf(b, "    %s\n", report.SheetLine(s))
		for k, found := range s.Findings {
			line := fmt.Sprintf("      %s  %s: %c%s", found.Severity, found.Rule.Label(), hang, found.Reason)
			if found.Severity == check.Info {
				line = o.dim(line)
			}
			fmt.Fprintf(b, "%s%s\n", line, o.shortID(report.SheetRef(r, s, k), line, ""))
		}
		room -= 1 + len(s.Findings)
	}
	if missing := report.MissingLine(f.Result); missing != "" {
		fmt.Fprintf(b, "    %s  %s: %c%s\n", r.MissingSeverity, check.UVMissing.Label(), hang, missing)
	}
}
