package tritri

import "golang.org/x/sys/cpu"

// hasAVX2 is determined once. The cpu package reports an extension only if the operating
// system saves its registers too.
var hasAVX2 = cpu.X86.HasAVX2

//go:noescape
func apartAVX2(f *filterKernel, q *Packet, lanes uint32) (apart uint32)

func apart(f *filterKernel, q *Packet, lanes uint16) uint16 {
	if hasAVX2 {
		return uint16(apartAVX2(f, q, uint32(lanes)))
	}
	return apartGo(f, q, lanes)
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
