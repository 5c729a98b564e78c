// Package text writes reports for a terminal.
package text

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"github.com/meshcheck/meshcheck"
	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/wording"
)

// Options say how the text for a terminal looks.
type Options struct {
	// Color paints the verdict with ANSI escapes: green, red or yellow.
	Color bool
	// Check holds the options of the check, which decide what hints are of use.
	Check meshcheck.Options
}

// Write writes what became of one file: a line with the verdict, then a line for
// each rule that was broken, with its worst finding, then, where there are
// several regions, a line for each of the worst ten; then a line for each of the worst
// ten pairs of objects, if these were checked against each other, and for the worst
// meshes with collision hulls, if there are any. Names are made Printable. The only
// errors are those of w.
func Write(w io.Writer, f *report.File, o Options) error {
	var b bytes.Buffer
	fmt.Fprintf(&b, "%s: %s  ", wording.Printable(f.Path, wording.PathLimit), o.paint(f.Status()))
	if f.Result == nil {
		fmt.Fprintln(&b, report.ProblemText(f.Problem))
	} else {
		fmt.Fprint(&b, headline(f.Result, o))
		for _, text := range []string{report.FailingPairs(f), report.FailingHulls(f), report.AcceptedText(f)} {
			if text != "" {
				fmt.Fprint(&b, ", ", text)
			}
		}
		fmt.Fprintln(&b)
		kindLines(&b, f, o)
		writeRegions(&b, f)
		cutLine(&b, f.Result, o)
		writeBetween(&b, f, o)
		writeHulls(&b, f)
		writeBaseline(&b, f)
	}
	_, err := w.Write(b.Bytes())
	return err
}

// WriteSummary writes the last line of a run over several files, such as
// "3 files: 1 passed, 1 failed, 1 not checked", and nothing for a single file.
func WriteSummary(w io.Writer, s report.Summary) error {
	if s.Files < 2 && !s.Interrupted {
		return nil
	}
	_, err := fmt.Fprintf(w, "%s: %s\n", wording.Count(s.Files, "file"), report.Verdicts(s))
	return err
}

func (o Options) paint(s meshcheck.Status) string {
	if !o.Color {
		return wording.StatusWord(s)
	}
	code := [...]string{meshcheck.Pass: "32", meshcheck.Fail: "31", meshcheck.NotChecked: "33"}[s]
	return "\x1b[1;" + code + "m" + wording.StatusWord(s) + "\x1b[0m"
}

// headline returns "18240 triangles, 3 findings in 1 region". Touches are findings
// here only if they are listed.
func headline(r *meshcheck.Result, o Options) string {
	singles := r.Counts.Of(check.Nonfinite) + r.Counts.Of(check.Degenerate)
	all := listable(r, o.Check)
	where := ""
	if regions := report.RegionCount(r); regions > 0 {
		where = " in " + wording.Count(regions, "region")
		if singles > 0 {
			where = fmt.Sprintf(": %d%s, %s", all-within(r)-singles, where, wording.Count(singles, "single triangle"))
		}
	}
	text := wording.Count(report.TriangleCount(r), "triangle")
	asked := o.Check.Checks != 0 || r.Between != nil // for checks by name
	if report.TriangleCount(r) == 0 && all == 0 || asked && !o.Check.Checks.Has(check.Self) {
		return text
	}
	text += ", "
	switch {
	case r.Counts.Failing() > 0:
		return text + wording.Count(all-within(r), "finding") + where
	case all > 0:
		return text + "no findings that fail"
	}
	if r.Between != nil || r.Hulls != nil {
		return text + "no findings within meshes"
	}
	return text + "no findings"
}

func kindLines(b *bytes.Buffer, f *report.File, o Options) {
	counts := f.Result.Counts
	type line struct {
		name, text string
		n          int
	}
	var lines []line
	for _, k := range check.Self.Rules() {
		if n := counts.Of(k); n > 0 && !k.WithinPrecision() {
			lines = append(lines, line{strings.ReplaceAll(k.String(), "_", "-"), report.Describe(f, k, &o.Check), n})
		}
	}
	if n, text := report.WithinPrecision(&counts); n > 0 {
		lines = append(lines, line{"precision", text, n})
	}
	nameWidth, countWidth := len("crossing"), 2
	for _, l := range lines {
		nameWidth, countWidth = max(nameWidth, len(l.name)), max(countWidth, len(fmt.Sprint(l.n)))
	}
	for _, l := range lines {
		fmt.Fprintf(b, "  %-*s  %*d   %s\n", nameWidth, l.name, countWidth, l.n, l.text)
	}
}

// within returns the number of findings within precision.
func within(r *meshcheck.Result) int {
	n, _ := report.WithinPrecision(&r.Counts)
	return n
}

// cutLine says that a list was cut, because a cut list must never look whole.
func cutLine(b *bytes.Buffer, r *meshcheck.Result, o Options) {
	listed, truncated := 0, false
	for i := range r.Meshes {
		listed += len(r.Meshes[i].Findings)
		truncated = truncated || r.Meshes[i].Truncated
	}
	if truncated {
		fmt.Fprintf(b, "  the list is cut: %d of %s (--max-findings lists more)\n",
			listed, wording.Count(listable(r, o.Check), "finding"))
	}
}

// listable returns the number of findings that a list without a cap would have.
func listable(r *meshcheck.Result, o meshcheck.Options) int {
	n := 0
	for _, k := range check.Self.Rules() {
		if _, listed := report.WorstOf(r, k); listed != nil || k != check.Touch || o.ListTouches {
			n += r.Counts.Of(k)
		}
	}
	return n
}
