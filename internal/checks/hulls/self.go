package hulls

import (
	"context"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/checks/self"
	"github.com/meshcheck/meshcheck/internal/quantity"
	"github.com/meshcheck/meshcheck/internal/world"
	"github.com/meshcheck/meshcheck/mesh"
)

// selfOverlap adds the findings of the self check on the surface of the hull. For a whole
// mesh it uses the results of the self check if it ran.
func (c *checker) selfOverlap(ctx context.Context, h *hull) error {
	if h.Object.Part < 0 && h.Object.Shell < 0 && h.object.Of == 0 && c.meshes != nil {
		r := &c.meshes[h.Object.Mesh]
		c.selfOverlaps(h, r, func(f *check.Finding) geom.Triangle { return h.object.Triangle(uint32(f.A.Triangle)) })
		return nil
	}
	o := c.options
	o.Workers, o.MaxFindings, o.ListTouches = 1, min(o.MaxFindings, 1), false
	o.Criteria = nil // the policy is for the rule
	m, w := meshOf(h.object.Shape), h.object.Shape.Mesh()
	if w == nil || h.object.Shape.Nonfinite > 0 {
		welded, err := mesh.Weld(ctx, 1, m)
		if err != nil {
			return err
		}
		w = &world.Mesh{Welded: welded}
	}
	r, err := self.Find(ctx, m, w, h.place, o, func(float64) {})
	if err == nil {
		c.selfOverlaps(h, r, func(f *check.Finding) geom.Triangle { return f.A.Corners })
	}
	return err
}

// selfOverlaps adds the finding for the results of a self check. place returns the first
// triangle of a finding in the world of the hull.
func (c *checker) selfOverlaps(h *hull, r *check.Mesh, place func(*check.Finding) geom.Triangle) {
	pairs := 0
	for _, k := range []check.Rule{check.Crossing, check.Overlap, check.Duplicate} {
		pairs += r.Counts.Of(k)
	}
	if pairs == 0 {
		return
	}
	f := check.HullFinding{Rule: check.HullSelfOverlap, Value: float64(pairs),
		Reason: quantity.Count(pairs, "pair", "pairs") + " of its triangles cross, overlap or duplicate each other"}
	for k := range r.Findings {
		if worst := &r.Findings[k]; worst.B != nil && worst.Rule.Severity() == check.Error {
			t := place(worst)
			f.Places = []geom.Vec{t.Centroid()}
			break
		}
	}
	c.add(h, f)
}

// meshOf returns the finite triangles of a shape as a mesh of its own.
func meshOf(s *world.Shape) *mesh.Mesh {
	var p mesh.Part
	p.Positions.F64 = make([]float64, 0, 3*len(s.Welded.Vertices))
	for _, v := range s.Welded.Vertices {
		p.Positions.F64 = append(p.Positions.F64, v[:]...)
	}
	p.Indices.U32 = make([]uint32, 0, 3*len(s.Welded.Faces))
	for i, f := range s.Welded.Faces {
		if s.Welded.Finite(i) {
			p.Indices.U32 = append(p.Indices.U32, f[:]...)
		}
	}
	return &mesh.Mesh{Parts: []mesh.Part{p}}
}
