package precision

import (
	"slices"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/mesh"
)

// seam is a length in distances. A piece whose rims run within the distance of those of both surfaces along
// that length belongs to neither: three or more sheets may meet in one line.
const seam = 8

// rim is an edge of a face without exactly one other face beside it.
type rim struct {
	geom.Segment
	face int32
}

// sheet is the least width of pieces and surfaces that are not strips, as a share of the radius.
const sheet = 0.5

// hanging is how a piece meets both surfaces.
type hanging struct {
	lengths  [2]float64 // over which its rims run along theirs
	straight [2]float64 // and it continues them
	rim      geom.Segment
	most     float64 // the length for that rim
	shared   side    // the surfaces that it has corners in common with
	wide     side    // the surfaces that are as wide as a sheet, as seen from the rim
	isWide   bool    // the piece is as wide as a sheet
}

// isStrip reports whether the piece continues one of the surfaces, and one of the two is narrow.
func (h *hanging) isStrip() bool {
	for k, of := range [...]side{ofT, ofU} {
		if h.straight[k] > h.lengths[k]/4 && (!h.isWide || h.wide&of == 0) {
			return true
		}
	}
	return false
}

// straight is the least cosine of the angle at which faces with a common rim may be of one surface.
const straight = 0.5

// continues reports whether the faces of two rims that run along each other have about the same direction.
func (n *neighbourhood) continues(e, r *rim) bool {
	d := e.Segment[1].Sub(e.Segment[0]).Unit()
	inward := func(r *rim) geom.Vec {
		t := n.triangle(&n.faces[r.face])
		q := t[0].Add(t[1]).Add(t[2]).Scale(1.0 / 3).Sub(r.Segment[0])
		return q.Sub(d.Scale(d.Dot(q))).Unit()
	}
	return inward(e).Dot(inward(r)) < -straight
}

// excludeSheets marks pieces, whose faces are connected across edges, that are on neither surface, and
// leaves them out of all paths: wide sheets that meet both surfaces, which are wide as well, along a line.
// A piece with common corners with only one surface belongs to that surface.
func (n *neighbourhood) excludeSheets(next [][3]int32) {
	if !slices.ContainsFunc(n.faces, func(f face) bool { return f.sides == 0 }) {
		return
	}
	var rims [3][]rim // of pieces and of each surface
	for k := range n.faces {
		f := &n.faces[k]
		for i, c := range f.corners {
			if next[k][i] >= 0 {
				continue
			}
			r := rim{geom.Segment{n.corners[c].Vec, n.corners[f.corners[(i+1)%3]].Vec}, int32(k)}
			if !n.segmentBeside(r.Segment[0], r.Segment[1]) {
				rims[f.sides] = append(rims[f.sides], r)
			}
		}
	}
	if len(rims[0])*(len(rims[ofT])+len(rims[ofU])) > mostNear*n.most {
		return
	}
	pieces := mesh.NewUnion(len(n.faces))
	for k := range next {
		for _, i := range next[k] {
			if i >= 0 {
				pieces.Join(uint32(k), uint32(i))
			}
		}
	}
	all := n.hangings(pieces, &rims)
	for k := range n.faces {
		f := &n.faces[k]
		if h := all[pieces.Find(uint32(k))]; h != nil && !h.isStrip() {
			f.excluded = true
			for _, c := range f.corners {
				n.corners[c].excluded = n.corners[c].side == 0
			}
		}
	}
}

// hangings returns how the pieces that run along both surfaces meet them, by the numbers of the pieces, except
// for pieces with common corners with only one of them. Rims are those of pieces and of each surface.
func (n *neighbourhood) hangings(pieces *mesh.Union, rims *[3][]rim) map[uint32]*hanging {
	distance := n.places[0].Distance
	all := map[uint32]*hanging{}
	for i := range rims[0] {
		e := &rims[0][i]
		piece := pieces.Find(uint32(e.face))
		h := all[piece]
		if h == nil {
			h = &hanging{}
			all[piece] = h
		}
		sum := 0.0
		for k, of := range [...]side{ofT, ofU} {
			for l := range rims[of] {
				length := alongside(&e.Segment, &rims[of][l].Segment, distance)
				h.lengths[k] += length
				if sum += length; length > 0 && n.continues(e, &rims[of][l]) {
					h.straight[k] += length
				}
			}
		}
		if sum > h.most {
			h.rim, h.most = e.Segment, sum
		}
	}
	for k := range n.faces {
		if h := all[pieces.Find(uint32(k))]; h != nil {
			for _, c := range n.faces[k].corners {
				h.shared |= n.corners[c].side
			}
		}
	}
	for piece, h := range all {
		if min(h.lengths[0], h.lengths[1]) < seam*distance || h.shared == ofT || h.shared == ofU {
			delete(all, piece)
			continue
		}
		for k := range n.faces {
			f := &n.faces[k]
			own := pieces.Find(uint32(k)) == piece
			if (own || f.sides != 0) && n.reachesFrom(f, &h.rim, sheet*n.radius) {
				h.wide |= f.sides
				h.isWide = h.isWide || own
			}
		}
	}
	return all
}

// reachesFrom reports whether a corner of a face is farther than a distance from the line of a segment.
func (n *neighbourhood) reachesFrom(f *face, s *geom.Segment, distance float64) bool {
	d := s[1].Sub(s[0]).Unit()
	return slices.ContainsFunc(f.corners[:], func(c int32) bool {
		return n.corners[c].Sub(s[0]).Cross(d).Norm() > distance
	})
}

// alongside returns the length of a segment over which it runs within a distance of another one.
func alongside(e, s *geom.Segment, distance float64) float64 {
	d := e[1].Sub(e[0])
	length := d.Norm()
	if length == 0 {
		return 0
	}
	d = d.Scale(1 / length)
	a, b := d.Dot(s[0].Sub(e[0])), d.Dot(s[1].Sub(e[0]))
	low, high := max(0, min(a, b)), min(length, max(a, b))
	if low >= high {
		return 0
	}
	for _, at := range [...]float64{low, high} {
		if _, apart := s.Nearest(e[0].Add(d.Scale(at))); apart > distance {
			return 0
		}
	}
	return high - low
}
