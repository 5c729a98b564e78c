// Package plane determines how triangles, segments and sets of points in the plane meet: whether
// two triangles share area, how much and how deep, the distance of segments, and enclosing
// rectangles of points.
//
// Coordinates are float64 and are treated as exact real numbers. Decisions are exact (Overlap,
// DeeperThan, whether segments meet, the corners of a hull); measurements are float64 and
// documented as such. No input makes a function panic.
package plane

import (
	"math"

	"github.com/meshcheck/meshcheck/geom"
)

// Products are rounded before they are added, by float64(…), here as in geom: the error
// bounds count every rounding, and results are the same on every machine.

// epsilon is half a unit in the last place of 1: the largest relative error of one rounding.
const epsilon = 1.0 / (1 << 53)

// boundFactor and boundLeast give an error bound of the float64 evaluation of p·q - r·s, where
// the factors are differences of coordinates: boundFactor·(|pq|+|rs|) + boundLeast. The first
// term is bound A of orient2d (J. R. Shewchuk, "Adaptive Precision Floating-Point Arithmetic
// and Fast Robust Geometric Predicates", Discrete & Computational Geometry 18, 1997), which
// counts the roundings of the differences, the products and their difference, and those of the
// bound itself. The second covers what it leaves out: a product that underflows loses at most
// 2^-1075, whatever its factors, and so does the product with boundFactor. Differences and
// sums lose nothing to underflow. After an overflow the bound is infinite or NaN, and no
// number is above it or below its negative.
const (
	boundFactor = (3 + 16*epsilon) * epsilon
	boundLeast  = 0x1p-1000
)

// Triangle is three corners in the order of their source. The winding is arbitrary unless a
// function requires one.
type Triangle [3]geom.Vec2

// Winding returns the sign of the area of t, exactly: +1 when the corners turn
// counter-clockwise, -1 when they turn clockwise, 0 when they are collinear. Coordinates must
// be finite.
func (t *Triangle) Winding() int { return geom.Orient2D(t[0], t[1], t[2]) }

// Area returns the area of t for either winding. Float64.
func (t *Triangle) Area() float64 {
	return math.Abs(cross(minus(t[1], t[0]), minus(t[2], t[0]))) / 2
}

// finite reports whether no coordinate of t is NaN or infinite.
func (t *Triangle) finite() bool { return finite(t[0]) && finite(t[1]) && finite(t[2]) }

// finite reports whether no coordinate of p is NaN or infinite.
func finite(p geom.Vec2) bool {
	// x-x is 0 for finite x and NaN otherwise.
	return (p[0]-p[0])+(p[1]-p[1]) == 0
}

// next is the cyclic successor of a corner.
var next = [3]int{1, 2, 0}

func plus(p, q geom.Vec2) geom.Vec2 { return geom.Vec2{p[0] + q[0], p[1] + q[1]} }

func minus(p, q geom.Vec2) geom.Vec2 { return geom.Vec2{p[0] - q[0], p[1] - q[1]} }

func scaled(p geom.Vec2, s float64) geom.Vec2 { return geom.Vec2{float64(p[0] * s), float64(p[1] * s)} }

func dot(p, q geom.Vec2) float64 { return float64(p[0]*q[0]) + float64(p[1]*q[1]) }

func cross(p, q geom.Vec2) float64 { return float64(p[0]*q[1]) - float64(p[1]*q[0]) }

// length returns the length of p, without intermediate overflow or underflow.
func length(p geom.Vec2) float64 { return geom.Vec{p[0], p[1]}.Norm() }
