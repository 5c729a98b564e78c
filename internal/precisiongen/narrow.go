package precisiongen

import (
	"math"
	"slices"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/meshgen"
)

// doubleStrips are a wall through a floor, both made of staggered strips a few steps wide that share no vertex.
func doubleStrips(d draw, _ Storage) sketch {
	w := pick(d, 300.0, 600, 1000)
	wall, high := stripsOf(d, w)
	floor, wide := stripsOf(d, w)
	stand := func(p geom.Vec) geom.Vec { return geom.Vec{p[0], 0, p[1] - 0.43*high} }
	lie := func(p geom.Vec) geom.Vec { return geom.Vec{p[0], p[1] - 0.57*wide, 0} }
	return against(mapped(wall, stand), mapped(floor, lie), FailsIfMet)
}

// stripsOf returns a sheet in the plane z = 0, about a width along x around the origin, that is made of strips,
// and what they add up to along y. In some a wide row goes on at either side.
func stripsOf(d draw, w float64) (m meshgen.Indexed, high float64) {
	h := pick(d, 2.5, 4, 6)
	heights := slices.Repeat([]float64{h}, pick(d, 8, 16, 40))
	if d.chance(0.5) {
		heights[0], heights[len(heights)-1] = 400, 400
	}
	for _, h := range heights {
		shift := d.uniform(0.05, 0.3) * w
		m = meshgen.Join(m, moved(sheet(pick(d, 1, 2, 5), 1, d.diagonal(), 1.6*w, h), shift-w, high, 0))
		high += h
	}
	return m, high
}

// washboard is a sheet that is folded up and down by less than half a step over a plane.
func washboard(d draw, _ Storage) sketch {
	w, long, facet := pick(d, 200.0, 300, 500), pick(d, 300.0, 1000, 3000), pick(d, 2.0, 3, 5)
	up := d.uniform(0.2, 0.4)
	n := rowsOf(facet, w)
	m := sheet(n, pick(d, 1, 3), d.diagonal(), float64(n)*facet, long)
	for i := range m.Vertices {
		v := &m.Vertices[i]
		v[2] = up * math.Cos(math.Pi*v[0]/facet)
	}
	return against(moved(m, -w/2, -long/2, 0), moved(sheet(1, 1, 0, 2*w, 2*long), -w, -long, 0), FailsIfMet)
}

// foot is a long wall that ends on a floor, with a foot that lies along the floor at one end.
func foot(d draw, _ Storage) sketch {
	long, f := pick(d, 5000.0, 20000, 30000), pick(d, 200.0, 400, 2000)
	n, below, high := pick(d, 1, 4, 30), -d.uniform(0.1, 0.4), d.uniform(200, 1000)
	m := moved(sheet(n, pick(d, 1, 4, 30), d.diagonal(), f, f), 0, 0, below)
	at := func(x, z float64) uint32 {
		m.Vertices = append(m.Vertices, geom.Vec{x, 0, z})
		return uint32(len(m.Vertices) - 1)
	}
	xs := append([]float64{-long}, linspace(f, n)...)
	for i, x := range xs[1:] {
		a, b, c, e := at(xs[i], below), at(x, below), at(x, high), at(xs[i], high)
		m.Faces = append(m.Faces, [3]uint32{a, b, c}, [3]uint32{a, c, e})
	}
	floor := moved(sheet(1, 1, d.diagonal(), 3*long, 3*long), -1.7*long, -1.4*long, 0)
	return against(m, floor, FailsIfMet)
}

// gridBox is the surface of a box, each side of which has a grid of its own, so that there are T-junctions at
// all edges.
func gridBox(d draw, _ Storage) sketch {
	size := geom.Vec{d.uniform(300, 2000), d.uniform(300, 2000), d.uniform(300, 2000)}
	out := together(Passes, boxOf(size, func(w, h float64) meshgen.Indexed {
		return sheet(1+d.IntN(5), 1+d.IntN(5), d.diagonal(), w, h)
	}))
	out.far = true // a step is no small share of the box
	return out
}
