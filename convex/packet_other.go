//go:build !amd64

package convex

func farthestOfBoth(a packets, d vec, b packets, e vec) (inA, inB int) {
	return a.farthestGo(d), b.farthestGo(e)
}
