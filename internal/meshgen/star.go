package meshgen

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/meshcheck/meshcheck/geom"
)

// Star returns n triangles with one common vertex, on a small grid: fans around it that go up
// and down, back and forth, and over themselves, with gaps, fins, spokes in the same direction,
// folds and random triangles.
func Star(rng *rand.Rand, n int) []geom.Triangle {
	at := geom.Vec{float64(rng.IntN(3)), float64(rng.IntN(3)), float64(rng.IntN(3))}
	reach := 2 + rng.IntN(40)
	height := rng.IntN(3) * rng.IntN(reach)
	var spokes []geom.Vec
	for range max(3, n/(1+rng.IntN(3))) {
		d := geom.Vec{float64(rng.IntN(2*reach+1) - reach), float64(rng.IntN(2*reach+1) - reach), float64(rng.IntN(2*height+1) - height)}
		if d[0] != 0 || d[1] != 0 {
			spokes = append(spokes, d)
		}
	}
	slices.SortFunc(spokes, func(d, e geom.Vec) int {
		return cmp.Compare(math.Atan2(d[1], d[0]), math.Atan2(e[1], e[0]))
	})
	stray := rng.IntN(3) * rng.IntN(5) // in a hundred
	soup := make([]geom.Triangle, 0, n)
	for len(spokes) > 1 && len(soup) < n {
		k := rng.IntN(len(spokes))
		a, b := spokes[k], spokes[(k+1)%len(spokes)]
		if len(soup) < len(spokes) {
			k = len(soup)
			a, b = spokes[k], spokes[(k+1)%len(spokes)]
		} else if rng.IntN(100) < 90 && stray == 0 {
			a[2], b[2] = a[2]+float64(3*reach*(1+len(soup)/len(spokes))), b[2]+float64(3*reach*(1+len(soup)/len(spokes)))
		}
		if rng.IntN(100) < stray {
			b = spokes[rng.IntN(len(spokes))]
		}
		if rng.IntN(100) < stray {
			b = geom.Vec{a[0] * 2, a[1] * 2, a[2]*2 - float64(rng.IntN(2))}
		}
		t := geom.Triangle{at, at.Add(a), at.Add(b)}
		soup = append(soup, shuffled(rng, t))
	}
	return soup
}
