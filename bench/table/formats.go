package main

import "fmt"

// printFormats prints one row for each file and tool: the time of reading alone, that of the check
// with what it needs, and that of the whole process, with multiples of meshcheck's.
func (g *group) printFormats() {
	fmt.Print("\n| file | MB | tool | load, s | ratio | weld + check, s | ratio | whole process, s | ratio | peak, MB | findings |\n",
		"|---|--:|---|--:|--:|--:|--:|--:|--:|--:|--:|\n")
	for _, k := range g.keys {
		first := g.runs[k][0]
		row := fmt.Sprintf("| %s.%s | %.0f | %s |", k.mesh, k.format, float64(first.Bytes)/1e6, k.tool)
		if _, ok := g.median(k, wall); !ok {
			fmt.Printf("%s %s | | | | | | | |\n", row, failure(g.runs[k]))
			continue
		}
		megabytes, _ := g.median(k, peak)
		fmt.Printf("%s %s | %s | %s | %s | %s | %s | %.0f | %d |\n", row, g.seconds(k, reading), g.ratio(k, reading),
			g.seconds(k, detect), g.ratio(k, detect), g.seconds(k, wall), g.ratio(k, wall), megabytes/1e6, first.Result.Findings)
	}
	g.printNotes()
}

// reading is the time of reading a file.
func reading(r run) float64 { return r.Result.Load }
