package convex

import (
	"math"

	"github.com/meshcheck/meshcheck/geom"
)

// packets are points in groups of four: the x of four points, then their y and their z. Points
// missing in the last packet are copies of the last point.
type packets []packet

type packet [3][4]float64

func packetsOf(points []geom.Vec) packets {
	ps := make(packets, (len(points)+3)/4)
	for i := range 4 * len(ps) {
		for k, x := range points[min(i, len(points)-1)] {
			ps[i/4][k][i%4] = x
		}
	}
	return ps
}

func (ps packets) point(i int) vec {
	p := &ps[i/4]
	return vec{p[0][i%4], p[1][i%4], p[2][i%4]}
}

// farthest returns the index of the first of the points farthest in direction d. There must be one.
func (ps packets) farthest(d vec) int {
	at, _ := farthestOfBoth(ps, d, ps[:1], d)
	return at
}

// farthestGo is the portable kernel of farthest and, for one hull, of farthestOfBoth.
func (ps packets) farthestGo(d vec) int {
	best, at := math.Inf(-1), 0
	for i := range ps {
		p := &ps[i]
		for lane := range 4 {
			along := float64(p[0][lane]*d.x) + float64(p[1][lane]*d.y) + float64(p[2][lane]*d.z)
			if along > best {
				best, at = along, 4*i+lane
			}
		}
	}
	return at
}
