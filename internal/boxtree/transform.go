package boxtree

import (
	"math"
	"slices"

	"github.com/meshcheck/meshcheck/geom"
)

// Transform maps boxes to other coordinates: from those of one tree to those of another
// tree, or to the world.
type Transform struct {
	Map geom.Affine
	// Margin is how far, on each axis, the contents of a box may be from their image under Map. It
	// need not include the rounding of Map.Apply. With an infinite margin the image of every box is
	// unbounded.
	Margin geom.Vec
	// Unit is a lower bound of a length of 1 in the target coordinates, in the unit of the
	// distances that a search compares: 1 if the units are the same, 0 if it is unknown.
	Unit float64
}

// Identity returns the transform that leaves every box unchanged.
func Identity() Transform { return Transform{Map: geom.Identity(), Unit: 1} }

// Apply returns a float32 box that contains the image of b with t.Margin around it, whether its
// points are mapped by t.Map exactly or by t.Map.Apply. It is monotone: if one box contains
// another, so does its image.
func (t Transform) Apply(b geom.Box) geom.Box {
	image := t.apply(Round(b))
	return image.wide()
}

func (t *Transform) apply(b Box) Box {
	p := t.prepare(&b)
	return p.applyBox(&b)
}

// everything is the box that contains all points.
var everything = Box{-inf, -inf, -inf, inf, inf, inf}

// prepared is a Transform prepared for boxes within certain bounds.
type prepared struct {
	transform Transform
	// identity: boxes stay unchanged.
	identity bool
	// unbounded: a bound is infinite, or its image may be; the transform is then prepared for each
	// box.
	unbounded bool
	bounding
}

// bounding maps the bounds of boxes: linear and low the lower ones, linear and high the upper ones.
// The translations are rounded outward.
type bounding struct {
	linear    [3][3]float64
	low, high [3]float64
}

// prepare prepares t for boxes within bounds.
//
// Row r of the image of a box is the interval a·x + b·y + c·z + t over the box, with the
// bounds of x, y and z chosen by the signs of a, b and c. Let M be the greatest
// absolute values of the bounds, μ the margin, S = |a|·Mx + |b|·My + |c|·Mz + |t| + μ,
// and ε half a unit in the last place of 1. A lower bound is computed as
// ((a·x + b·y) + c·z) + (t - s), at most four roundings to each term and one in t - s:
// it is off by less than 5.1·ε·(S + s - μ). Apply, on the exact points, is off by less
// than 4.1·ε·S. With s = μ + 16·ε·S the computed bound is below all of these, with
// more than 6·ε·S to spare for the roundings of s. Products that underflow lose up to
// 2^-1075 each, six times; the least s is 2^-1070, and if adding that is lost to rounding,
// the spare margin is larger. Partial sums stay below S, hence finite.
//
// Every operation on a bound is monotone, and s is the same for all boxes within the
// bounds, so that the image of a part lies within the image of the whole.
func (t *Transform) prepare(bounds *Box) prepared {
	p := prepared{transform: *t, identity: t.Map == geom.Identity() && t.Margin == geom.Vec{}}
	for r, row := range t.Map {
		s := math.Abs(row[3]) + math.Abs(t.Margin[r])
		for k := range 3 {
			p.linear[r][k] = row[k]
			s += math.Abs(row[k]) * math.Abs(max(float64(bounds[3+k]), -float64(bounds[k])))
		}
		if !(s <= math.MaxFloat64/4) {
			p.unbounded = true
		}
		s = math.Abs(t.Margin[r]) + 0x1p-49*s + 0x1p-1070
		p.low[r], p.high[r] = row[3]-s, row[3]+s
	}
	return p
}

// applyBox returns the image of a box that lies within the bounds.
func (t *prepared) applyBox(b *Box) (out Box) {
	if t.identity || b.empty() {
		return *b
	}
	if t.unbounded {
		alone := t.transform.prepare(b)
		if t = &alone; t.unbounded {
			return everything
		}
	}
	// As applyGo does it.
	for r, row := range &t.linear {
		low, high := t.low[r], t.high[r]
		var lower, upper [3]float64
		for k, a := range row {
			from, to := float64(b[k]), float64(b[3+k])
			if a < 0 {
				from, to = to, from
			}
			lower[k], upper[k] = float64(a*from), float64(a*to)
		}
		out[r], out[3+r] = down(lower[0]+lower[1]+lower[2]+low), up(upper[0]+upper[1]+upper[2]+high)
	}
	return out
}

// applyNode maps the boxes of a node, which lie within the bounds.
func (t *prepared) applyNode(in, out *node) {
	if !t.unbounded {
		t.applyTo(in, out)
		return
	}
	for child := range Width {
		b := in.box(child)
		out.set(child, t.applyBox(&b))
	}
}

// maxLevels is the number of levels of a tree of MaxBoxes.
const maxLevels = (idBits + 3) / 4

// view is a tree in other coordinates. Nodes are transformed on demand; the last one of
// each level is kept.
type view struct {
	tree      *Tree
	transform prepared
	leaf      keptLeaf
	// top is a node whose only child is the root.
	top node
	// kept has, at its number, the last transformed node of each level; it is empty for the
	// identity.
	kept []node
	at   [maxLevels]int
}

// init makes v a view of a tree that is not empty.
func (v *view) init(t *Tree, transform *Transform) {
	v.tree, v.transform = t, transform.prepare(&t.bounds)
	v.top.set(0, v.transform.applyBox(&t.bounds))
	v.top.close(1)
	v.restart()
}

// restart discards the transformed nodes.
func (v *view) restart() {
	v.leaf.forget()
	for level := range v.at {
		v.at[level] = -1
	}
	if !v.transform.identity {
		v.kept = slices.Grow(v.kept[:0], len(v.tree.levels))[:len(v.tree.levels)]
	}
}

// root returns the level of the root.
func (v *view) root() int { return len(v.tree.levels) - 1 }

// node returns the image of a node of a level. It is valid until another node of that
// level is asked for.
func (v *view) node(level, number int) *node {
	n := v.tree.node(level, number, &v.leaf)
	if v.transform.identity {
		return n
	}
	kept := &v.kept[level]
	if v.at[level] != number {
		v.at[level] = number
		v.transform.applyNode(n, kept)
	}
	return kept
}

// parent returns the parent of a node, and which child of it the node is.
func (v *view) parent(level, number int) (up *node, slot int) {
	if level == v.root() {
		return &v.top, 0
	}
	return v.node(level+1, number/Width), number % Width
}

// box returns the box around a node.
func (v *view) box(level, number int) Box {
	up, slot := v.parent(level, number)
	return up.box(slot)
}
