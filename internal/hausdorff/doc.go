// Package hausdorff measures how far a surface is from a set: the one-sided Hausdorff
// distance, which is the greatest distance of any point of the surface from the set. It is
// found by branch and bound, with a bound of the error, and without any assumption about
// where the farthest point is. Surfaces and sets are those of meshes and of unions of convex
// bodies.
package hausdorff
