package tritri_test

import (
	"math"
	"testing"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/tritri"
)

// tri makes a triangle from nine numbers.
func tri(x ...float64) geom.Triangle {
	return geom.Triangle{{x[0], x[1], x[2]}, {x[3], x[4], x[5]}, {x[6], x[7], x[8]}}
}

// floor faces up in z = 0, with corners at the origin, 8 along x and 8 along y. Most
// rows put the other triangle on it.
var floor = tri(0, 0, 0, 8, 0, 0, 0, 8, 0)

// slope is the triangle that x + y + z = 12 cuts off the axes: no axis sees it flat.
var slope = tri(12, 0, 0, 0, 12, 0, 0, 0, 12)

// hair is far below the resolution of a float64 filter on these coordinates once
// they are moved far from the origin.
const hair = 0x1p-20

// The answers that rows expect.
var (
	apart     = tritri.Relation{}
	crossing  = tritri.Relation{Kind: tritri.Crossing}
	touch     = tritri.Relation{Kind: tritri.Touch}
	flatTouch = tritri.Relation{Kind: tritri.Touch, Coplanar: true}
	overlap   = tritri.Relation{Kind: tritri.Overlap, Coplanar: true, SameFacing: true}
	fold      = tritri.Relation{Kind: tritri.Overlap, Coplanar: true}
	same      = tritri.Relation{Kind: tritri.Duplicate, Coplanar: true, SameFacing: true}
	turned    = tritri.Relation{Kind: tritri.Duplicate, Coplanar: true}
)

func edgeOfT(edge int) tritri.Relation {
	return tritri.Relation{Kind: tritri.Touch, Through: tritri.EdgeOfT, Edge: edge}
}

func edgeOfU(edge int) tritri.Relation {
	return tritri.Relation{Kind: tritri.Touch, Through: tritri.EdgeOfU, Edge: edge}
}

// pair is two triangles, and how they meet.
type pair struct {
	why  string
	t, u geom.Triangle
	want tritri.Relation
}

