// Package solid answers questions about closed surfaces: whether a mesh is one and which
// way it faces, where a point lies of the volume that it bounds, and how large that is.
// Closedness, orientation and point location are decided exactly; volumes are float64.
package solid
