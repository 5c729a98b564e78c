// Package parts finds how the objects of a scene meet each other in the world, and which are too
// near to each other.
//
// An object is a mesh, a shell or a part of one, at the place of an instance (object.go). Which
// of them are shown together follows from the scenes of the file (scenes.go). Objects of one
// shape at exactly one place form a group, so that of all pairs between two groups a single
// pair is examined and the others are counted (groups.go, pairset.go, pairgroup.go).
//
// A check is a pass over the pairs of groups whose boxes meet (pass.go):
//
//   - Parts decides how two objects meet (verdict.go). It relates their triangles exactly
//     (pair.go, pair_worker.go). Where the crossings of these are no deeper than rounding
//     explains, internal/containment decides how the objects lie relative to each other; how
//     deep they are in each other is measured by internal/penetration.
//   - Clearance finds the nearest triangles of two objects and compares their distance with
//     the clearance (clearance.go, clearance_search.go).
//
// Rules say which pairs are allowed to meet (allow.go). Each worker keeps the worst outcomes of
// the pairs that it examined (shard.go), which are merged in the end (parts.go).
package parts
