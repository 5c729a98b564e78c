package precisiongen

import (
	"math"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/meshgen"
)

// The families here go through a floor by at least ten steps on both sides, and the floor reaches
// farther than that on all sides of them. Rounding moves each surface by less than a step, so that no
// move by two steps parts them. They are cut so finely that no triangle tells.

// floorUnder is a floor of a width in steps around the origin, in a height. It is cut coarsely, or as
// finely as given.
func floorUnder(d draw, width, height float64, finest int) meshgen.Indexed {
	m := min(40, pick(d, 1, 1, 3, finest))
	return moved(sheet(m, m, d.diagonal(), width, width), -width*0.47, -width*0.52, height)
}

// rowsOf returns how many rows of a height stand over a length.
func rowsOf(height, length float64) int { return int(max(1, math.RoundToEven(length/height))) }

// upright stands a sheet up, from below to above the floor, around the origin.
func upright(m meshgen.Indexed, width, below float64) meshgen.Indexed {
	return mapped(m, func(p geom.Vec) geom.Vec { return geom.Vec{p[0] - width/2, 0, p[1] - below} })
}

// folded is a wall that is folded like a bellows or a curtain, with folds of a few steps.
func folded(d draw, _ Storage) sketch {
	fold, depth, w := pick(d, 1.0, 2, 4, 8), pick(d, 1.0, 3, 8), pick(d, 100.0, 300)
	n := min(120, rowsOf(fold, 80))
	high := fold * float64(n)
	var wall meshgen.Indexed
	if d.chance(0.5) {
		wall = sheet(pick(d, 1, 2, 5, 20), n, d.diagonal(), w, high)
		for i := range wall.Vertices {
			v := &wall.Vertices[i]
			*v = geom.Vec{v[0], depth * math.Cos(math.Pi*v[1]/fold), v[1]}
		}
	} else {
		rows := rowsOf(pick(d, 1.0, 4, 20), high)
		wall = sheet(n, rows, d.diagonal(), high, high)
		w = high
		for i := range wall.Vertices {
			v := &wall.Vertices[i]
			*v = geom.Vec{v[0], depth * math.Cos(math.Pi*v[0]/fold), v[1]}
		}
	}
	below := high * d.uniform(0.3, 0.7)
	wall = moved(wall, -w/2, 0, -below)
	return against(wall, floorUnder(d, 3*w, 0, 20), FailsIfMet)
}

// needles is a spike of needles with its tip below the floor, without a base. It is cut into rings, or
// its triangles run from the tip to the rim.
func needles(d draw, _ Storage) sketch {
	radius, high := pick(d, 20.0, 60, 200), pick(d, 100.0, 300, 1000)
	m := spike(pick(d, 5, 16, 64, 200), pick(d, 1, 4, 30), radius, high)
	m = moved(m, 0, 0, -high*d.uniform(0.3, 0.6))
	return against(m, floorUnder(d, 3*max(radius, 60), 0, 20), FailsIfMet)
}

// spike is the side of a cone of n sides, in so many rings, with its tip at the origin and its rim above.
func spike(n, rings int, radius, high float64) meshgen.Indexed {
	m := meshgen.Indexed{Vertices: []geom.Vec{{}}}
	for j := 1; j <= rings; j++ {
		share := float64(j) / float64(rings)
		for i := range n {
			sin, cos := math.Sincos(2 * math.Pi * (float64(i) + 0.3) / float64(n))
			m.Vertices = append(m.Vertices, geom.Vec{radius * share * cos, radius * share * sin, high * share})
		}
	}
	at := func(ring, i int) uint32 { return uint32(1 + (ring-1)*n + i%n) }
	for i := range n {
		m.Faces = append(m.Faces, [3]uint32{0, at(1, i+1), at(1, i)})
		for j := 1; j < rings; j++ {
			a, b, c, e := at(j, i), at(j, i+1), at(j+1, i+1), at(j+1, i)
			m.Faces = append(m.Faces, [3]uint32{a, b, c}, [3]uint32{a, c, e})
		}
	}
	return m
}

