package parts

import (
	"math/rand/v2"
	"testing"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/containment"
	"github.com/meshcheck/meshcheck/internal/longtest"
	"github.com/meshcheck/meshcheck/internal/meshgen"
	"github.com/meshcheck/meshcheck/internal/world"
	"github.com/meshcheck/meshcheck/mesh"
)

// shapeFor returns a solid, a solid with a hole, or a sheet, around the origin.
func shapeFor(rng *rand.Rand) []geom.Triangle {
	switch rng.IntN(4) {
	case 0:
		return meshgen.Icosphere(rng.IntN(3), geom.Vec{}, 1).Soup()
	case 1:
		return meshgen.Box(geom.Vec{-1, -1, -1}, geom.Vec{1, 1, 1}).Soup()
	case 2:
		return meshgen.UChannel(2, 1).Soup()[1:]
	}
	return meshgen.Random(rng, 1+rng.IntN(9), 1)
}

// TestFarApart: objects that a plane proves to be apart are unrelated by their triangles, too,
// however narrow the gap.
func TestFarApart(t *testing.T) {
	apart, open, narrow := 0, 0, 0
	for seed := range uint64(longtest.Rounds(t, 4000, 10_000)) {
		rng := meshgen.Rand(seed)
		s := &mesh.Scene{}
		gap := [...]float64{0, 0x1p-24, 0x1p-21, 0x1p-18, 0.1, -0.1, -1}[rng.IntN(7)]
		for k := range 2 {
			place := geom.Identity()
			if rng.IntN(2) == 0 {
				for r := range place {
					for c := range 3 {
						place[r][c] += rng.Float64() / 4
					}
				}
			}
			place[0][3] = float64(k) * (2 + gap)
			s.Meshes = append(s.Meshes, meshgen.Mesh("", shapeFor(rng)))
			s.Instances = append(s.Instances, mesh.Instance{Mesh: k, World: place})
		}
		c, err := newChecker(t.Context(), world.New(s, 1), options{Settings: check.Settings{Workers: 1, MaxFindings: 10}})
		if err != nil || len(c.objects) != 2 {
			t.Fatal(seed, err, len(c.objects))
		}
		objects := containment.Pair{c.objects[0].Object, c.objects[1].Object}
		if !objects.FarApart() {
			continue
		}
		apart++
		if !objects[0].Closed() || !objects[1].Closed() {
			open++
		}
		if gap > 0 && gap < 1e-3 {
			narrow++
		}
		var o outcome
		if related, err := o.relate(t.Context(), &pairCheck{objects: objects, options: c.options.Settings}, 1); related || err != nil {
			t.Fatalf("seed %d: %v", seed, o.pair)
		}
	}
	if t.Log(apart, "pairs are far apart,", open, "of them with an open surface,", narrow, "with a narrow gap"); open < 100 || narrow < 20 {
		t.Error("too few")
	}
}
