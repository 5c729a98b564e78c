package posed

import (
	"math"

	"github.com/meshcheck/meshcheck/geom"
)

// certify reports whether any two faces of the fan at a vertex certainly meet in nothing but their
// common vertices and edge. It is the certificate of mesh.Welded.Umbrellas with a view along any
// direction d: if each face has d on the front of its plane, it projects along d into a sector of
// less than 180 degrees, and sectors follow each other around the vertex in one sense. A closed fan
// then makes whole turns. If only one sector enters a half plane that ends in the line through v
// along d, it is one turn; and if the faces are at most four, it cannot be two. An open fan makes
// less than one turn if none enters some half plane, or if the faces are at most two. Then
// no two sectors have more in common than the vertex or a spoke, and neither do the faces.
func (q *Searcher) certify(v int) bool {
	end, fan := q.surface.fans.end[v], q.surface.fans.around(v)
	if end == irregular {
		return false
	}
	closed := end == fan[0].spoke
	d, ok := q.front(v, fan)
	switch {
	case !ok:
		return false
	case closed && len(fan) <= 4 || !closed && len(fan) <= 2:
		return true
	case closed:
		up, _, ok := q.entries(v, fan, end, d.Cross(geom.Vec{40503, 30011, 52361}))
		return ok && up == 1
	}
	// The spokes are less than a turn in most cases, and then a gap is opposite to their mean.
	up, down, ok := q.entries(v, fan, end, d.Cross(whole(q.spokes(v, fan, end))))
	return ok && (up == 0 || down == 0)
}

// front returns a direction, of whole numbers up to 2^16, that is certainly on the front of the
// planes of all faces at a vertex. It tries that of the last pose first.
func (q *Searcher) front(v int, fan []corner) (d geom.Vec, ok bool) {
	last := &q.fronts[v]
	if !q.inFront(fan, last) {
		var sum geom.Vec
		for _, c := range fan {
			f := &q.faces[c.face]
			if f.state != proper {
				return d, false
			}
			for k, n := range f.normal {
				sum[k] += float64(n)
			}
		}
		for k, x := range whole(sum) {
			last[k] = float32(x)
		}
		if !q.inFront(fan, last) {
			return d, false
		}
	}
	return geom.Vec{float64(last[0]), float64(last[1]), float64(last[2])}, true
}

// inFront reports whether a direction is certainly on the front of the planes of all faces. Normals
// are off by less than 2^-22 on each axis and at most 2, so that their products with d, with
// three roundings to float32, are off by less than 2^-20·Σ|d|.
func (q *Searcher) inFront(fan []corner, d *[3]float32) bool {
	x, y, z := d[0], d[1], d[2]
	bound := 0x1p-20 * (abs(x) + abs(y) + abs(z))
	for _, c := range fan {
		f := &q.faces[c.face]
		if !(x*f.normal[0]+y*f.normal[1]+z*f.normal[2] > bound) || f.state != proper {
			return false
		}
	}
	return true
}

func abs(x float32) float32 { return math.Float32frombits(math.Float32bits(x) &^ (1 << 31)) }

// whole returns about the direction of d, in whole numbers of at most 2^16, or 0 for none.
func whole(d geom.Vec) geom.Vec {
	scale := 0x1p16 / max(math.Abs(d[0]), math.Abs(d[1]), math.Abs(d[2]))
	if !(scale > 0 && scale < math.MaxFloat64) {
		return geom.Vec{}
	}
	for k := range d {
		d[k] = math.Trunc(d[k] * scale)
	}
	return d
}

// spokes returns the sum of all spokes.
func (q *Searcher) spokes(v int, fan []corner, end uint32) geom.Vec {
	sum := q.positions[end].Sub(q.positions[v])
	for _, c := range fan {
		sum = sum.Add(q.positions[c.spoke].Sub(q.positions[v]))
	}
	return sum
}

// entries counts the faces that go from below a plane through v to above it, and those that go
// back. The plane has a normal of whole numbers up to 2^33, which is exactly perpendicular to the
// direction of the view. ok is false if it is not certain on which side a spoke is.
func (q *Searcher) entries(v int, fan []corner, end uint32, normal geom.Vec) (up, down int, ok bool) {
	at := &q.positions[v]
	above := func(spoke uint32) (above, ok bool) {
		p := &q.positions[spoke]
		x, y, z := normal[0]*(p[0]-at[0]), normal[1]*(p[1]-at[1]), normal[2]*(p[2]-at[2])
		h := x + y + z
		// Four roundings to each term.
		return h > 0, math.Abs(h) > 0x1p-50*(math.Abs(x)+math.Abs(y)+math.Abs(z))
	}
	from, ok := above(fan[0].spoke)
	if !ok {
		return 0, 0, false
	}
	for k := range fan {
		next := end
		if k+1 < len(fan) {
			next = fan[k+1].spoke
		}
		to, ok := above(next)
		if !ok {
			return 0, 0, false
		}
		if to && !from {
			up++
		} else if from && !to {
			down++
		}
		from = to
	}
	return up, down, true
}
