package precisiongen

import (
	"math"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/meshgen"
)

// cut is a wall far through a floor, or a box half sunk into it, of which triangles are cut again and
// again at random points of an edge. The triangle on the other side of the edge is not cut.
func cut(d draw, _ Storage) sketch {
	w := pick(d, 60.0, 200, 600)
	wall := upright(sheet(pick(d, 1, 3), pick(d, 1, 3), d.diagonal(), w, w), w, w*d.uniform(0.3, 0.7))
	if d.chance(0.5) {
		wall = mapped(box(pick(d, 1, 2)), func(p geom.Vec) geom.Vec {
			return geom.Vec{(p[0] - 0.5) * w, (p[1] - 0.5) * w, (p[2] - 0.45) * w}
		})
	}
	floor := floorUnder(d, 3*w, 0, 20)
	for range pick(d, 10, 100, 400) {
		splitEdge(d, &wall, d.IntN(len(wall.Faces)), d.Float64())
	}
	for range pick(d, 0, 10, 100) {
		splitEdge(d, &floor, d.IntN(len(floor.Faces)), d.Float64())
	}
	return against(wall, floor, FailsIfMet)
}

// splitEdge cuts a triangle in two at a point of its longest edge or of any.
func splitEdge(d draw, m *meshgen.Indexed, face int, share float64) {
	f := m.Faces[face]
	k := d.IntN(3)
	if d.chance(0.7) {
		k = longestEdge(m, face)
	}
	a, b, c := f[k], f[(k+1)%3], f[(k+2)%3]
	at := uint32(len(m.Vertices))
	m.Vertices = append(m.Vertices, m.Vertices[a].Lerp(m.Vertices[b], share))
	m.Faces[face] = [3]uint32{a, at, c}
	m.Faces = append(m.Faces, [3]uint32{at, b, c})
}

func longestEdge(m *meshgen.Indexed, face int) (longest int) {
	f, most := m.Faces[face], -1.0
	for k := range f {
		if l := m.Vertices[f[k]].Sub(m.Vertices[f[(k+1)%3]]).Norm(); l > most {
			longest, most = k, l
		}
	}
	return longest
}

// curved is a cylinder, or a part of one, with further vertices on edges that only one of the two
// triangles there has. They lie exactly on the edges, so that nothing but rounding makes them cross.
func curved(d draw, where Storage) sketch {
	w := pick(d, where.widths()...)
	n, bend := pick(d, 8, 16, 64), d.uniform(1, 6)
	m := mapped(sheet(n, pick(d, 1, 3), d.diagonal(), bend, w), func(p geom.Vec) geom.Vec {
		sin, cos := math.Sincos(p[0])
		return geom.Vec{w / 2 * cos, w / 2 * sin, p[1]}
	})
	for range pick(d, 1, 3, 10) {
		splitEdge(d, &m, d.IntN(2*n), d.uniform(0.02, 0.98))
	}
	return sketch{mesh: m, want: Passes}
}

// scan is a dense scan of a plane, with noise of less than half a step, and T-junctions that have
// nothing to do with each other. The mesh has a far triangle, for only then is a step fine.
func scan(d draw, _ Storage) sketch {
	n, cell := pick(d, 10, 20, 40), pick(d, 4.0, 6, 10)
	m := sheet(n, n, d.diagonal(), cell*float64(n), cell*float64(n))
	for i := range m.Vertices {
		m.Vertices[i][2] = d.uniform(-0.45, 0.45)
	}
	for range pick(d, 1, 5, 30) {
		splitEdge(d, &m, d.IntN(2*n*n), d.uniform(0.3, 0.7))
	}
	return sketch{mesh: m, want: Passes, far: true}
}
