//go:build !amd64

package tritri

func apart(f *filterKernel, q *Packet, lanes uint16) uint16 { return apartGo(f, q, lanes) }

func boxes(p *Packet, lo, hi *[3][Width]float32) { boxesGo(p, lo, hi) }
