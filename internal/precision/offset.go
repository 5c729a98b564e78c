package precision

import (
	"math"
	"slices"

	"github.com/meshcheck/meshcheck/geom"
)

// mostShift is how far a corner moves at most along the normals around it, as a multiple of the distance
// by which the planes of its faces move.
const mostShift = 1.75

// outward returns for each corner of a side the vector by which it moves if each face around it moves by
// its unit normal, but no more than mostShift; 0 for the other corners. All faces look to the same
// side of their surface.
func (n *neighbourhood) outward(of side) []geom.Vec {
	normals := &n.normals[of-ofT]
	if len(*normals) > 0 {
		return *normals
	}
	*normals = slices.Grow(*normals, len(n.corners))[:len(n.corners)]
	clear(*normals)
	n.setOutward(of, *normals)
	return *normals
}

// setOutward sets what outward returns.
func (n *neighbourhood) setOutward(of side, normals []geom.Vec) {
	around := n.facing(of)
	// Each face moves its corners as far as its plane needs; repetition satisfies the other faces
	// (S. Kaczmarz, "Angenäherte Auflösung von Systemen linearer Gleichungen", 1937).
	for range 4 {
		for k := range n.faces {
			if around[k] == (geom.Vec{}) {
				continue
			}
			for _, c := range n.faces[k].corners {
				if missing := 1 - normals[c].Dot(around[k]); missing > 0 {
					normals[c] = normals[c].Add(around[k].Scale(missing))
				}
			}
		}
	}
	for k := range normals {
		if l := normals[k].Norm(); n.corners[k].side != of {
			normals[k] = geom.Vec{}
		} else if l > mostShift {
			normals[k] = normals[k].Scale(mostShift / l)
		}
	}
}

// facing returns the unit normals of the faces of a side, each turned to the same side of the surface: from
// face to face across edges, whatever their winding, and between pieces of the surface to that of
// the first one. They are 0 for other faces.
func (n *neighbourhood) facing(of side) []geom.Vec {
	normals, next := make([]geom.Vec, len(n.faces)), n.acrossEdges()
	surface := 0
	if of == ofU {
		surface = 1
	}
	first, _ := n.seedsOf(surface)
	var stack []int32
	reached := make([]bool, len(n.faces))
	reach := func(k int32, normal geom.Vec) {
		if n.faces[k].sides == of && !reached[k] {
			normals[k], reached[k] = normal, true
			stack = append(stack, k)
		}
	}
	unit := func(k int32) geom.Vec { return n.faces[k].normal }
	start := unit(int32(first))
	for k := range int32(len(n.faces)) {
		k = (k + int32(first)) % int32(len(n.faces))
		own := unit(k)
		reach(k, own.Scale(math.Copysign(1, own.Dot(start))))
		for len(stack) > 0 {
			i := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			f := &n.faces[i].corners
			turned := normals[i].Dot(unit(i))
			for e, j := range next[i] {
				if j < 0 {
					continue
				}
				g := n.faces[j].corners[:]
				at := slices.Index(g, f[e])
				sign := turned // the edge runs the other way
				if g[(at+1)%3] == f[(e+1)%3] {
					sign = -turned
				}
				reach(j, unit(j).Scale(math.Copysign(1, sign)))
			}
		}
	}
	return normals
}
