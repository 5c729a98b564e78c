package convex

import "golang.org/x/sys/cpu"

// hasAVX2 reports whether the CPU and the operating system support AVX2.
var hasAVX2 = cpu.X86.HasAVX2

// farthestAVX2 is farthestGo for the packets from a to lastOfA in direction d, and for those
// of b in direction e.
//
//go:noescape
func farthestAVX2(a, lastOfA *packet, d *vec, b, lastOfB *packet, e *vec) (inA, inB int)

func farthestOfBoth(a packets, d vec, b packets, e vec) (inA, inB int) {
	if hasAVX2 {
		return farthestAVX2(&a[0], &a[len(a)-1], &d, &b[0], &b[len(b)-1], &e)
	}
	return a.farthestGo(d), b.farthestGo(e)
}
