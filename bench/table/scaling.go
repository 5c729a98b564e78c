package main

import "fmt"

// printScaling compares one thread with more. The serial share s is that of Amdahl's law: n threads
// take s + (1-s)/n of the time of one. It includes what threads wait for, such as memory.
func (g *group) printScaling() {
	fmt.Print("\n| mesh | phase | 1 thread, s | threads | s | times faster | serial share |\n|---|---|--:|--:|--:|--:|--:|\n")
	for _, k := range g.keys {
		if k.threads == 1 {
			continue
		}
		one := k
		one.threads = 1
		g.printPhase("load", one, k, func(r run) float64 { return r.Result.Load })
		g.printPhase("weld + check", one, k, detect)
		g.printPhase("whole process", one, k, wall)
	}
}

// printPhase prints the row of a phase.
func (g *group) printPhase(name string, one, more key, phase func(run) float64) {
	a, ok := g.median(one, phase)
	b, also := g.median(more, phase)
	if !ok || !also || a == 0 || b == 0 {
		return
	}
	n := float64(more.threads)
	serial := (b/a - 1/n) / (1 - 1/n)
	fmt.Printf("| %s | %s | %.3f | %d | %.3f | %.2f | %.0f %% |\n", more.mesh, name, a, more.threads, b, a/b, 100*max(serial, 0))
}
