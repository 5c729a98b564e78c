package json

import (
	"errors"
	"fmt"

	"github.com/meshcheck/meshcheck"
	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/check/parts"
	"github.com/meshcheck/meshcheck/report"
)

// checkBetween sees to it that pairs fit the meshes and the counts.
func checkBetween(r *meshcheck.Result) error {
	var listed check.Totals
	byRule := 0
	for i := range r.Pairs {
		p := &r.Pairs[i]
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
		if listed.Of(k) > r.Between.Counts.Of(k) {
			return fmt.Errorf("more pairs are %s than are counted", k.PairWord())
		}
	}
	if byRule > r.Between.Allowed {
		return errors.New("more pairs are allowed than are counted")
	}
	return nil
}

func checkPair(r *meshcheck.Result, p *parts.Pair) error {
	for _, o := range []*check.Object{&p.A, &p.B} {
		if o.Mesh < 0 || o.Mesh >= len(r.Meshes) {
			return errors.New("an object's mesh is missing or out of range")
		}
	}
	if len(p.Regions) > p.RegionCount {
		return fmt.Errorf("%d of %d regions are listed", len(p.Regions), p.RegionCount)
	}
	if n := p.Nearest; n != nil && (!hasFace(&r.Meshes[p.A.Mesh], &n.Faces[0]) || !hasFace(&r.Meshes[p.B.Mesh], &n.Faces[1])) {
		return errors.New("the nearest triangles are not of the objects")
	}
	for i := range p.Findings {
		f := &p.Findings[i]
		if f.B == nil || !hasFace(&r.Meshes[p.A.Mesh], &f.A) || !hasFace(&r.Meshes[p.B.Mesh], f.B) || f.Region >= len(p.Regions) {
			return fmt.Errorf("finding %d is not of a triangle of each object", i)
		}
	}
	return nil
}
