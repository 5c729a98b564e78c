package boxtree_test

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"sync/atomic"
	"testing"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/boxtree"
	"github.com/meshcheck/meshcheck/internal/meshgen"
)

// middles returns a point of each box, its member in the tests of distances. Those of empty boxes are not finite.
func middles(boxes []geom.Box) []geom.Vec {
	points := make([]geom.Vec, len(boxes))
	for i, b := range boxes {
		if points[i] = b.Min.Lerp(b.Max, 0.5); b.Empty() {
			points[i] = geom.Vec{math.NaN(), 0, 0}
		}
	}
	return points
}

// bounded are the families whose boxes have an end, for which distances make sense.
func bounded() (names []string, makes []func(seed uint64, n int) []geom.Box) {
	for _, f := range families {
		if f.name == "beyond float32" || f.name == "without end" {
			continue
		}
		names = append(names, f.name)
		makes = append(makes, func(seed uint64, n int) []geom.Box { return f.make(meshgen.Rand(seed), n) })
	}
	return names, makes
}

// TestNearest compares with a scan, from points near and far, with and without limit.
func TestNearest(t *testing.T) {
	names, makes := bounded()
	for f, name := range names {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			asked, ties := 0, 0
			for seed, n := range sizes(t) {
				boxes := makes[f](uint64(seed), n)
				members, tree := middles(boxes), build(t, boxes, 2)
				rng := meshgen.Rand(uint64(seed))
				for range 4 {
					p := signed(rng, math.Pow(10, float64(rng.IntN(5)-1)))
					if rng.IntN(2) == 0 {
						p = snap(p.Scale(4)).Scale(0.25)
					}
					if n > 0 && rng.IntN(4) == 0 {
						if m := members[rng.IntN(len(members))]; m.Finite() {
							p = m
						}
					}
					distance := func(i uint32) float64 { return members[i].Sub(p).Norm() }
					limit := []float64{math.Inf(1), 0, 0.1, 1}[rng.IntN(4)]
					if best, _ := nearestOf(len(members), limit, distance); best >= 0 && rng.IntN(2) == 0 {
						// Exactly at the limit, or next to it.
						limit = distance(uint32(best))
						if rng.IntN(2) == 0 {
							limit = math.Nextafter(limit, math.Inf(1))
						}
					}
					want, same := nearestOf(len(members), limit, distance)
					ties += same
					i, d, ok := tree.Nearest(p, limit, func(i uint32) float64 {
						asked++
						return distance(i)
					})
					if ok != (want >= 0) || ok && (int(i) != want || d != distance(i)) {
						t.Fatalf("seed %d, %d boxes, limit %v, from %v: %d at %v (%v), want %d", seed, n, limit, p, i, d, ok, want)
					}
				}
			}
			t.Log(asked, "distances,", ties, "ties")
		})
	}
}

// nearestOf returns the first of the n least distances below the limit, or -1, and how
// many more there are like it.
func nearestOf(n int, limit float64, distance func(i uint32) float64) (best, ties int) {
	best = -1
	for i := range n {
		switch d := distance(uint32(i)); {
		case d < limit:
			best, ties, limit = i, 0, d
		case d == limit && best >= 0:
			ties++
		}
	}
	return best, ties
}

// TestNearestAsksFewOnly: the search measures few members.
func TestNearestAsksFewOnly(t *testing.T) {
	boxes := sphereBoxes(100_000)
	members, tree := middles(boxes), build(t, boxes, 2)
	asked := 0
	rng := meshgen.Rand(1)
	for range 100 {
		p := signed(rng, 2)
		tree.Nearest(p, math.Inf(1), func(i uint32) float64 {
			asked++
			return members[i].Sub(p).Norm()
		})
	}
	if t.Log(asked/100, "distances each"); asked > 100*200 {
		t.Errorf("%d distances each of %d boxes", asked/100, len(boxes))
	}
}

