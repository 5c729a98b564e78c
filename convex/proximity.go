package convex

import "github.com/meshcheck/meshcheck/geom"

// Proximity is how near two sets are to each other.
type Proximity struct {
	// Distance between the sets, in their unit; 0 if they meet. Sets are taken to meet
	// where they are nearer to each other than the rounding of their coordinates.
	Distance float64
	// Points are a nearest point of the first set and one of the second; for sets that
	// meet, points of them that are near to each other.
	Points [2]geom.Vec
	// Error bounds what Distance is off by, rounding included.
	Error float64
	// Converged reports that Error is at most 1e-10·Distance, or that rounding alone is
	// what it consists of. Where it is false, Distance and Error still hold.
	Converged bool
}

// Penetration is how deep two sets are in each other.
type Penetration struct {
	// Depth is the length of the shortest way that takes the second set out of the
	// first's interior; 0 if they are apart or only touch. Moving the second set by
	// Depth·Direction separates them, up to touching and rounding, Converged or not.
	Depth float64
	// Direction of the way, of length 1, and 0 if the sets are apart.
	Direction geom.Vec
	// Points are the deepest point of the first set in the second and of the second in
	// the first: Points[0] - Points[1] is Depth·Direction, up to rounding. They are not
	// told of sets that are apart.
	Points [2]geom.Vec
	// Error bounds what Depth is off by, rounding included.
	Error float64
	// Converged reports that Error is at most 1e-10·Depth, or that rounding alone is
	// what it consists of. Where it is false, Depth is an upper bound.
	Converged bool
}
