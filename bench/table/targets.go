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

// printDirty prints for each model how many times as long the peers take: those that only count,
// for welding and checking, and MeshLib, which welds as it reads, for reading and checking beside
// the whole process of meshcheck, which writes its report.
func (g *group) printDirty() {
	fmt.Print("\n| model | triangles | findings | weld + check, s | CGAL | Embree | whole process, s | MeshLib, load + check against it |\n",
		"|---|--:|--:|--:|--:|--:|--:|--:|\n")
	for _, k := range g.keys {
		if k.tool != ours || g.runs[k][0].Result == nil {
			continue
		}
		first := g.runs[k][0]
		cgal, embree, meshlib := k, k, k
		cgal.tool, embree.tool, meshlib.tool = "cgal", "embree", "meshlib"
		fmt.Printf("| %s | %d | %d | %s | %s | %s | %s | %s |\n", k.mesh, first.Triangles, first.Result.Findings,
			g.seconds(k, detect), g.quotient(cgal, k, detect), g.quotient(embree, k, detect),
			g.seconds(k, wall), g.quotientOf(meshlib, loaded, k, wall))
	}
}

// loaded is the time of reading and checking.
func loaded(r run) float64 { return r.Result.Load + detect(r) }
