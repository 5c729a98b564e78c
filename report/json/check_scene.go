package json

import (
	"errors"
	"fmt"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/report"
)

// checkScene sees to it that what was found between the objects of a scene, about its hulls and
// in its UV sets fits its meshes.
func checkScene(r *check.Result) error {
	if r.Between() != nil {
		if err := checkBetween(r); err != nil {
			return err
		}
	}
	if r.Hulls() != nil {
		if err := checkHulls(r); err != nil {
			return err
		}
	}
	if r.UV() != nil {
		return checkUV(r)
	}
	return nil
}

// checkBetween sees to it that pairs fit the meshes and the counts.
func checkBetween(r *check.Result) error {
	var listed check.Totals
	byRule := 0
	for i := range r.Pairs() {
		p := &r.Pairs()[i]
		if err := checkPair(r, p); err != nil {
			return fmt.Errorf("pair %d: %w", i, err)
		}
		if report.Allowed(p) {
			byRule++
		} else {
			listed[p.Rule][p.Severity]++
		}
	}
	for _, k := range check.Between.Rules() {
		if listed.Of(k) > r.Between().Counts.Of(k) {
			return fmt.Errorf("more pairs are %s than counted", k.Word())
		}
	}
	if byRule > r.Between().Allowed {
		return errors.New("more pairs are allowed than counted")
	}
	return nil
}

func checkPair(r *check.Result, p *check.Pair) error {
	for _, o := range []*check.Object{&p.A, &p.B} {
		if o.Mesh < 0 || o.Mesh >= len(r.Meshes) {
			return errors.New("the mesh of an object is missing or out of range")
		}
	}
	if len(p.Regions) > p.RegionCount {
		return fmt.Errorf("%d of %d regions are listed", len(p.Regions), p.RegionCount)
	}
	if n := p.Nearest; n != nil && (!hasFace(&r.Meshes[p.A.Mesh], &n.Faces[0]) || !hasFace(&r.Meshes[p.B.Mesh], &n.Faces[1])) {
		return errors.New("the nearest triangles do not belong to the objects")
	}
	for i := range p.Findings {
		f := &p.Findings[i]
		if f.B == nil || !hasFace(&r.Meshes[p.A.Mesh], &f.A) || !hasFace(&r.Meshes[p.B.Mesh], f.B) || f.Region >= len(p.Regions) {
			return fmt.Errorf("finding %d is not between a triangle of each object", i)
		}
	}
	return nil
}

// checkHulls sees to it that groups fit the meshes and the counts.
func checkHulls(r *check.Result) error {
	var listed check.Totals
	omitted := 0
	for i := range r.Hulls().Groups {
		g := &r.Hulls().Groups[i]
		if err := checkHullGroup(r, g); err != nil {
			return fmt.Errorf("group %d of hulls: %w", i, err)
		}
		for k := range g.Findings {
			listed[g.Findings[k].Rule][g.Findings[k].Severity]++
		}
		omitted += g.Omitted
	}
	for i := range r.Hulls().NotChecked {
		if o := &r.Hulls().NotChecked[i].Object; o.Mesh >= len(r.Meshes) {
			return errors.New("the mesh of a hull that was not checked is out of range")
		}
	}
	for s, n := range r.Hulls().Counts[check.HullsOverlap] {
		more := max(0, min(omitted, n-listed[check.HullsOverlap][s]))
		listed[check.HullsOverlap][s] += more
		omitted -= more
	}
	if listed != r.Hulls().Counts || omitted > 0 {
		return errors.New("the counts of hull findings do not match the findings")
	}
	return nil
}

func checkHullGroup(r *check.Result, g *check.HullGroup) error {
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
			return fmt.Errorf("finding %d names a hull that does not exist", i)
		}
		if (f.Overlap != nil) != (f.Rule == check.HullsOverlap) || (f.Other >= 0) != (f.Overlap != nil) {
			return fmt.Errorf("finding %d: the rule %s and the fields \"other\" and \"overlap\" do not match", i, f.Rule)
		}
		if f.Other >= 0 && (f.Hull < 0 || f.Hull == f.Other) {
			return fmt.Errorf("finding %d is not between two hulls", i)
		}
	}
	return nil
}
