package markdown

import (
	"fmt"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/wording"
)

// MaxSheets is how many UV sheets of one file a Markdown report shows.
const MaxSheets = 40

// uvs writes a table of the sheets with findings.
func (p *page) uvs(f *report.File) {
	if f.Result.UV() == nil {
		return
	}
	sheets := report.WorstSheets(f.Result.UV())
	shown := sheets[:min(len(sheets), MaxSheets)]
	rows := make([][]string, len(shown))
	for i, s := range shown {
		rows[i] = sheetRow(s)
	}
	if len(rows) > 0 {
		p.table([]column{{"UV sheet", false}, {"unique", false}, {"triangles", true}, {"islands", true}, {"overlap", true}, {"fold", true},
			{"stacked", true}, {"flipped", true}, {"least padding", true}}, rows)
	}
	if more := len(sheets) - len(shown); more > 0 {
		p.add("\nand %s\n", wording.Count(more, "more sheet"))
	}
}

// sheetRow returns a row of the table of sheets. Zero counts are left blank.
func sheetRow(s *check.UVSheet) []string {
	row := []string{codeSpan(wording.Printable(s.Name, wording.NameLimit)), wording.When(s.Unique, "yes"), fmt.Sprint(s.Triangles), fmt.Sprint(s.Islands)}
	for _, n := range [...]int{s.Overlap, s.Fold, s.Stacked, s.Flipped} {
		row = append(row, wording.When(n > 0, fmt.Sprint(n)))
	}
	least := ""
	if len(s.Padding) > 0 && s.Padding[0].Least >= 0 {
		p := &s.Padding[0]
		least = fmt.Sprintf("%.3g px at %d × %d", p.Least, p.Width, p.Height)
	}
	return append(row, least)
}