// TestNearestTo: a place that is a box, and units.
func TestNearestTo(t *testing.T) {
	for seed, n := range sizes(t) {
		rng := meshgen.Rand(uint64(seed))
		boxes := families[0].make(rng, n)
		members, tree := middles(boxes), build(t, boxes, 1)
		world := shifted(product(turn(rng), geom.Scaling(math.Pow(10, 6*rng.Float64()-3))), signed(rng, 10))
		p := world.Apply(point(rng, 1.5))
		distance := func(i uint32) float64 { return world.Apply(members[i]).Sub(p).Norm() }
		transform := boxtree.Between(tree.Bounds(), geom.EmptyBox().Include(p), world, geom.Identity())
		want, _ := nearestOf(n, math.Inf(1), distance)
		asked := 0
		i, d, ok := tree.NearestTo(geom.PointBox(p), transform, math.Inf(1), 0, func(i uint32) float64 {
			asked++
			return distance(i)
		})
		if ok != (n > 0) || ok && (int(i) != want || d != distance(i)) || asked > 150+n/10 {
			t.Fatalf("seed %d, %d boxes: %d at %v (%v), want %d; %d distances", seed, n, i, d, ok, want, asked)
		}
	}
}

// TestNearestKeepsToTheBoxes: a distance that comes out too small is that of the box,
// so that the answer does not depend on which member was asked for first.
func TestNearestKeepsToTheBoxes(t *testing.T) {
	boxes := each(100, func(i int) geom.Box { return boxAt(geom.Vec{float64(1 + i), 0, 0}, geom.Vec{}) })
	i, d, ok := build(t, boxes, 1).Nearest(geom.Vec{}, math.Inf(1), func(uint32) float64 { return 0 })
	if !ok || i != 0 || math.Abs(d-1) > 1e-14 {
		t.Errorf("%d at %v, %v", i, d, ok)
	}
}

// ruler measures by the numbers of members.
type ruler struct {
	a, b      *boxtree.Tree
	i, j      int
	high, low [boxtree.Width]float64
	distance  func(i, j uint32) float64
	// top and bottom are heights along some direction, nil for none.
	top, bottom func(i uint32) float64
}

func (r *ruler) Open(i, j int) (high, low *[boxtree.Width]float64) {
	r.i, r.j = i, j
	if r.top == nil {
		return &r.high, &r.low
	}
	for x, id := range r.a.Leaf(i) {
		r.high[x] = r.top(id)
	}
	for y, id := range r.b.Leaf(j) {
		r.low[y] = r.bottom(id)
	}
	return &r.high, &r.low
}

func (r *ruler) Distance(x, y int) float64 { return r.distance(r.a.Leaf(r.i)[x], r.b.Leaf(r.j)[y]) }

// closest is boxtree.Closest by the numbers of members.
func closest(ctx context.Context, a, b *boxtree.Tree, transform boxtree.Transform, limit float64, workers int, distance func(i, j uint32) float64) (boxtree.Approach, bool, error) {
	return boxtree.Closest(ctx, workers, a, b, transform, limit, func() boxtree.Measure { return &ruler{a: a, b: b, distance: distance} })
}

// TestClosest compares with a scan of all pairs, transformed by all sorts of maps.
func TestClosest(t *testing.T) {
	names, makes := bounded()
	for f, name := range names {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			asked, pairs, ties := int64(0), 0, 0
			for seed, n := range sizes(t) {
				rng := meshgen.Rand(uint64(seed))
				other := min(sizes(t)[(7*seed+3)%len(sizes(t))], 200_000/max(n, 1))
				as, bs := makes[f](uint64(seed), n), makes[f](uint64(seed)+1000, other)
				m := maps[seed%len(maps)]
				if m.name == "beyond float64" || m.name == "beyond float32" {
					continue
				}
				transform := boxtree.Transform{Map: m.make(rng), Unit: 1}
				ps, qs := middles(as), middles(bs)
				for j := range qs {
					qs[j] = transform.Map.Apply(qs[j])
				}
				limit := []float64{math.Inf(1), math.Inf(1), 0.1, 1e-3}[rng.IntN(4)]
				distance := func(i, j uint32) float64 { return ps[i].Sub(qs[j]).Norm() }
				want, same := closestOf(len(ps), len(qs), limit, distance)
				if next := rng.IntN(4); want != nil && next < 2 {
					// Exactly at the limit, or next to it.
					if limit = want.Distance; next == 0 {
						limit = math.Nextafter(limit, math.Inf(1))
					} else {
						want = nil
					}
				}
				ties, pairs = ties+same, pairs+len(ps)*len(qs)
				var count atomic.Int64
				for _, workers := range []int{1, 2, 5} {
					got, ok, err := closest(t.Context(), build(t, as, 2), build(t, bs, 2), transform, limit, workers, func(i, j uint32) float64 {
						count.Add(1)
						return distance(i, j)
					})
					if err != nil {
						t.Fatal(err)
					}
					if ok != (want != nil) || ok && got != *want {
						t.Fatalf("seed %d, %d and %d boxes, %s, limit %v, %d workers: %v (%v), want %v", seed, len(as), len(bs), m.name, limit, workers, got, ok, want)
					}
				}
				asked += count.Load() / 3
			}
			t.Log(asked, "distances for", pairs, "pairs,", ties, "ties")
		})
	}
}

