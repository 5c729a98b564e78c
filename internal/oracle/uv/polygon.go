package uv

import (
	"math"
	"math/big"
	"slices"
)

// point is a point of the plane of a texture.
type point [2]*big.Rat

func (p point) equal(q point) bool { return p[0].Cmp(q[0]) == 0 && p[1].Cmp(q[1]) == 0 }

func (p point) sub(q point) point {
	return point{new(big.Rat).Sub(p[0], q[0]), new(big.Rat).Sub(p[1], q[1])}
}

func (p point) dot(q point) *big.Rat {
	x, y := new(big.Rat).Mul(p[0], q[0]), new(big.Rat).Mul(p[1], q[1])
	return x.Add(x, y)
}

func (p point) cross(q point) *big.Rat {
	x, y := new(big.Rat).Mul(p[0], q[1]), new(big.Rat).Mul(p[1], q[0])
	return x.Sub(x, y)
}

// toward returns p + t·(q-p).
func (p point) toward(q point, t *big.Rat) point {
	d := q.sub(p)
	for k := range d {
		d[k].Mul(d[k], t)
		d[k].Add(d[k], p[k])
	}
	return d
}

// polygon is a convex polygon: a triangle or a part of one.
type polygon []point

// doubleArea returns twice the area, positive if u, then v turns counter-clockwise.
func (g polygon) doubleArea() *big.Rat {
	sum := new(big.Rat)
	for k := 2; k < len(g); k++ {
		sum.Add(sum, g[k-1].sub(g[0]).cross(g[k].sub(g[0])))
	}
	return sum
}

// counterClockwise returns a triangle with its corners in that order.
func (g polygon) counterClockwise() polygon {
	if g.doubleArea().Sign() < 0 {
		return polygon{g[0], g[2], g[1]}
	}
	return g
}

// cut returns the part of g to the left of the line from a to b.
func (g polygon) cut(a, b point) polygon {
	side := make([]*big.Rat, len(g))
	for k, p := range g {
		side[k] = b.sub(a).cross(p.sub(a))
	}
	var out polygon
	for k, p := range g {
		next := (k + 1) % len(g)
		if side[k].Sign() >= 0 {
			out = append(out, p)
		}
		if side[k].Sign()*side[next].Sign() < 0 {
			whole := new(big.Rat).Sub(side[k], side[next])
			out = append(out, p.toward(g[next], whole.Quo(side[k], whole)))
		}
	}
	return out
}

// common returns the intersection of two counter-clockwise triangles.
func (g polygon) common(h polygon) polygon {
	for k := range h {
		g = g.cut(h[k], h[(k+1)%len(h)])
	}
	return g
}

// deeper reports whether every translation that separates the interiors of two counter-clockwise
// triangles is longer than limit. The vectors from points of h to points of g form a convex
// polygon that contains the origin; the shortest translation leads from there to its outline.
func (g polygon) deeper(h polygon, limit *big.Rat) bool {
	var differences polygon
	for _, p := range g {
		for _, q := range h {
			differences = append(differences, p.sub(q))
		}
	}
	square := new(big.Rat).Mul(limit, limit)
	for i, p := range differences {
		for _, q := range differences[i+1:] {
			if p.equal(q) || !differences.onOneSide(p, q) {
				continue
			}
			d := q.sub(p)
			area := d.cross(p)
			if area.Mul(area, area).Cmp(new(big.Rat).Mul(square, d.dot(d))) <= 0 {
				return false
			}
		}
	}
	return true
}

// onOneSide reports whether no two of the points lie on different sides of the line through p and q.
func (g polygon) onOneSide(p, q point) bool {
	d, left, right := q.sub(p), false, false
	for _, r := range g {
		sign := d.cross(r.sub(p)).Sign()
		left, right = left || sign > 0, right || sign < 0
		if left && right {
			return false
		}
	}
	return true
}

// sameCorners reports whether two triangles have the same corners, in any order.
func (g polygon) sameCorners(h polygon) bool {
	for _, p := range g {
		if !slices.ContainsFunc(h, p.equal) {
			return false
		}
	}
	return true
}

// scaleOf returns the least power of two that makes integers of all finite coordinates.
func scaleOf(triangles []Triangle) *big.Rat {
	power := 0
	for i := range triangles {
		for _, list := range [][3][2]float64{triangles[i].UV, triangles[i].Shown} {
			for _, p := range list {
				for _, x := range p {
					if r := new(big.Rat).SetFloat64(x); r != nil {
						power = max(power, r.Denom().BitLen()-1)
					}
				}
			}
		}
	}
	return new(big.Rat).SetInt(new(big.Int).Lsh(big.NewInt(1), uint(power)))
}

// float returns the float64 next to r.
func float(r *big.Rat) float64 {
	f, _ := r.Float64()
	return f
}

// lowest returns the greatest integer that is at most r.
func lowest(r *big.Rat) int {
	return int(new(big.Int).Div(r.Num(), r.Denom()).Int64())
}

// bounds returns the least and greatest coordinates of points.
func bounds(points polygon) (low, high point) {
	low, high = points[0], points[0]
	for _, p := range points[1:] {
		for k := range 2 {
			if p[k].Cmp(low[k]) < 0 {
				low[k] = p[k]
			}
			if p[k].Cmp(high[k]) > 0 {
				high[k] = p[k]
			}
		}
	}
	return low, high
}

// finite reports whether all coordinates are finite.
func finite(t *[3][2]float64) bool {
	for _, p := range t {
		for _, x := range p {
			if math.IsNaN(x) || math.IsInf(x, 0) {
				return false
			}
		}
	}
	return true
}
