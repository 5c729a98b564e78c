package markdown

import "strings"

// column is the heading of a column and its alignment.
type column struct {
	name    string
	numeric bool
}

// table writes a table without the columns that are empty in every row.
func (p *page) table(columns []column, rows [][]string) {
	used := make([]bool, len(columns))
	for _, row := range rows {
		for k, cell := range row {
			used[k] = used[k] || cell != ""
		}
	}
	var names, rules []string
	for k, c := range columns {
		if used[k] {
			names = append(names, " "+c.name+" ")
			rule := "---"
			if c.numeric {
				rule = "--:"
			}
			rules = append(rules, rule)
		}
	}
	p.add("\n|%s|\n|%s|\n", strings.Join(names, "|"), strings.Join(rules, "|"))
	for _, row := range rows {
		var cells []string
		for k, cell := range row {
			if used[k] {
				cells = append(cells, cell)
			}
		}
		p.add("| %s |\n", strings.Join(cells, " | "))
	}
}
