// Pairs writes sets of pairs of convex shapes with what is true of them, into a folder
// as NAME.pairs:
//
//	go run ./bench/pairs write FOLDER
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
	if len(os.Args) != 3 || os.Args[1] != "write" {
		fmt.Fprintln(os.Stderr, "usage: pairs write FOLDER")
		os.Exit(2)
	}
	if err := writeSets(os.Args[2]); err != nil {
		fmt.Fprintf(os.Stderr, "pairs: error: %v\n", err)
		os.Exit(1)
	}
}
