package check

import (
	"context"
	"fmt"
)

// CutError reports a check that its context ended before it was done. What was found up to
// then is no result: other pairs may be worse, and how far a check comes in a given time
// differs from run to run. So it says only how much there was.
type CutError struct {
	// Phase is what was being done.
	Phase Phase
	// Mesh is the mesh that it was done to, -1 for phases that look at the whole scene.
	Mesh int
	// Counts are the findings within meshes that were counted so far.
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
	// MeasuringFindings of a mesh, those that are listed.
	MeasuringFindings
	// ComparingObjects of the scene.
	ComparingObjects
	// CheckingHulls of the scene.
	CheckingHulls
	// CheckingUVs of the scene.
	CheckingUVs
)

// String returns what is done in the phase: "comparing the triangles".
func (p Phase) String() string {
	return [...]string{"preparing the triangles", "comparing the triangles", "measuring the findings", "comparing objects", "checking collision hulls",
		"checking UV sets"}[p]
}

// Interrupted returns a *CutError for a phase instead of err if ctx has ended, and err itself
// otherwise.
func Interrupted(ctx context.Context, err error, phase Phase, counts Counts) error {
	if err != nil && ctx.Err() != nil {
		return &CutError{Phase: phase, Mesh: -1, Counts: counts, Err: ctx.Err()}
	}
	return err
}
