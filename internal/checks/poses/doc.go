// Package poses checks the poses of a scene: which triangles go through each other at the times of its
// animations, and not at rest.
//
//  1. A subject is an object of the scene with its vertices and triangles. All positions of a pose are in
//     one list, so that a pair of triangles has the same two numbers in every pose (subject.go, rigid.go).
//  2. What fails at rest is the baseline (baseline.go).
//  3. Workers look at one sample each: they pose the scene, find the pairs that fail and are not in the
//     baseline, and divide them into regions (sample.go, gather.go, through.go, shallow.go, regions.go,
//     classify.go, surface.go).
//  4. Regions are joined to places in the order of the samples (order.go, places.go).
//  5. The places that are listed are posed once more, at their worst sample, for what reports show of
//     them (details.go, result.go).
package poses
