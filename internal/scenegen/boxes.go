package scenegen

import (
	"math/big"
	"math/rand/v2"

	"github.com/meshcheck/meshcheck/internal/meshgen"
	"github.com/meshcheck/meshcheck/internal/oracle"
)

// cuboid is a box in the frame by its corners, in eighths.
type cuboid struct{ low, high [3]int64 }

// body returns a box tessellated at random, its own origin in its centre.
func (c *cuboid) body(rng *rand.Rand) body {
	size := func(k int) float64 { return float64(c.high[k]-c.low[k]) / 8 }
	plain := extents(size(0), size(1), size(2))
	b := bodyOf(plain, point(c.low[0]+c.high[0], c.low[1]+c.high[1], c.low[2]+c.high[2], 16))
	b.shown = tessellated(rng, plain)
	return b
}

// pairOf returns two boxes and how they meet.
func pairOf(rng *rand.Rand, a, b cuboid) pair {
	p := pair{bodies: [2]body{a.body(rng), b.body(rng)}}
	p.swap(rng)
	p.decide()
	return p
}

// gridBoxes are two boxes with corners on a coarse grid.
func gridBoxes(rng *rand.Rand) pair {
	grid := random(rng, 2, 4)
	var c [2]cuboid
	for i := range c {
		for k := range 3 {
			low := rng.IntN(grid)
			high := random(rng, low+1, grid)
			c[i].low[k], c[i].high[k] = 8*int64(low), 8*int64(high)
		}
	}
	return pairOf(rng, c[0], c[1])
}

// flushInside is a small box in a large one, with one side or more in common.
func flushInside(rng *rand.Rand) pair {
	large := cuboid{high: [3]int64{32, 32, 32}}
	var small cuboid
	flush := rng.IntN(3)
	for k := range 3 {
		size := int64(random(rng, 1, 12))
		small.low[k] = int64(rng.IntN(32 - int(size)))
		if k == flush || rng.IntN(4) == 0 {
			small.low[k] = pick(rng, 0, 32-size)
		}
		small.high[k] = small.low[k] + size
	}
	return pairOf(rng, large, small)
}

// neighbours returns two boxes side by side along an axis, with a common face, edge or vertex:
// anywhere, or on a coarse grid, where edges meet edges.
func neighbours(rng *rand.Rand) (a, b cuboid, axis int) {
	axis = rng.IntN(3)
	unit := pick(rng, 1, 4, 8)
	length := func() int64 { return int64(unit * random(rng, 1, 16/unit)) }
	for k := range 3 {
		a.high[k] = length()
		size := length()
		switch {
		case k == axis:
			b.low[k] = a.high[k]
		case rng.IntN(3) == 0: // other sides in line as well
			size = a.high[k]
		default:
			b.low[k] = int64(unit * random(rng, -int(size)/unit, int(a.high[k])/unit))
		}
		b.high[k] = b.low[k] + size
	}
	return a, b, axis
}

// flushNeighbours are boxes side by side.
func flushNeighbours(rng *rand.Rand) pair {
	a, b, _ := neighbours(rng)
	return pairOf(rng, a, b)
}

// smallGaps are boxes side by side, moved apart by some power of a tenth.
func smallGaps(rng *rand.Rand) pair { return displaced(rng, 1) }

// shallow are boxes side by side, moved into each other by some power of a tenth.
func shallow(rng *rand.Rand) pair { return displaced(rng, -1) }

// displaced are boxes side by side, one of them moved along the axis on which they meet.
func displaced(rng *rand.Rand, sign int64) pair {
	a, b, axis := neighbours(rng)
	p := pair{bodies: [2]body{a.body(rng), b.body(rng)}}
	step := power(-random(rng, 1, 9))
	step.Mul(step, big.NewRat(sign, 1))
	p.bodies[1].at[axis] = step.Add(step, p.bodies[1].at[axis])
	p.swap(rng)
	p.decide()
	return p
}

// beams are equal boxes, one moved along its own axis, or two, by part of its length.
func beams(rng *rand.Rand) pair {
	size := pick(rng, [3]float32{1, 1, 1}, [3]float32{4, 0.2, 0.2}, [3]float32{0.2, 3, 6}, [3]float32{6, 3, 0.25}, [3]float32{0.1, 0.1, 2.5})
	plain := extents(float64(size[0]), float64(size[1]), float64(size[2]))
	a, b := bodyOf(plain, point(0, 0, 0, 1)), bodyOf(plain, point(0, 0, 0, 1))
	a.shown = tessellated(rng, plain)
	b.shown = a.shown
	if rng.IntN(2) == 0 {
		b.shown = tessellated(rng, plain)
	}
	longest := 0
	for k := range size {
		if size[k] > size[longest] {
			longest = k
		}
	}
	for k := range size {
		if k == longest || rng.IntN(4) == 0 {
			part := big.NewRat(int64(random(rng, 1, 8)), 8)
			b.at[k] = part.Mul(part, new(big.Rat).SetFloat64(float64(size[k])))
		}
	}
	p := pair{bodies: [2]body{a, b}}
	p.swap(rng)
	p.decide()
	return p
}

// nested are boxes inside each other, or inside the wall or the cavity of a hollow box.
func nested(rng *rand.Rand) pair {
	if rng.IntN(2) == 0 {
		room := new(big.Rat).Mul(power(-rng.IntN(8)), big.NewRat(1, 4))
		inner, outer := cuboid{high: [3]int64{8, 16, 12}}, cuboid{high: [3]int64{16, 24, 20}}
		p := pair{bodies: [2]body{outer.body(rng), inner.body(rng)}}
		at := p.bodies[1].at // near the corner at the origin
		p.bodies[1].at = oracle.Move(at).Apply(oracle.Point{room, room, room})
		p.swap(rng)
		p.decide()
		return p
	}
	// Walls are one unit thick, outside from 0 to 8.
	outer := meshgen.Join(extents(8, 8, 8), flipped(extents(6, 6, 6)))
	hollow := bodyOf(outer, point(4, 4, 4, 1))
	hollow.shown = tessellated(rng, outer)
	place := pick(rng, []struct {
		low    int64
		class  Class
		radius float64
	}{
		{2, Contained, 0.25},   // in the wall
		{4, InEachOther, 0.25}, // in the wall, flush with the hollow
		{6, InEachOther, 0.125},
		{8, TouchOrNothing, 0}, // in the hollow, against its wall
		{9, TouchOrNothing, 0},
	}...)
	small := cuboid{[3]int64{24, place.low, 24}, [3]int64{28, place.low + 4, 28}}
	p := pair{bodies: [2]body{hollow, small.body(rng)}, class: place.class, inner: 1, radius: place.radius}
	p.swap(rng)
	return p
}

// farVertex are boxes, of which one has another shell far away.
func farVertex(rng *rand.Rand) pair {
	p := gridBoxes(rng)
	p.depth = 0 // two shells are not convex
	if p.class == Duplicate {
		p.class, p.radius = InEachOther, 0.5
	}
	far := float64(pick(rng, 1<<10, 1<<14, 1<<18, 1<<22, 10_000_000))
	b := &p.bodies[rng.IntN(2)]
	stray := meshgen.Box(b.plain.Vertices[0], b.plain.Vertices[7])
	for i := range stray.Vertices {
		stray.Vertices[i][0] = float64(float32(stray.Vertices[i][0]/8 + far))
	}
	b.reach = b.farthest()
	b.shown = meshgen.Join(b.shown, meshgen.Box(stray.Vertices[0], stray.Vertices[7]))
	return p
}
