package convex

import (
	"fmt"
	"math"

	"github.com/meshcheck/meshcheck/geom"
)

// Polyhedron is any triangle mesh, with exact tests of whether it is closed, faces outwards and is
// convex. PolyhedronOf makes it. Corners at equal coordinates are one vertex, whose number is the
// smallest of their indices; vertices without a face are ignored. It is safe for concurrent use.
type Polyhedron struct {
	vertices  []geom.Vec
	faces     [][3]uint32 // by the numbers of vertices
	used      []uint32    // the numbers of the vertices that have faces
	adjacency adjacency
}

// PolyhedronOf returns the polyhedron of vertices and of faces with these indices,
// counter-clockwise as seen from outside. The caller keeps both slices and must not change them
// while the polyhedron is in use. PolyhedronOf fails for the first index out of range or corner
// that is not finite.
func PolyhedronOf(vertices []geom.Vec, faces [][3]uint32) (*Polyhedron, error) {
	p := &Polyhedron{vertices: vertices, faces: make([][3]uint32, len(faces))}
	used := make([]bool, len(vertices))
	for i, f := range faces {
		for k, v := range f {
			if int64(v) >= int64(len(vertices)) {
				return nil, fmt.Errorf("corner %d of face %d is vertex %d of only %d", k, i, v, len(vertices))
			}
			if !vertices[v].Finite() {
				return nil, fmt.Errorf("corner %d of face %d, vertex %d, is not finite: %v", k, i, v, vertices[v])
			}
			used[v] = true
		}
	}
	number := p.weld(used)
	for i, f := range faces {
		p.faces[i] = [3]uint32{number[f[0]], number[f[1]], number[f[2]]}
	}
	p.adjacency = adjacencyOf(p.faces, len(vertices))
	return p, nil
}

// weld returns the number of each used vertex: the first one at the same place.
func (p *Polyhedron) weld(used []bool) (number []uint32) {
	number = make([]uint32, len(used))
	first := make(map[geom.Vec]uint32, len(used)) // -0 and +0 are one key
	for v, at := range p.vertices {
		if !used[v] {
			continue
		}
		n, ok := first[at]
		if !ok {
			n = uint32(v)
			first[at] = n
			p.used = append(p.used, n)
		}
		number[v] = n
	}
	return number
}

// Edge is the edge between two vertices, V < W, with the numbers of faces that pass it from V to W
// and back.
type Edge struct {
	V, W      uint32
	Out, Back int
}

// Closed reports whether the surface has faces and each edge belongs to two faces that pass it in
// opposite directions; a face with two equal corners has no edges. If not, it returns the first
// other edge, by its vertices: an edge of one face, of two faces that pass it in the same
// direction, or of three faces or more. If there are no edges, it returns the zero Edge.
func (p *Polyhedron) Closed() (fault Edge, closed bool) { return p.adjacency.fault, p.adjacency.closed }

// VolumeSign returns the sign of the signed volume, exactly: +1 for a surface that faces outwards,
// -1 for an inverted one, 0 if the volume is 0 or the surface is not closed.
func (p *Polyhedron) VolumeSign() int {
	if !p.adjacency.closed {
		return 0
	}
	sum, bound, maxAbs := p.sixVolumes()
	// As in geom: the underflow of products of factors up to 2^300 is far below a bound above
	// 2^-700.
	if maxAbs < 0x1p+300 && bound > 0x1p-700 && math.Abs(sum) > bound {
		return sign(sum)
	}
	return p.volumeSignExact()
}

// sixVolumes returns six times the signed volume, as the sum of the pyramids over all faces
// with a common apex, a bound of its error, and the greatest absolute coordinate of the
// differences that are its factors.
//
// A pyramid is off by 8ε of its permanent, the sum of the products made positive: 7ε and
// a little by J. R. Shewchuk's bound for the determinant (1997, see package geom). n pyramids that
// are added up one by one lose at most nε of the sum of their absolute values, which the permanents
// bound, and the bound itself less than half.
func (p *Polyhedron) sixVolumes() (sum, bound, maxAbs float64) {
	const epsilon = 0x1p-53
	var permanents float64
	for _, f := range p.faces {
		o, t := &p.vertices[p.faces[0][0]], p.triangle(f)
		sum += pyramid(o, &t[0], &t[1], &t[2])
		u, v, w := positive(t[1].Sub(t[0])), positive(t[2].Sub(t[0])), positive(t[0].Sub(*o))
		permanents += w[0]*(u[1]*v[2]+u[2]*v[1]) + w[1]*(u[2]*v[0]+u[0]*v[2]) + w[2]*(u[0]*v[1]+u[1]*v[0])
		maxAbs = max(maxAbs, w[0], w[1], w[2])
	}
	return sum, 2 * epsilon * float64(len(p.faces)+8) * permanents, maxAbs
}

// positive returns v with every coordinate made positive.
func positive(v geom.Vec) geom.Vec {
	return geom.Vec{math.Abs(v[0]), math.Abs(v[1]), math.Abs(v[2])}
}

func sign(x float64) int {
	switch {
	case x > 0:
		return 1
	case x < 0:
		return -1
	}
	return 0
}

// triangle returns the corners of a face.
func (p *Polyhedron) triangle(f [3]uint32) geom.Triangle {
	return geom.Triangle{p.vertices[f[0]], p.vertices[f[1]], p.vertices[f[2]]}
}
