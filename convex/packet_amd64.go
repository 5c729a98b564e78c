package convex

import "golang.org/x/sys/cpu"

// hasAVX2 is found once. The cpu package counts an extension only if the operating
// system, too, keeps its registers.
var hasAVX2 = cpu.X86.HasAVX2

// farthestAVX2 is farthestGo for n packets, at least one.
//
//go:noescape
func farthestAVX2(first *packet, n int, d *vec) int

func (ps packets) farthest(d vec) int {
	if hasAVX2 {
		return farthestAVX2(&ps[0], len(ps), &d)
	}
	return ps.farthestGo(d)
}
