// Table prints what bench/run measured as Markdown, from one file of JSON lines
// for each group:
//
//	go run ./bench/table RESULTS.jsonl...
//
// Every figure is the median over the rounds, and every ratio one of medians.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"slices"
)

func main() {
	for _, path := range os.Args[1:] {
		g, err := read(path)
		if err != nil {
			fmt.Fprintf(os.Stderr, "table: error: %s: %v\n", path, err)
			os.Exit(1)
		}
		g.print()
	}
}

// run is one line: one tool on one file, once.
type run struct {
	Group, Mesh, Format, Tool string
	Triangles, Bytes, Threads int
	Status, Files, Distinct   int
	Time                      usage
	Result                    *phases
	Machine, Date             string // of the first line, which is no run
	Rounds                    int
}

type usage struct {
	Wall float64 `json:"wall_s"`
	User float64 `json:"user_s"`
	Peak float64 `json:"peak_kb"`
}

type phases struct {
	Peer     string
	Version  string
	Load     float64 `json:"load_s"`
	Weld     float64 `json:"weld_s"`
	Build    float64 `json:"build_s"`
	Check    float64 `json:"check_s"`
	Findings int
	Methods  []method // of convex shapes, which have no phases
}

// key says which runs are rounds of the same.
type key struct {
	mesh, format, tool string
	threads            int
}

// group is the results of one group, its keys in the order of their first runs.
type group struct {
	head run
	keys []key
	runs map[key][]run
}

func read(path string) (*group, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	g := &group{runs: map[key][]run{}}
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		var r run
		if err := json.Unmarshal(lines.Bytes(), &r); err != nil {
			return nil, err
		}
		if r.Machine != "" {
			g.head = r
			continue
		}
		k := key{r.Mesh, r.Format, r.Tool, r.Threads}
		if g.runs[k] == nil {
			g.keys = append(g.keys, k)
		}
		g.head.Group = r.Group
		g.runs[k] = append(g.runs[k], r)
	}
	return g, lines.Err()
}

// median returns the median of a figure over the rounds, and whether every round
// has it: none has if the tool failed once.
func (g *group) median(k key, figure func(run) float64) (float64, bool) {
	var all []float64
	for _, r := range g.runs[k] {
		if r.Files == 0 && r.Result == nil {
			return 0, false
		}
		all = append(all, figure(r))
	}
	if len(all) == 0 {
		return 0, false
	}
	slices.Sort(all)
	n := len(all)
	return (all[(n-1)/2] + all[n/2]) / 2, true
}

// detect is the time that meshcheck calls weld and check: all that a tool does
// between reading the file and having the findings.
func detect(r run) float64 { return r.Result.Weld + r.Result.Build + r.Result.Check }

func wall(r run) float64 { return r.Time.Wall }

func peak(r run) float64 { return r.Time.Peak * 1024 }
