// Package text writes reports for a terminal.
package text

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/wording"
)

// Options control how the text looks.
type Options struct {
	// Color paints the text with ANSI escapes: the verdict green, red or yellow, rules in the
	// colours of the page, important text bold and unimportant text dim.
	Color bool
	// Width is the greatest number of columns of a line on a terminal; 0 means no limit and no
	// terminal. With a width, wrapped lines are indented and digits grouped in threes.
	Width int
	// Check holds the options of the check, which decide what hints are useful.
	Check check.Options

	ids map[check.Ref]string // short IDs of the places of the file
}

// Write writes the outcome for one file: a line with the verdict, a line for each rule that was
// broken, and a line for each of the worst three regions; then the worst pairs of objects, meshes
// with collision hulls and UV sheets, if these were checked. Names are made Printable. The only
// errors are those of w.
func Write(w io.Writer, f *report.File, o Options) error {
	var b bytes.Buffer
	fmt.Fprintf(&b, "%s: %s  ", wording.Printable(f.Path, wording.PathLimit), o.paint(f.Status()))
	if f.Result == nil {
		fmt.Fprintln(&b, report.ProblemText(f.Problem))
	} else {
		fmt.Fprint(&b, headline(f, o))
		if text := report.AcceptedText(f); text != "" {
			fmt.Fprint(&b, ", ", text)
		}
		if text := report.UncomparedText(f.Result); text != "" {
			fmt.Fprintf(&b, "; %s (--checks %s does)", text, report.ComparingChecks(f.Result))
		}
		if text := report.UnposedText(f.Result); text != "" {
			fmt.Fprintf(&b, "; %s (--checks %s does)", text, report.PosingChecks(f.Result))
		}
		fmt.Fprintln(&b)
		modelLines(&b, f, o)
		kindLines(&b, f, o)
		o.ids = report.ShortIDs(f.Issues(&o.Check))
		writeRegions(&b, f, o)
		cutLine(&b, f.Result, o)
		writeBetween(&b, f, o)
		writeHulls(&b, f, o)
		writeUVs(&b, f, o)
		writeLists(&b, f, o)
		writeBaseline(&b, f)
		writeSince(&b, f, o)
	}
	_, err := io.WriteString(w, o.wrapped(b.String()))
	return err
}

// Files that did not pass are named again at the end of a longer run.
const (
	manyFiles  = 10
	maxUnclean = 20
)

// WriteSummary writes the end of a run over several files, such as "3 files: 1 passed, 1 failed, 1
// not checked", and nothing for a single file. After many files it names those that failed and
// those that were not checked. On a terminal it says how long the run took.
func WriteSummary(w io.Writer, s report.Summary, failed, unchecked []string, took time.Duration, o Options) error {
	if s.Files < 2 && !s.Interrupted && len(s.Skipped) == 0 {
		return nil
	}
	var b bytes.Buffer
	if s.Files >= manyFiles {
		writePaths(&b, "These files failed:", failed, o)
		writePaths(&b, "These files were not checked:", unchecked, o)
	}
	writeTotals(&b, s, took, o)
	_, err := io.WriteString(w, o.wrapped(b.String()))
	return err
}

// writeTotals writes what was not checked, and the last line of a run.
func writeTotals(b *bytes.Buffer, s report.Summary, took time.Duration, o Options) {
	duration := ""
	if o.Width > 0 {
		duration = " in " + durationText(took)
	}
	for _, note := range report.RunNotes(s) {
		fmt.Fprintln(b, note)
	}
	fmt.Fprintf(b, "%s%s: %s\n", o.count(s.Files, "file"), duration, cmp.Or(report.Verdicts(s), "nothing to check"))
}

// writePaths writes a list of files under a title, or nothing if there are none.
func writePaths(b *bytes.Buffer, title string, paths []string, o Options) {
	if len(paths) == 0 {
		return
	}
	fmt.Fprintf(b, "\n%s\n", title)
	for _, path := range paths[:min(len(paths), maxUnclean)] {
		fmt.Fprintf(b, "  %s\n", wording.Printable(path, wording.PathLimit))
	}
	if more := len(paths) - maxUnclean; more > 0 {
		fmt.Fprintf(b, "  and %s (--format short names all)\n", o.count(more, "more file"))
	}
}

// durationText writes a duration for people: "0.4 s", "12 s", "3 min 20 s".
func durationText(d time.Duration) string {
	switch {
	case d < 10*time.Second:
		return fmt.Sprintf("%.1f s", d.Seconds())
	case d < time.Minute:
		return fmt.Sprintf("%.0f s", d.Seconds())
	}
	return fmt.Sprintf("%d min %d s", int(d.Minutes()), int(d.Seconds())%60)
}

func (o Options) paint(s check.Status) string {
	code := [...]string{check.Pass: "32", check.Fail: "31", check.NotChecked: "33"}[s]
	return o.painted("1;"+code, wording.StatusWord(s))
}

