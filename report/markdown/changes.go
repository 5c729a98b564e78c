package markdown

import (
	"cmp"

	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/wording"
)

// maxChanges is how many places of one file that have changed a Markdown report lists.
const maxChanges = 20

// comparison writes what has changed in the run as a whole since an earlier report.
func (p *page) comparison(r *report.Report) {
	p.add("\nsince the old report: %s\n", cmp.Or(r.ChangeTally().Words(), "no places"))
	lines := r.Comparison.Notes(r)
	for _, f := range r.Comparison.Missing[:min(maxChanges, len(r.Comparison.Missing))] {
		lines = append(lines, wording.Printable(f.Path, wording.PathLimit)+": only in the old report")
	}
	if more := len(r.Comparison.Missing) - maxChanges; more > 0 {
		lines = append(lines, "and "+wording.Count(more, "more file")+" only in the old report")
	}
	for n, line := range lines {
		p.add("%s- %s\n", wording.Either(n == 0, "\n", ""), plainText(line))
	}
}

// changeLines says what has become of a file since an earlier report: the numbers, then the places
// that have changed, the worst first, and those that are fixed.
func changeLines(r *report.Report, i int) []string {
	f := &r.Files[i]
	if f.Changes == nil {
		return nil
	}
	var places []string
	for _, is := range report.IssuesOf(r, i) {
		if c := is.Change(); c.State != report.ChangeNone {
			places = append(places, c.Text()+": "+is.Rule.Label()+": "+is.Name()+wording.When(c.What != "", ", "+wording.Printable(c.What, wording.PathLimit)))
		}
	}
	for k := range f.Changes.Fixed {
		p := &f.Changes.Fixed[k]
		places = append(places, "fixed: "+p.Rule.Label()+": "+wording.Printable(p.Name, wording.PathLimit))
	}
	lines := append([]string{"since the old report: " + cmp.Or(f.Changes.Tally().Words(), "no places")}, f.Changes.Notes()...)
	lines = append(lines, places[:min(maxChanges, len(places))]...)
	if more := len(places) - maxChanges; more > 0 {
		lines = append(lines, "and "+wording.Count(more, "more place"))
	}
	return lines
}
