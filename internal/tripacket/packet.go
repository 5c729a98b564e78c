// Package tripacket compares triangles with many others at a time: a filter in float32 proves most
// of them apart, and comparisons in float64 prove more, measure crossings, and provide package
// tritri with estimates for the rest. Each kernel in assembly has a twin in Go that it equals bit
// for bit.
package tripacket

import "github.com/meshcheck/meshcheck/geom"

// Width is the number of triangles in a Packet.
const Width = 16

// Packet holds Width triangles with float32 coordinates, one array for each coordinate of each
// corner. In the zero value all of them are points at the origin.
type Packet struct {
	corners [9][Width]float32 // coordinate a of corner k at 3k+a
}

// Set sets the triangle of a lane to t, whose coordinates must be float32 numbers.
func (p *Packet) Set(lane int, t *geom.Triangle) {
	for k := range t {
		p.corners[3*k][lane] = float32(t[k][0])
		p.corners[3*k+1][lane] = float32(t[k][1])
		p.corners[3*k+2][lane] = float32(t[k][2])
	}
}

// Boxes sets lo and hi to the bounds of the triangle in each lane, by axis.
func (p *Packet) Boxes(lo, hi *[3][Width]float32) { boxes(p, lo, hi) }

// boxesGo is the portable kernel of Boxes.
func boxesGo(p *Packet, lo, hi *[3][Width]float32) {
	for a := range 3 {
		for lane := range Width {
			x, y, z := p.corners[a][lane], p.corners[3+a][lane], p.corners[6+a][lane]
			lo[a][lane], hi[a][lane] = min(x, y, z), max(x, y, z)
		}
	}
}

// Triangle returns the triangle of a lane.
func (p *Packet) Triangle(lane int) geom.Triangle {
	c := &p.corners
	return geom.Triangle{
		{float64(c[0][lane]), float64(c[1][lane]), float64(c[2][lane])},
		{float64(c[3][lane]), float64(c[4][lane]), float64(c[5][lane])},
		{float64(c[6][lane]), float64(c[7][lane]), float64(c[8][lane])},
	}
}
