package precisiongen

import (
	"math"
	"slices"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/meshgen"
)

// The families that use this file touch along lines, at points or on narrow strips, with surfaces that
// diverge at sufficiently large angles.

// length returns a length in steps, and whether a scene of that length needs a far triangle.
func (d draw) length(where Storage) (length float64, far bool) {
	if where.roomy() && d.chance(0.25) {
		return where.widths()[len(where.widths())-1], false
	}
	return pick(d, 100.0, 300, 600, 1500, 3000) * d.uniform(1, 1.2), true
}

// roomy reports whether a mesh can be so large, or have a triangle so far away, that 2^-9 of its diagonal is
// about 64 steps or more. With 14 bits it is 30 steps, with 12 bits 11. Only then may surfaces lie along each
// other on a strip.
func (s Storage) roomy() bool { return s.Kind != Integers || s.Size == 16 }

// leastAngle is the least angle in degrees at which surfaces diverge in clean scenes with a far triangle. After
// rounding, surfaces within four steps may be within two: at 15 degrees that is a strip of 14 steps on either
// side of a line. The strip must be narrower than 64 steps and 2^-9 of the diagonal of the mesh.
func (s Storage) leastAngle() float64 {
	switch {
	case s.roomy():
		return 15
	case s.Size == 14:
		return 20
	}
	return 40
}

// cuts returns the positions at which a length is cut, including both ends: into equal or different pieces, none
// smaller than least.
func (d draw) cuts(from, to, least float64) []float64 {
	n := max(1, min(pick(d, 1, 2, 5, 13, 24), int((to-from)/least)))
	shares := linspace(1, n)
	if d.chance(0.5) {
		for i := 1; i < n; i++ {
			shares[i] = d.Float64()
		}
		slices.Sort(shares)
	}
	free := to - from - float64(n)*least
	out := make([]float64, n+1)
	for i := range out {
		out[i] = from + float64(i)*least + shares[i]*free
	}
	out[0], out[n] = from, to
	return out
}

// refined returns a line through corners with further points between them, eight steps or more from each
// other.
func (d draw) refined(corners ...[2]float64) [][2]float64 {
	out := corners[:1:1]
	for i := range corners[1:] {
		a, b := corners[i], corners[i+1]
		long := math.Hypot(b[0]-a[0], b[1]-a[1])
		cuts := d.cuts(0, long, 8)
		for _, x := range cuts[1 : len(cuts)-1] {
			out = append(out, [2]float64{a[0] + (b[0]-a[0])*x/long, a[1] + (b[1]-a[1])*x/long})
		}
		out = append(out, b)
	}
	return out
}

// extruded returns the sheet over a line in x and z that runs along y, cut across at the given places.
func extruded(line [][2]float64, ys []float64, diagonal int) meshgen.Indexed {
	m := sheet(len(line)-1, len(ys)-1, diagonal, 1, 1)
	for i := range m.Vertices {
		p := line[i%len(line)]
		m.Vertices[i] = geom.Vec{p[0], ys[i/len(line)], p[1]}
	}
	return m
}

// trough returns a sheet over a line in x and z, cut into cells of eight steps and more.
func (d draw) trough(from, to float64, corners ...[2]float64) meshgen.Indexed {
	return extruded(d.refined(corners...), d.cuts(from, to, 8), d.diagonal())
}

// bar returns a closed prism along y over a convex polygon in x and z. The polygon is counter-clockwise with x to
// the right and z up.
func (d draw) bar(from, to float64, corners ...[2]float64) meshgen.Indexed {
	line := d.refined(append(slices.Clone(corners), corners[0])...)
	sides := turnedOver(extruded(line, d.cuts(from, to, 8), d.diagonal()))
	lids := make([]meshgen.Indexed, 2)
	for k, y := range []float64{from, to} {
		for _, p := range line[1:] {
			lids[k].Vertices = append(lids[k].Vertices, geom.Vec{p[0], y, p[1]})
		}
		lids[k].Vertices = append(lids[k].Vertices, mean(lids[k].Vertices))
		n := uint32(len(line) - 1)
		for i := range n {
			lids[k].Faces = append(lids[k].Faces, [3]uint32{n, i, (i + 1) % n})
		}
	}
	return meshgen.Join(sides, lids[0], turnedOver(lids[1]))
}

// toward returns a point at a distance from the origin of x and z, at an angle in degrees from x to z.
func toward(degrees, distance float64) [2]float64 {
	sin, cos := math.Sincos(degrees * math.Pi / 180)
	return [2]float64{cos * distance, sin * distance}
}

// rectangle returns the corners of one with a corner at the origin, between a side at an angle in degrees and
// one at 90 degrees more.
func rectangle(degrees, a, b float64) [][2]float64 {
	p, q := toward(degrees, a), toward(degrees+90, b)
	return [][2]float64{{}, p, {p[0] + q[0], p[1] + q[1]}, q}
}

// yawed turns a mesh around z, by the angle of a sine.
func yawed(m meshgen.Indexed, sin float64) meshgen.Indexed {
	cos := math.Sqrt(1 - sin*sin)
	return mapped(m, func(p geom.Vec) geom.Vec { return geom.Vec{p[0]*cos - p[1]*sin, p[0]*sin + p[1]*cos, p[2]} })
}

// turned turns a mesh. Scenes with surfaces in one plane need it, because not all scenes are turned later, and
// rounding must not keep that plane.
func turned(d draw, m meshgen.Indexed) meshgen.Indexed {
	turn := d.rotation()
	return mapped(m, func(p geom.Vec) geom.Vec { return turn.Apply(p) })
}

// together is a scene of surfaces that no move separates, because one is between others.
func together(want Want, m ...meshgen.Indexed) sketch {
	return sketch{mesh: meshgen.Join(m...), want: want}
}
