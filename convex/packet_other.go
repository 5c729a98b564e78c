//go:build !amd64

package convex

func (ps packets) farthest(d vec) int { return ps.farthestGo(d) }