// pairs are the cases of the definition one by one, by the number of shared vertices
// and then by how the planes lie.
var pairs = []pair{
	// No shared vertex, different planes.
	{"far apart", floor, tri(0, 0, 90, 1, 1, 91, 0, 1, 95), apart},
	{"all above the plane", floor, tri(1, 1, 1, 2, 1, 1, 1, 2, 3), apart},
	{"a hair above the plane", floor, tri(1, 1, hair, 2, 1, 3, 1, 2, 3), apart},
	{"straddles the plane beside the triangle", floor, tri(5, 5, -1, 5, 5, 1, 6, 5, 0), apart},
	{"intervals end to end with a gap", floor, tri(9, 1, -1, 9, 1, 1, 12, 1, 0), apart},
	{"a corner a hair beside the hypotenuse", floor, tri(4+hair, 4, 0, 5, 5, 2, 5, 5, -2), apart},
	{"an edge in the plane, beside", floor, tri(5, 5, 0, 6, 6, 0, 5, 5, 3), apart},
	{"an edge in the plane, on the line of an edge", floor, tri(9, 0, 0, 12, 0, 0, 10, 0, 3), apart},

	{"pierced by a corner", floor, tri(1, 1, -1, 2, 1, 2, 1, 2, 2), crossing},
	{"pierced by a corner, a hair deep", floor, tri(1, 1, -hair, 2, 1, 2, 1, 2, 2), crossing},
	{"pierced by a whole cut, small in large", floor, tri(1, 1, -1, 2, 1, 1, 2, 2, 1), crossing},
	{"each is pierced by an edge of the other", floor, tri(1, 1, -1, 1, 1, 1, -5, 1, 0), crossing},
	{"cut right across", floor, tri(-1, 2, -1, 20, 2, -1, 5, 2, 9), crossing},
	{"cut across and out at a corner", floor, tri(0, 0, -1, 0, 0, 1, 8, 8, 0), crossing},
	{"the cut ends inside on both sides", floor, tri(1, 1, -2, 5, 1, 2, 1, 1, 2), crossing},
	{"a corner on the face, the rest on both sides", floor, tri(1, 1, 0, 3, 3, 2, 3, 3, -2), crossing},
	{"a corner on the rim, the rest inside and on both sides", floor, tri(0, 4, 0, 3, 3, 2, 3, 3, -2), crossing},
	{"a corner a hair inside the hypotenuse", floor, tri(4-hair, 4, 0, 5, 5, 2, 5, 5, -2), crossing},
	{"crosses a tilted triangle", slope, tri(3, 3, 3, 6, 6, 6, 6, 6, 3), crossing},

	{"a corner on the face", floor, tri(1, 1, 0, 2, 1, 3, 1, 2, 3), touch},
	{"a corner on the middle of an edge", floor, tri(4, 0, 0, 3, -1, 2, 5, -1, 2), touch},
	{"a corner on the hypotenuse from outside", floor, tri(4, 4, 0, 5, 5, 2, 5, 5, -2), touch},
	{"a corner on an edge, the rest above the face", floor, tri(4, 0, 0, 3, 1, 2, 5, 1, 2), touch},
	{"a corner on a tilted face", slope, tri(4, 4, 4, 5, 5, 6, 6, 5, 5), touch},
	{"an edge through an edge in a point", floor, tri(4, 0, -1, 4, 0, 1, 4, -5, 0), touch},
	{"an edge through the hypotenuse in a point", floor, tri(4, 4, -1, 4, 4, 1, 9, 9, 0), touch},
	{"an edge through a corner", floor, tri(0, 0, -1, 0, 0, 1, -5, -5, 0), touch},
	{"an edge in the plane that passes a corner", floor, tri(8, -1, 0, 8, 1, 0, 8, 0, 5), touch},
	{"an edge on part of an edge", floor, tri(2, 0, 0, 6, 0, 0, 4, -3, 5), touch},
	{"an edge on the whole of an edge and beyond", floor, tri(-1, 0, 0, 9, 0, 0, 4, 0, 5), touch},
	{"an edge on one half of an edge and beyond", floor, tri(4, 0, 0, 12, 0, 0, 4, 3, 5), touch},
	{"an edge on part of the hypotenuse", floor, tri(5, 3, 0, 3, 5, 0, 9, 9, 5), touch},

	{"an edge in the face", floor, tri(1, 1, 0, 3, 1, 0, 2, 1, 4), edgeOfU(0)},
	{"an edge in the face, from rim to rim", floor, tri(2, 1, 4, 0, 2, 0, 6, 2, 0), edgeOfU(1)},
	{"an edge in the face, out at both sides", floor, tri(9, 1, 0, 4, 1, 5, -1, 1, 0), edgeOfU(2)},
	{"an edge in the face, out at one side", floor, tri(1, 1, 0, 20, 1, 0, 5, 5, 5), edgeOfU(0)},
	{"an edge in the face, out at a corner", floor, tri(-1, -1, 0, 2, 2, 0, 0, 0, 5), edgeOfU(0)},
	{"an edge in the face, a hair inside the rim", floor, tri(2, hair, 0, 6, hair, 0, 4, -3, 5), edgeOfU(0)},
	{"the rim in the other's face", floor, tri(-1, 0, -9, 9, 0, -9, 4, 0, 30), edgeOfT(0)},
	{"the hypotenuse in the other's face", floor, tri(12, -4, -9, -4, 12, -9, 4, 4, 30), edgeOfT(1)},

	// No shared vertex, one plane.
	{"coplanar, far apart", floor, tri(80, 80, 0, 90, 80, 0, 80, 90, 0), apart},
	{"coplanar, boxes meet", floor, tri(5, 5, 0, 8, 5, 0, 5, 8, 0), apart},
	{"coplanar, a hair apart", floor, tri(4, 4+hair, 0, 8, 8, 0, 4, 8, 0), apart},
	{"coplanar, side by side on one line", floor, tri(9, 0, 0, 12, 0, 0, 10, 5, 0), apart},
	{"coplanar and tilted, apart", slope, tri(13, -1, 0, 16, -4, 0, 13, -4, 3), apart},

	{"coplanar, T-junction", floor, tri(4, 0, 0, 3, -2, 0, 5, -2, 0), flatTouch},
	{"coplanar, a corner on the hypotenuse", floor, tri(4, 4, 0, 8, 5, 0, 5, 8, 0), flatTouch},
	{"coplanar, an edge that passes a corner", floor, tri(8, -3, 0, 8, 5, 0, 12, 0, 0), flatTouch},
	{"coplanar, an edge on part of an edge", floor, tri(2, 0, 0, 4, -3, 0, 6, 0, 0), flatTouch},
	{"coplanar, an edge on the whole of an edge and beyond", floor, tri(-1, 0, 0, 9, 0, 0, 4, -3, 0), flatTouch},
	{"coplanar, an edge on one half of an edge and beyond", floor, tri(4, 0, 0, 12, 0, 0, 6, -3, 0), flatTouch},
	{"coplanar and tilted, an edge on part of an edge", slope, tri(8, 4, 0, 4, 8, 0, 8, 8, -4), flatTouch},

	{"coplanar, a corner in", floor, tri(1, 1, 0, 9, 9, 0, 8, 9, 0), overlap},
	{"coplanar, a corner a hair in", floor, tri(4, 4-hair, 0, 8, 8, 0, 4, 8, 0), overlap},
	{"coplanar, a corner in, facing down", floor, tri(1, 1, 0, 8, 9, 0, 9, 9, 0), fold},
	{"coplanar, no corner in the other", tri(0, 0, 0, 6, 0, 0, 3, 6, 0), tri(0, 4, 0, 3, -2, 0, 6, 4, 0), overlap},
	{"coplanar, a strip across", floor, tri(-9, 2, 0, 20, 2, 0, -9, 3, 0), overlap},
	{"coplanar, inside", floor, tri(1, 1, 0, 2, 1, 0, 1, 2, 0), overlap},
	{"coplanar, inside with its corners on the rim", floor, tri(4, 0, 0, 4, 4, 0, 0, 4, 0), overlap},
	{"coplanar, inside on part of an edge", floor, tri(2, 0, 0, 6, 0, 0, 4, 3, 0), overlap},
	{"coplanar and tilted, inside", slope, tri(5, 5, 2, 2, 5, 5, 5, 2, 5), overlap},
	{"coplanar and tilted, inside, facing back", slope, tri(5, 5, 2, 5, 2, 5, 2, 5, 5), fold},

	// One shared vertex.
	{"a vertex in common, nothing else", floor, tri(0, 0, 0, 3, 3, 2, 4, 3, 2), apart},
	{"a vertex in common, straddles the plane outside", floor, tri(0, 0, 0, -3, -3, 2, -3, -3, -2), apart},
	{"a vertex in common, straddles the plane beside", floor, tri(0, 0, 0, 6, -2, 2, 6, -2, -2), apart},
	{"a vertex in common, an edge in the plane outside", floor, tri(0, 0, 0, -4, 1, 0, 1, 1, 3), apart},
	{"a vertex in common, edges in line end to end", floor, tri(8, 0, 0, 12, 0, 0, 10, 0, 3), apart},
	{"a vertex in common, coplanar sectors apart", floor, tri(0, 0, 0, -4, 0, 0, -3, -4, 0), apart},
	{"a vertex in common, coplanar, edges in line end to end", floor, tri(8, 0, 0, 12, 0, 0, 12, 4, 0), apart},
	{"a vertex in common, coplanar bow-tie", floor, tri(0, 0, 0, -8, 0, 0, 0, -8, 0), apart},
	{"a vertex in common, coplanar and tilted bow-tie", slope, tri(12, 0, 0, 24, -12, 0, 24, 0, -12), apart},

	{"bow-tie: a vertex in common, pierced away from it", floor, tri(0, 0, 0, 3, 3, 2, 3, 3, -2), crossing},
	{"bow-tie: pierced a hair away from the vertex", floor, tri(0, 0, 0, hair, hair, hair, hair, hair, -hair), crossing},
	{"a vertex in common, cut from corner to hypotenuse", floor, tri(0, 0, 0, 4, 4, 1, 4, 4, -1), crossing},
	{"a vertex in common, cut from corner beyond the hypotenuse", floor, tri(0, 0, 0, 20, 9, 1, 9, 20, -1), crossing},

	{"a vertex in common, an edge along part of an edge", floor, tri(0, 0, 0, 4, 0, 0, 4, -4, 4), touch},
	{"a vertex in common, an edge along an edge and beyond", floor, tri(0, 0, 0, 12, 0, 0, 4, -4, 4), touch},
	{"a vertex in common, an edge along an edge, above the face", floor, tri(0, 0, 0, 4, 0, 0, 2, 2, 4), touch},
	{"a vertex in common, an edge in the face", floor, tri(0, 0, 0, 2, 2, 0, 2, 2, 5), edgeOfU(0)},
	{"a vertex in common, an edge in the face to the hypotenuse", floor, tri(4, 4, 3, 0, 0, 0, 4, 4, 0), edgeOfU(1)},
	{"a vertex in common, an edge across the face and beyond", floor, tri(9, 9, 0, 4, 4, 3, 0, 0, 0), edgeOfU(2)},
	{"a vertex in common, the rim ends in the other's face", floor, tri(0, 0, 0, 20, -4, 4, 20, 4, -4), edgeOfT(0)},
	{"a vertex in common, the rim leaves the other's face", floor, tri(0, 0, 0, 3, -1, 1, 3, 1, -1), edgeOfT(0)},
	{"a vertex in common, coplanar, edges coincide in part", floor, tri(0, 0, 0, 4, -4, 0, 4, 0, 0), flatTouch},
	{"a vertex in common, coplanar, edges coincide and go beyond", floor, tri(0, 0, 0, 4, -4, 0, 12, 0, 0), flatTouch},
	{"a vertex in common, coplanar, edges coincide along the hypotenuse", floor, tri(8, 0, 0, 8, 4, 0, 4, 4, 0), flatTouch},

	{"a vertex in common, coplanar sectors overlap", floor, tri(0, 0, 0, 9, 1, 0, 9, 2, 0), overlap},
	{"a vertex in common, coplanar, inside", floor, tri(0, 0, 0, 2, 1, 0, 1, 2, 0), overlap},
	{"a vertex in common, coplanar, inside along an edge", floor, tri(0, 0, 0, 4, 0, 0, 2, 1, 0), overlap},
	{"a vertex in common, coplanar, inside two edges", floor, tri(0, 0, 0, 0, 4, 0, 4, 0, 0), fold},
	{"a vertex in common, coplanar, around the other", floor, tri(0, 0, 0, 16, -1, 0, -1, 16, 0), overlap},

	// Two shared vertices.
	{"an edge in common, a shallow tent", floor, tri(8, 0, 0, 0, 0, 0, 4, -8, -hair), apart},
	{"an edge in common, a steep tent", floor, tri(8, 0, 0, 0, 0, 0, 0, 7, 1), apart},
	{"an edge in common, at a right angle", floor, tri(0, 0, 0, 8, 0, 0, 4, 0, 9), apart},
	{"an edge in common, a hair from folded", floor, tri(8, 0, 0, 0, 0, 0, 3, 1, hair), apart},
	{"an edge in common, flat", floor, tri(8, 0, 0, 0, 0, 0, 3, -1, 0), apart},
	{"an edge in common, flat and tilted", slope, tri(0, 12, 0, 12, 0, 0, 9, 9, -6), apart},
	{"folded, small on large", floor, tri(8, 0, 0, 0, 0, 0, 3, 1, 0), fold},
	{"folded, facing alike", floor, tri(0, 0, 0, 8, 0, 0, 3, 1, 0), overlap},
	{"folded, sticking out", floor, tri(8, 0, 0, 0, 0, 0, 20, 1, 0), fold},
	{"folded, a corner on an edge", floor, tri(0, 0, 0, 8, 0, 0, 0, 4, 0), overlap},
	{"folded, a corner on an edge's line beyond", floor, tri(8, 0, 0, 0, 0, 0, 0, 16, 0), fold},
	{"folded, a hair wide", floor, tri(8, 0, 0, 0, 0, 0, 4, hair, 0), fold},
	{"folded and tilted", slope, tri(0, 12, 0, 12, 0, 0, 4, 4, 4), fold},

	// Three shared vertices.
	{"the same triangle", floor, floor, same},
	{"the same vertices from another corner", floor, tri(8, 0, 0, 0, 8, 0, 0, 0, 0), same},
	{"the same vertices, wound the other way", floor, tri(8, 0, 0, 0, 0, 0, 0, 8, 0), turned},
	{"the same tilted vertices, wound the other way", slope, tri(0, 12, 0, 12, 0, 0, 0, 0, 12), turned},
}

