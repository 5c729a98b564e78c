package precisiongen

import (
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/meshgen"
)

// sunk is a body in a floor: a box, a ball, a cone or a fence, cut into triangles of any size. It is sunk by
// two fifths of the tolerance and passes, or by three tolerances or more, and fails. Its triangles are
// four steps wide or more, for a tolerance excuses no overlap that rounding leaves in a body.
func sunk(d draw, _ Storage) sketch {
	tol := pick(d, 20.0, 60, 200)
	out, deep := sketch{want: Passes, row: " pass", tolerance: tol}, 0.4*tol
	if d.chance(0.6) {
		out.want, out.row, deep = Fails, " fail", tol*pick(d, 3.0, 5, 20)
	}
	size := 3 * max(deep, tol)
	n := min(40, rowsOf(4, size), pick(d, 1, 2, rowsOf(0.1*tol, size), rowsOf(0.4*tol, size)))
	var body meshgen.Indexed
	switch d.IntN(4) {
	case 0:
		body = mapped(box(n), func(p geom.Vec) geom.Vec { return p.Scale(size) })
	case 1:
		body = mapped(ball(max(n, 8)), func(p geom.Vec) geom.Vec { return p.Scale(size) })
	case 2:
		body = spike(3+min(n, 10), min(n, 4), size*0.4, size)
	default:
		body = mapped(sheet(n, n, d.diagonal(), size, size), func(p geom.Vec) geom.Vec { return geom.Vec{p[0], 0.1 * p[1], p[1]} })
	}
	box := geom.BoxOf(body.Vertices)
	body = moved(body, 0, 0, -box.Min[2]-deep)
	out.set(body, floorUnder(d, 8*size, 0, 20))
	return out
}
