package bvh

import (
	"math"

	"github.com/meshcheck/meshcheck/geom"
)

// Carry takes boxes to other coordinates: from those of one tree to those of another
// tree, or to the world.
type Carry struct {
	Map geom.Affine
	// Margin is how far, axis by axis, what a box stands for may be from where Map
	// takes it. It need not count the roundings of Map.Apply. An infinite margin makes
	// every carried box a box without end.
	Margin geom.Vec
	// Unit is what a length of 1 in the coordinates carried to is at least, in the unit
	// of the distances that a walk is to compare: 1 where that is the same, 0 where
	// nothing is known.
	Unit float64
}

// Unmoved returns the carry that leaves every box as it is.
func Unmoved() Carry { return Carry{Map: geom.Identity(), Unit: 1} }

// Carried returns a float32 box that holds the image of b, its points taken through
// c.Map exactly or by Apply, with c.Margin around it. Larger boxes have larger
// images: if b holds a box, so do the carried ones.
func (c Carry) Carried(b Box) Box {
	by := c.over(&b)
	return by.box(&b)
}

// everything is the box without end.
var everything = Box{-inf, -inf, -inf, inf, inf, inf}

// carrier is a Carry prepared for the boxes within certain bounds.
type carrier struct {
	carry Carry
	// still: boxes stay as they are. wild: a bound is without end, or may be after it
	// is carried; then each box is prepared for on its own.
	still, wild bool
	// low and high are the rows of the map for lower and for upper bounds: the linear
	// part is the same, the translation goes outward.
	linear    [3][3]float64
	low, high [3]float64
}

// over prepares c for boxes within bounds.
//
// Row r of a carried box is the interval a·x + b·y + c·z + t over the box, with the
// bounds of x, y and z chosen by the signs of a, b and c. Let M be the greatest
// absolute values of the bounds, μ the margin, S = |a|·Mx + |b|·My + |c|·Mz + |t| + μ,
// and ε half a unit in the last place of 1. A lower bound is computed as
// ((a·x + b·y) + c·z) + (t - s), at most four roundings to each term and one in t - s:
// it is off by less than 5.1·ε·(S + s - μ). Apply, on the exact points, is off by less
// than 4.1·ε·S. With s = μ + 16·ε·S the computed bound is below all of these, with
// more than 6·ε·S to spare for the roundings of s. Products that underflow lose up to
// 2^-1075 each, six times; the least s is 2^-1070, and where adding that is rounded
// away, what there is to spare is larger. Partial sums stay below S, hence finite.
//
// All that is done to a bound is monotone and s is one number for all boxes within
// the bounds, so that the image of a part lies within the image of the whole.
func (c *Carry) over(bounds *Box) carrier {
	by := carrier{carry: *c, still: c.Map == geom.Identity() && c.Margin == geom.Vec{}}
	for r, row := range c.Map {
		s := math.Abs(row[3]) + math.Abs(c.Margin[r])
		for k := range 3 {
			by.linear[r][k] = row[k]
			s += math.Abs(row[k]) * math.Abs(max(float64(bounds[3+k]), -float64(bounds[k])))
		}
		if !(s <= math.MaxFloat64/4) {
			by.wild = true
		}
		s = math.Abs(c.Margin[r]) + 0x1p-49*s + 0x1p-1070
		by.low[r], by.high[r] = row[3]-s, row[3]+s
	}
	return by
}

// box carries one box that lies within the bounds.
func (c *carrier) box(b *Box) (out Box) {
	if c.still || b.empty() {
		return *b
	}
	if c.wild {
		alone := c.carry.over(b)
		if c = &alone; c.wild {
			return everything
		}
	}
	var n, carried node
	n.set(0, *b)
	c.rows(&n, &carried, 1)
	return carried.box(0)
}

// node carries the boxes of a node that lie within the bounds.
func (c *carrier) node(in, out *node) {
	if !c.wild {
		c.rows(in, out, Width)
		return
	}
	for child := range Width {
		b := in.box(child)
		out.set(child, c.box(&b))
	}
}

// rows carries the first few boxes of a node.
func (c *carrier) rows(in, out *node, children int) {
	for r, row := range &c.linear {
		var lower, upper [3]*[Width]float32
		for k, a := range row {
			lower[k], upper[k] = &in.min[k], &in.max[k]
			if a < 0 {
				lower[k], upper[k] = upper[k], lower[k]
			}
		}
		for i := range children {
			out.min[r][i] = down(float64(row[0]*float64(lower[0][i])) + float64(row[1]*float64(lower[1][i])) +
				float64(row[2]*float64(lower[2][i])) + c.low[r])
			out.max[r][i] = up(float64(row[0]*float64(upper[0][i])) + float64(row[1]*float64(upper[1][i])) +
				float64(row[2]*float64(upper[2][i])) + c.high[r])
		}
	}
}

// maxLevels is the number of levels of a tree of MaxBoxes.
const maxLevels = (idBits + 3) / 4

// view is a tree seen from other coordinates, on one path down. Nodes are carried
// when they are asked for; one of each level is kept.
type view struct {
	tree *Tree
	by   carrier
	// top is a node whose only child is the root.
	top node
	// kept has the carried node of each level, whose number at has; none if boxes stay as
	// they are.
	kept []node
	at   [maxLevels]int
}

// look makes v a view of a tree that is not empty.
func (v *view) look(t *Tree, carry *Carry) {
	v.tree, v.by = t, carry.over(&t.bounds)
	v.top.set(0, v.by.box(&t.bounds))
	v.top.close(1)
	v.restart()
}

// restart gives v nodes of its own, none of them carried yet.
func (v *view) restart() {
	for level := range v.at {
		v.at[level] = -1
	}
	if !v.by.still {
		v.kept = make([]node, len(v.tree.levels))
	}
}

// root returns the level of the root.
func (v *view) root() int { return len(v.tree.levels) - 1 }

// node returns a node of a level, carried. It is good until another one of that
// level is asked for.
func (v *view) node(level, number int) *node {
	n := &v.tree.levels[level][number]
	if v.by.still {
		return n
	}
	kept := &v.kept[level]
	if v.at[level] != number {
		v.at[level] = number
		v.by.node(n, kept)
	}
	return kept
}

// parent returns the node that a node is a child of, and which.
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