// TestClosestByHeights: heights along a direction spare distances and change no answer.
func TestClosestByHeights(t *testing.T) {
	asked := [2]int{}
	for seed := range uint64(100) {
		rng := meshgen.Rand(seed)
		as, bs := families[0].make(rng, 1+rng.IntN(600)), families[0].make(rng, 1+rng.IntN(600))
		a, b := build(t, as, 1), build(t, bs, 1)
		transform := boxtree.Transform{Map: shifted(turn(rng), signed(rng, 2)), Unit: 1}
		ps, qs := middles(as), middles(bs)
		for j := range qs {
			qs[j] = transform.Map.Apply(qs[j])
		}
		d := transform.Map.Apply(geom.Vec{}) // from the middle of a to that of b
		d = d.Scale((1 - 0x1p-40) / d.Norm())
		var found [2]boxtree.Approach
		for k := range found {
			r := &ruler{a: a, b: b, distance: func(i, j uint32) float64 {
				asked[k]++
				return ps[i].Sub(qs[j]).Norm()
			}}
			if k == 1 {
				r.top = func(i uint32) float64 { return d.Dot(ps[i]) }
				r.bottom = func(j uint32) float64 { return d.Dot(qs[j]) - 1e-12 }
			}
			var ok bool
			var err error
			if found[k], ok, err = boxtree.Closest(t.Context(), 1, a, b, transform, math.Inf(1), func() boxtree.Measure { return r }); !ok || err != nil {
				t.Fatal(ok, err)
			}
		}
		if want, _ := closestOf(len(ps), len(qs), math.Inf(1), func(i, j uint32) float64 { return ps[i].Sub(qs[j]).Norm() }); found[0] != *want || found[1] != *want {
			t.Fatalf("seed %d: %v, want %v", seed, found, want)
		}
	}
	if t.Log(asked[0], "distances without,", asked[1], "with heights"); asked[1] >= asked[0] {
		t.Error("heights spare nothing")
	}
}

// TestNearEnough: the walk ends with a member that is nearer than enough, if any is.
func TestNearEnough(t *testing.T) {
	boxes := sphereBoxes(5000)
	members, tree := middles(boxes), build(t, boxes, 1)
	rng := meshgen.Rand(1)
	asked := [2]int{}
	for range 200 {
		p := signed(rng, 0.5)
		distance := func(i uint32) float64 { return members[i].Sub(p).Norm() }
		want, _ := nearestOf(len(members), math.Inf(1), distance)
		least := distance(uint32(want))
		for k, enough := range []float64{least, least * 1.05} {
			i, d, ok := tree.NearestTo(geom.PointBox(p), boxtree.Identity(), math.Inf(1), enough, func(i uint32) float64 {
				asked[k]++
				return distance(i)
			})
			if !ok || d != distance(i) || k == 0 && int(i) != want || k == 1 && d >= enough {
				t.Fatalf("from %v, enough %v: %d at %v, want %d at %v", p, enough, i, d, want, least)
			}
		}
	}
	if t.Log(asked, "distances"); 2*asked[1] > asked[0] {
		t.Error("the walk does not end")
	}
}

