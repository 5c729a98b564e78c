package main

import (
	"fmt"
	"strings"
)

// printTargets prints how meshcheck grows with threads and triangles, and what
// memory it takes.
func (g *group) printTargets() {
	fmt.Print("\n| meshcheck with itself | |\n|---|--:|\n")
	for _, k := range g.keys {
		if k.tool != ours {
			continue
		}
		if k.threads == 1 {
			g.printThreads(k)
			continue
		}
		if strings.HasSuffix(k.mesh, "_10m") {
			g.printGrowth(k)
		}
		// Smaller ones show the program itself more than the mesh.
		if g.runs[k][0].Triangles > 2_000_000 {
			g.printMemory(k)
		}
	}
}

// printThreads compares a run on one thread with those on more.
func (g *group) printThreads(one key) {
	for _, k := range g.keys {
		if k.tool == ours && k.mesh == one.mesh && k.format == one.format && k.threads != 1 {
			fmt.Printf("| weld + check of %s.%s, 1 thread against %d | %s times |\n",
				k.mesh, k.format, k.threads, g.quotient(one, k, detect))
		}
	}
}

// printGrowth compares 10 million triangles with 1 million.
func (g *group) printGrowth(ten key) {
	one := ten
	one.mesh = strings.TrimSuffix(ten.mesh, "_10m") + "_1m"
	fmt.Printf("| %s.%s against %s, weld + check | %s times |\n", ten.mesh, ten.format, one.mesh, g.quotient(ten, one, detect))
	fmt.Printf("| the same, whole process | %s times |\n", g.quotient(ten, one, wall))
}

// printMemory prints the peak memory beyond the size of the file.
func (g *group) printMemory(k key) {
	bytes, ok := g.median(k, peak)
	if !ok {
		return
	}
	first := g.runs[k][0]
	fmt.Printf("| peak memory of %s.%s beyond the file's size | %.0f bytes a triangle |\n",
		k.mesh, k.format, (bytes-float64(first.Bytes))/float64(first.Triangles))
}
