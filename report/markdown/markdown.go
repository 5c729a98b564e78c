// Package markdown writes reports as Markdown.
package markdown

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/wording"
)

// Limit is the size in bytes of the longest text that GitHub shows as the summary of a step.
const Limit = 1 << 20

// How much of a run a Markdown report shows.
const (
	maxFiles   = 1000 // rows of the table of files
	MaxRegions = 20   // of one file
	maxPairs   = 20   // of one file
)

// Write writes r as Markdown for GitHub and GitLab: a table of the files, then, for each file that
// did not pass, its regions and pairs of objects in order of severity, its collision hulls and its
// UV sets. It never exceeds Limit and says what it leaves out. Names are escaped. The only errors
// are those of w.
func Write(w io.Writer, r *report.Report) error { return WriteWithin(w, r, Limit) }

// WriteWithin is Write with another limit, in bytes. If there is no room even for CutNote, it
// writes nothing.
func WriteWithin(w io.Writer, r *report.Report, limit int) error {
	p := &page{room: limit - len(CutNote)}
	if p.room < 0 {
		return nil
	}
	p.run(r)
	if p.full {
		p.text.WriteString(CutNote)
	}
	_, err := w.Write(p.text.Bytes())
	return err
}

// CutNote is the last line of a report that does not fit.
const CutNote = "\n*The rest does not fit. The JSON report has everything.*\n"

// page grows block by block until one does not fit.
type page struct {
	text bytes.Buffer
	room int
	full bool
}

// add appends a block, whole or not at all. After a block that did not fit, nothing more is added.
func (p *page) add(format string, args ...any) {
	block := fmt.Sprintf(format, args...)
	if p.full = p.full || len(block) > p.room; !p.full {
		p.room -= len(block)
		p.text.WriteString(block)
	}
}

func (p *page) run(r *report.Report) {
	s := r.Summary()
	p.add("# meshcheck: %s\n\n%s; checked by %s\n", heading(s), report.RunLine(s), plainText(r.Tool()))
	for _, note := range report.RunNotes(s) {
		p.add("\n%s\n", plainText(note))
	}
	order := byVerdict(r)
	if r.Comparison != nil {
		p.comparison(r)
	}
	if len(order) > 0 {
		p.files(r, order)
	}
	for _, i := range order {
		if p.full {
			return
		}
		if f := &r.Files[i]; f.Status() != check.Pass || len(f.Warnings) > 0 || f.Changes.Tally().Any() || f.Result != nil && report.Notable(f.Result) {
			p.file(r, i)
		}
	}
}

// heading returns the verdict on one file, or how many of several have which.
func heading(s report.Summary) string {
	if s.Files < 2 || s.Interrupted || s.Status == check.NotChecked && s.NotChecked == 0 { // skipped models decide
		return wording.StatusWord(s.Status)
	}
	var parts []string
	for _, c := range s.ByVerdict() {
		parts = append(parts, wording.Grouped(c.Files)+" "+c.Word)
	}
	return strings.Join(parts, ", ")
}

// byVerdict returns the numbers of the files: first those that failed, then those that were not
// checked, then those that passed, each in the given order.
func byVerdict(r *report.Report) []int {
	order := make([]int, len(r.Files))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int {
		rank := [...]int{check.Fail: 0, check.NotChecked: 1, check.Pass: 2}
		return cmp.Compare(rank[r.Files[i].Status()], rank[r.Files[j].Status()])
	})
	return order
}

// files writes the table of files, with a column for each rule that was broken.
func (p *page) files(r *report.Report, order []int) {
	var rules []check.Rule
	columns := []column{{"file", false}, {"verdict", false}, {"triangles", true}, {"regions", true}}
	for _, rule := range check.Rules() {
		if foundAnywhere(r, rule) {
			rules = append(rules, rule)
			columns = append(columns, column{wording.When(check.Between.Has(rule.Check()), "objects: ") + rule.Label(), true})
		}
	}
	shown := order[:min(len(order), maxFiles)]
	rows := make([][]string, len(shown))
	for n, i := range shown {
		rows[n] = fileRow(&r.Files[i], rules)
	}
	const regions = 3
	if !slices.ContainsFunc(rows, func(row []string) bool { return row[regions] != "" && row[regions] != "0" }) {
		for _, row := range rows {
			row[regions] = ""
		}
	}
	p.table(columns, rows)
	if more := len(order) - len(shown); more > 0 {
		p.add("\nand %s\n", wording.Count(more, "more file"))
	}
}

// foundAnywhere reports whether any file has findings of a rule.
func foundAnywhere(r *report.Report, rule check.Rule) bool {
	return slices.ContainsFunc(r.Files, func(f report.File) bool { return f.Result != nil && report.Has(f.Result, rule) })
}

func fileRow(f *report.File, rules []check.Rule) []string {
	row := make([]string, 4+len(rules))
	row[0] = codeSpan(wording.Printable(f.Path, wording.PathLimit))
	row[1] = verdictCell(f.Status()) + wording.When(report.AcceptedText(f) != "", ", "+report.AcceptedText(f))
	if f.Result == nil {
		return row
	}
	for _, text := range []string{report.UncomparedText(f.Result), report.UnposedText(f.Result)} {
		if text != "" {
			row[1] += ", " + text
		}
	}
	row[2], row[3] = fmt.Sprint(report.TriangleCount(f.Result)), regionCell(f.Result)
	for k, rule := range rules {
		all, _ := report.Counted(rule, f.Result)
		row[4+k] = fmt.Sprint(all)
	}
	return row
}

// verdictCell returns the verdict, in bold unless it is a pass.
func verdictCell(s check.Status) string {
	if s == check.Pass {
		return "pass"
	}
	return "**" + wording.StatusWord(s) + "**"
}

// file writes the section on file number i.
func (p *page) file(r *report.Report, i int) {
	f := &r.Files[i]
	p.add("\n## %s\n", codeSpan(wording.Printable(f.Path, wording.PathLimit)))
	if lines := report.NotChecked(f); len(lines) > 0 {
		p.add("\nNot checked: %s\n", plainText(strings.Join(lines, "; ")))
	}
	if f.Result != nil {
		if fails := report.ToFix(f, r.OptionsOf(f), wording.Count); fails != "" {
			p.add("\n%s\n", fails)
		}
	}
	lines := report.FirstWarnings(f, "warning: ")
	issues := report.IssuesOf(r, i)
	if f.Result != nil {
		for _, l := range []check.Severity{check.Info, check.Warning, check.Error} {
			lines = append(report.RuleNotes(r, i, issues, l), lines...)
		}
	}
	if tally := report.BaselineTally(f); tally != "" {
		lines = append(lines, "baseline: "+tally)
	}
	lines = append(lines, changeLines(r, i)...)
	for n, line := range lines {
		p.add("%s- %s\n", wording.Either(n == 0, "\n", ""), plainText(line))
	}
	if f.Result != nil {
		ids := report.ShortIDs(issues)
		p.regions(f, ids)
		p.pairs(r, f, ids)
		p.hulls(f, ids)
		p.uvs(f)
	}
}
