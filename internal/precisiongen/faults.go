package precisiongen

import (
	"math"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/meshgen"
)

// through is a body half sunk into a wall. Its triangles are from a thousand steps down to half a
// step wide. It reaches at least ten steps beyond the wall on both sides.
func through(d draw, _ Storage) sketch {
	size := pick(d, 20.0, 40, 64, 100, 300, 1000)
	n := cells(d, size)
	body := moved(box(n), -0.5, -0.5, -0.5)
	if d.chance(0.5) {
		body = ball(n)
	}
	turn := d.rotation()
	body = mapped(body, func(p geom.Vec) geom.Vec { return turn.Apply(p).Scale(size) })
	w := size * pick(d, 2.0, 3, 6)
	m := min(40, pick(d, 1, 1, n, max(1, n/3)))
	wall := moved(sheet(m, m, d.diagonal(), w, w), -w/2, -w/2, 0)
	return against(body, wall, Fails)
}

// along are two sheets within half a step of each other over at least 200 by 200 steps, cut
// differently, turned alike.
func along(d draw, _ Storage) sketch {
	w := pick(d, 200.0, 300, 400, 800, 2000)
	n, m := min(40, cells(d, w)), min(40, cells(d, w))
	if 2*n < m {
		n, m = m, n
	}
	a, b := sheet(n, n, d.diagonal(), w, w), sheet(m, m, d.diagonal(), w*0.9, w*1.1)
	tx, ty := d.uniform(-0.4, 0.4)/w, d.uniform(-0.4, 0.4)/w
	b = mapped(b, func(p geom.Vec) geom.Vec {
		x, y := p[0]+w*0.04, p[1]-w*0.03
		return geom.Vec{x, y, (x-w/2)*tx + (y-w/2)*ty}
	})
	return against(a, b, FailsIfMet)
}

// overlap are two sheets in one plane over at least 80 steps of the grid, with cells of any size,
// cut along different diagonals.
func overlap(d draw, _ Storage) sketch {
	w := pick(d, 80, 100, 160, 320)
	grid := func(diagonal int) meshgen.Indexed {
		n := max(1, min(80, w/pick(d, 2, 4, 5, 8, 20, 80)))
		return mapped(sheet(n, n, diagonal, float64(w), float64(w)), func(p geom.Vec) geom.Vec {
			return geom.Vec{math.RoundToEven(p[0]), math.RoundToEven(p[1]), 0}
		})
	}
	return sketch{mesh: meshgen.Join(grid(0), moved(grid(1), 0, 1, 0)), want: Fails, fixed: true}
}

// integerBoxes are two boxes with integer corners, one unit or more in each other, or the same half a
// unit farther: the grid on which they were modelled is no rounding.
func integerBoxes(d draw, where Storage) sketch {
	var a, b, at geom.Vec
	for inside := 3; inside == 3; { // where the surfaces do not meet
		inside = 0
		for k := range a {
			n := 1 + d.IntN(8)
			a[k], b[k], at[k] = float64(n), float64(1+d.IntN(8)), float64(d.IntN(n))
			if at[k] > 0 && at[k]+b[k] < a[k] {
				inside++
			}
		}
	}
	scaled := func(size, at geom.Vec) meshgen.Indexed {
		return mapped(box(1), func(p geom.Vec) geom.Vec {
			return geom.Vec{p[0] * size[0], p[1] * size[1], p[2] * size[2]}.Add(at)
		})
	}
	m, half := meshgen.Join(scaled(a, geom.Vec{}), scaled(b, at)), 0.0
	if where.Size == 1 && d.chance(0.5) {
		half = 0.5
	}
	return sketch{mesh: mapped(m, func(p geom.Vec) geom.Vec {
		return p.Add(geom.Vec{half, half, half}).Scale(1 / where.Step())
	}), want: Fails, fixed: true}
}

// strips are a wall through a floor, made of staggered strips a few steps high that share no vertex
// and meet in T-junctions only. Rounding may put the floor exactly on such a T-junction, where nothing
// but touches is left.
func strips(d draw, _ Storage) sketch {
	h, rows, w := pick(d, 2.0, 3, 6, 12), pick(d, 12, 24, 60), pick(d, 100.0, 300, 1000)
	var wall []meshgen.Indexed
	for i := range rows {
		z, x := (float64(i)-float64(rows)/2)*h, d.uniform(0.05, 0.3)*w
		wall = append(wall, mapped(sheet(pick(d, 1, 2, 5), 1, d.diagonal(), w, h), func(p geom.Vec) geom.Vec {
			return geom.Vec{p[0] + x, 0, p[1] + z}
		}))
	}
	m := pick(d, 1, 3)
	floor := moved(sheet(m, m, d.diagonal(), 3*w, 3*w), -w, -1.4*w, -0.37*h)
	return against(meshgen.Join(wall...), floor, FailsIfMet)
}

// tolerance is a wall through a floor, cut into rows of which most are thinner than the tolerance. It
// is sunk by several tolerances and must fail, or by less than one and must pass.
func tolerance(d draw, _ Storage) sketch {
	tol := pick(d, 20.0, 60, 200)
	w, sunk, out := 40*tol, 0.4*tol, sketch{want: Passes, row: " pass", tolerance: tol}
	if d.chance(0.6) {
		sunk, out.want, out.row = tol*pick(d, 5.0, 20), Fails, " fail"
	}
	rows := int(max(1, min(80, math.RoundToEven(2*sunk/(tol*pick(d, 0.2, 0.5, 3))))))
	columns := pick(d, 1, 4)
	wall := sheet(columns, rows, d.diagonal(), w, 2*sunk)
	if d.chance(0.7) { // one high row above
		n, high := uint32(len(wall.Vertices)), 8*tol+2*sunk
		left, right := n-uint32(columns)-1, n-1
		wall.Vertices = append(wall.Vertices, geom.Vec{0, high, 0}, geom.Vec{w, high, 0})
		wall.Faces = append(wall.Faces, [3]uint32{left, right, n + 1}, [3]uint32{left, n + 1, n})
	}
	wall = mapped(wall, func(p geom.Vec) geom.Vec { return geom.Vec{p[0], 0, p[1] - sunk} })
	floor := moved(sheet(1, 1, 0, 3*w, 3*w), -w, -1.4*w, 0)
	out.set(wall, floor)
	return out
}
