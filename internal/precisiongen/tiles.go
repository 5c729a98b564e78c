package precisiongen

import (
	"math"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/meshgen"
)

// tiles are two sheets within half a step of each other over 200 steps and more, tilted against each other by
// less than a step and turned around their normal. One or both are made of tiles with no vertex in common and
// with gaps between them.
func tiles(d draw, _ Storage) sketch {
	w := pick(d, 200.0, 250, 320, 400)
	tx, ty := d.uniform(-0.4, 0.4)/w, d.uniform(-0.4, 0.4)/w
	var m [2]meshgen.Indexed
	if d.chance(0.6) {
		m[0] = tiled(d, w, w/70)
		n := min(20, cells(d, w))
		m[1] = moved(sheet(n, n, d.diagonal(), w, w), -w/2, -w/2, 0)
	} else {
		m[0], m[1] = tiled(d, w, w/40), tiled(d, w, w/40)
	}
	m[0] = mapped(yawed(m[0], d.uniform(-0.8, 0.8)), func(p geom.Vec) geom.Vec { return geom.Vec{p[0], p[1], p[0]*tx + p[1]*ty} })
	return together(FailsIfMet, m[:]...)
}

// tiled returns a square of a width around the origin that is made of tiles, square or triangular ones, 2 to 40
// steps wide. Rows of them may be staggered. From one to the next there is a distance, at least as given.
func tiled(d draw, w, pitch float64) meshgen.Indexed {
	gap, triangles, staggered := d.uniform(0.2, 0.8), d.chance(0.4), d.chance(0.5)
	wide, between := pick(d, 2.0, 2.5, 3, 5, 8, 12, 20, 40), gap
	if triangles {
		// The sides of a triangle with a right angle are so much farther from each other than its gaps are wide.
		wide, between = max(wide, 3), gap*(1+1/math.Sqrt2)
	}
	pitch = max(pitch, wide+between)
	n := int(math.Ceil(w / pitch))
	var m meshgen.Indexed
	for j := range n {
		shift := 0.5
		if staggered {
			shift = d.Float64()
		}
		for i := range n + 1 {
			x, y := (float64(i)-float64(n)/2-shift)*pitch, (float64(j)-float64(n)/2)*pitch
			m = withTile(d, m, x, y, pitch-between, triangles, pitch)
		}
	}
	return m
}

// withTile adds a square tile, or two triangular ones that fill a cell of a size but for gaps.
func withTile(d draw, m meshgen.Indexed, x, y, wide float64, triangles bool, cell float64) meshgen.Indexed {
	at := func(dx, dy float64) uint32 {
		m.Vertices = append(m.Vertices, geom.Vec{x + dx, y + dy, 0})
		return uint32(len(m.Vertices) - 1)
	}
	if triangles {
		inset := (cell - wide) / (2 + math.Sqrt2) // half of the gap
		a, b, c := at(inset, inset), at(inset+wide, inset), at(inset, inset+wide)
		e, f, g := at(cell-inset, cell-inset), at(cell-inset-wide, cell-inset), at(cell-inset, cell-inset-wide)
		m.Faces = append(m.Faces, [3]uint32{a, b, c}, [3]uint32{e, f, g})
		return m
	}
	a, b, c, e := at(0, 0), at(wide, 0), at(wide, wide), at(0, wide)
	if d.chance(0.5) {
		a, b, c, e = b, c, e, a
	}
	m.Faces = append(m.Faces, [3]uint32{a, b, c}, [3]uint32{a, c, e})
	return m
}
