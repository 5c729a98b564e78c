package tripacket

import (
	"math"

	"github.com/meshcheck/meshcheck/geom"
)

// Frame is coordinates in which triangles are rounded to float32.
type Frame struct {
	// Origin is subtracted from the corners.
	Origin geom.Vec
	// Margin is how far boxes reach beyond rounded triangles, beside 2^-22 of each bound.
	Margin float32
}

// MaxVertices is the greatest number of vertices of gathered faces.
const MaxVertices = 1 << 29

// Gathered are the normals of faces, by axis and lane: the cross product of the edges from corner 0
// to corners 1 and 2, divided by the square of their greatest coordinate E in magnitude. The
// coordinates of a normal are at most 2, and off by less than 2^-22.
type Gathered struct{ Normals [3][Width]float32 }

// Gather sets each lane of p to a face, whose corners are vertices, rounded in a frame, and lo and hi
// to the boxes of the lanes with the frame's margin around them: if that is at least 2^-140, they
// contain the faces before rounding. It returns the lanes of
// proper faces, which are finite and whose E is at least that of triangles in range, and those of
// thin ones, whose normals are at most 2^-20 on each axis, so that they may be degenerate. What
// it sets in other lanes means nothing. Coordinates that are finite must be less than 2^100 in
// magnitude.
func (p *Packet) Gather(vertices []geom.Vec, corners *[3][Width]uint32, f *Frame, lo, hi *[3][Width]float32, out *Gathered) (proper, thin uint16) {
	for k := range corners {
		for _, v := range corners[k] {
			_ = vertices[v] // the kernels do not check
		}
	}
	return gather(p, vertices, corners, f, lo, hi, out)
}

// boundary is the part of a bound by which it is moved outward. Rounding to float64 and then to float32
// moves a coordinate by little more than 2^-24 of it, and moving the bound is rounded by as much.
const boundary = 0x1p-22

// thinnest is the bound of the normals of thin faces.
const thinnest = 0x1p-20

// gatherGo is the portable kernel of Gather.
func gatherGo(p *Packet, vertices []geom.Vec, corners *[3][Width]uint32, f *Frame, lo, hi *[3][Width]float32, out *Gathered) (proper, thin uint16) {
	for lane := range Width {
		a, b, c := vertices[corners[0][lane]], vertices[corners[1][lane]], vertices[corners[2][lane]]
		sum := 0.0
		for k := range 3 {
			x, y, z := float32(a[k]-f.Origin[k]), float32(b[k]-f.Origin[k]), float32(c[k]-f.Origin[k])
			p.corners[k][lane], p.corners[3+k][lane], p.corners[6+k][lane] = x, y, z
			least, most := min(x, y, z), max(x, y, z)
			lo[k][lane], hi[k][lane] = least-(float32(abs(least)*boundary)+f.Margin), most+(float32(abs(most)*boundary)+f.Margin)
			sum += a[k] + b[k] + c[k]
		}
		u, v := b.Sub(a), c.Sub(a)
		size := math.Float64frombits(max(
			magnitude(u[0]), magnitude(u[1]), magnitude(u[2]), magnitude(v[0]), magnitude(v[1]), magnitude(v[2]),
		))
		unit, longest := 1/float64(size*size), 0.0
		for k, n := range u.Cross(v) {
			n = float64(n * unit)
			out.Normals[k][lane] = float32(n)
			longest = max(longest, math.Abs(n))
		}
		if size >= smallest && sum-sum == 0 {
			proper |= 1 << lane
		}
		if longest <= thinnest {
			thin |= 1 << lane
		}
	}
	return proper, thin
}
