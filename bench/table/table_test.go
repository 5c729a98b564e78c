package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// results are two rounds of convex shapes, in the second of which one tool failed.
const results = `{"machine":"a machine","rounds":2,"date":"2026-11-21"}
{"group":"convex","tool":"meshcheck","threads":1,"status":0,"time":{"wall_s":1},"result":{"peer":"meshcheck","version":"v1","methods":[` +
	`{"set":"boxes_apart","question":"boolean","method":"GJK","ns":100,"failures":0,"median_error":0,"max_error":0},` +
	`{"set":"boxes_apart","question":"distance","method":"GJK","ns":200,"failures":0,"median_error":1e-16,"max_error":2e-15},` +
	`{"set":"boxes_deep","question":"boolean","method":"GJK","ns":50,"failures":3,"median_error":0,"max_error":0}]}}
{"group":"convex","tool":"bullet","threads":1,"status":124,"time":{"wall_s":1},"result":null}
{"group":"convex","tool":"meshcheck","threads":1,"status":0,"time":{"wall_s":3},"result":{"peer":"meshcheck","version":"v1","methods":[` +
	`{"set":"boxes_apart","question":"boolean","method":"GJK","ns":110,"failures":0,"median_error":0,"max_error":0},` +
	`{"set":"boxes_apart","question":"distance","method":"GJK","ns":300,"failures":0,"median_error":1e-16,"max_error":2e-15},` +
	`{"set":"boxes_deep","question":"boolean","method":"GJK","ns":60,"failures":3,"median_error":0,"max_error":0}]}}
`

func load(t testing.TB, text string) (*group, error) {
	path := filepath.Join(t.TempDir(), "convex.jsonl")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return read(path)
}

func TestCellsOfConvexShapes(t *testing.T) {
	g, err := load(t, results)
	if err != nil {
		t.Fatal(err)
	}
	sets, rows, cells := g.cellsOf("boolean", g.took)
	if got := strings.Join(sets, " ") + ", " + strings.Join(rows, " "); got != "boxes_apart boxes_deep, meshcheck GJK" {
		t.Errorf("sets and rows: %s", got)
	}
	for set, want := range map[string]string{"boxes_apart": "105", "boxes_deep": "55; 3 failed"} {
		if got := cells[[2]string{"meshcheck GJK", set}]; got != want {
			t.Errorf("%s: %q, want %q", set, got, want)
		}
	}
	_, _, cells = g.cellsOf("distance", errors)
	if got := cells[[2]string{"meshcheck GJK", "boxes_apart"}]; got != "1e-16, 2e-15" {
		t.Errorf("errors: %q", got)
	}
}

// TestMedian: it is of all rounds, and there is none if the tool failed in one.
func TestMedian(t *testing.T) {
	g, err := load(t, results)
	if err != nil {
		t.Fatal(err)
	}
	if v, ok := g.median(key{tool: "meshcheck", threads: 1}, wall); v != 2 || !ok {
		t.Errorf("median of 1 and 3: %v, %v", v, ok)
	}
	bullet := key{tool: "bullet", threads: 1}
	if v, ok := g.median(bullet, wall); ok {
		t.Errorf("a tool that failed has a median: %v", v)
	}
	if got := failure(g.runs[bullet]); got != "out of time" {
		t.Errorf("failure of status 124: %q", got)
	}
	if g.head.Rounds != 2 || g.head.Machine != "a machine" {
		t.Errorf("head: %+v", g.head)
	}
}

func TestBadLines(t *testing.T) {
	if _, err := load(t, results+"{\n"); err == nil {
		t.Error("a line that is no JSON is read")
	}
	if _, err := read(filepath.Join(t.TempDir(), "none")); err == nil {
		t.Error("a file that is not there is read")
	}
}

// TestQuotientOf compares the reading and checking of one tool with the whole process of another.
func TestQuotientOf(t *testing.T) {
	g, err := load(t, `{"group":"dirty","mesh":"car","format":"stl","tool":"meshcheck","threads":2,"time":{"wall_s":0.5},"result":{"load_s":0.1,"weld_s":0.1,"check_s":0.2}}
{"group":"dirty","mesh":"car","format":"stl","tool":"meshlib","threads":2,"time":{"wall_s":3},"result":{"load_s":0.25,"check_s":1}}
`)
	if err != nil {
		t.Fatal(err)
	}
	own, peer := g.keys[0], g.keys[1]
	if got := g.quotientOf(peer, loaded, own, wall); got != "2.50" {
		t.Errorf("1.25 s against 0.5 s: %s", got)
	}
	if got := g.quotient(peer, own, wall); got != "6.00" {
		t.Errorf("3 s against 0.5 s: %s", got)
	}
	peer.tool = "none"
	if got := g.quotientOf(peer, loaded, own, wall); got != "-" {
		t.Errorf("a tool that was not measured: %s", got)
	}
}
