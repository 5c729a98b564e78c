package precisiongen

import (
	"math"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/meshgen"
)

// cones are a cone on a wall, at 50 degrees or more to it. Its tip is within a fifth of a step of the
// wall, and it passes: rounding moves tip and wall by less than a step each, so that the tip reaches
// less than two steps beyond. Within two steps of the wall are at most seven steps of the cone, and its
// triangles are four steps wide, but for the tip. Or it is half sunk, and it fails.
func cones(d draw, where Storage) sketch {
	high := pick(d, 30.0, 100, 400)
	radius := high * math.Tan(d.uniform(5, 40)*math.Pi/180)
	sides, rings, tip, out := pick(d, 3, 8, 32), pick(d, 1, 10, 30), -high*d.uniform(0.3, 0.6), sketch{want: Fails, row: " fail"}
	if d.chance(0.6) {
		rings, tip, out = pick(d, 1, 3), d.uniform(-0.2, 0.2), sketch{want: Passes, row: " pass"}
		sides = min(sides, max(3, rowsOf(4, 2*math.Pi*radius/float64(rings))))
	}
	out.set(moved(spike(sides, rings, radius, high), 0, 0, tip), floorUnder(d, where.widths()[0], 0, 20))
	return out
}

// fences are rows of fences on a floor, ten steps or more from each other. They stand on it, leaning by up
// to 30 degrees, and pass, or reach seven steps or more below it, and fail.
func fences(d draw, where Storage) sketch {
	n, length, high := pick(d, 1, 3, 12), pick(d, 60.0, 300, 1000), pick(d, 40.0, 100)
	out, sunk := sketch{want: Passes, row: " pass"}, 0.0
	if d.chance(0.4) {
		out, sunk = sketch{want: FailsIfMet, row: " fail"}, pick(d, 8.0, 12, 30)
	}
	columns, pitch := pick(d, 1, 4, 20), pick(d, 12.0, 30)
	rows := pick(d, 1, rowsOf(5, high), rowsOf(2, high))
	if out.want == Passes {
		rows = pick(d, 1, rowsOf(5, high))
	}
	sin, cos := math.Sincos(d.uniform(-0.5, 0.5))
	var m []meshgen.Indexed
	for i := range n {
		fence := upright(sheet(columns, rows, d.diagonal(), length, high), length, sunk)
		fence = mapped(fence, func(p geom.Vec) geom.Vec { return geom.Vec{p[0], p[2] * sin, p[2] * cos} })
		m = append(m, moved(fence, d.uniform(-9, 9), pitch*float64(i)+d.uniform(0, 1), 0))
	}
	out.set(meshgen.Join(m...), floorUnder(d, max(3*length, where.widths()[0]), 0, 20))
	return out
}

// balls are two tessellated balls that share a cap, six steps deep or more, and fail: the balls within
// which their faces lie do so, and each reaches out of the ball on which the vertices of the other lie.
func balls(d draw, _ Storage) sketch {
	for {
		a, inner, outer := someBall(d)
		b, inner2, outer2 := someBall(d)
		depth := min(pick(d, 6.0, 10, 20, 60), inner, inner2)
		distance := inner + inner2 - depth
		if distance+inner > outer2+10 && distance+inner2 > outer+10 {
			return against(a, moved(b, distance, 0, 0), Fails)
		}
	}
}

// someBall returns a ball around the origin with the radii of the balls within and around it.
func someBall(d draw) (m meshgen.Indexed, inner, outer float64) {
	size, turn := pick(d, 40.0, 100, 400, 1600), d.rotation()
	m = mapped(ball(min(24, cells(d, size))), func(p geom.Vec) geom.Vec { return turn.Apply(p).Scale(size) })
	return m, innerRadius(m), size / 2
}

// innerRadius is the distance from the origin to the nearest plane of a face.
func innerRadius(m meshgen.Indexed) float64 {
	least := math.Inf(1)
	for _, t := range m.Soup() {
		if n := t.UnitNormal(); !t.Degenerate() {
			least = min(least, math.Abs(n.Dot(t[0])))
		}
	}
	return least
}

// ballsTouching are two tessellated balls of which the highest vertex of one and the lowest of the other
// are at one height, a step or two from each other. Rounding makes both flat there, so that both
// verdicts are right.
func ballsTouching(d draw, _ Storage) sketch {
	size := pick(d, 60.0, 100, 400, 1000)
	var m [2]meshgen.Indexed
	for k := range m {
		turn, sign := d.rotation(), 1-2*float64(k)
		m[k] = mapped(ball(pick(d, 16, 24)), func(p geom.Vec) geom.Vec { return turn.Apply(p).Scale(size) })
		top := m[k].Vertices[0]
		for _, v := range m[k].Vertices {
			if v[2]*sign > top[2]*sign {
				top = v
			}
		}
		m[k] = moved(m[k], -top[0], -top[1], -top[2])
	}
	m[1] = moved(m[1], d.uniform(-2, 2), d.uniform(0.5, 2), 0)
	return against(m[0], m[1], Either)
}
