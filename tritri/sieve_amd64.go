package tritri

import "golang.org/x/sys/cpu"

// hasAVX2 is found once. The cpu package counts an extension only if the operating
// system, too, keeps its registers.
var hasAVX2 = cpu.X86.HasAVX2

//go:noescape
func apartAVX2(s *sift, q *Packet, lanes uint32) (apart uint32)

func apart(s *sift, q *Packet, lanes uint16) uint16 {
	if hasAVX2 {
		return uint16(apartAVX2(s, q, uint32(lanes)))
	}
	return apartGo(s, q, lanes)
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
