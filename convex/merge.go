package convex

// polygons returns the maximal faces of the surface by their corners: triangles in one
// plane become one face, and vertices between only two faces, inside of an edge, are left
// out.
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

// planes returns for each face the first face of those that lie in one plane with it. On
// the surface of a convex body they hang together by their edges.
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
		// Around the edge's end to the next edge at which the plane ends.
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
