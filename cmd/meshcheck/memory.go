package main

import (
	"os"
	"runtime/debug"

	"github.com/meshcheck/meshcheck/mesh"
)

const (
	// hugeScene is the number of triangles from which memory matters: some 150 MB.
	hugeScene = 1_000_000
	// hugeGarbage is what the check of a huge scene may leave uncollected, in percent
	// of what it uses. The default of 100 can double the memory. A collection is
	// cheap there however often it comes, since long arrays of numbers hold nothing
	// to be followed: at 25 the time does not change and the peak falls by a quarter.
	hugeGarbage = 25
)

// frugal makes the check of a huge scene keep less garbage until restore is called.
// Such a scene has all threads, so that it changes nothing for other files. Who
// sets GOGC decides otherwise.
func frugal(scene *mesh.Scene) (restore func()) {
	if triangles(scene) < hugeScene || os.Getenv("GOGC") != "" {
		return func() {}
	}
	before := debug.SetGCPercent(hugeGarbage)
	return func() { debug.SetGCPercent(before) }
}

func triangles(scene *mesh.Scene) int {
	n := 0
	for _, m := range scene.Meshes {
		n += m.Triangles()
	}
	return n
}
