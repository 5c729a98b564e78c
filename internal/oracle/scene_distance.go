package oracle

import (
	"math"
	"math/big"
	"slices"

	"github.com/meshcheck/meshcheck/geom"
)

// Distance returns the least distance between the surfaces of objects i and j, exact
// except for the last rounding: 0 if they meet, infinite if one of them is empty.
// It ignores triangles that take part in no pair.
func (s *Scene) Distance(i, j int) float64 {
	a, b := s.body(i), s.body(j)
	least := closest{scale: &s.scale, length: math.Inf(1)}
	for _, near := range nearest(a.faces, b.faces) {
		if near.gap > least.length {
			break
		}
		if least.offer(near.a.distance(near.b)); least.length == 0 {
			break
		}
	}
	return least.length
}

// Depth returns the largest distance from one object's surface of a vertex of the other
// strictly inside it, exact except for the last rounding: 0 if there is no such vertex.
func (s *Scene) Depth(i, j int) float64 {
	a, b := s.body(i), s.body(j)
	return max(s.depth(a.vertices(), b), s.depth(b.vertices(), a))
}

// The ways in which Penetration measures.
const (
	ByTranslation = "translation"
	BySurface     = "surface"
)

// Penetration returns how deep the objects i and j penetrate each other, and how that is
// measured. For two convex bodies it is the shortest translation that separates them, exact
// except for the last rounding. Otherwise, if at least one is closed, it is the greatest
// distance from the surface of a closed one among sample points of the other's surface that
// lie inside: a grid that divides the sides of its triangles into sixteen parts. by is "" if
// there is no such depth.
func (s *Scene) Penetration(i, j int) (depth float64, by string) {
	a, b := s.body(i), s.body(j)
	if a.convex() && b.convex() {
		f, _ := s.Convex(i, j).Parting.Float64()
		if f == 0 {
			return 0, ""
		}
		return math.Sqrt(f), ByTranslation
	}
	if depth = max(s.depth(a.grid(16), b), s.depth(b.grid(16), a)); depth > 0 {
		by = BySurface
	}
	return depth, by
}

// convex reports whether b is closed and no vertex is on both sides of the planes of its
// faces.
func (b *body) convex() bool {
	if b.inside == nil {
		return false
	}
	for _, p := range b.vertices() {
		if _, inside := b.heights(p); !inside {
			return false
		}
	}
	return true
}

// grid returns points on the triangles of b, all sides of which are cut into n parts.
func (b *body) grid(n int64) (points []point) {
	for _, f := range b.faces {
		for i := range n + 1 {
			for j := range n + 1 - i {
				p := point{den: big.NewInt(n)}
				for k := range p.num {
					sum := new(big.Int)
					for c, weight := range [3]int64{i, j, n - i - j} {
						sum.Add(sum, new(big.Int).Mul(f.corners[c][k], big.NewInt(weight)))
					}
					p.num[k] = sum
				}
				points = append(points, p)
			}
		}
	}
	return points
}

// vertices returns the vertices of the faces, each once, in no particular order.
func (b *body) vertices() []point {
	seen := map[geom.Vec]bool{}
	var points []point
	for _, f := range b.faces {
		for k, v := range f.vertices {
			if !seen[v] {
				seen[v] = true
				points = append(points, point{f.corners[k], big.NewInt(1)})
			}
		}
	}
	return points
}

// depth returns the largest distance from the surface of a body of those points that
// lie strictly inside it.
func (s *Scene) depth(points []point, of *body) float64 {
	deepest := 0.0
	if of.inside == nil {
		return 0
	}
	for _, p := range points {
		if of.sideOf(p) <= 0 {
			continue
		}
		least := closest{scale: &s.scale, length: math.Inf(1)}
		for _, f := range of.faces {
			least.offer(f.distanceTo(p))
		}
		deepest = max(deepest, least.length)
	}
	return deepest
}

// closest is the least of some squared distances in integer units, and the same as a
// length in the unit of the scene.
type closest struct {
	scale   *scale
	squared *big.Rat
	length  float64
}

func (c *closest) offer(squared *big.Rat) {
	if c.squared != nil && squared.Cmp(c.squared) >= 0 {
		return
	}
	c.squared = squared
	const precision = 300
	root := new(big.Float).SetPrec(precision).SetRat(squared)
	root.Sqrt(root)
	unit := new(big.Float).SetPrec(precision).SetRat(c.scale.unit())
	c.length, _ = root.Quo(root, unit).Float64()
}

// candidate is a pair of faces whose boxes are gap apart, or a little more.
type candidate struct {
	a, b *face
	gap  float64
}

// nearest returns the pairs of faces that may be the closest, by the gap between their
// boxes.
func nearest(as, bs []*face) []candidate {
	bound := math.Inf(1) // an upper bound of the least distance
	var all []candidate
	for _, a := range as {
		for _, b := range bs {
			least, greatest := gaps(a.box, b.box)
			if least <= bound {
				all = append(all, candidate{a, b, least})
			}
			bound = min(bound, greatest)
		}
	}
	slices.SortStableFunc(all, func(p, q candidate) int {
		switch {
		case p.gap < q.gap:
			return -1
		case p.gap > q.gap:
			return 1
		}
		return 0
	})
	return all
}

// gaps returns a lower and an upper bound of the distances of the points of two boxes.
func gaps(a, b geom.Box) (least, greatest float64) {
	var near, far geom.Vec
	for k := range near {
		near[k] = max(0, a.Min[k]-b.Max[k], b.Min[k]-a.Max[k])
		far[k] = max(a.Max[k]-b.Min[k], b.Max[k]-a.Min[k])
	}
	const slack = 1e-12 // far above what rounding does to a norm
	return near.Norm() * (1 - slack), far.Norm() * (1 + slack)
}

// distance returns the squared distance of two triangles. Unless they meet, it is
// that of a vertex from the inside of a face, or of two edges.
func (f *face) distance(g *face) *big.Rat {
	if points, _ := meet(f, g); len(points) > 0 {
		return new(big.Rat)
	}
	var least *big.Rat
	offer := func(d *big.Rat) {
		if d != nil && (least == nil || d.Cmp(least) < 0) {
			least = d
		}
	}
	one := big.NewInt(1)
	for k := range 3 {
		offer(f.heightOver(point{g.corners[k], one}))
		offer(g.heightOver(point{f.corners[k], one}))
		for l := range 3 {
			offer(edgeDistance(f.segment(k), g.segment(l)))
		}
	}
	return least
}

// distanceTo returns the squared distance of p from the triangle.
func (f *face) distanceTo(p point) *big.Rat {
	if d := f.heightOver(p); d != nil {
		return d
	}
	least := f.segment(0).distanceTo(p.rat())
	for k := 1; k < 3; k++ {
		if d := f.segment(k).distanceTo(p.rat()); d.Cmp(least) < 0 {
			least = d
		}
	}
	return least
}

// heightOver returns the squared distance of p from the plane of the triangle if p
// lies straight above or below the triangle, else nil.
func (f *face) heightOver(p point) *big.Rat {
	for _, w := range f.walls {
		if w.sideOf(p) < 0 {
			return nil
		}
	}
	h := new(big.Rat).SetFrac(f.plane.height(p), p.den)
	return h.Quo(h.Mul(h, h), new(big.Rat).SetInt(f.normal.dot(f.normal)))
}
