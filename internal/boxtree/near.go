package boxtree

import (
	"math"

	"github.com/meshcheck/meshcheck/geom"
)

// Nearest returns the box whose member is nearest to p among those nearer than limit, and its
// distance; ok is false if there is none. distance(i) is the distance to the member of box i; if it
// is below the distance to the box itself, the latter is used. Of members at the same distance,
// Nearest returns the one with the smallest number: the result is that of a scan of all members.
//
// The search measures few of them: it descends into the nearest boxes first and skips those farther
// than the nearest member so far.
func (t *Tree) Nearest(p geom.Vec, limit float64, distance func(i uint32) float64) (i uint32, d float64, ok bool) {
	return t.nearestTo(Round(geom.PointBox(p)), 1, limit, 0, distance)
}

// NearestTo is Nearest for a box, which transform maps to the tree's coordinates. distance and
// limit are in the unit of transform.Unit. The search ends with the first member nearer than
// enough.
func (t *Tree) NearestTo(b geom.Box, transform Transform, limit, enough float64, distance func(i uint32) float64) (i uint32, d float64, ok bool) {
	return t.nearestTo(transform.apply(Round(b)), transform.Unit, limit, enough, distance)
}

func (t *Tree) nearestTo(place Box, unit, limit, enough float64, distance func(i uint32) float64) (i uint32, d float64, ok bool) {
	if len(t.ids) == 0 {
		return 0, 0, false
	}
	w := nearest{tree: t, place: place, factor: shrink * unit, enough: enough, distance: distance, most: math.Nextafter(limit, math.Inf(-1))}
	w.visit(len(t.levels)-1, 0)
	return w.id, w.most, w.found
}

// nearest is a search for the nearest member.
type nearest struct {
	tree     *Tree
	leaf     keptLeaf
	place    Box
	factor   float64
	enough   float64
	distance func(i uint32) float64
	// most is the least distance so far; before there is one, the greatest below the limit.
	most  float64
	id    uint32
	found bool
}

func (w *nearest) visit(level, number int) {
	n := w.tree.node(level, number, &w.leaf)
	var gaps [Width]float64
	gapsTo(n, &w.place, w.factor, &gaps)
	var order [Width]int8
	for _, c := range order[:w.ascending(n, &gaps, &order)] {
		switch child := number*Width + int(c); {
		case gaps[c] > w.most:
		case w.found && w.most < w.enough:
			return
		case level > 0:
			w.visit(level-1, child)
		default:
			w.ask(w.tree.ids[child], gaps[c])
		}
	}
}

func (w *nearest) ask(i uint32, gap float64) {
	d := max(w.distance(i), gap)
	if d < w.most || d == w.most && (!w.found || i < w.id) {
		w.id, w.most, w.found = i, d, true
	}
}

// ascending sorts the children that are not farther than the nearest member so far by the distances
// of their centres, and returns their number. A member is about as far away as the centre of its
// box, while the gap to a large box, or to one around a slanting triangle, is much less.
func (w *nearest) ascending(n *node, gaps *[Width]float64, order *[Width]int8) (count int) {
	x, y, z := w.place[0]+w.place[3], w.place[1]+w.place[4], w.place[2]+w.place[5]
	var far [Width]float32
	for c, gap := range gaps {
		if !(gap <= w.most) {
			continue
		}
		d, e, f := n.min[0][c]+n.max[0][c]-x, n.min[1][c]+n.max[1][c]-y, n.min[2][c]+n.max[2][c]-z
		square := d*d + e*e + f*f
		k := count
		for ; k > 0 && far[k-1] > square; k-- {
			order[k], far[k] = order[k-1], far[k-1]
		}
		order[k], far[k] = int8(c), square
		count++
	}
	return count
}
