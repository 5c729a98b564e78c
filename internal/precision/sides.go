package precision

import (
	"cmp"
	"math"
	"slices"

	"github.com/meshcheck/meshcheck/geom"
)

// label finds out on which side each corner is: on that of the triangle from which the way along
// edges is shorter. Ways begin at the place itself, so that the two lips of a seam with different
// vertices, whose ends hang together, belong to different sides all along.
func (n *neighbourhood) label() {
	for k := range n.corners {
		n.corners[k].far = [2]float64{math.Inf(1), math.Inf(1)}
	}
	for k := range n.faces[:2] {
		for _, c := range n.faces[k].corners {
			_, n.corners[c].far[k] = n.ends.Nearest(n.corners[c].Vec)
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

// join gives what has no vertices in common with either triangle the side whose border its own
// border meets within a distance, such as a strip beside another one.
func (n *neighbourhood) join(distance float64) {
	borders := n.borders()
	n.flood(n.nearCorners(borders, distance))
	if n.unreached() {
		n.flood(n.nearBorders(borders, distance))
	}
	n.choose()
}

// share marks the corners that both triangles have. Ways through them lead to both sides: they are
// for what cannot be reached otherwise.
func (n *neighbourhood) share() {
	for k := range n.corners {
		n.corners[k].side = 0
	}
	for _, c := range n.faces[0].corners {
		if slices.Contains(n.faces[1].corners[:], c) {
			n.corners[c].side = ofBoth
		}
	}
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
	for _, c := range n.faces[0].corners {
		n.corners[c].side = ofT
	}
	for _, c := range n.faces[1].corners {
		if slices.Contains(n.faces[0].corners[:], c) {
			n.corners[c].side = ofBoth
		} else {
			n.corners[c].side = ofU
		}
	}
	for k := range n.faces {
		f := &n.faces[k]
		f.sides = n.corners[f.corners[0]].side | n.corners[f.corners[1]].side | n.corners[f.corners[2]].side
	}
}

// reached reports whether a way leads to the corner.
func (c *corner) reached() bool { return !math.IsInf(min(c.far[0], c.far[1]), 1) }

// unreached reports whether there are corners that no way leads to.
func (n *neighbourhood) unreached() bool {
	return slices.ContainsFunc(n.corners, func(c corner) bool { return !c.reached() })
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
	if len(n.faces) <= fewTriangles {
		return
	}
	distances := make([]float64, len(n.faces))
	for k := range n.faces {
		distances[k] = math.Inf(1)
		for _, c := range n.faces[k].corners {
			_, d := n.ends.Nearest(n.corners[c].Vec)
			distances[k] = min(distances[k], d)
		}
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
		for k := range from.far {
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
	geom.Segment
}

// borders lists the edges within the radius that one triangle has.
func (n *neighbourhood) borders() []border {
	type edge struct{ low, high int32 }
	var edges []edge
	for k := range n.faces {
		f := &n.faces[k].corners
		for i := range f {
			edges = append(edges, edge{min(f[i], f[(i+1)%3]), max(f[i], f[(i+1)%3])})
		}
	}
	slices.SortFunc(edges, func(a, b edge) int { return cmp.Or(cmp.Compare(a.low, b.low), cmp.Compare(a.high, b.high)) })
	var all []border
	for k, e := range edges {
		if k > 0 && edges[k-1] == e || k+1 < len(edges) && edges[k+1] == e {
			continue
		}
		p, q := n.corners[e.low].Vec, n.corners[e.high].Vec
		if !n.outside(&geom.Triangle{p, q, p}, n.radius) {
			all = append(all, border{e.low, e.high, geom.Segment{p, q}})
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
	links := []link{}
	for k, a := range ends {
		for _, b := range ends[k+1:] {
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

// nearBorders links the corners of borders that run within a distance of each other.
func (n *neighbourhood) nearBorders(borders []border, distance float64) []link {
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
		if looked > mostNear*len(borders) {
			n.crowded = true
			return nil
		}
		for i := k + 1; i < len(borders) && boxes[i].Min[0] <= box.Max[0]; i++ {
			f := &borders[i]
			if n.reached(e.a, e.b, f.a, f.b) || !box.Intersects(boxes[i]) {
				continue
			}
			looked++
			if _, _, d := e.NearestTo(&f.Segment); d > distance {
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
