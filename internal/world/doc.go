// Package world holds the meshes of a scene, each welded once for all steps of a run, and the
// objects that the scene shows: shapes at places.
//
// A World is made of a mesh.Scene, which does not change. Steps of a run announce which meshes they
// will need (World.Expect) and which they need no more (World.Done), so that it keeps a mesh only
// in between. Then:
//
//  1. World.Mesh welds a mesh on demand, and computes its shells and its closure once (world.go,
//     mesh.go).
//  2. A mesh is divided into shapes: one for all of it, or one for each shell, part or object of
//     the file (world.go, objects.go, cutter.go). A Shape has the tree over its triangles, and what
//     follows from its surface, each made once (shape.go, derived.go). Shapes with the same content
//     are one (index.go).
//  3. A Gatherer places the shapes that an instance shows, names them, and says which cannot be
//     checked (object.go, locate_objects.go). What comes out are Objects: a shape, its map into the
//     world, its boxes there, and a bound on how far rounding can have moved its points
//     (rounding.go). placed.go answers questions about an object in the world.
//
// Beside that, PlacesOf chooses the instance in whose world the findings of a mesh are measured
// (places.go), and Locate finds the instance that a result names (locate.go).
package world
