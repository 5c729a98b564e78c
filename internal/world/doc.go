// Package world holds the meshes of a scene, each welded once for all steps of a run, and the
// objects that the scene shows: shapes at places. A shape has a tree over its triangles and the
// topology of its surface, each made once; an object has a bound on its rounding as well.
package world
