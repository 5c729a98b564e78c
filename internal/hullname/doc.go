// Package hullname finds the collision hulls of a scene and the meshes that they belong to:
// by the naming schemes of engines, by physics extensions, and by patterns.
package hullname
