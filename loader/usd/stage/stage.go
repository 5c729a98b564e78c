// Package stage composes the layers of a USD scene to one tree of prims, as OpenUSD's Pcp and Usd do
// (https://openusd.org/release/glossary.html, "LIVRPS Strength Ordering"; AOUSD Core Specification,
// chapter "Composition"). It reads no files: the caller opens layers and resolves the paths of assets.
package stage

import "github.com/meshcheck/meshcheck/loader/usd/layer"

// Options are how a stage gets its layers, and its limits.
type Options struct {
	// Open returns the layer with the identifier. It is called once for each identifier. An error makes
	// every arc to the layer a Problem.
	Open func(identifier string) (*layer.Layer, error)
	// Resolve returns the identifier of the layer that the path of an asset, found in layer from, stands
	// for. An error makes the arc a Problem. Two files are one layer if they have the same identifier.
	Resolve func(from, asset string) (string, error)
	// Charge is asked before memory is taken for count things of size bytes each. It may be nil.
	Charge func(count, size int) error
	// Poll is called now and then, and stops composition with its error. It may be nil.
	Poll func() error
}

// Problem is an error of composition: something that a stage should have, and has not, since an arc
// leads nowhere or in a circle, or since what it uses is not supported.
type Problem struct {
	// Path is that of the prim, and Layer the layer that has the arc. Path is "/" for sublayers.
	Path, Layer string
	// Unsupported reports whether the file may be right, but uses a feature that this package has not.
	Unsupported bool
	// Err is the cause, such as `reference to @a.usd@: ...`.
	Err error
}
