package parts

import (
	"testing"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/longtest"
	"github.com/meshcheck/meshcheck/internal/meshgen"
	"github.com/meshcheck/meshcheck/internal/world"
	"github.com/meshcheck/meshcheck/mesh"
)

// TestCoincident: the nearest triangles of coincident copies are those that a search finds
// first, wherever the copies are, even if some triangles are degenerate there.
func TestCoincident(t *testing.T) {
	flattened := 0
	for seed := range uint64(longtest.Rounds(t, 20, 60)) {
		rng := meshgen.Rand(seed)
		soup := meshgen.Snapped(rng, 1+rng.IntN(400), 9, 3)
		if seed%2 == 0 { // slivers that rounding flattens far from the origin
			for i := range soup {
				soup[i] = geom.Triangle{{0, 0, 0}, {1, 0, 0}, {1, 0x1p-60 * float64(1+i), 0}}
			}
			soup = append(soup, meshgen.Icosphere(1, geom.Vec{3, 3, 3}, 1).Soup()...)
		}
		place := geom.Identity()
		for r := range place {
			for k := range place[r] {
				place[r][k] += rng.Float64() / 4
			}
			place[r][3] *= float64(int(1) << rng.IntN(10))
		}
		s := &mesh.Scene{Meshes: []*mesh.Mesh{meshgen.Mesh("", soup)}, Instances: []mesh.Instance{{World: place}, {World: place}}}
		c, err := newChecker(t.Context(), world.New(s, 1), options{Settings: check.Settings{Workers: 1}})
		if err != nil {
			t.Fatal(err)
		}
		if len(c.objects) == 0 {
			continue
		}
		a, b := c.objects[0].Object, c.objects[1].Object
		got, ok := selfPair(a)
		want, near := approach(t.Context(), a, b, 0.25, 1)
		if ok != near || got != want {
			t.Fatalf("seed %d: %v (%v), a walk finds %v (%v)", seed, got, ok, want, near)
		}
		if first := a.Triangle(a.Shape.Tree.Leaf(0)[0]); first.Degenerate() {
			flattened++
		}
	}
	if t.Log(flattened, "trees begin with a triangle that is flat in the world"); flattened == 0 {
		t.Error("none")
	}
}