// headline returns "18240 triangles, 1 place to fix (3 triangle pairs)", or that nothing fails.
func headline(f *report.File, o Options) string {
	r := f.Result
	text := o.count(report.TriangleCount(r), "triangle")
	if fails := report.ToFix(f, &o.Check, o.count); fails != "" {
		return text + ", " + fails
	}
	found := listable(&r.Counts, listsTouches(r), o.Check) > 0
	asked := o.Check.Checks != 0 || r.Between() != nil // checks were named
	if report.TriangleCount(r) == 0 && !found || asked && !o.Check.Checks.Has(check.Self) {
		return text
	}
	switch {
	case found:
		return text + ", no findings that fail"
	case report.BeyondMeshes(r):
		return text + ", no findings within meshes"
	}
	return text + ", no findings"
}

// modelLines writes a line for each finding about the model as a whole.
func modelLines(b *bytes.Buffer, f *report.File, o Options) {
	for _, is := range f.Result.Model() {
		fmt.Fprintf(b, "  %s\n", listLine(f, &is, is.Reason, o))
	}
}

// listLine returns the line of an issue of a plain list of issues, with a text that describes it.
func listLine(f *report.File, is *check.Issue, text string, o Options) string {
	line := fmt.Sprintf("%s  %s: %c%s%s", is.Severity, is.Rule.Label(), hang, text, wording.When(f.Accepts(is.At), ", accepted"))
	return o.dimUnless(is.Severity < check.Info, line)
}

// kindLines writes a line for each rule that was broken, and one for everything within precision.
func kindLines(b *bytes.Buffer, f *report.File, o Options) {
	counts := f.Result.Counts
	type line struct {
		rule       check.Rule
		name, text string
		n          int
		fails      bool
	}
	var lines []line
	for _, k := range check.Self.Rules() {
		if n := counts.Of(k); n > 0 && !k.WithinPrecision() {
			text := report.Describe(f, k, &o.Check)
			if k.Regional() && report.RegionCount(f.Result) > 0 { // the regions name the places
				text = report.WorstSize(f, k, &o.Check)
			}
			lines = append(lines, line{k, k.Label(), text, n, counts.Failed[k] > 0})
		}
	}
	if n, failed := report.WithinPrecision(&counts); n > 0 {
		lines = append(lines, line{check.CrossingWithinPrecision, "rounding", report.DescribeWithinPrecision(failed), n, failed > 0})
	}
	nameWidth, countWidth := len("crossing"), 2
	for _, l := range lines {
		nameWidth, countWidth = max(nameWidth, len(l.name)), max(countWidth, columns(o.number(l.n)))
	}
	for _, l := range lines {
		name := l.name + strings.Repeat(" ", nameWidth-len(l.name))
		rest := fmt.Sprintf("%s%s   %c%s", strings.Repeat(" ", countWidth-columns(o.number(l.n))), o.number(l.n), hang, l.text)
		if !l.fails {
			rest = o.dim(rest)
		}
		fmt.Fprintf(b, "  %s  %s\n", o.rule(l.rule, name), rest)
	}
}

// number writes a number, with grouped digits on a terminal.
func (o Options) number(n int) string {
	if o.Width > 0 {
		return wording.Grouped(n)
	}
	return fmt.Sprint(n)
}

// count writes a number of things.
func (o Options) count(n int, thing string) string {
	if o.Width > 0 {
		return wording.GroupedCount(n, thing)
	}
	return wording.Count(n, thing)
}

// cutLine says that a list was cut, because a cut list must never look complete, and which limit
// cuts nothing.
func cutLine(b *bytes.Buffer, r *check.Result, o Options) {
	listed, most, truncated, touches := 0, 0, false, listsTouches(r)
	for i := range r.Meshes {
		m := &r.Meshes[i]
		listed, most = listed+len(m.Findings), max(most, listable(&m.Counts, touches, o.Check))
		truncated = truncated || m.Truncated
	}
	if truncated {
		fmt.Fprintf(b, "  lists %s of %s (--max-findings %d lists all)\n", o.number(listed), o.count(listable(&r.Counts, touches, o.Check), "finding"), roundUp(most))
	}
}

// roundUp returns a number with two significant digits that is not less than n.
func roundUp(n int) int {
	unit := 1
	for n > 100*unit {
		unit *= 10
	}
	return (n + unit - 1) / unit * unit
}

// listsTouches reports whether any touch is listed.
func listsTouches(r *check.Result) bool {
	_, listed := report.WorstOf(r, check.Touch)
	return listed != nil
}

// listable returns how many of the counted findings an uncapped list would have. touches tells
// whether it lists touches although they were not asked for.
func listable(c *check.Counts, touches bool, o check.Options) int {
	n := 0
	for _, k := range check.Self.Rules() {
		if k != check.Touch || touches || o.ListTouches {
			n += c.Of(k)
		}
	}
	return n
}
