package convex

import (
	"context"

	"github.com/meshcheck/meshcheck/geom"
)

// quick is a hull that grows: a closed surface of triangles around the points added so far, each
// with a list of points outside it. Points outside none of them are already in the hull.
//
// A point is outside a face if it is strictly above the face's plane. Faces in whose plane the
// point lies stay, and get a neighbour in the same plane. The faces that a point sees are then
// those that it would see from a place moved a little inwards, in general position: they form one
// disk, whose rim is one ring without a vertex twice. As the point is strictly above one of the two
// faces at each edge of the rim, no new face is degenerate.
type quick struct {
	points []geom.Vec
	faces  []hullFace
	free   []int32 // faces that are no longer part of the surface
	next   []int32 // for each point the next in its list
	from   []int32 // for each vertex of the rim the new face whose rim edge starts there
	open   []int32 // faces that may have points outside
	seen   []int32 // the faces visible from the point that is being added
	rim    []rimEdge
	fresh  []int32 // the new faces
	signs  int     // the number of point-plane predicates evaluated
}

// none ends a list of points, and is no face.
const none = -1

// hullFace is a triangle of the surface, counter-clockwise as seen from outside.
type hullFace struct {
	v [3]uint32
	// across[k] is the face beyond the edge from v[k] to v[k+1].
	across [3]int32
	gone   bool
	plane  geom.Plane
	// first heads the list of points outside, far is the highest of them above the plane according
	// to float64, height its height.
	first, far int32
	height     float64
}

// rimEdge is an edge from v to w between a face that is seen and one beyond that is not.
type rimEdge struct {
	v, w   uint32
	beyond int32
}

// quickhull returns the surface of the hull of points. The first four corners span space. It
// fails only with ctx's error.
func quickhull(ctx context.Context, points []geom.Vec, corners []uint32) (*quick, error) {
	q := &quick{points: points, next: make([]int32, len(points)), from: make([]int32, len(points))}
	q.begin(corners)
	// Rounds make the hull grow on all sides alike. If one side were finished first, it would
	// have vertices with many edges, and point after point would see all of them.
	for round := []int32(nil); len(q.open) > 0; {
		round, q.open = q.open, round[:0]
		for _, f := range round {
			if face := &q.faces[f]; !face.gone && face.first != none {
				q.add(f)
			}
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
		}
	}
	return q, nil
}

// begin makes the tetrahedron of the corners and distributes the points among its faces.
func (q *quick) begin(corners []uint32) {
	a, b, c, d := corners[0], corners[1], corners[2], corners[3]
	if geom.Orient3D(q.points[a], q.points[b], q.points[c], q.points[d]) > 0 {
		b, c = c, b
	}
	q.fresh = append(q.fresh, q.face(a, b, c), q.face(a, d, b), q.face(b, d, c), q.face(c, d, a))
	for k, across := range [4][3]int32{{1, 2, 3}, {3, 2, 0}, {1, 3, 0}, {2, 1, 0}} {
		q.faces[k].across = across
	}
	for i := range q.points {
		q.give(int32(i))
	}
	q.open = append(q.open, q.fresh...)
}

// face makes a face with no neighbours yet.
func (q *quick) face(a, b, c uint32) int32 {
	var f int32
	if n := len(q.free); n > 0 {
		f, q.free = q.free[n-1], q.free[:n-1]
	} else {
		f = int32(len(q.faces))
		q.faces = append(q.faces, hullFace{})
	}
	q.faces[f] = hullFace{
		v: [3]uint32{a, b, c}, plane: geom.PlaneOf(q.points[a], q.points[b], q.points[c]), first: none,
	}
	return f
}

// give adds point i to the list of the first new face that it is outside of.
func (q *quick) give(i int32) {
	p := q.points[i]
	for _, f := range q.fresh {
		face := &q.faces[f]
		q.signs++
		if face.plane.Side(p) <= 0 {
			continue
		}
		height := face.plane.Normal().Dot(p.Sub(q.points[face.v[0]]))
		if face.first == none || height > face.height {
			face.far, face.height = i, height
		}
		q.next[i], face.first = face.first, i
		return
	}
}

