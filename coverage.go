package meshcheck

import (
	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/internal/check/hulls"
	"github.com/meshcheck/meshcheck/internal/check/parts"
)

// cover notes which checks were made, what they did not look at, and which of them had nothing to
// look at.
func (c *checker) cover() {
	r := c.result
	r.Checks = c.options.Checks
	if r.Between == nil {
		r.Uncompared = c.uncompared()
	}
	if c.empty() {
		c.note(check.Empty, "the model has no triangles")
		return
	}
	if b := r.Between; b != nil && b.Nothing != "" && len(b.NotChecked) == 0 {
		c.note(check.NothingToCompare, b.Nothing)
	}
	if r.UV != nil && len(r.UV.Sheets)+len(r.UV.Missing) == 0 {
		c.note(check.NothingToCompare, "no mesh has a UV set")
	}
}

// note adds a finding about the whole model.
func (c *checker) note(rule check.Rule, reason string) {
	c.result.Model = check.AddModelFinding(c.result.Model, rule, reason, c.settings.Judged())
}

// empty reports whether the scene has no triangle, and no collision hull that was checked either.
func (c *checker) empty() bool {
	h := c.result.Hulls
	return c.scene.Triangles() == 0 && (h == nil || len(h.Groups)+len(h.NotChecked) == 0)
}

// uncompared returns Result.Uncompared. Collision hulls are no objects, whichever checks are made.
// Objects that are pieces of a lone mesh were compared if that was checked against itself.
func (c *checker) uncompared() int {
	if len(c.scene.Instances) == 0 && c.options.Checks.Has(check.Self) {
		return 0
	}
	search := c.search
	if search == nil {
		search = hulls.Find(c.scene, &c.options.Hulls)
	}
	var only []bool
	if search != nil {
		only = search.Only
	}
	return parts.Comparable(c.scene, only)
}
