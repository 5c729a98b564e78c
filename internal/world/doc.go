// Package world holds the geometry that a scene shows at its places: shapes, each welded
// once, with its tree built once and what is asked about its surface found once, and how far
// rounding has moved them.
package world
