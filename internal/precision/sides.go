package precision

import (
	"cmp"
	"math"
	"slices"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/mesh"
)

// label finds out on which side each corner is: on that of the triangle from which the way along
// edges is shorter. Ways begin at the places themselves, so that the two lips of a seam with different
// vertices, whose ends hang together, belong to different sides all along.
func (n *neighbourhood) label() {
	for k := range n.corners {
		n.corners[k].far, n.corners[k].excluded = [2]float64{math.Inf(1), math.Inf(1)}, false
	}
	for k := range n.faces {
		n.faces[k].excluded = false
	}
	for k := range n.places {
		p := &n.places[k]
		for surface, number := range [...]uint32{p.T, p.U} {
			for _, c := range n.faces[n.seed(surface, number)].corners {
				corner := &n.corners[c]
				_, d := n.segments[k].Nearest(corner.Vec)
				corner.far[surface] = min(corner.far[surface], d)
			}
		}
	}
	n.sortFaces()
	n.share()
	n.flood(nil)
	if n.unreached() {
		for k := range n.corners {
			n.corners[k].side &^= ofBoth
		}
		n.flood([]link{})
	}
	n.choose()
}

// seed returns the face of a triangle of the places.
func (n *neighbourhood) seed(surface int, number uint32) int {
	first, _ := n.seedsOf(surface)
	k, _ := slices.BinarySearch(n.seeds[surface], number)
	return first + k
}

// join gives what has no vertices in common with either surface the side whose border its own
// border meets within a distance, such as a strip beside another one, first of all where one continues the
// other. What hangs together is on one side.
func (n *neighbourhood) join(distance float64) {
	pieces := mesh.NewUnion(len(n.corners))
	for k := range n.faces {
		if f := &n.faces[k].corners; !n.reached(f[0]) {
			pieces.Join(uint32(f[0]), uint32(f[1]))
			pieces.Join(uint32(f[0]), uint32(f[2]))
		}
	}
	borders := n.borders()
	if n.scale.ofRounding() { // a limit that somebody gives may be as large as whole surfaces
		n.flood(n.nearBorders(borders, distance, true))
	}
	if n.unreached() {
		n.flood(n.nearCorners(borders, distance))
	}
	if n.unreached() {
		n.flood(n.nearBorders(borders, distance, false))
	}
	for range 2 { // the first round finds the shortest ways to a piece, the second one spreads them
		for k := range n.corners {
			c, first := &n.corners[k], &n.corners[pieces.Find(uint32(k))]
			for i := range c.far {
				c.far[i] = min(c.far[i], first.far[i])
				first.far[i] = c.far[i]
			}
		}
	}
	n.choose()
}

// seam is the length, in distances, along which the rims of a piece run within the distance of those of both
// surfaces, so that it belongs to neither: three or more sheets may meet in one line.
const seam = 8

// rim is an edge of a face that has not just one other face beside it.
type rim struct {
	geom.Segment
	face int32
}

// sheet is the least width of pieces and surfaces that are no strips, as a share of the radius.
const sheet = 0.5

// hanging is how a piece meets both surfaces.
type hanging struct {
	lengths  [2]float64 // over which its rims run along theirs
	straight [2]float64 // and it continues them
	rim      geom.Segment
	most     float64 // the length for that rim
	shared   side    // the surfaces that it has corners in common with
	wide     side    // the surfaces that are as wide as a sheet, as seen from the rim
	isWide   bool    // it is so itself
}

// isStrip reports whether the piece continues one of the surfaces, and is narrow or that is.
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

// continues reports whether the faces of two rims that run along each other go on in about the same direction.
func (n *neighbourhood) continues(e, r *rim) bool {
	d := e.Segment[1].Sub(e.Segment[0]).Unit()
	inward := func(r *rim) geom.Vec {
		t := n.triangle(&n.faces[r.face])
		q := t[0].Add(t[1]).Add(t[2]).Scale(1.0 / 3).Sub(r.Segment[0])
		return q.Sub(d.Scale(d.Dot(q))).Unit()
	}
	return inward(e).Dot(inward(r)) < -straight
}

// excludeSheets marks pieces, whose faces hang together across edges, that are on neither surface, and
// leaves them out of all ways: wide sheets that meet both surfaces, wide ones too, along a line. What has
// corners in common with one of them alone belongs to that.
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

// hangings returns how the pieces that run along both surfaces meet them, by the numbers of the pieces, but for
// those that have corners in common with one of them alone. Rims are those of pieces and of each surface.
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