// TestClosestKeepsToTheBoxes as for TestNearestKeepsToTheBoxes, for any workers.
func TestClosestKeepsToTheBoxes(t *testing.T) {
	row := func(at float64) *boxtree.Tree {
		return build(t, each(500, func(i int) geom.Box { return boxAt(geom.Vec{float64(i), at, 0}, geom.Vec{}) }), 1)
	}
	for _, workers := range []int{1, 2, 5} {
		got, ok, err := closest(t.Context(), row(0), row(1), boxtree.Identity(), math.Inf(1), workers, func(i, j uint32) float64 { return 0 })
		if !ok || err != nil || got.I != 0 || got.J != 0 || math.Abs(got.Distance-1) > 1e-14 {
			t.Errorf("%d workers: %v, %v, %v", workers, got, ok, err)
		}
	}
}

// closestOf returns the first of the least distances below the limit, or nil, and how
// many more there are like it.
func closestOf(n, m int, limit float64, distance func(i, j uint32) float64) (best *boxtree.Approach, ties int) {
	for i := range uint32(n) {
		for j := range uint32(m) {
			switch d := distance(i, j); {
			case d < limit:
				best, ties, limit = &boxtree.Approach{I: i, J: j, Distance: d}, 0, d
			case d == limit && best != nil:
				ties++
			}
		}
	}
	return best, ties
}

// TestClosestInTheWorld has distances in the units of a world that both trees are
// mapped to, if there is an inverse.
func TestClosestInTheWorld(t *testing.T) {
	asked, even := 0, 0
	for seed := range uint64(200) {
		rng := meshgen.Rand(seed)
		as, bs := families[0].make(rng, 200), families[0].make(rng, 300)
		a, b := build(t, as, 1), build(t, bs, 1)
		kind := rng.IntN(8)
		toWorldA, toWorldB := maps[kind].make(rng), maps[rng.IntN(8)].make(rng)
		ps, qs := middles(as), middles(bs)
		distance := func(i, j uint32) float64 { return toWorldA.Apply(ps[i]).Sub(toWorldB.Apply(qs[j])).Norm() }
		want, _ := closestOf(len(ps), len(qs), math.Inf(1), distance)
		transform := boxtree.Between(a.Bounds(), b.Bounds(), toWorldA, toWorldB)
		got, ok, err := closest(t.Context(), a, b, transform, math.Inf(1), 1, func(i, j uint32) float64 {
			if kind < 6 {
				asked++
			}
			return distance(i, j)
		})
		if kind < 6 {
			even++
		}
		if err != nil || !ok || got != *want {
			t.Fatalf("seed %d: %v (%v, %v), want %v", seed, got, ok, err, want)
		}
	}
	// If the world scales unevenly, the unit is a weak bound.
	if t.Log(asked/even, "distances each"); asked/even > 200*300/20 {
		t.Error("too many")
	}
}

// TestClosestAsksFewOnly: two spheres side by side.
func TestClosestAsksFewOnly(t *testing.T) {
	boxes := sphereBoxes(50_000)
	members, tree := middles(boxes), build(t, boxes, 2)
	for _, limit := range []float64{math.Inf(1), 0.5, 0.1} {
		transform := boxtree.Transform{Map: shifted(turn(meshgen.Rand(3)), geom.Vec{3, 0.5, 0}), Unit: 1}
		asked := 0
		got, ok, err := closest(t.Context(), tree, tree, transform, limit, 1, func(i, j uint32) float64 {
			asked++
			return members[i].Sub(transform.Map.Apply(members[j])).Norm()
		})
		if t.Log("limit", limit, "-", got, ok, "of", asked, "distances"); err != nil || asked > 50_000 {
			t.Errorf("limit %v: %d distances, %v", limit, asked, err)
		}
	}
}

