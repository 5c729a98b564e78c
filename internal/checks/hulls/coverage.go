package hulls

import (
	"context"
	"fmt"
	"slices"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/hausdorff"
	"github.com/meshcheck/meshcheck/internal/quantity"
	"github.com/meshcheck/meshcheck/internal/world"
)

// coverage measures how far hulls and visuals of a group are from each other.
func (c *checker) coverage(ctx context.Context, g *group) error {
	if slices.ContainsFunc(g.hulls, func(h *hull) bool { return h.set == nil && g.shows(h.object) }) {
		return nil
	}
	m := comparison(g.visuals, g.hulls)
	m.Workers, m.GapLimit, m.ExcessLimit = c.options.Workers, c.limits.gap, c.limits.excess
	visuals := geom.EmptyBox()
	for _, o := range g.visuals {
		visuals = visuals.Union(o.Box)
	}
	d, err := m.Measure(ctx)
	if err != nil {
		return err
	}
	g.Gap, g.Excess = (*check.Coverage)(d.Gap), (*check.Coverage)(d.Excess)
	g.HullVolume, g.VisualVolume = d.BodyVolume, d.MeshVolume
	diagonal := visuals.Diagonal()
	c.warnOfScale(g, diagonal)
	c.distant(g, check.HullGap, g.Gap, [2]string{"the mesh reaches up to %s outside its hulls", "the mesh may reach more than %s outside its hulls"}, c.limits.gap, c.profile.Gap*diagonal)
	c.distant(g, check.HullExcess, g.Excess, [2]string{"the hulls reach up to %s beyond the mesh", "the hulls may reach more than %s beyond the mesh"}, c.limits.excess, c.profile.Excess*diagonal)
	return nil
}

// comparison returns the comparison of the visuals with the hulls of a group.
func comparison(visuals []*world.Object, hulls []*hull) (m hausdorff.Comparison) {
	for _, o := range visuals {
		m.Meshes = append(m.Meshes, &hausdorff.Mesh{Object: o})
	}
	for _, h := range hulls {
		if h.set != nil {
			m.Bodies = append(m.Bodies, hausdorff.NewConvexBody(h.set, h.Box))
		} else {
			m.Bodies = append(m.Bodies, hausdorff.Body{Mesh: &hausdorff.Mesh{Object: h.object}, Box: h.Box})
		}
	}
	return m
}

// otherScale is the ratio of the sizes of hulls and mesh above which they are unlikely to be in
// the same unit.
const otherScale = 20

// warnOfScale warns if hulls and mesh do not seem to be in the same unit.
func (c *checker) warnOfScale(g *group, visual float64) {
	hulls := geom.EmptyBox()
	for _, h := range g.hulls {
		hulls = hulls.Union(h.Box)
	}
	if ratio := hulls.Diagonal() / visual; visual > 0 && (ratio > otherScale || ratio < 1.0/otherScale) {
		c.summary.Warnings = append(c.summary.Warnings, fmt.Sprintf("the hulls of %q are %.3g times as large as the mesh: are both in the same unit?", g.Name, ratio))
	}
}

// shows reports whether o is one of the visuals: a mesh that is its own hull.
func (g *group) shows(o *world.Object) bool {
	return slices.ContainsFunc(g.visuals, func(v *world.Object) bool { return v.World == o.World && v.Name.Mesh == o.Name.Mesh })
}

// distant adds a finding for a distance that exceeds the given limit or may exceed it, or, if no
// limit is given, for one that exceeds the visible distance. what has formats for the distance that
// exceeds the limit, and for the limit that may be exceeded.
func (c *checker) distant(g *group, rule check.Rule, d *check.Coverage, what [2]string, limit, visible float64) {
	if d == nil {
		return
	}
	f := check.HullFinding{Rule: rule, Severity: c.profile.Severity(rule), Hull: -1, Other: -1, Value: d.Greatest, Limit: visible, Places: d.Places[:]}
	if limit > 0 {
		f.Severity, f.Limit = check.Error, limit
	}
	switch most := d.Greatest + d.Error; {
	case f.Limit > 0 && f.Value > f.Limit:
		value, limit := quantity.Apart(f.Value, f.Limit, c.scene.Unit)
		f.Reason = fmt.Sprintf(what[0]+", limit %s; 95 %% of it is within %s", value, limit, c.length(d.Percentile95))
	case limit > 0 && most > limit:
		f.Value = most
		value, limit := quantity.Apart(most, limit, c.scene.Unit)
		f.Reason = fmt.Sprintf(what[1]+", the limit: %s was found, and up to %s cannot be ruled out", limit, c.length(d.Greatest), value)
	default:
		return
	}
	g.Findings = append(g.Findings, f)
}

// length writes a length for people.
func (c *checker) length(x float64) string { return quantity.Length(x, c.scene.Unit) }
