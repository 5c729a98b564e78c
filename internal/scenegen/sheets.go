package scenegen

import (
	"math"
	"math/big"
	"math/rand/v2"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/meshgen"
	"github.com/meshcheck/meshcheck/internal/oracle"
)

// sheet returns an open rectangle in the plane z = 0 with a random tessellation; half of
// the time with equal rows and columns, so that lines at simple fractions are edges.
func sheet(rng *rand.Rand, x0, y0, x1, y1 float64) body {
	columns, rows := 1, 1
	if rng.IntN(2) == 0 {
		columns, rows = pick(rng, 1, 2, 4, 8), pick(rng, 1, 2, 4, 8)
	}
	b := bodyOf(grid(rng, [4]float64{x0, y0, x1, y1}, 1, 1), point(0, 0, 0, 1))
	b.shown = grid(rng, [4]float64{x0, y0, x1, y1}, columns, rows)
	if rng.IntN(2) == 0 {
		b.shown = flipped(b.shown)
	}
	b.shown = tessellated(rng, b.shown)
	return b
}

// grid returns an open rectangle, by its sides, in equal rows and columns. Each cell is
// cut by one diagonal or the other.
func grid(rng *rand.Rand, sides [4]float64, columns, rows int) meshgen.Indexed {
	cuts := func(from, to float64, n int) []float64 {
		out := make([]float64, n+1)
		for i := range out {
			out[i] = from + (to-from)*float64(i)/float64(n)
		}
		return out
	}
	return meshgen.Sheet(cuts(sides[0], sides[2], columns), cuts(sides[1], sides[3], rows), func(_, _ int) bool { return rng.IntN(2) == 0 })
}

// small returns zero or, half of the time, a power of a tenth.
func small(rng *rand.Rand) *big.Rat {
	if rng.IntN(2) == 0 {
		return new(big.Rat)
	}
	return power(-random(rng, 1, 9))
}

// tiles are rectangles in one plane, moved, rotated and flipped in it, or lifted from it.
func tiles(rng *rand.Rand) pair {
	size := func() float64 { return float64(random(rng, 4, 16)) / 8 }
	ax, ay, bx, by := size(), size(), size(), size() // half of their extents
	a, b := sheet(rng, -ax, -ay, ax, ay), sheet(rng, -bx, -by, bx, by)
	if rng.IntN(2) == 0 {
		b, bx, by = a, ax, ay
	}
	p := pair{class: InEachOther}
	var dx, dy float64
	if rng.IntN(2) == 0 { // turned about a point near both centres
		b.turn = pick(rng, [4]int64{0, 0, int64(random(rng, -9, 9)), 9}, [4]int64{int64(random(rng, 1, 9)), int64(random(rng, -9, 9)), 0, 0})
		dx, dy = float64(random(rng, -2, 2))/16, float64(random(rng, -2, 2))/16
		p.radius = min(ax, ay, bx, by) - math.Hypot(dx, dy)
	} else {
		dx, dy = float64(random(rng, -32, 32))/8, float64(random(rng, -32, 32))/8
		wide := min(ax+bx-math.Abs(dx), ay+by-math.Abs(dy), 2*ax, 2*bx, 2*ay, 2*by)
		if p.radius = wide / 2; wide <= 0 {
			p.class, p.radius = TouchOrNothing, 0
		}
	}
	b.at = vec(dx, dy, 0)
	if rng.IntN(4) == 0 {
		p.lift(&b, 2, rng)
	}
	p.bodies = [2]body{a, b}
	if p.equal() {
		p.class = Duplicate
	}
	p.swap(rng)
	return p
}

// lift moves b out of the plane that it shares with the other.
func (p *pair) lift(b *body, axis int, rng *rand.Rand) {
	by := power(-random(rng, 1, 9))
	b.at[axis] = new(big.Rat).Add(b.at[axis], by)
	if p.class == InEachOther {
		p.class, p.radius = TouchOrNothing, 0
		p.gap, _ = by.Float64()
	}
}

// crossed is two sheets, one of which stands on the plane of the other.
type crossed struct {
	x0, x1     float64  // how far the lying sheet reaches to both sides of the common line of both planes
	up, down   float64  // how far the standing sheet reaches to both sides of the line
	low, high  float64  // ends of the standing sheet along the line; those of the other are -1 and 1
	x, z       *big.Rat // additional displacement of the standing sheet
	tilt       [2]int64 // the tangent of half its angle
	insideMesh bool     // its mesh has the angle, not its node; for a right angle
}

