package json

import (
	"errors"
	"fmt"

	"github.com/meshcheck/meshcheck"
	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/check/hulls"
)

// checkHulls sees to it that groups fit the meshes and the counts.
func checkHulls(r *meshcheck.Result) error {
	var listed check.Totals
	omitted := 0
	for i := range r.Hulls.Groups {
		g := &r.Hulls.Groups[i]
		if err := checkHullGroup(r, g); err != nil {
			return fmt.Errorf("group %d of hulls: %w", i, err)
		}
		for k := range g.Findings {
			listed[g.Findings[k].Rule][g.Findings[k].Severity]++
		}
		omitted += g.Omitted
	}
	for i := range r.Hulls.NotChecked {
		if o := &r.Hulls.NotChecked[i].Object; o.Mesh >= len(r.Meshes) {
			return errors.New("a hull that is not checked has a mesh that is out of range")
		}
	}
	for s, n := range r.Hulls.Counts[check.HullsOverlap] {
		more := max(0, min(omitted, n-listed[check.HullsOverlap][s]))
		listed[check.HullsOverlap][s] += more
		omitted -= more
	}
	if listed != r.Hulls.Counts || omitted > 0 {
		return errors.New("the counts of findings about hulls are not their numbers")
	}
	return nil
}

func checkHullGroup(r *meshcheck.Result, g *hulls.Group) error {
	for i := range g.Visuals {
		if o := &g.Visuals[i]; o.Mesh < 0 || o.Mesh >= len(r.Meshes) {
			return errors.New("the mesh of a visual is out of range")
		}
	}
	for i := range g.Hulls {
		if g.Hulls[i].Object.Mesh >= len(r.Meshes) {
			return errors.New("the mesh of a hull is out of range")
		}
	}
	for i := range g.Findings {
		f := &g.Findings[i]
		if f.Hull >= len(g.Hulls) || f.Other >= len(g.Hulls) {
			return fmt.Errorf("finding %d is of a hull that there is not", i)
		}
		if (f.Overlap != nil) != (f.Rule == check.HullsOverlap) || (f.Other >= 0) != (f.Overlap != nil) {
			return fmt.Errorf("finding %d of %s and its fields \"other\" and \"overlap\" do not agree", i, f.Rule)
		}
		if f.Other >= 0 && (f.Hull < 0 || f.Hull == f.Other) {
			return fmt.Errorf("finding %d is not of two hulls", i)
		}
	}
	return nil
}
