package main

import (
	"fmt"
	"slices"
	"strings"
)

const ours = "meshcheck"

func (g *group) print() {
	fmt.Printf("\n### %s\n\n%s; median of %d rounds, %s.\n", g.head.Group, g.head.Machine, g.head.Rounds, g.head.Date)
	if g.head.Group == "files" {
		g.printFiles()
		return
	}
	if v := g.versions(); v != "" {
		fmt.Println(v + ".")
	}
	if g.head.Group == "convex" {
		g.printConvex()
		return
	}
	if g.head.Group == "formats" {
		g.printFormats()
		return
	}
	if g.head.Group == "scaling" {
		g.printScaling()
		return
	}
	g.printRuns()
	switch g.head.Group {
	case "targets":
		g.printTargets()
	case "dirty":
		g.printDirty()
	}
}

// versions lists the tools with their versions.
func (g *group) versions() string {
	var all []string
	for _, k := range g.keys {
		for _, r := range g.runs[k] {
			if r.Result == nil {
				continue
			}
			if v := r.Tool + " " + r.Result.Version; !slices.Contains(all, v) {
				all = append(all, v)
			}
		}
	}
	return strings.Join(all, ", ")
}

// printRuns prints one row for each tool and file, with its times as multiples of
// meshcheck's on the same file with as many threads.
func (g *group) printRuns() {
	fmt.Print("\n| mesh | triangles | tool | threads | weld + check, s | ratio | whole process, s | ratio | peak, MB | findings |\n",
		"|---|--:|---|--:|--:|--:|--:|--:|--:|--:|\n")
	for _, k := range g.keys {
		first := g.runs[k][0]
		row := fmt.Sprintf("| %s.%s | %d | %s | %d |", k.mesh, k.format, first.Triangles, k.tool, k.threads)
		if _, ok := g.median(k, wall); !ok {
			fmt.Printf("%s %s | | | | | |\n", row, failure(g.runs[k]))
			continue
		}
		megabytes, _ := g.median(k, peak)
		fmt.Printf("%s %s | %s | %s | %s | %.0f | %d |\n", row, g.seconds(k, detect), g.ratio(k, detect),
			g.seconds(k, wall), g.ratio(k, wall), megabytes/1e6, first.Result.Findings)
	}
	g.printNotes()
}

// printNotes prints the notes about the tools of the group.
func (g *group) printNotes() {
	fmt.Println()
	for _, note := range notes {
		if slices.ContainsFunc(g.keys, func(k key) bool { return k.tool == note.tool }) {
			fmt.Printf("- %s: %s\n", note.tool, note.text)
		}
	}
}

// notes describe a peer's findings and what its times exclude.
var notes = []struct{ tool, text string }{
	{"meshcheck", "exact; findings are pairs, touches included. Its whole process writes the JSON report, which no other does."},
	{"meshcheck_page", "the same, and the page for people besides."},
	{"meshcheck_warm", "the median of five checks in a process that has made one before, without reports."},
	{"cgal", "exact; pairs, touches included, counted and not stored. Welding is ours, on one thread."},
	{"embree", "not exact; finds pairs of boxes, with a float64 test of ours behind it that skips pairs that share a vertex and all in one plane."},
	{"blender", "not exact; skips pairs that share an edge. Reading and welding are numpy's."},
	{"meshlib", "not exact; skips pairs that share an edge, and touches. It welds as it reads, so that welding is not in the first time."},
	{"pymeshlab", "not exact; findings are triangles, not pairs; one thread."},
	{"fcl", "not exact; pairs of bodies whose surfaces meet, where it stops at the first pair of triangles; one thread, and a file that needs no parsing."},
	{"trimesh", "only reads."},
	{"blender_formats", "not exact; skips pairs that share an edge. Reading is that of its importers, of which it has none for OFF and 3MF."},
	{"open3d", "not exact; skips pairs that share a vertex. It tests each triangle with each, so that it is run on the small mesh only."},
}

// failure returns the reason why a tool has no figures.
func failure(runs []run) string {
	for _, r := range runs {
		if r.Status == 124 { // the status of timeout
			return "out of time"
		}
	}
	return "failed"
}

func (g *group) seconds(k key, figure func(run) float64) string {
	v, _ := g.median(k, figure)
	return fmt.Sprintf("%.3f", v)
}

// ratio returns how many times as long a tool takes as meshcheck.
func (g *group) ratio(k key, figure func(run) float64) string {
	own := k
	own.tool = ours
	if k == own {
		return ""
	}
	return g.quotient(k, own, figure)
}

func (g *group) quotient(k, l key, figure func(run) float64) string {
	return g.quotientOf(k, figure, l, figure)
}

func (g *group) quotientOf(k key, of func(run) float64, l key, by func(run) float64) string {
	a, ok := g.median(k, of)
	b, also := g.median(l, by)
	if !ok || !also || b == 0 {
		return "-"
	}
	return fmt.Sprintf("%.2f", a/b)
}

func (g *group) printFiles() {
	for _, k := range g.keys {
		first := g.runs[k][0]
		seconds, _ := g.median(k, wall)
		megabytes, _ := g.median(k, peak)
		fmt.Printf("\n| %d small files in one call | |\n|---|--:|\n", first.Files)
		fmt.Printf("| distinct files | %d |\n| threads | %d |\n| whole process, s | %.3f |\n| files a second | %.0f |\n| peak, MB | %.0f |\n",
			first.Distinct, k.threads, seconds, float64(first.Files)/seconds, megabytes/1e6)
	}
}
