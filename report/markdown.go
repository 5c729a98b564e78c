package report

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/meshcheck/meshcheck"
)

// MarkdownLimit is the size in bytes of the longest text that GitHub shows as the
// summary of a step.
const MarkdownLimit = 1 << 20

// How much of a run a Markdown report shows.
const (
	markdownFiles   = 1000 // rows of the table of files
	markdownRegions = 20   // of one file
)

// Markdown writes r as Markdown as GitHub and GitLab read it: a table of the
// files, then, for each that did not pass, its regions in order of severity.
// It never exceeds MarkdownLimit and says what it leaves out. Names are harmless. The
// only errors are those of w.
func Markdown(w io.Writer, r *Report) error { return MarkdownWithin(w, r, MarkdownLimit) }

// MarkdownWithin is Markdown with a limit of its own, in bytes. Where there is no
// room even for a note that nothing fits, it writes nothing.
func MarkdownWithin(w io.Writer, r *Report, limit int) error {
	p := &markdownPage{room: limit - len(markdownCut)}
	if p.room < 0 {
		return nil
	}
	p.run(r)
	if p.full {
		p.text.WriteString(markdownCut)
	}
	_, err := w.Write(p.text.Bytes())
	return err
}

const markdownCut = "\n*The rest does not fit in here. The JSON report has everything.*\n"

// markdownPage grows block by block until one does not fit.
type markdownPage struct {
	text bytes.Buffer
	room int
	full bool
}

// add appends a block, whole or not at all. Nothing is added behind a block that did
// not fit.
func (p *markdownPage) add(format string, args ...any) {
	block := fmt.Sprintf(format, args...)
	if p.full = p.full || len(block) > p.room; !p.full {
		p.room -= len(block)
		p.text.WriteString(block)
	}
}

func (p *markdownPage) run(r *Report) {
	s := r.Summary()
	p.add("# meshcheck: %s\n\n%s\n", statusWord(s.Status), runLine(s))
	order := byVerdict(r)
	if len(order) > 0 {
		p.files(r, s, order)
	}
	for _, i := range order {
		if p.full {
			return
		}
		if f := &r.Files[i]; f.Status() != meshcheck.Pass || len(f.Warnings) > 0 {
			p.file(r, i)
		}
	}
}

func runLine(s Summary) string {
	return count(s.Files, "file") + ": " + cmp.Or(verdicts(s), "nothing to check")
}

// byVerdict returns the numbers of the files: those not checked, those that failed,
// those that passed, each in the order given.
func byVerdict(r *Report) []int {
	order := make([]int, len(r.Files))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int {
		return cmp.Compare(r.Files[j].Status(), r.Files[i].Status())
	})
	return order
}

// files writes the table of files, with a column for each kind that was found.
func (p *markdownPage) files(r *Report, s Summary, order []int) {
	var kinds []meshcheck.Kind
	head, rule := "| file | verdict | triangles | regions |", "|---|---|--:|--:|"
	for _, k := range meshcheck.Kinds() {
		if s.Counts.Of(k) > 0 {
			kinds = append(kinds, k)
			head += " " + k.String() + " |"
			rule += "--:|"
		}
	}
	p.add("\n%s\n%s\n", head, rule)
	for n, i := range order {
		if n == markdownFiles {
			p.add("\nand %s\n", count(len(order)-n, "more file"))
			return
		}
		p.add("%s\n", fileRow(&r.Files[i], kinds))
	}
}

func fileRow(f *File, kinds []meshcheck.Kind) string {
	row := fmt.Sprintf("| %s | %s |", codeSpan(Printable(f.Path, pathLimit)), verdictCell(f.Status()))
	if f.Result == nil {
		return row + strings.Repeat(" |", 2+len(kinds))
	}
	row += fmt.Sprintf(" %d | %d |", triangleCount(f.Result), regionCount(f.Result))
	for _, k := range kinds {
		row += fmt.Sprintf(" %d |", f.Result.Counts.Of(k))
	}
	return row
}

// verdictCell makes those verdicts stand out that need someone.
func verdictCell(s meshcheck.Status) string {
	if s == meshcheck.Pass {
		return "pass"
	}
	return "**" + statusWord(s) + "**"
}

// file writes what is to be said about one file.
func (p *markdownPage) file(r *Report, i int) {
	f := &r.Files[i]
	p.add("\n## %s\n", codeSpan(Printable(f.Path, pathLimit)))
	if f.Result == nil {
		p.add("\nNot checked: %s\n", plainText(problemText(f.Problem)))
	}
	lines := firstWarnings(f, "warning: ")
	if f.Result != nil {
		for _, l := range []level{levelNote, levelWarning, levelError} {
			lines = append(kindNotes(r, f, l), lines...)
		}
	}
	for n, line := range lines {
		p.add("%s- %s\n", either(n == 0, "\n", ""), plainText(line))
	}
	p.regions(issuesOf(r, i), f)
}

// regions writes the table of a file's regions, of each kind in them a row.
func (p *markdownPage) regions(issues []issue, f *File) {
	issues = slices.DeleteFunc(issues, func(is issue) bool { return is.region < 0 })
	if len(issues) == 0 {
		return
	}
	p.add("\n| region | found | parts | depth | area | size | near |\n|--:|---|---|--:|--:|---|---|\n")
	for n := range issues[:min(len(issues), markdownRegions)] {
		p.add("%s\n", issues[n].row())
	}
	if more := len(issues) - markdownRegions; more > 0 {
		p.add("\nand %s\n", count(more, "more row"))
	}
}

// row returns the issue as a row of a table of regions.
func (is *issue) row() string {
	r := is.where()
	depth, shared, near := "", "", ""
	if is.kind == meshcheck.Crossing {
		depth = length(r.Depth, is.file.Unit)
	} else {
		shared = area(r.Area, is.file.Unit)
	}
	if is.worst != nil {
		near = place(is.worst)
	}
	region := fmt.Sprint(is.region)
	if len(is.file.Result.Meshes) > 1 {
		region += " of " + codeSpan(cmp.Or(Printable(is.mesh.Name, nameLimit), meshName(is.mesh)))
	}
	var parts []string
	for _, name := range is.partNames() {
		parts = append(parts, codeSpan(name))
	}
	if more := len(r.Parts) - partsPerRegion; more > 0 {
		parts = append(parts, fmt.Sprintf("%d more", more))
	}
	return fmt.Sprintf("| %s | %s | %s | %s | %s | %s | %s |", region, findingCount(is.count, is.kind),
		strings.Join(parts, ", "), depth, shared, extent(r.Box, is.file.Unit), near)
}
