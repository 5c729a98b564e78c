//go:build !amd64

package tripacket

import "github.com/meshcheck/meshcheck/geom"

func prepare(p *Packet, f *Filter) { prepareGo(p, f) }

func apart(f *Filter, q *Packet, d *[3]float32, rows uint32, masks *[Width]uint16, adjacent uint32) (left uint32) {
	return apartGo(f, q, d, rows, masks, adjacent)
}

func boxes(p *Packet, lo, hi *[3][Width]float32) { boxesGo(p, lo, hi) }

func fill(w *wide, t *geom.Triangle) { fillGo(w, t) }

func widen(w *wide, q *Packet) { widenGo(w, q) }

func compare(p *Pairs, lanes uint16, out *comparison) (apart, unmeasured uint16) {
	return compareGo(p, lanes, out)
}

func crossings(c *Comparison, p *Pairs, lanes uint16, least float64, out *Crossings) (certain uint16) {
	return crossingsGo(c, p, lanes, least, out)
}

func gather(p *Packet, vertices []geom.Vec, corners *[3][Width]uint32, f *Frame, lo, hi *[3][Width]float32, out *Gathered) (proper, thin uint16) {
	return gatherGo(p, vertices, corners, f, lo, hi, out)
}
