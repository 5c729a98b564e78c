package self

import (
	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/precision"
)

// limits are depths in the world that decide what becomes of findings. Whatever is deeper than all of
// them need not wait for its place to be judged.
type limits struct {
	tolerance float64 // up to which findings may count as touches
	allowed   float64 // up to which the policy may allow crossings; 0 for no such limit
	rounding  float64 // up to which rounding may explain a finding
	greatest  float64 // of these
}

// setLimits computes the limits of a mesh that is measured, with this box of its stored vertices.
func (c *checker) setLimits(stored geom.Box) {
	l := &c.limits
	l.tolerance = c.settings.Tolerance.Value
	if c.settings.Tolerance.Relative && l.tolerance > 0 {
		l.tolerance *= c.box.Diagonal()
	}
	if j := &c.settings.CriteriaOrDefault()[check.Crossing]; j.Of == check.OfDepth && j.Severity == check.Error {
		l.allowed = j.Limit
	}
	largest, gap := 0.0, 0.0
	for i := range stored.Min {
		largest = max(largest, -stored.Min[i], stored.Max[i])
	}
	for k := range c.mesh.Parts {
		gap = max(gap, c.mesh.Parts[k].Positions.Resolution(largest, c.diagonal))
	}
	l.rounding = precision.Gap * gap * c.stretch * (1 + rounding)
	l.greatest = max(l.rounding, l.tolerance, l.allowed)
}

// allow reports whether the policy allows crossings of a depth.
func (l *limits) allow(depth float64) bool { return l.allowed > 0 && depth <= l.allowed }
