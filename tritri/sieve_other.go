//go:build !amd64

package tritri

func apart(s *sift, q *Packet, lanes uint16) uint16 { return apartGo(s, q, lanes) }

func boxes(p *Packet, lo, hi *[3][Width]float32) { boxesGo(p, lo, hi) }
