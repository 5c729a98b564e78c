package text

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"slices"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/wording"
)

// maxChangeLines is how many places that have changed the text lists for a file.
const maxChangeLines = 20

// maxMissing is how many files that are gone the text names.
const maxMissing = 20

// WriteChanges writes what has become of the files of a report since an earlier one: the files in
// which something has changed, those with new places that fail first; what the reports have not in
// common; and the totals. Unsure matches have a question mark. In short, it names no places. The only
// errors are those of w.
func WriteChanges(w io.Writer, r *report.Report, short bool, o Options) error {
	var b bytes.Buffer
	quiet := 0 // files that are new and have nothing to show
	for _, i := range byChange(r) {
		f := &r.Files[i]
		switch {
		case f.Status() == check.NotChecked || f.Changes.Tally().Any() || len(f.Changes.Notes()) > 0:
			writeChanged(&b, f, r.OptionsOf(f), short, o)
		case f.Changes.Before == report.BeforeMissing:
			if quiet++; quiet <= maxMissing {
				fmt.Fprintf(&b, "%s: only in the new report, no places\n", wording.Printable(f.Path, wording.PathLimit))
			}
		}
	}
	if more := quiet - maxMissing; more > 0 {
		fmt.Fprintf(&b, "and %s only in the new report, without places\n", o.count(more, "more file"))
	}
	writeComparison(&b, r, o)
	fmt.Fprintf(&b, "%s: %s\n", o.count(len(r.Files), "file"), cmp.Or(r.ChangeTally().Words(), "no places"))
	_, err := io.WriteString(w, o.wrapped(b.String()))
	return err
}

// writeChanged writes what has become of one file.
func writeChanged(b *bytes.Buffer, f *report.File, of *check.Options, short bool, o Options) {
	fmt.Fprintf(b, "%s: ", wording.Printable(f.Path, wording.PathLimit))
	if f.Status() == check.NotChecked {
		fmt.Fprintf(b, "%s  ", o.paint(f.Status()))
	}
	if f.Changes.Before == report.BeforeMissing {
		fmt.Fprint(b, "only in the new report, ")
	}
	if f.Result == nil {
		fmt.Fprintln(b, report.ProblemText(f.Problem))
	} else {
		fmt.Fprintln(b, cmp.Or(f.Changes.Tally().Words(), "no places"))
		for _, line := range report.NotChecked(f) {
			fmt.Fprintf(b, "  not checked: %s\n", line)
		}
	}
	for _, note := range f.Changes.Notes() {
		fmt.Fprintf(b, "  %s\n", note)
	}
	if !short {
		changeLines(b, f, of, o)
	}
}

// byChange returns the numbers of the files: those that were not checked, those with new places that
// fail, those with worse ones, then the others, each in the given order.
func byChange(r *report.Report) []int {
	order, grade := make([]int, len(r.Files)), make([]int, len(r.Files))
	for i := range order {
		order[i] = i
		switch t := r.Files[i].Changes.Tally(); {
		case r.Files[i].Result == nil:
		case t.NewFailing > 0:
			grade[i] = 1
		case t.WorseFailing > 0:
			grade[i] = 2
		case t.New+t.Worse > 0:
			grade[i] = 3
		default:
			grade[i] = 4
		}
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(grade[i], grade[j]) })
	return order
}

