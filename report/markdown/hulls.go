package markdown

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/wording"
)

// MaxHulls is how many hulls of one file a Markdown report shows.
const MaxHulls = 40

// hulls writes, for each mesh with collision hulls, a table of the hulls and their findings.
func (p *page) hulls(f *report.File, ids shortIDs) {
	s := f.Result.Hulls()
	if s == nil {
		return
	}
	room := MaxHulls
	groups := report.WorstGroups(s)
	for i, g := range groups {
		if room <= 0 {
			p.add("\nand %s with hulls\n", wording.Count(len(groups)-i, "more mesh"))
			return
		}
		room -= p.hullGroup(f, g, room, ids)
	}
}

// hullGroup writes the table of a mesh with at most room hulls, and returns how many it wrote.
func (p *page) hullGroup(f *report.File, g *check.HullGroup, room int, ids shortIDs) int {
	order := make([]int, len(g.Hulls))
	for k := range order {
		order[k] = k
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(report.WorstSeverity(g, a), report.WorstSeverity(g, b)) })
	shown := order[:min(len(order), room)]
	rows := make([][]string, len(shown))
	for i, k := range shown {
		rows[i] = hullRow(f, g, k, ids)
	}
	p.add("\n%s\n", plainText(report.GroupLine(f, g)))
	p.table([]column{{"hull", false}, {"shape", false}, {"vertices", true}, {"faces", true}, {"volume", true}, {"found", false}}, rows)
	if more := len(order) - len(shown); more > 0 {
		p.add("\nand %s\n", wording.Count(more, "more hull"))
	}
	between := "\n"
	for k := range g.Findings {
		if h := &g.Findings[k]; h.Hull < 0 {
			p.add("%s- %s\n", between, hullText(f, g, k, ids))
			between = ""
		}
	}
	return len(shown)
}

// hullRow returns a row of the table of hulls.
func hullRow(f *report.File, g *check.HullGroup, number int, ids shortIDs) []string {
	h := &g.Hulls[number]
	cells := []string{codeSpan(wording.ObjectName(f.Result, &h.Object)), h.Shape.String(), "", "", "", ""}
	if h.Vertices > 0 {
		cells[2], cells[3] = fmt.Sprint(h.Vertices), fmt.Sprint(h.Faces)
	}
	if h.Volume > 0 {
		cells[4] = wording.Volume(h.Volume, f.Unit)
	}
	var found []string
	for k := range g.Findings {
		w := &g.Findings[k]
		switch number {
		case w.Hull:
			found = append(found, hullText(f, g, k, ids))
		case w.Other:
			found = append(found, plainText(fmt.Sprintf("%s %s: as above, with ", w.Severity, w.Rule.Label()))+codeSpan(wording.ObjectName(f.Result, &g.Hulls[w.Hull].Object)))
		}
	}
	cells[5] = strings.Join(found, "<br>")
	return cells
}

// hullText describes a finding about the hulls of a group, by its index, and ends in its short ID.
func hullText(f *report.File, g *check.HullGroup, finding int, ids shortIDs) string {
	h := &g.Findings[finding]
	text := plainText(fmt.Sprintf("%s %s: %s", h.Severity, h.Rule.Label(), wording.ReasonNear(h.Reason, h.Places)))
	if id := ids[report.HullRef(f.Result.Hulls(), g, finding)]; id != "" {
		text += " · " + id
	}
	return text
}
