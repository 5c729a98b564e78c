// Package hullname finds the collision hulls of a scene, and what they stand for, by the
// names of nodes and meshes that engines go by, by physics extensions, and by patterns.
package hullname
