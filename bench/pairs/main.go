// Pairs writes sets of pairs of convex shapes with their true distances and depths, and
// measures package convex on such sets, as the drivers of peers do:
//
//	go run ./bench/pairs write FOLDER
//	go run ./bench/pairs measure FILE...
//
// A set is 1,000 pairs of two boxes, two hulls of 32 vertices, a sphere and a capsule,
// or a cylinder and a box. The shapes are apart, or penetrate by a hundredth at most,
// or have their centres near each other. The same version gives the same sets.
package main

import (
	"fmt"
	"os"
)

func main() {
	if len(os.Args) < 3 || os.Args[1] != "write" && os.Args[1] != "measure" {
		fmt.Fprintln(os.Stderr, "usage: pairs write FOLDER | pairs measure FILE...")
		os.Exit(2)
	}
	if err := run(os.Args[1], os.Args[2:]); err != nil {
		fmt.Fprintf(os.Stderr, "pairs: error: %v\n", err)
		os.Exit(1)
	}
}

func run(command string, paths []string) error {
	if command == "write" {
		return writeSets(paths[0])
	}
	return measureFiles(os.Stdout, paths)
}
