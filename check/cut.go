package check

import (
	"context"
	"fmt"
	"math/bits"
)

// CutError reports that the context of a check ended before the check did. It has no findings, only
// their number: other pairs may be worse, and how far a check gets in a given time differs from run
// to run.
type CutError struct {
	// Phase is the work that was cut short.
	Phase Phase
	// Mesh is the index of the mesh it was done on, -1 for phases that cover the whole scene.
	Mesh int
	// Counts are the findings within meshes counted so far.
	Counts Counts
	// Err is the context's error.
	Err error
}

// Error returns "cut short while comparing the triangles of mesh 0, with 81000000
// findings counted so far: context deadline exceeded".
func (e *CutError) Error() string { return "cut short " + e.Progress() + ": " + e.Err.Error() }

// Unwrap returns the context's error.
func (e *CutError) Unwrap() error { return e.Err }

// Progress says how far the check had come: "while comparing the triangles of mesh 0,
// with 81000000 findings counted so far".
func (e *CutError) Progress() string {
	text := "while " + e.Phase.String()
	if e.Mesh >= 0 {
		text += fmt.Sprintf(" of mesh %d", e.Mesh)
	}
	n := 0
	for _, k := range e.Counts.ByRule {
		n += k
	}
	if n > 0 {
		text += fmt.Sprintf(", with %d findings counted so far", n)
	}
	return text
}

// Phase is a part of the work of a check.
type Phase uint8

const (
	// Preparing the vertices and the tree of a mesh.
	Preparing Phase = iota
	// ComparingTriangles of a mesh with each other.
	ComparingTriangles
	// MeasuringFindings measures the listed findings of a mesh.
	MeasuringFindings
	// ComparingObjects of the scene.
	ComparingObjects
	// CheckingHulls of the scene.
	CheckingHulls
	// CheckingUVs of the scene.
	CheckingUVs

	numPhases
)

// PhaseOf returns the phase that is all the work of one check, for checks that have no other.
func PhaseOf(c Set) Phase { return numPhases + Phase(bits.TrailingZeros16(uint16(c))) }

// String returns the work in words: "comparing the triangles".
func (p Phase) String() string {
	if p >= numPhases {
		return "checking " + Set(1<<(p-numPhases)).Words().Things()
	}
	return [...]string{"preparing the triangles", "comparing the triangles", "measuring the findings", "comparing objects", "checking collision hulls",
		"checking UV sets"}[p]
}

// Interrupted returns a *CutError for the phase if err is not nil and ctx has ended, and err
// otherwise.
func Interrupted(ctx context.Context, err error, phase Phase, counts Counts) error {
	if err != nil && ctx.Err() != nil {
		return &CutError{Phase: phase, Mesh: -1, Counts: counts, Err: ctx.Err()}
	}
	return err
}
