package main

import (
	"runtime/debug"
	"testing"

	"github.com/meshcheck/meshcheck/mesh"
)

func TestFrugal(t *testing.T) {
	const usual = 77
	defer debug.SetGCPercent(debug.SetGCPercent(usual))
	current := func() int {
		n := debug.SetGCPercent(usual)
		debug.SetGCPercent(n)
		return n
	}
	// Instances of the same positions make a huge scene of few bytes.
	huge := &mesh.Scene{Meshes: []*mesh.Mesh{{}}}
	small := sceneOf(1000)
	for range hugeScene / 1000 {
		huge.Meshes[0].Parts = append(huge.Meshes[0].Parts, small.Meshes[0].Parts...)
	}
	for _, c := range []struct {
		name, gogc string
		scene      *mesh.Scene
		want       int
	}{
		{"small", "", small, usual},
		{"huge", "", huge, hugeGarbage},
		{"huge, GOGC set", "200", huge, usual},
	} {
		t.Setenv("GOGC", c.gogc)
		restore := frugal(c.scene)
		if got := current(); got != c.want {
			t.Errorf("%s: collects at %d percent, want %d", c.name, got, c.want)
		}
		if restore(); current() != usual {
			t.Errorf("%s: %d percent are left behind", c.name, current())
		}
	}
}