// pair returns the two sheets. It knows how far each reaches on the lesser side of the other,
// and the length of the line in both.
func (c *crossed) pair(rng *rand.Rand) pair {
	lying, standing := sheet(rng, -c.x0, -1, c.x1, 1), sheet(rng, -c.down, c.low, c.up, c.high)
	standing.at = oracle.Point{c.x, new(big.Rat), c.z}
	if c.insideMesh {
		standing.shown, standing.plain = upright(standing.shown), upright(standing.plain)
	} else {
		standing.turn = [4]int64{0, -c.tilt[0], 0, c.tilt[1]}
	}
	t, u := float64(c.tilt[0]), float64(c.tilt[1])
	sine := 2 * t * u / (t*t + u*u)
	x, _ := c.x.Float64()
	z, _ := c.z.Float64()
	reach := min((c.x0+x)*sine, (c.x1-x)*sine, c.up*sine+z, c.down*sine-z, (min(1, c.high)-max(-1, c.low))/2)
	p := pair{bodies: [2]body{lying, standing}, class: InEachOther, radius: reach}
	if reach <= 0 {
		p.class, p.radius = TouchOrNothing, 0
	}
	p.swap(rng)
	return p
}

// upright returns m with its x axis along z.
func upright(m meshgen.Indexed) meshgen.Indexed {
	out := meshgen.Indexed{Faces: m.Faces}
	for _, v := range m.Vertices {
		out.Vertices = append(out.Vertices, geom.Vec{0, v[1], v[0]})
	}
	return out
}

// anyCrossed returns sheets that pass through each other by an eighth or more.
func anyCrossed(rng *rand.Rand) crossed {
	eighths := func() float64 { return float64(random(rng, 1, 16)) / 8 }
	c := crossed{
		x0: eighths(), x1: eighths(), up: eighths(), down: eighths(),
		low: float64(random(rng, -12, 4)) / 8, x: new(big.Rat), z: new(big.Rat),
		tilt: [2]int64{1, 1}, insideMesh: rng.IntN(2) == 0,
	}
	c.high = c.low + eighths()
	if c.high <= -1 {
		c.high = 0
	}
	if !c.insideMesh && rng.IntN(2) == 0 {
		c.tilt = pick(rng, [2]int64{1, 2}, [2]int64{2, 1}, [2]int64{1, 3})
	}
	return c
}

// sheetsCrossing pass through each other, along edges or next to them.
func sheetsCrossing(rng *rand.Rand) pair {
	c := anyCrossed(rng)
	if rng.IntN(2) == 0 {
		c.x0, c.x1, c.up, c.down = 1, 1, 1, 1 // the line is in the middle, and often an edge
	}
	if c.tilt == [2]int64{1, 1} {
		c.x, c.z = small(rng), small(rng)
		if c.x.Cmp(big.NewRat(1, 20)) > 0 || c.z.Cmp(big.NewRat(1, 20)) > 0 {
			c.x, c.z = new(big.Rat), new(big.Rat)
		}
	}
	return c.pair(rng)
}

// sheetsGrazing end on each other, or nearly so: some do not reach the other, some reach
// slightly beyond it.
func sheetsGrazing(rng *rand.Rand) pair {
	c := anyCrossed(rng)
	c.tilt = [2]int64{1, 1}
	off := small(rng)
	off.Mul(off, big.NewRat(pick[int64](rng, -1, 1), 1))
	switch rng.IntN(3) {
	case 0: // one stands on the other
		c.down, c.z = 0, off
	case 1: // one passes along the rim of the other
		c.x1, c.x = 0, off
	case 2: // rim along rim
		c.down, c.x1, c.x, c.z = 0, 0, off, small(rng)
	}
	return c.pair(rng)
}

// sheetsAndBoxes are an open rectangle on, in, through or beside a box.
func sheetsAndBoxes(rng *rand.Rand) pair {
	solid := cuboid{[3]int64{-16, -16, -16}, [3]int64{16, 16, 16}}
	p := pair{bodies: [2]body{solid.body(rng)}, class: InEachOther, inner: 1}
	size := float64(random(rng, 1, 12)) / 8
	b := sheet(rng, -size, -size, size, size)
	switch rng.IntN(5) {
	case 0: // on a side
		b.at, p.radius = point(0, 0, 2, 1), size
		if rng.IntN(2) == 0 {
			p.lift(&b, 2, rng)
		}
	case 1: // inside, near a side
		room := power(-random(rng, 1, 9))
		b.at = oracle.Point{new(big.Rat), new(big.Rat), new(big.Rat).Sub(big.NewRat(2, 1), room)}
		p.class = Contained
		p.radius, _ = room.Float64()
		p.radius = min(p.radius, 2-size)
	case 2: // through a side, half of it on both sides
		b.turn = pick(rng, [4]int64{0, 1, 0, 1}, [4]int64{1, 0, 0, 1}, [4]int64{1, 1, 0, 3})
		b.at, p.radius = point(0, 0, 2, 1), size/2
	case 3: // on its edge on a side
		b.turn = [4]int64{0, 1, 0, 1}
		b.at, p.class = vec(0, 0, 2+size), TouchOrNothing
	case 4: // beside a side, in its plane
		b.at, p.class = vec(2+size, 0, 2), TouchOrNothing
	}
	p.bodies[1] = b
	p.swap(rng)
	return p
}