// spirals are a rolled sheet that stands in the floor, with 12 steps or more from turn to turn, or a
// spiral ramp that goes down through it.
func spirals(d draw, _ Storage) sketch {
	turns, gap := pick(d, 1.5, 3, 4.2), pick(d, 12.0, 20, 40)
	n := int(turns * pick(d, 8.0, 24, 60))
	ramp := d.chance(0.5)
	high := pick(d, 40.0, 100)
	rows := min(60, rowsOf(pick(d, 1.0, 3, 10, 100), high))
	m := mapped(sheet(n, rows, d.diagonal(), turns, high), func(p geom.Vec) geom.Vec {
		sin, cos := math.Sincos(2 * math.Pi * p[0])
		if ramp {
			r := 15 + p[1]
			return geom.Vec{r * cos, r * sin, 2 * gap * (p[0] - turns*0.47)}
		}
		r := 10 + gap*p[0]
		return geom.Vec{r * cos, r * sin, p[1] - 0.4*high}
	})
	return against(m, floorUnder(d, 6*(115+gap*turns), 0, 20), FailsIfMet)
}

// comb is a bar above the floor with teeth that go through it, two steps wide or more and cut into rows;
// or one whose teeth end on the floor and which passes.
func comb(d draw, where Storage) sketch {
	teeth, width, high := pick(d, 1, 5, 30), pick(d, 2.0, 3, 8), pick(d, 60.0, 200)
	out, below, row := sketch{want: FailsIfMet, row: " fail"}, high*d.uniform(0.3, 0.7), pick(d, 1.0, 3, 10, 200)
	if d.chance(0.4) {
		out, below, row = sketch{want: Passes, row: " pass"}, 0, 200
	}
	pitch := width + pick(d, 10.0, 30)
	length := pitch*float64(teeth) + 10
	var m []meshgen.Indexed
	for i := range teeth {
		rows := min(150, rowsOf(row, high))
		m = append(m, moved(upright(sheet(1, rows, d.diagonal(), width, high), width, below), pitch*(float64(i)-float64(teeth-1)/2), 0, 0))
	}
	bar := moved(upright(sheet(1, 1, 0, length, 40), length, 0), 0, 0, high-below)
	size := 3 * length
	if out.want == Passes {
		size = max(size, where.widths()[0])
	}
	m = append(m, bar)
	out.set(meshgen.Join(m...), floorUnder(d, size, 0, 20))
	return out
}

// thinRow is a wall through a floor that has thin rows where it meets the floor, and high ones above and
// below. Where pieces of it meet they have vertices in common, or T-junctions.
func thinRow(d draw, _ Storage) sketch {
	w, thin, n := pick(d, 100.0, 400, 1500), pick(d, 0.6, 1, 1.5, 3), pick(d, 1, 2, 6)
	apart := d.chance(0.4)
	columns := func() int { return pick(d, 1, 4, 15) }
	k := columns()
	var m []meshgen.Indexed
	z := -thin * float64(n) * d.uniform(0.3, 0.7)
	piece := func(rows int, high, at float64) {
		if apart {
			k = columns()
		}
		m = append(m, moved(upright(sheet(k, rows, d.diagonal(), w, high), w, 0), 0, 0, at))
	}
	piece(1, 100, z-100)
	piece(n, thin*float64(n), z)
	piece(1, pick(d, 20.0, 300), z+thin*float64(n))
	return against(meshgen.Join(m...), floorUnder(d, 3*w, 0, 20), FailsIfMet)
}