// changeLines writes a line for each place that has changed: those that fail, then new ones, then
// worse ones, then better ones, each the worst first, and then those that are fixed.
func changeLines(b *bytes.Buffer, f *report.File, of *check.Options, o Options) {
	var changed []report.Issue
	for _, is := range f.Issues(of) {
		if c := is.Change(); c != nil && c.State != report.ChangeNone {
			changed = append(changed, is)
		}
	}
	slices.SortStableFunc(changed, func(a, b report.Issue) int {
		c, d := a.Change(), b.Change()
		return cmp.Or(report.AcceptedLast(!c.Fails, !d.Fails), cmp.Compare(d.State, c.State))
	})
	room := maxChangeLines
	for i := range changed[:min(room, len(changed))] {
		changeLine(b, &changed[i], o)
		room--
	}
	for i := range f.Changes.Fixed[:min(room, len(f.Changes.Fixed))] {
		p := &f.Changes.Fixed[i]
		fmt.Fprintf(b, "  %s  %c%s: %s%s\n", o.painted("32", pad("fixed")), hang, p.Rule.Label(),
			wording.Printable(p.Name, wording.PathLimit), wording.When(p.Size != "", ", "+wording.Printable(p.Size, wording.NameLimit)))
	}
	if more := len(changed) + len(f.Changes.Fixed) - maxChangeLines; more > 0 {
		fmt.Fprintf(b, "  and %s (-o changes.json lists them)\n", o.count(more, "more place"))
	}
}

// stateColors are the colours of what has changed.
var stateColors = [...]string{report.ChangeBetter: "32", report.ChangeWorse: "33", report.ChangeNew: "1;31"}

// changeLine writes the line of a place that has changed.
func changeLine(b *bytes.Buffer, is *report.Issue, o Options) {
	c := is.Change()
	text := o.rule(is.Rule, is.Rule.Label()) + ": " + is.Name()
	switch size := is.Size(); {
	case c.What != "":
		text += ", " + c.What
	case size != "":
		text += ", " + size
	}
	if len(is.Places) > 0 && is.Places[0].Finite() {
		text += ", near " + wording.PlaceAt(is.Places[0], wording.Significant)
	}
	if !c.Fails {
		text += wording.Either(is.Accepted(), ", accepted", ", "+is.Severity.String())
	}
	fmt.Fprintf(b, "  %s  %c%s\n", o.painted(stateColors[c.State], pad(c.Text())), hang, o.dimUnless(c.Fails, text))
}

// pad makes the names of states equally long.
func pad(state string) string { return fmt.Sprintf("%-7s", state) }

// writeComparison writes what the reports do not have in common.
func writeComparison(b *bytes.Buffer, r *report.Report, o Options) {
	c := r.Comparison
	for _, f := range c.Missing[:min(maxMissing, len(c.Missing))] {
		about := wording.When(f.Places > 0, ", with "+o.count(f.Places, "place"))
		if f.Status == check.NotChecked {
			about += ", not checked"
		}
		fmt.Fprintf(b, "%s: only in the old report%s\n", wording.Printable(f.Path, wording.PathLimit), about)
	}
	if more := len(c.Missing) - maxMissing; more > 0 {
		fmt.Fprintf(b, "and %s only in the old report (-o changes.json names them)\n", o.count(more, "more file"))
	}
	for _, note := range c.Notes(r) {
		fmt.Fprintln(b, note)
	}
}

// WriteComparison writes the end of a run that was compared with an earlier report: what the two do
// not have in common, and how many places of the given number of files have changed. The only errors
// are those of w.
func WriteComparison(w io.Writer, r *report.Report, files int, all report.ChangeTally, o Options) error {
	var b bytes.Buffer
	writeComparison(&b, r, o)
	if files > 1 {
		fmt.Fprintf(&b, "since the old report: %s\n", cmp.Or(all.Words(), "no places"))
	}
	_, err := io.WriteString(w, o.wrapped(b.String()))
	return err
}

// writeSince writes, in the outcome for a file, what has become of it.
func writeSince(b *bytes.Buffer, f *report.File, o Options) {
	if f.Changes == nil {
		return
	}
	fmt.Fprintf(b, "  since the old report: %s\n", cmp.Or(f.Changes.Tally().Words(), "no places"))
	if f.Changes.Before == report.BeforeMissing {
		fmt.Fprintln(b, "  not in the old report, so all places are new")
	}
	for _, note := range f.Changes.Notes() {
		fmt.Fprintf(b, "  %s\n", note)
	}
	changeLines(b, f, &o.Check, o)
}
