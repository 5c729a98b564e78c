package baseline

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/meshcheck/meshcheck/geom"
)

// boxes returns nearby positions on a grid, so that many distances are equal.
func boxes(rng *rand.Rand, n int, grid float64) []position {
	all := make([]position, n)
	for i := range all {
		var low, size geom.Vec
		for k := range low {
			low[k] = math.Floor(rng.Float64()*grid) / 8
			size[k] = math.Floor(rng.Float64()*3) / 8
		}
		all[i].box = geom.Box{Min: low, Max: low.Add(size)}
		switch rng.IntN(4) {
		case 0:
			all[i].box = geom.EmptyBox()
		case 1, 2:
			middle := geom.Vec{math.Floor(rng.Float64()*3) / 8, 0, 1}
			all[i].mesh = &middle
		}
	}
	return all
}

func sideOf(all []position, reach, most float64) *side {
	return newSide(len(all), func(i int) (*position, float64, float64, bool) { return &all[i], reach, most, i%7 != 3 })
}

// TestPairUp compares the pairs with the definition: all possible pairs in order, each made if both
// are free.
func TestPairUp(t *testing.T) {
	type edge struct {
		distance       float64
		entry, failure int
	}
	made := 0
	for seed := range uint64(400) {
		rng := rand.New(rand.NewPCG(seed, 1))
		failures, entries := boxes(rng, 1+rng.IntN(60), 2+float64(seed%30)), boxes(rng, 1+rng.IntN(60), 2+float64(seed%30))
		reach, most := float64(rng.IntN(4))/8, cmp.Or(float64(rng.IntN(4))/4, math.Inf(1))
		var edges []edge
		for i := range failures {
			for k := range entries {
				if i%7 == 3 || k%7 == 3 {
					continue
				}
				e := edge{math.Inf(1), k, i}
				for frame := range frames {
					b, c := failures[i].in(frame), entries[k].in(frame)
					if !b.Empty() && !c.Empty() && b.Grown(reach).Intersects(c) && apart(&b, &c) <= most {
						e.distance = min(e.distance, apart(&b, &c))
					}
				}
				if e.distance < math.Inf(1) {
					edges = append(edges, e)
				}
			}
		}
		slices.SortFunc(edges, func(a, b edge) int {
			return cmp.Or(cmp.Compare(a.distance, b.distance), cmp.Compare(a.entry, b.entry), cmp.Compare(a.failure, b.failure))
		})
		want := map[int]int{}
		taken := map[int]bool{}
		for _, e := range edges {
			if _, has := want[e.failure]; !has && !taken[e.entry] {
				want[e.failure], taken[e.entry] = e.entry, true
			}
		}
		got := map[int]int{}
		pairUp(sideOf(failures, reach, most), sideOf(entries, 0, math.Inf(1)), func(failure, entry int) {
			if _, has := got[failure]; has {
				t.Fatalf("seed %d: failure %d has two entries", seed, failure)
			}
			got[failure] = entry
		})
		made += len(got)
		if fmt.Sprint(got) != fmt.Sprint(want) {
			t.Fatalf("seed %d: pairs %v, want %v", seed, got, want)
		}
	}
	if made < 2000 {
		t.Errorf("only %d pairs were made", made)
	}
}

// crowds returns many failures and entries close together, in the most expensive arrangements.
func crowds(n int) map[string][2][]position {
	at := func(x, y, z float64) position {
		low := geom.Vec{x, y, z}
		return position{box: geom.Box{Min: low, Max: low.Add(geom.Vec{1, 1, 1})}}
	}
	all := map[string][2][]position{}
	for name, place := range map[string]func(rng *rand.Rand, entry bool, i int) position{
		"one place each": func(_ *rand.Rand, entry bool, _ int) position { return at(map[bool]float64{true: 0.1}[entry], 0, 0) },
		"failures in one place": func(rng *rand.Rand, entry bool, _ int) position {
			return at(map[bool]float64{true: rng.Float64()}[entry], 0, 0)
		},
		"entries in one place": func(rng *rand.Rand, entry bool, _ int) position {
			return at(map[bool]float64{false: rng.Float64()}[entry], 0, 0)
		},
		"anywhere": func(rng *rand.Rand, _ bool, _ int) position { return at(rng.Float64(), rng.Float64(), rng.Float64()) },
		"in a row, further apart": func(_ *rand.Rand, entry bool, i int) position {
			return at(float64(2*i*i+map[bool]int{true: i}[entry])*1e-9, 0, 0)
		},
	} {
		rng := rand.New(rand.NewPCG(1, 2))
		var both [2][]position
		for side := range both {
			for i := range n {
				both[side] = append(both[side], place(rng, side == 1, i))
			}
		}
		all[name] = both
	}
	return all
}

// TestPairUpCrowds: thousands of failures and entries within reach of each other all become pairs.
func TestPairUpCrowds(t *testing.T) {
	const n = 2000
	for name, both := range crowds(n) {
		failures, entries := newSide(n, all(both[0])), newSide(n, all(both[1]))
		pairs := 0
		pairUp(failures, entries, func(_, _ int) { pairs++ })
		if pairs != n {
			t.Errorf("%s: %d pairs", name, pairs)
		}
	}
}

func all(of []position) func(i int) (*position, float64, float64, bool) {
	return func(i int) (*position, float64, float64, bool) { return &of[i], 5, math.Inf(1), true }
}

// BenchmarkPairUp shows the growth with the number of places that are all within reach of each other.
func BenchmarkPairUp(b *testing.B) {
	for _, n := range []int{1000, 2000, 4000} {
		for name, both := range crowds(n) {
			b.Run(fmt.Sprintf("%s/n=%d", name, n), func(b *testing.B) {
				for b.Loop() {
					pairUp(newSide(n, all(both[0])), newSide(n, all(both[1])), func(_, _ int) {})
				}
			})
		}
	}
}