// plates are closed slabs two to four steps thick that stand in the floor, or wires of such a thickness
// that go through it. The floor is nowhere more than two steps inside of them.
func plates(d draw, _ Storage) sketch {
	thick, high := pick(d, 2.0, 3, 4), pick(d, 60.0, 200)
	size := geom.Vec{pick(d, thick, 30, 200), thick, high}
	n := min(40, pick(d, 1, rowsOf(10, high), rowsOf(2, high)))
	below := high * d.uniform(0.3, 0.7)
	body := mapped(box(n), func(p geom.Vec) geom.Vec {
		return geom.Vec{(p[0] - 0.5) * size[0], (p[1] - 0.5) * size[1], p[2]*size[2] - below}
	})
	if d.chance(0.5) { // leaning
		sin, cos := math.Sincos(d.uniform(-0.8, 0.8))
		body = mapped(body, func(p geom.Vec) geom.Vec { return geom.Vec{p[0], p[1]*cos - p[2]*sin, p[1]*sin + p[2]*cos} })
	}
	return against(body, floorUnder(d, 3*max(size[0], 150), 0, 20), FailsIfMet)
}

// loops are ribbons that pass through themselves once, as the curve (t - t³, t²) does, which crosses
// itself at a right angle. The loop is from 20 to 400 steps large, and rows are from half a step on.
func loops(d draw, _ Storage) sketch {
	size := pick(d, 20.0, 60, 400)
	n := min(400, rowsOf(pick(d, 0.7, 2, 6, 20), 6*size))
	w := pick(d, 60.0, 200)
	m := mapped(sheet(n, pick(d, 1, 3, 10), d.diagonal(), 1, w), func(p geom.Vec) geom.Vec {
		t := 3.37*p[0] - 1.6
		return geom.Vec{size * (t - t*t*t), p[1], size * t * t}
	})
	return sketch{mesh: m, want: FailsIfMet}
}

// joined is a wall through a floor that has one vertex in common with it, at an end of the line on which
// they cross, so that both are one shell.
func joined(d draw, _ Storage) sketch {
	w, h := pick(d, 100.0, 300), pick(d, 1.0, 2, 5, 20)
	n := 2 * max(1, min(40, rowsOf(h, 40)))
	wall := mapped(sheet(pick(d, 1, 3, 10), n, d.diagonal(), w, h*float64(n)), func(p geom.Vec) geom.Vec {
		z := p[1] - h*float64(n)/2
		return geom.Vec{p[0], 0.1 * p[0], z + 0.37*h*p[0]/w}
	})
	m := 2 * pick(d, 1, 2, 8)
	floor := moved(sheet(m, m, d.diagonal(), 3*w, 3*w), -1.5*w, -1.5*w, 0)
	return against(wall, floor, FailsIfMet)
}

// angle are two sheets that cross each other at an angle from 0.1 to 90 degrees, at least 200 steps from
// the line where they cross to each of their ends. At small angles they lie along each other, at large
// ones they go through each other, and there is none at which they do neither.
func angle(d draw, _ Storage) sketch {
	w, degrees := pick(d, 400.0, 600, 1000), pick(d, 0.1, 0.5, 1, 1.5, 2, 3, 4, 6, 10, 30, 90)
	n, m := min(40, cells(d, w)), min(40, cells(d, w))
	a := moved(sheet(n, n, d.diagonal(), w, w), -w/2, -w/2, 0)
	sin, cos := math.Sincos(degrees * math.Pi / 180)
	b := mapped(sheet(m, m, d.diagonal(), w, w), func(p geom.Vec) geom.Vec {
		x, y := p[0]-w*0.49, p[1]-w*0.52
		return geom.Vec{x * cos, y, x * sin}
	})
	out := against(a, b, FailsIfMet)
	out.row = map[bool]string{true: " below 5°", false: " above 5°"}[degrees < 5]
	return out
}

// small is a ball half sunk into another one or a wall, with triangles down to half a step.
func small(d draw, _ Storage) sketch {
	size := pick(d, 20.0, 30)
	n := min(40, int(size/pick(d, 0.5, 0.8, 1.5)))
	turn := d.rotation()
	body := mapped(ball(n), func(p geom.Vec) geom.Vec { return turn.Apply(p).Scale(size) })
	other := floorUnder(d, 6*size, 0, 40)
	if d.chance(0.5) {
		other = mapped(ball(n), func(p geom.Vec) geom.Vec { return p.Scale(size).Add(geom.Vec{size * 0.5, size * 0.1, 0}) })
	}
	return against(body, other, FailsIfMet)
}
