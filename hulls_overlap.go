package meshcheck

import (
	"context"
	"fmt"
	"slices"

	"github.com/meshcheck/meshcheck/convex"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/parallel"
)

// overlaps finds the pairs of hulls of a group that are in each other, by the convex
// bodies that an engine makes of them. A trimesh is none.
func (c *hullsCheck) overlaps(ctx context.Context, g *hullGroup) error {
	rows := make([][]HullFinding, len(g.hulls))
	err := parallel.Tasks(ctx, c.options.Workers, len(g.hulls), func(_, i int) {
		a := g.hulls[i]
		for j := i + 1; j < len(g.hulls) && a.solid() && ctx.Err() == nil; j++ {
			b := g.hulls[j]
			if !b.solid() || !a.Box.Intersects(b.Box) {
				continue
			}
			if f, ok := overlapOf(a, b); ok {
				f.Hull, f.Other, f.Severity = i, j, c.profile.Severity(HullsOverlap)
				rows[i] = append(rows[i], f)
			}
		}
	})
	g.Findings = append(g.Findings, slices.Concat(rows...)...)
	return err
}

// overlapOf finds out how deep two bodies are in each other, if they are deeper than the
// rounding of both.
func overlapOf(a, b *hull) (f HullFinding, ok bool) {
	p := convex.Penetrate(a.set, b.set)
	limit := a.Rounding + b.Rounding
	if !(p.Depth > limit) {
		return f, false
	}
	common, most := commonVolume(a, b), ""
	if !p.Converged {
		most = "at most "
	}
	f = HullFinding{
		Rule: HullsOverlap, Value: p.Depth, Limit: limit,
		Reason:  fmt.Sprintf("it is %s%.3g deep in %s; they have a volume of %.3g in common%s", most, p.Depth, b.called(), common, cookedWords(a, b)),
		Places:  p.Points[:],
		Overlap: &HullOverlap{Depth: p.Depth, Translation: p.Direction.Scale(p.Depth), Volume: common},
	}
	return f, true
}

// cookedWords says which of two hulls are not what they were measured as.
func cookedWords(a, b *hull) string {
	switch {
	case !a.convex && !b.convex:
		return ", both taken for their convex hulls"
	case !a.convex:
		return ", the first taken for its convex hull"
	case !b.convex:
		return ", the second taken for its convex hull"
	}
	return ""
}

// called returns what a reader knows the hull by.
func (h *hull) called() string {
	switch {
	case h.Object.Path != "":
		return h.Object.Path
	case h.Object.Shell >= 0:
		return fmt.Sprintf("shell %d", h.Object.Shell)
	case h.Object.Part >= 0:
		return fmt.Sprintf("part %d", h.Object.Part)
	}
	return h.Object.Name
}

// commonVolume returns the volume that two bodies have in common. Its vertices are among those
// of the faces of each, cut at the planes of the other, in float64: it is the volume of
// the convex hull of all of them.
func commonVolume(a, b *hull) float64 {
	p, q := polytopeOf(a), polytopeOf(b)
	points := append(p.cutBy(q), q.cutBy(p)...)
	common, err := convex.HullOf(points)
	if err != nil {
		return 0
	}
	return common.Volume()
}

// polytope is a convex polyhedron in the world.
type polytope struct {
	faces  [][]geom.Vec
	planes []halfSpace
}

// halfSpace is the set of points p with normal·(p - at) ≤ 0.
type halfSpace struct{ at, normal geom.Vec }

func polytopeOf(h *hull) polytope {
	var b polytope
	for i, f := range h.cooked.Faces {
		at, normal := faceNormal(h.cooked, i, h.place)
		corners := make([]geom.Vec, len(f))
		for k, v := range f {
			corners[k] = h.place.Apply(h.cooked.Vertices[v])
		}
		b.faces = append(b.faces, corners)
		if normal != (geom.Vec{}) {
			b.planes = append(b.planes, halfSpace{at, normal})
		}
	}
	return b
}

// cutBy returns the corners of what c leaves of the faces of b.
func (b *polytope) cutBy(c polytope) (points []geom.Vec) {
	for _, face := range b.faces {
		for k := 0; k < len(c.planes) && len(face) > 0; k++ {
			face = c.planes[k].cut(face)
		}
		points = append(points, face...)
	}
	return points
}

// cut returns what of a convex polygon is in the half-space, its border included
// (I. E. Sutherland and G. W. Hodgman, "Reentrant Polygon Clipping", Communications of the
// ACM 17, 1974).
func (s *halfSpace) cut(polygon []geom.Vec) []geom.Vec {
	out := make([]geom.Vec, 0, len(polygon)+1)
	last := polygon[len(polygon)-1]
	above := last.Sub(s.at).Dot(s.normal)
	for _, p := range polygon {
		height := p.Sub(s.at).Dot(s.normal)
		if above > 0 != (height > 0) {
			out = append(out, last.Lerp(p, above/(above-height)))
		}
		if height <= 0 {
			out = append(out, p)
		}
		last, above = p, height
	}
	return out
}
