package drawing

import (
	"cmp"
	"context"
	"slices"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/checks/geometry"
	"github.com/meshcheck/meshcheck/internal/checks/uv"
	"github.com/meshcheck/meshcheck/internal/world"
)

// trianglesOfSheets is the greatest number of triangles painted for all sheets of a file.
const trianglesOfSheets = 2_000_000

// sheets draws UV sheets as the triangles in the world that break their rules.
type sheets struct {
	ctx      context.Context
	geometry *geometry.Geometry
	all      []check.UVSheet
	places   []geom.Affine
	room     int
}

// drawSheets draws sheets, if the model is available.
func drawSheets(ctx context.Context, g *geometry.Geometry, s []check.UVSheet) (all []Drawing, err error) {
	if g == nil || len(s) == 0 {
		return nil, ctx.Err()
	}
	x := sheets{ctx, g, s, world.Transforms(g.World().Scene()), trianglesOfSheets}
	for i := range s {
		drawn, err := x.sheet(i)
		if err != nil {
			return nil, err
		}
		all = append(all, drawn...)
	}
	return all, nil
}

// UVRules returns the rules for which triangles of a sheet are painted, the most severe first, and
// of equally severe ones the most specific first: flipped triangles mostly fold, and folds mostly
// overlap. Overlaps that are information are mostly those of stacks, which then come first.
func UVRules(s *check.UVSheet) (rules []check.Rule) {
	gravest := map[check.Rule]check.Severity{}
	for _, f := range s.Findings {
		if _, known := gravest[f.Rule]; !known && uv.MarkOf(f.Rule) != 0 {
			gravest[f.Rule] = f.Severity
			rules = append(rules, f.Rule)
		}
	}
	order := []check.Rule{check.UVFlipped, check.UVFold, check.UVOverlap, check.UVStacked}
	if gravest[check.UVOverlap] == check.Info {
		order[2], order[3] = order[3], order[2]
	}
	slices.SortFunc(rules, func(a, b check.Rule) int {
		return cmp.Or(cmp.Compare(gravest[a], gravest[b]), cmp.Compare(slices.Index(order, a), slices.Index(order, b)))
	})
	return rules
}

// sheet returns a drawing for the first finding of each rule. A triangle is painted for the first
// rule that it breaks.
func (x *sheets) sheet(number int) (all []Drawing, err error) {
	s := &x.all[number]
	for _, r := range UVRules(s) {
		k := slices.IndexFunc(s.Findings, func(f check.UVFinding) bool { return f.Rule == r })
		all = append(all, Drawing{At: check.Ref{List: check.Sheets, Of: number, Index: k}, Rule: r})
	}
	if len(all) == 0 {
		return nil, x.ctx.Err()
	}
	drawn, err := x.geometry.Sheet(x.ctx, number, 1)
	if err != nil {
		return nil, err
	}
	for i, m := range drawn.Marks {
		if k := slices.IndexFunc(all, func(d Drawing) bool { return m&uv.MarkOf(d.Rule) != 0 }); k >= 0 {
			x.add(&all[k], &drawn.Faces[i])
		}
	}
	for k := range all {
		all[k] = all[k].boxed()
	}
	return all, nil
}

// add paints a triangle where it is in the world, or counts it as undrawn.
func (x *sheets) add(d *Drawing, f *check.UVFace) {
	m := x.geometry.World().Scene().Meshes[f.Mesh]
	part, inPart := m.Locate(int(f.Triangle))
	t := x.places[f.Mesh].ApplyTriangle(m.Parts[part].Triangle(inPart))
	d.Listed++
	if x.room == 0 || !Holdable(t[:]) {
		d.Undrawn++
		return
	}
	x.room--
	d.Triangles = append(d.Triangles, t)
}