// add adds the point farthest outside of face f: the faces visible from it are replaced by a
// cone from it to their rim.
//
// A point outside of a face that was seen, but of no new one, is inside the new hull. For
// it lies in the cone of all rays from the added point p through the old hull, which the
// planes of the new faces bound, and on its ray before the old hull: p is above the face
// seen, the old hull is not, and so neither is anything behind a point of it.
func (q *quick) add(f int32) {
	p := q.faces[f].far
	q.findVisible(f, q.points[p])
	q.cone(uint32(p))
	for _, f := range q.seen {
		for i := q.faces[f].first; i != none; {
			next := q.next[i]
			if i != p {
				q.give(i)
			}
			i = next
		}
	}
	q.free = append(q.free, q.seen...)
	for _, f := range q.fresh {
		if q.faces[f].first != none {
			q.open = append(q.open, f)
		}
	}
}

// findVisible collects the faces visible from p, of which f is one, and their rim.
func (q *quick) findVisible(f int32, p geom.Vec) {
	q.seen, q.rim = append(q.seen[:0], f), q.rim[:0]
	q.faces[f].gone = true
	for k := 0; k < len(q.seen); k++ {
		face := &q.faces[q.seen[k]]
		for k, g := range face.across {
			beyond := &q.faces[g]
			if beyond.gone {
				continue
			}
			q.signs++
			if beyond.plane.Side(p) > 0 {
				beyond.gone = true
				q.seen = append(q.seen, g)
			} else {
				q.rim = append(q.rim, rimEdge{face.v[k], face.v[(k+1)%3], g})
			}
		}
	}
}

// cone makes the faces between p and the edges of the rim.
func (q *quick) cone(p uint32) {
	q.fresh = q.fresh[:0]
	for _, e := range q.rim {
		f := q.face(e.v, e.w, p)
		q.faces[f].across[0] = e.beyond
		beyond := &q.faces[e.beyond]
		beyond.across[beyond.corner(e.w)] = f
		q.from[e.v] = f
		q.fresh = append(q.fresh, f)
	}
	for _, f := range q.fresh {
		g := q.from[q.faces[f].v[1]]
		q.faces[f].across[1] = g
		q.faces[g].across[2] = f
	}
}

// corner returns which corner of f the vertex v is.
func (f *hullFace) corner(v uint32) int {
	switch v {
	case f.v[0]:
		return 0
	case f.v[1]:
		return 1
	}
	return 2
}

// polygons returns the maximal faces of the surface by their corners: triangles in one plane become
// one face, and vertices between only two faces, within an edge, are left out.
func (q *quick) polygons() [][]uint32 {
	in := q.planes()
	var out [][]uint32
	traced := make([]bool, len(q.faces))
	for f := range q.faces {
		if q.faces[f].gone || traced[in[f]] {
			continue
		}
		for k, g := range q.faces[f].across {
			if in[g] != in[f] {
				out = append(out, q.trace(int32(f), k, in))
				traced[in[f]] = true
				break
			}
		}
	}
	return out
}

// planes returns for each face the first face in the same plane. On the surface of a convex body
// such faces are connected through edges.
func (q *quick) planes() []int32 {
	in := make([]int32, len(q.faces))
	for f := range in {
		in[f] = none
	}
	var wave []int32
	for f := range q.faces {
		if q.faces[f].gone || in[f] != none {
			continue
		}
		in[f] = int32(f)
		for wave = append(wave[:0], int32(f)); len(wave) > 0; {
			face := &q.faces[wave[len(wave)-1]]
			wave = wave[:len(wave)-1]
			for k, g := range face.across {
				if in[g] != none {
					continue
				}
				top := (q.faces[g].corner(face.v[k]) + 1) % 3 // g's edge back ends at v[k]
				if face.plane.Side(q.points[q.faces[g].v[top]]) == 0 {
					in[g] = int32(f)
					wave = append(wave, g)
				}
			}
		}
	}
	return in
}

// trace returns the corners of the plane that face f is in, walking around it from f's
// edge k, beyond which another plane begins.
func (q *quick) trace(f int32, k int, in []int32) []uint32 {
	startFace, startEdge, plane := f, k, in[f]
	var out []uint32
	for {
		before := in[q.faces[f].across[k]]
		// Go around the end of the edge to the next edge at which the plane ends.
		for k = (k + 1) % 3; in[q.faces[f].across[k]] == plane; k = (k + 1) % 3 {
			g := q.faces[f].across[k]
			k = q.faces[g].corner(q.faces[f].v[(k+1)%3])
			f = g
		}
		if in[q.faces[f].across[k]] != before {
			out = append(out, q.faces[f].v[k])
		}
		if f == startFace && k == startEdge {
			return out
		}
	}
}
