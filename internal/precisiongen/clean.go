package precisiongen

import (
	"math"
	"slices"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/meshgen"
)

// tJunction is a patch whose neighbour has further vertices on the common edge, with thin triangles
// among those, in one plane or bent along that edge.
func tJunction(d draw, where Storage) sketch {
	w, n, k := pick(d, where.widths()...), pick(d, 1, 2, 4), pick(d, 2, 3, 5, 7, 16)
	ys := linspace(w, k+1)[1 : k+1]
	if d.chance(0.5) {
		for i := range ys {
			ys[i] = d.uniform(0, w)
		}
		slices.Sort(ys)
	}
	if len(ys) > 2 && d.chance(0.5) {
		ys[1] = ys[0] + pick(d, 3.0, 6, 12)
		slices.Sort(ys)
	}
	ys = append(append([]float64{0}, ys...), w)
	var fan meshgen.Indexed
	for i, y := range ys {
		fan.Vertices = append(fan.Vertices, geom.Vec{0, y, 0})
		if i > 0 {
			fan.Faces = append(fan.Faces, [3]uint32{uint32(len(ys)), uint32(i - 1), uint32(i)})
		}
	}
	fan.Vertices = append(fan.Vertices, geom.Vec{-w * d.uniform(0.2, 2), w * d.Float64(), 0})
	if d.chance(0.7) {
		sin, cos := math.Sincos(d.uniform(-1.5, 1.5))
		fan = mapped(fan, func(p geom.Vec) geom.Vec { return geom.Vec{p[0] * cos, p[1], p[0] * sin} })
	}
	return against(sheet(n, n, d.diagonal(), w, w), fan, Passes)
}

// rest is a box that stands on a wall with an edge or a corner, at more than 20 degrees.
func rest(d draw, where Storage) sketch {
	size := pick(d, where.widths()...)
	if where.integral() {
		size /= 4
	}
	u := d.uniform(0.5, 1)
	sin, cos := math.Sincos(u)
	sin2, cos2 := math.Sincos(u * 0.7)
	if d.chance(0.5) {
		sin2, cos2 = 0, 1
	}
	body := mapped(box(pick(d, 1, 2, 4)), func(p geom.Vec) geom.Vec {
		p = p.Scale(size)
		p = geom.Vec{p[0], p[1]*cos - p[2]*sin, p[1]*sin + p[2]*cos}
		return geom.Vec{p[0]*cos2 + p[2]*sin2, p[1], p[2]*cos2 - p[0]*sin2}
	})
	center := mean(body.Vertices)
	body = moved(body, -center[0], -center[1], -geom.BoxOf(body.Vertices).Min[2])
	m, w := pick(d, 1, 2, 5), 4*size
	wall := moved(sheet(m, m, d.diagonal(), w, w), -w*0.47, -w*0.52, 0)
	return against(body, wall, Passes)
}

// seam is a closed box of which one triangle is cut along an edge and its neighbour there is not.
func seam(d draw, where Storage) sketch {
	w := pick(d, where.widths()...)
	m := mapped(box(1), func(p geom.Vec) geom.Vec { return p.Scale(w) })
	cut := d.IntN(len(m.Faces))
	f := m.Faces[cut]
	a, b := m.Vertices[f[0]], m.Vertices[f[1]]
	shares := make([]float64, pick(d, 2, 3, 5, 8))
	for i := range shares {
		shares[i] = d.uniform(0.02, 0.98)
	}
	slices.Sort(shares)
	ring := []uint32{f[0]}
	for _, x := range shares {
		ring = append(ring, uint32(len(m.Vertices)))
		m.Vertices = append(m.Vertices, a.Scale(1-x).Add(b.Scale(x)))
	}
	ring = append(ring, f[1])
	m.Faces = slices.Delete(m.Faces, cut, cut+1)
	for i := range ring[1:] {
		m.Faces = append(m.Faces, [3]uint32{f[2], ring[i], ring[i+1]})
	}
	return sketch{mesh: m, want: Passes}
}

// stand is an open sheet that stands on an open floor, upright or leaning by up to 50 degrees.
func stand(d draw, where Storage) sketch {
	w := pick(d, where.widths()...)
	if where.integral() {
		w /= 2
	}
	m, n := pick(d, 1, 2, 5), pick(d, 1, 2, 3)
	floor := sheet(m, m, d.diagonal(), w, w)
	wall := sheet(n, pick(d, 1, 2), d.diagonal(), w*d.uniform(0.2, 0.5), w*d.uniform(0.1, 0.5))
	sin, cos := math.Sincos(d.uniform(-0.9, 0.9))
	sin2, cos2 := math.Sincos(d.uniform(0, 2*math.Pi))
	wall = mapped(wall, func(p geom.Vec) geom.Vec {
		x, y := p[0], p[1]*sin
		return geom.Vec{x*cos2 - y*sin2, x*sin2 + y*cos2, p[1] * cos}
	})
	center := mean(wall.Vertices)
	wall = moved(wall, w/2-center[0], w/2-center[1], 0)
	return against(wall, floor, Passes)
}
