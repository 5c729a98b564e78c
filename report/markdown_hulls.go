package report

import (
	"fmt"
	"strings"

	"github.com/meshcheck/meshcheck"
)

// markdownHulls is how many hulls of one file a Markdown report shows.
const markdownHulls = 40

// hulls writes, for each mesh that has collision hulls, a table of these and what is
// wrong with them.
func (p *markdownPage) hulls(f *File) {
	s := f.Result.Hulls
	if s == nil {
		return
	}
	room, more := markdownHulls, 0
	for i := range s.Groups {
		g := &s.Groups[i]
		if room < len(g.Hulls) {
			more++
			continue
		}
		room -= len(g.Hulls)
		p.add("\n%s\n\n| hull | shape | vertices | faces | volume | found |\n|---|---|--:|--:|--:|---|\n", plainText(groupLine(f, g)))
		for k := range g.Hulls {
			p.add("%s\n", hullRow(f, g, k))
		}
		for k := range g.Findings {
			if h := &g.Findings[k]; h.Hull < 0 {
				p.add("%s- %s %s: %s\n", either(k == 0 || g.Findings[k-1].Hull >= 0, "\n", ""), h.Severity, h.Rule, plainText(hullReason(h)))
			}
		}
	}
	if more > 0 {
		p.add("\nand %s with hulls\n", count(more, "more mesh"))
	}
}

// hullRow returns a hull as a row of a table of hulls.
func hullRow(f *File, g *meshcheck.HullGroup, number int) string {
	h := &g.Hulls[number]
	cells := []string{codeSpan(objectName(f.Result, &h.Object)), h.Shape.String(), "", "", "", ""}
	if h.Vertices > 0 {
		cells[2], cells[3] = fmt.Sprint(h.Vertices), fmt.Sprint(h.Faces)
	}
	if h.Volume > 0 {
		cells[4] = volume(h.Volume, f.Unit)
	}
	var found []string
	for k := range g.Findings {
		if w := &g.Findings[k]; w.Hull == number {
			found = append(found, plainText(fmt.Sprintf("%s %s: %s", w.Severity, w.Rule, hullReason(w))))
		}
	}
	cells[5] = strings.Join(found, "<br>")
	return "| " + strings.Join(cells, " | ") + " |"
}

// hullsToTell reports whether there is anything to say of collision hulls.
func hullsToTell(r *meshcheck.Result) bool {
	return r != nil && r.Hulls != nil && r.Hulls.Counts != (meshcheck.HullCounts{})
}