// share marks the corners that both surfaces have. Ways through them lead to both sides: they are
// for what cannot be reached otherwise. Where the surfaces hang together in single vertices or in edges of
// more than two triangles only, it also marks the corners that one of them has.
func (n *neighbourhood) share() {
	for k := range n.corners {
		n.corners[k].side = 0
	}
	_, seeds := n.seedsOf(1)
	next := n.acrossEdges()
	apart := n.floodFaces(next)
	for k := range n.faces {
		if !apart && k >= seeds {
			break
		}
		for _, c := range n.faces[k].corners {
			n.corners[c].side |= n.faces[k].sides
		}
	}
	for k := range n.corners {
		if c := &n.corners[k]; c.side == ofT|ofU {
			c.side = ofBoth
		} else if !apart {
			c.side = 0
		}
	}
	if apart {
		n.excludeSheets(next)
	}
	n.sided = apart && !slices.ContainsFunc(n.faces, func(f face) bool { return f.sides == 0 && !f.excluded })
}

// floodFaces sets the sides of the faces that can be reached from those of the places across edges, 0 for
// others. It reports whether none is reached from both.
func (n *neighbourhood) floodFaces(next [][3]int32) (apart bool) {
	for k := range n.faces {
		n.faces[k].sides = 0
	}
	var stack []int32
	for surface, of := range [...]side{ofT, ofU} {
		first, end := n.seedsOf(surface)
		for k := first; k < end; k++ {
			n.faces[k].sides = of
			stack = append(stack, int32(k))
		}
	}
	for len(stack) > 0 {
		k := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		of := n.faces[k].sides
		for _, i := range next[k] {
			if i < 0 {
				continue
			}
			switch f := &n.faces[i]; f.sides {
			case of:
			case 0:
				f.sides = of
				stack = append(stack, i)
			default:
				return false
			}
		}
	}
	return true
}

// tie is the relative difference up to which two ways are of the same length but for rounding.
const tie = 0x1p-40

// choose gives corners and triangles their sides.
func (n *neighbourhood) choose() {
	for k := range n.corners {
		c := &n.corners[k]
		switch {
		case !c.reached():
			c.side = ofNone
		case math.Abs(c.far[0]-c.far[1]) <= tie*min(c.far[0], c.far[1]):
			c.side = ofBoth
		case c.far[0] < c.far[1]:
			c.side = ofT
		default:
			c.side = ofU
		}
	}
	for surface, of := range [...]side{ofT, ofU} {
		first, end := n.seedsOf(surface)
		for k := first; k < end; k++ {
			for _, c := range n.faces[k].corners {
				n.corners[c].side = of
			}
		}
	}
	first, end := n.seedsOf(0)
	for k := first; k < end; k++ {
		for _, c := range n.faces[k].corners {
			if n.corners[c].side != ofT {
				n.corners[c].side = ofBoth
			}
		}
	}
	n.setSides()
}

// setSides sets the sides of triangles to those of their corners.
func (n *neighbourhood) setSides() {
	n.normals[0], n.normals[1] = n.normals[0][:0], n.normals[1][:0]
	for k := range n.faces {
		f := &n.faces[k]
		f.sides = n.corners[f.corners[0]].side | n.corners[f.corners[1]].side | n.corners[f.corners[2]].side
	}
}

// reached reports whether a way leads to the corner.
func (c *corner) reached() bool { return !math.IsInf(min(c.far[0], c.far[1]), 1) }

// unreached reports whether there are corners that no way leads to.
func (n *neighbourhood) unreached() bool {
	return slices.ContainsFunc(n.corners, func(c corner) bool { return !c.reached() && !c.excluded })
}

// reached reports whether ways lead to all of some corners.
func (n *neighbourhood) reached(corners ...int32) bool {
	return !slices.ContainsFunc(corners, func(c int32) bool { return !n.corners[c].reached() })
}

// sortFaces orders the faces by their distance from the place, in which ways reach them, if they are
// more than a few.
func (n *neighbourhood) sortFaces() {
	n.order = n.order[:0]
	for k := range n.faces {
		n.order = append(n.order, int32(k))
	}
	if len(n.faces) <= leastTriangles {
		return
	}
	distances := make([]float64, len(n.faces))
	for k := range n.faces {
		distances[k] = n.distance(&n.faces[k])
	}
	slices.SortStableFunc(n.order, func(a, b int32) int { return cmp.Compare(distances[a], distances[b]) })
}

// link joins two corners with a way of a length.
type link struct {
	a, b   int32
	length float64
}