func TestClosestCancelled(t *testing.T) {
	heap := pile(t, 4000)
	for _, workers := range []int{1, 2, 5} {
		ctx, cancel := context.WithCancel(t.Context())
		var asked atomic.Int64
		_, _, err := closest(ctx, heap, heap, boxtree.Identity(), 1, workers, func(uint32, uint32) float64 {
			if asked.Add(1) == 1000 {
				cancel()
			}
			return 0.5
		})
		if !errors.Is(err, context.Canceled) || asked.Load() > 500_000 {
			t.Errorf("%d workers: %v after %d distances", workers, err, asked.Load())
		}
		if _, ok, err := closest(ctx, pile(t, 0), heap, boxtree.Identity(), 1, workers, nil); ok || !errors.Is(err, context.Canceled) {
			t.Errorf("%d workers: %v, %v", workers, ok, err)
		}
	}
}

// TestStab compares with a scan: no box that the ray hits is left out, hardly any
// other is visited.
func TestStab(t *testing.T) {
	inFamilies(t, func(t *testing.T, boxesOf func(rng *rand.Rand, n int) []geom.Box) {
		var must, may int
		for seed, n := range sizes(t) {
			rng := meshgen.Rand(uint64(seed))
			boxes := boxesOf(rng, n)
			m := maps[seed%len(maps)]
			transform := boxtree.Transform{Map: m.make(rng)}
			tree := build(t, boxes, 2)
			for axis := range 3 {
				p := signed(rng, 2)
				if len(boxes) > 0 { // through one of the boxes
					b := boxtree.Round(boxes[rng.IntN(len(boxes))])
					if b = transform.ApplyRounded(b); !isEmpty(&b) {
						p = clamped(wide(&b), p)
					}
					p[axis] -= float64(rng.IntN(3)-1) * rng.Float64()
				}
				hits := make([]bool, len(boxes))
				tree.Stab(p, axis, transform, func(ids []uint32) {
					for _, i := range ids {
						if hits[i] {
							t.Fatalf("seed %d: box %d comes twice", seed, i)
						}
						hits[i] = true
					}
				})
				inner, outer, wrong := stabScan(rounded(boxes), p, axis, transform, hits)
				if must, may = must+inner, may+outer; wrong >= 0 {
					t.Fatalf("seed %d, %d boxes, %s, from %v along axis %d: box %d: %v", seed, n, m.name, p, axis, wrong, hits[wrong])
				}
			}
		}
		t.Log(must, "hits,", may-must, "in doubt")
	})
}

// clamped returns the point of b next to p.
func clamped(b geom.Box, p geom.Vec) geom.Vec {
	for k := range p {
		p[k] = max(b.Min[k], min(b.Max[k], p[k]))
		if math.IsInf(p[k], 0) {
			p[k] = 0
		}
	}
	return p
}

// stabScan counts the boxes that a ray must and that it may hit, and returns one that
// was wrongly hit or missed, or -1.
func stabScan(boxes []boxtree.Box, p geom.Vec, axis int, transform boxtree.Transform, hits []bool) (must, may, wrong int) {
	wrong = -1
	wider := asInTree(boxes, transform)
	ray := boxtree.Round(geom.Box{Min: p, Max: p})
	ray[3+axis] = float32(math.Inf(1))
	for i := range boxes {
		least, most := transform.ApplyRounded(boxes[i]), wider.ApplyRounded(boxes[i])
		b := wide(&least)
		inner := !isEmpty(&least) && b.Max[axis] >= p[axis]
		for k := range 3 {
			inner = inner && (k == axis || b.Min[k] <= p[k] && p[k] <= b.Max[k])
		}
		outer := meet(&ray, &most)
		if inner {
			must++
		}
		if outer {
			may++
		}
		if hits[i] && !outer || !hits[i] && inner {
			wrong = i
		}
	}
	return must, may, wrong
}

// TestWalksOfNothing: trees without boxes.
func TestWalksOfNothing(t *testing.T) {
	none := build(t, nil, 1)
	if _, _, ok := none.Nearest(geom.Vec{}, math.Inf(1), nil); ok {
		t.Error("a nearest of none")
	}
	none.Stab(geom.Vec{}, 0, boxtree.Identity(), func(ids []uint32) { t.Error("hits", slices.Clone(ids)) })
	if _, ok, err := closest(t.Context(), none, none, boxtree.Identity(), math.Inf(1), 1, nil); ok || err != nil {
		t.Error("a closest of none", err)
	}
}
