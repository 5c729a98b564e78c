package main

import (
	"fmt"
	"slices"
	"strings"
)

// method is how one method answered one question about a set of pairs of shapes.
type method struct {
	Set, Question, Method string
	NS                    float64
	Failures              int
	MedianError           float64 `json:"median_error"`
	MaxError              float64 `json:"max_error"`
}

// convexNotes explain the figures of convex shapes.
const convexNotes = `
Nanoseconds of processor time for a pair, one thread. Errors are relative to the
truth: the median, then the greatest. Failed are pairs of 1,000 that got no answer, or
that were found apart when they meet or to meet when they are apart; they are not in
the errors. A tolerance behind a method's name takes the place of the library's own.
libccd has no distance. FCL has methods of its own for boxes that collide, and for a
sphere and a capsule. Bullet's MPR computes in float32.
`

// printConvex prints, for each question, the times and errors of the methods: a row for each
// method, a column for each set.
func (g *group) printConvex() {
	fmt.Print(convexNotes)
	for _, question := range []string{"boolean", "distance", "depth"} {
		g.printQuestion(question+", ns", question, g.took)
		if question != "boolean" {
			g.printQuestion(question+", relative error", question, errors)
		}
	}
	for _, k := range g.keys {
		if slices.ContainsFunc(g.runs[k], func(r run) bool { return r.Result == nil }) {
			fmt.Printf("\n%s: %s\n", k.tool, failure(g.runs[k]))
		}
	}
}

func (g *group) printQuestion(title, question string, cell func(key, method) string) {
	sets, rows, cells := g.cellsOf(question, cell)
	fmt.Printf("\n| %s | %s |\n|---|%s\n", title, strings.ReplaceAll(strings.Join(sets, " | "), "_", " "), strings.Repeat("--:|", len(sets)))
	for _, row := range rows {
		fmt.Printf("| %s |", row)
		for _, set := range sets {
			fmt.Printf(" %s |", cells[[2]string{row, set}])
		}
		fmt.Println()
	}
}

// cellsOf returns the sets and methods in the order in which they were measured, and
// the cells by both.
func (g *group) cellsOf(question string, cell func(key, method) string) (sets, rows []string, cells map[[2]string]string) {
	cells = map[[2]string]string{}
	for _, k := range g.keys {
		first := g.runs[k][0]
		if first.Result == nil {
			continue
		}
		for _, m := range first.Result.Methods {
			if m.Question != question {
				continue
			}
			row := first.Result.Peer + " " + m.Method
			if !slices.Contains(sets, m.Set) {
				sets = append(sets, m.Set)
			}
			if !slices.Contains(rows, row) {
				rows = append(rows, row)
			}
			cells[[2]string{row, m.Set}] = cell(k, m)
		}
	}
	return sets, rows, cells
}

// took returns the median of a method's time over the rounds; of answers that are yes
// or no it says as well how many failed.
func (g *group) took(k key, m method) string {
	ns, ok := g.median(k, func(r run) float64 {
		for _, other := range r.Result.Methods {
			if other.Set == m.Set && other.Question == m.Question && other.Method == m.Method {
				return other.NS
			}
		}
		return 0
	})
	if !ok {
		return "-"
	}
	if m.Question == "boolean" {
		return fmt.Sprintf("%.0f%s", ns, failed(m))
	}
	return fmt.Sprintf("%.0f", ns)
}

// errors returns a method's errors, which are the same in every round.
func errors(_ key, m method) string {
	return fmt.Sprintf("%.0e, %.0e%s", m.MedianError, m.MaxError, failed(m))
}

func failed(m method) string {
	if m.Failures == 0 {
		return ""
	}
	return fmt.Sprintf("; %d failed", m.Failures)
}