// flood shortens the ways to all corners until none gets shorter (R. Bellman, "On a routing
// problem", Quarterly of Applied Mathematics 16, 1958). Faces near the place come first, so that
// few rounds suffice. With links only corners that no way led to before are given any.
func (n *neighbourhood) flood(links []link) {
	n.settled = n.settled[:0]
	for k := range n.corners {
		c := &n.corners[k]
		n.settled = append(n.settled, links != nil && c.reached())
	}
	for changed := true; changed; {
		changed = false
		for _, i := range n.order {
			f := &n.faces[i].corners
			for k := range f {
				a, b := f[k], f[(k+1)%3]
				if n.settled[a] && n.settled[b] {
					continue
				}
				length := n.corners[a].Sub(n.corners[b].Vec).Norm()
				changed = n.shorten(a, b, length) || changed
			}
		}
		for _, l := range links {
			changed = n.shorten(l.a, l.b, l.length) || changed
		}
	}
}

// shorten makes the ways to two corners no longer than by way of each other.
func (n *neighbourhood) shorten(a, b int32, length float64) (changed bool) {
	for _, way := range [...][2]int32{{a, b}, {b, a}} {
		if n.settled[way[1]] {
			continue
		}
		from, to := &n.corners[way[0]], &n.corners[way[1]]
		if from.side == ofBoth {
			continue
		}
		for k, of := range [...]side{ofT, ofU} {
			if to.excluded || to.side == ofT|ofU^of {
				continue // it is on the other side, or on none
			}
			if d := from.far[k] + length; d < to.far[k] {
				to.far[k], changed = d, true
			}
		}
	}
	return changed
}

// border is an edge that only one triangle has.
type border struct {
	a, b int32
	rim
}

// borders lists the edges within the radius that one triangle has.
func (n *neighbourhood) borders() (all []border) {
	n.listEdges()
	for k, e := range n.edges {
		if n.sameEdge(k-1, k) || n.sameEdge(k, k+1) {
			continue
		}
		p, q := n.corners[e.low].Vec, n.corners[e.high].Vec
		if !n.segmentBeside(p, q) {
			all = append(all, border{e.low, e.high, rim{geom.Segment{p, q}, e.face}})
		}
	}
	return all
}

// nearCorners links corners of borders that are within a distance: those of triangles that share
// them but for rounding.
func (n *neighbourhood) nearCorners(borders []border, distance float64) []link {
	var ends []int32
	for _, b := range borders {
		ends = append(ends, b.a, b.b)
	}
	slices.Sort(ends)
	ends = slices.Compact(ends)
	slices.SortStableFunc(ends, func(a, b int32) int { return cmp.Compare(n.corners[a].Vec[0], n.corners[b].Vec[0]) })
	links, looked := []link{}, 0
	for k, a := range ends {
		for _, b := range ends[k+1:] {
			if looked++; looked > mostNear*n.most {
				n.crowded = true
				return nil
			}
			p, q := n.corners[a].Vec, n.corners[b].Vec
			if q[0]-p[0] > distance {
				break
			}
			if d := q.Sub(p).Norm(); d <= distance {
				links = append(links, link{a, b, d})
			}
		}
	}
	return links
}

// nearBorders links the corners of borders that run within a distance of each other, or only those between
// faces that continue each other.
func (n *neighbourhood) nearBorders(borders []border, distance float64, continued bool) []link {
	boxes := make([]geom.Box, len(borders))
	slices.SortStableFunc(borders, func(a, b border) int {
		return cmp.Compare(min(a.Segment[0][0], a.Segment[1][0]), min(b.Segment[0][0], b.Segment[1][0]))
	})
	for k := range borders {
		boxes[k] = geom.PointBox(borders[k].Segment[0]).Include(borders[k].Segment[1])
	}
	links, looked := []link{}, 0
	for k := range borders {
		e, box := &borders[k], boxes[k].Grown(distance)
		if looked > mostNear*n.most {
			n.crowded = true
			return nil
		}
		for i := k + 1; i < len(borders) && boxes[i].Min[0] <= box.Max[0]; i++ {
			f := &borders[i]
			if n.reached(e.a, e.b, f.a, f.b) || !box.Intersects(boxes[i]) {
				continue
			}
			looked++
			if _, _, d := e.NearestTo(&f.Segment); d > distance || continued && !n.continues(&e.rim, &f.rim) {
				continue
			}
			for _, a := range [...]int32{e.a, e.b} {
				for _, b := range [...]int32{f.a, f.b} {
					links = append(links, link{a, b, n.corners[a].Sub(n.corners[b].Vec).Norm()})
				}
			}
		}
	}
	return links
}
