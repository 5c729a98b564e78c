package text

import (
	"bytes"
	"fmt"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/wording"
)

// maxListLines is how many issues of a check with a list of issues the text shows.
const maxListLines = 20

// detail writes what a check found that has more to show than a list of issues.
type detail struct {
	// scope says what was looked at, for the first line of the check; "" for nothing.
	scope func(check.Lister, Options) string
	// write writes what is below the first line.
	write func(*bytes.Buffer, *report.File, check.Lister, Options)
}

// details are those of checks. The file of the check adds its own.
var details = map[check.Set]detail{}

// writeLists writes the findings of checks with lists of issues: a line with the numbers, and below it
// one for each of the worst, or what the check shows instead.
func writeLists(b *bytes.Buffer, f *report.File, o Options) {
	for _, found := range f.Result.Sections {
		l, ok := found.(check.Lister)
		if !ok || found.Check() == check.Model {
			continue
		}
		own, has := details[found.Check()]
		section := found.Common()
		text := report.SeverityTally(&section.Counts)
		if section.Counts == (check.Totals{}) && len(section.NotChecked) > 0 {
			text = "nothing found, but not everything was checked"
		}
		if has {
			switch scope := own.scope(l, o); {
			case scope != "":
				text += " in " + scope
			case len(section.NotChecked) > 0:
				text = "not checked"
			case section.Nothing != "":
				text = "nothing to check"
			}
		}
		fmt.Fprintf(b, "  %s: %s\n", found.Check().Words().Title, text)
		for _, line := range report.Unchecked(f.Result, found) {
			fmt.Fprintf(b, "    not checked  %c%s\n", hang, line)
		}
		if has {
			own.write(b, f, l, o)
		} else {
			writeList(b, f, l.Listed().List, "    ", o)
		}
	}
}

// writeList writes a line for each of the first issues of a list, and how many there are besides.
func writeList(b *bytes.Buffer, f *report.File, list []check.Issue, indent string, o Options) {
	for i := range list[:min(len(list), maxListLines)] {
		fmt.Fprintf(b, "%s%s\n", indent, listLine(f, &list[i], report.ListSummary(f, &list[i]), o))
	}
	if more := len(list) - maxListLines; more > 0 {
		fmt.Fprintf(b, "%sand %s (--json lists them)\n", indent, wording.Count(more, "more finding"))
	}
}
