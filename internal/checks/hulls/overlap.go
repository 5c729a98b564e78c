package hulls

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/convex"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/parallel"
	"github.com/meshcheck/meshcheck/internal/quantity"
)

// overlaps finds the pairs of hulls of a group that penetrate each other, as the convex bodies
// that an engine makes of them; a trimesh is not such a body. All pairs are counted, and the
// deepest listed, as many as a mesh may list findings: their number can grow with the square
// of the number of hulls.
func (c *checker) overlaps(ctx context.Context, g *group) error {
	lists := make([]deepest, c.options.Workers)
	most, judged := c.budget.Next(), c.options.CriteriaOrDefault()
	err := parallel.Tasks(ctx, c.options.Workers, len(g.hulls), func(worker, i int) {
		a := g.hulls[i]
		for j := i + 1; j < len(g.hulls) && a.hasVolume() && ctx.Err() == nil; j++ {
			b := g.hulls[j]
			if !b.hasVolume() || !a.Box.Intersects(b.Box) {
				continue
			}
			if f, ok := c.overlapOf(ctx, a, b); ok {
				f.Hull, f.Other, f.Severity = i, j, severityBy(&f, judged, c.profile.Severity(check.HullsOverlap))
				lists[worker].add(f, most)
			}
		}
	})
	var all deepest
	for k := range lists {
		for s, n := range lists[k].dropped {
			all.dropped[s] += n
		}
		all.list = append(all.list, lists[k].list...)
	}
	all.trim(most)
	c.budget.Take(len(all.list))
	g.Findings = append(g.Findings, all.list...)
	for s, n := range all.dropped {
		g.Omitted += n
		c.summary.Counts[check.HullsOverlap][s] += n
	}
	return err
}

// deepest keeps the most severe of some overlaps, and of these the deepest, and counts the
// others by severity.
type deepest struct {
	list    []check.HullFinding
	dropped [check.Off]int
}

// add adds f to the list, which is kept to not many more than most, unless the policy turns
// its rule off.
func (d *deepest) add(f check.HullFinding, most int) {
	if f.Severity == check.Off {
		return
	}
	d.list = append(d.list, f)
	if len(d.list) >= 2*most+64 {
		d.trim(most)
	}
}

// trim drops all but the most that come first.
func (d *deepest) trim(most int) {
	slices.SortFunc(d.list, compareFindings)
	kept := min(most, len(d.list))
	for _, f := range d.list[kept:] {
		d.dropped[f.Severity]++
	}
	clear(d.list[kept:])
	d.list = d.list[:kept]
}

// overlapOf measures how deep two bodies penetrate each other, if deeper than the rounding of
// both. Its result is meaningless once ctx has ended.
func (c *checker) overlapOf(ctx context.Context, a, b *hull) (f check.HullFinding, ok bool) {
	p := convex.Penetrate(a.set, b.set)
	limit := a.Rounding + b.Rounding
	if !(p.Depth > limit) {
		return f, false
	}
	common, most := commonVolume(ctx, a, b), ""
	if !p.Converged {
		most = "at most "
	}
	f = check.HullFinding{
		Rule: check.HullsOverlap, Value: p.Depth, Limit: limit,
		Reason:  fmt.Sprintf("the first is %s%s deep in %s; they share a volume of %s%s", most, c.length(p.Depth), b.called(), quantity.Volume(common, c.scene.Unit), cookedWords(a, b)),
		Places:  p.Points[:],
		Overlap: &check.HullOverlap{Depth: p.Depth, Translation: p.Direction.Scale(p.Depth), Volume: common},
	}
	return f, true
}

// cookedWords says which of two hulls were replaced by their convex hulls.
func cookedWords(a, b *hull) string {
	switch {
	case !a.convex && !b.convex:
		return ", measured on the convex hulls of both"
	case !a.convex:
		return ", measured on the convex hull of the first"
	case !b.convex:
		return ", measured on the convex hull of the second"
	}
	return ""
}

// called returns a name of the hull for the reader.
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
func commonVolume(ctx context.Context, a, b *hull) float64 {
	p, q := polytopeOf(a), polytopeOf(b)
	points := append(p.cutBy(ctx, q), q.cutBy(ctx, p)...)
	common, err := convex.HullOf(ctx, points)
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
		at, normal := h.cooked.FaceNormal(i, h.place)
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

// cutBy returns the corners of the faces of b clipped by c. Its result is meaningless once
// ctx has ended.
func (b *polytope) cutBy(ctx context.Context, c polytope) (points []geom.Vec) {
	planes := c.through(ctx, b)
	var rooms [2][]geom.Vec // buffers for a face and its clipped polygon, in turns
	for _, face := range b.faces {
		if ctx.Err() != nil {
			return nil
		}
		turn := 0
		for k := range planes {
			switch lowest, highest := planes[k].heights(face); {
			case lowest > 0:
				face = nil
			case highest > 0:
				rooms[turn] = planes[k].cut(face, rooms[turn][:0])
				face, turn = rooms[turn], 1-turn
			}
			if len(face) == 0 {
				break
			}
		}
		points = append(points, face...)
	}
	return points
}

// through returns the half-spaces of c that do not hold all of b.
func (c *polytope) through(ctx context.Context, b *polytope) (planes []halfSpace) {
	for k := range c.planes {
		if ctx.Err() != nil {
			return nil
		}
		for _, face := range b.faces {
			if _, highest := c.planes[k].heights(face); highest > 0 {
				planes = append(planes, c.planes[k])
				break
			}
		}
	}
	return planes
}

// heights returns the least and the greatest height of points above the border.
func (s *halfSpace) heights(points []geom.Vec) (lowest, highest float64) {
	lowest, highest = math.Inf(1), math.Inf(-1)
	for k := range points {
		height := s.height(&points[k])
		lowest, highest = min(lowest, height), max(highest, height)
	}
	return lowest, highest
}

func (s *halfSpace) height(p *geom.Vec) float64 {
	return float64((p[0]-s.at[0])*s.normal[0]) + float64((p[1]-s.at[1])*s.normal[1]) + float64((p[2]-s.at[2])*s.normal[2])
}

// cut appends to out the part of a convex polygon in the closed half-space
// (I. E. Sutherland and G. W. Hodgman, "Reentrant Polygon Clipping", Communications of the
// ACM 17, 1974).
func (s *halfSpace) cut(polygon, out []geom.Vec) []geom.Vec {
	last := polygon[len(polygon)-1]
	above := s.height(&last)
	for _, p := range polygon {
		height := s.height(&p)
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
