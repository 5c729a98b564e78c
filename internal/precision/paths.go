package precision

import (
	"cmp"
	"slices"

	"github.com/meshcheck/meshcheck/geom"
)

// sortFaces orders the faces by their distance from the place, in which paths reach them, if there are
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

// link joins two corners with a path of a length.
type link struct {
	a, b   int32
	length float64
}

// flood shortens the paths to all corners until none gets shorter (R. Bellman, "On a routing
// problem", Quarterly of Applied Mathematics 16, 1958). Faces near the place come first, so that
// few rounds suffice. With links, only corners that no path led to before get one.
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

// shorten makes the paths to two corners no longer than those through each other.
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
