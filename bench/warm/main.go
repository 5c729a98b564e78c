// Warm checks the first mesh of a file several times in one process, as an editor or a server
// does, and prints the median time of all checks but the first as a line of JSON:
//
//	warm FILE [THREADS]
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strconv"
	"time"

	"github.com/meshcheck/meshcheck"
	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/loader"
)

// version is set by the linker.
var version = "unknown"

// rounds is the number of checks for the median.
const rounds = 5

// result is the line that drivers of peers print, too.
type result struct {
	Peer     string  `json:"peer"`
	Version  string  `json:"version"`
	Load     float64 `json:"load_s"`
	Check    float64 `json:"check_s"` // welding included
	Findings int     `json:"findings"`
}

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintf(os.Stderr, "warm: error: %v\n", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	if len(args) < 1 || len(args) > 2 {
		return fmt.Errorf("usage: warm FILE [THREADS]")
	}
	workers := 0
	if len(args) > 1 {
		n, err := strconv.Atoi(args[1])
		if err != nil {
			return err
		}
		workers = n
	}
	start := time.Now()
	model, err := loader.Open(context.Background(), args[0], loader.Options{Workers: workers})
	if err != nil {
		return err
	}
	r := result{Peer: "meshcheck_warm", Version: version, Load: time.Since(start).Seconds()}
	var seconds []float64
	for range 1 + rounds {
		start := time.Now()
		checked, err := meshcheck.Check(context.Background(), model.Scene, check.Options{Workers: workers})
		if err != nil {
			return err
		}
		seconds, r.Findings = append(seconds, time.Since(start).Seconds()), findings(&checked.Counts)
	}
	seconds = seconds[1:]
	slices.Sort(seconds)
	r.Check = seconds[rounds/2]
	return json.NewEncoder(os.Stdout).Encode(r)
}

// findings counts those of pairs of triangles, touches included.
func findings(c *check.Counts) (n int) {
	for _, kind := range []check.Rule{check.Crossing, check.Overlap, check.Duplicate, check.Touch} {
		n += c.OfKind(kind)
	}
	return n
}
