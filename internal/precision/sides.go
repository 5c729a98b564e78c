package precision

import (
	"math"
	"slices"

	"github.com/meshcheck/meshcheck/mesh"
)

// label assigns each corner to a side: that of the triangle from which the path along edges is shorter.
// Paths begin at the places themselves, so that the two borders of a seam with different vertices, which
// are connected at its ends, belong to different sides all along.
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

// join assigns pieces without common vertices with either surface to the side whose border their own
// border meets within a distance, such as a strip beside another one: first those where one continues the
// other. A connected piece is on one side.
func (n *neighbourhood) join(distance float64) {
	pieces := mesh.NewUnion(len(n.corners))
	for k := range n.faces {
		if f := &n.faces[k].corners; !n.reached(f[0]) {
			pieces.Join(uint32(f[0]), uint32(f[1]))
			pieces.Join(uint32(f[0]), uint32(f[2]))
		}
	}
	borders := n.borders()
	if n.scale.ofRounding() { // a limit that a user gives may be as large as whole surfaces
		n.flood(n.nearBorders(borders, distance, true))
	}
	if n.unreached() {
		n.flood(n.nearCorners(borders, distance))
	}
	if n.unreached() {
		n.flood(n.nearBorders(borders, distance, false))
	}
	for range 2 { // the first round finds the shortest paths to a piece, the second one spreads them
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

// share marks the corners that both surfaces have. Paths through them lead to both sides: they are used
// only for what cannot be reached otherwise. Where the surfaces are connected only in single vertices or in
// edges of more than two triangles, it also marks the corners that one of them has.
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

// tie is the relative difference up to which two paths have the same length but for rounding.
const tie = 0x1p-40

// choose assigns corners and triangles to sides.
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

// reached reports whether a path leads to the corner.
func (c *corner) reached() bool { return !math.IsInf(min(c.far[0], c.far[1]), 1) }

// unreached reports whether there are corners that no path leads to.
func (n *neighbourhood) unreached() bool {
	return slices.ContainsFunc(n.corners, func(c corner) bool { return !c.reached() && !c.excluded })
}

// reached reports whether paths lead to all of some corners.
func (n *neighbourhood) reached(corners ...int32) bool {
	return !slices.ContainsFunc(corners, func(c int32) bool { return !n.corners[c].reached() })
}
