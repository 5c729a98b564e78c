package tripacket

import (
	"golang.org/x/sys/cpu"

	"github.com/meshcheck/meshcheck/geom"
)

// hasAVX2 is determined once. The cpu package reports an extension only if the operating
// system saves its registers too.
var hasAVX2 = cpu.X86.HasAVX2 && cpu.X86.HasBMI1 && cpu.X86.HasBMI2

//go:noescape
func prepareAVX2(p *Packet, f *Filter)

func prepare(p *Packet, f *Filter) {
	if hasAVX2 {
		prepareAVX2(p, f)
		return
	}
	prepareGo(p, f)
}

//go:noescape
func apartAVX2(f *Filter, q *Packet, d *[3]float32, rows uint32, masks *[Width]uint16, adjacent uint32) (left uint32)

//go:noescape
func apartAVX512(f *Filter, q *Packet, d *[3]float32, rows uint32, masks *[Width]uint16, adjacent uint32) (left uint32)

func apart(f *Filter, q *Packet, d *[3]float32, rows uint32, masks *[Width]uint16, adjacent uint32) (left uint32) {
	switch {
	case hasAVX512:
		return apartAVX512(f, q, d, rows, masks, adjacent)
	case hasAVX2:
		return apartAVX2(f, q, d, rows, masks, adjacent)
	}
	return apartGo(f, q, d, rows, masks, adjacent)
}

//go:noescape
func boxesAVX2(p *Packet, lo, hi *[3][Width]float32)

func boxes(p *Packet, lo, hi *[3][Width]float32) {
	if hasAVX2 {
		boxesAVX2(p, lo, hi)
		return
	}
	boxesGo(p, lo, hi)
}

// hasAVX512 is determined once, too. Its kernels use only AVX512F.
var hasAVX512 = hasAVX2 && cpu.X86.HasAVX512F

//go:noescape
func fillAVX2(w *wide, t *geom.Triangle)

func fill(w *wide, t *geom.Triangle) {
	if hasAVX2 {
		fillAVX2(w, t)
		return
	}
	fillGo(w, t)
}

//go:noescape
func widenAVX2(w *wide, q *Packet)

func widen(w *wide, q *Packet) {
	if hasAVX2 {
		widenAVX2(w, q)
		return
	}
	widenGo(w, q)
}

//go:noescape
func compareAVX2(p *Pairs, lanes uint32, out *comparison) (apart, unmeasured uint32)

//go:noescape
func compareAVX512(p *Pairs, lanes uint32, out *comparison) (apart, unmeasured uint32)

func compare(p *Pairs, lanes uint16, out *comparison) (apart, unmeasured uint16) {
	var some, open uint32
	switch {
	case hasAVX512:
		some, open = compareAVX512(p, uint32(lanes), out)
	case hasAVX2:
		some, open = compareAVX2(p, uint32(lanes), out)
	default:
		return compareGo(p, lanes, out)
	}
	return uint16(some), uint16(open)
}

//go:noescape
func crossingsAVX2(c *comparison, p *Pairs, lanes uint32, least float64, out *Crossings) (certain uint32)

func crossings(c *Comparison, p *Pairs, lanes uint16, least float64, out *Crossings) (certain uint16) {
	if hasAVX2 {
		return uint16(crossingsAVX2(&c.comparison, p, uint32(lanes), least, out))
	}
	return crossingsGo(c, p, lanes, least, out)
}

//go:noescape
func gatherAVX2(p *Packet, vertices *geom.Vec, corners *[3][Width]uint32, f *Frame, lo, hi *[3][Width]float32, out *Gathered) (proper, thin uint32)

func gather(p *Packet, vertices []geom.Vec, corners *[3][Width]uint32, f *Frame, lo, hi *[3][Width]float32, out *Gathered) (proper, thin uint16) {
	if !hasAVX2 || len(vertices) > MaxVertices {
		return gatherGo(p, vertices, corners, f, lo, hi, out)
	}
	some, few := gatherAVX2(p, &vertices[0], corners, f, lo, hi, out)
	return uint16(some), uint16(few)
}