// TestRelate checks for every row that the answer does not depend on the order of the
// triangles or of their corners, on the axes, the scale or the place.
func TestRelate(t *testing.T) {
	for _, row := range pairs {
		t.Run(row.why, func(t *testing.T) {
			eachMotion(func(m motion) {
				v, w := m.triangle(row.t), m.triangle(row.u)
				for _, o := range orders {
					for _, q := range orders {
						tt, uu := o.of(v), q.of(w)
						want := reordered(row.want, o, q)
						if got := tritri.Relate(&tt, &uu).Relation; got != want {
							t.Fatalf("%+v: Relate(%v, %v) = %+v, want %+v", m, tt, uu, got, want)
						}
						if got := tritri.Relate(&uu, &tt).Relation; got != exchanged(want) {
							t.Fatalf("%+v: Relate(%v, %v) = %+v, want %+v", m, uu, tt, got, exchanged(want))
						}
					}
				}
			})
		})
	}
}

// TestNegativeZero: -0 and +0 are one place.
func TestNegativeZero(t *testing.T) {
	minus := floor
	for c := range minus {
		for k := range minus[c] {
			if minus[c][k] == 0 {
				minus[c][k] = math.Copysign(0, -1)
			}
		}
	}
	if got := tritri.Relate(&floor, &minus).Relation; got != same {
		t.Errorf("a triangle and its twin with zeros of the other sign: %+v", got)
	}
}
