// Package hulls finds what an engine will make of the collision hulls of a scene.
package hulls

import (
	"cmp"
	"context"
	"slices"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/convex"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/checks"
	"github.com/meshcheck/meshcheck/internal/collect"
	"github.com/meshcheck/meshcheck/internal/hullname"
	"github.com/meshcheck/meshcheck/internal/parallel"
	"github.com/meshcheck/meshcheck/internal/world"
	"github.com/meshcheck/meshcheck/mesh"
)

// checker finds what an engine will make of the collision hulls of a scene.
type checker struct {
	world   *world.World
	scene   *mesh.Scene
	partsOf check.PartsOf
	options check.Settings
	profile *check.HullProfile
	limits  limits
	// meshes are the results of the self check, if it ran.
	meshes  []check.Mesh
	search  *hullname.Search
	groups  []*group
	summary *check.HullResult
	budget  collect.Budget // for the lists of overlaps
}

// group is a Group with its geometry.
type group struct {
	check.HullGroup
	// visuals are the objects of Group.Visuals.
	visuals []*world.Object
	// hulls are the hulls of Group.Hulls, in its order.
	hulls []*hull
}

// hull is a collision shape with its geometry.
type hull struct {
	check.Hull
	found *hullname.Hull
	// object is the surface of the hull, nil for a shape that is given by numbers.
	object *world.Object
	// set is the convex body in the world that an engine makes of the hull: the convex
	// hull of a surface. Nil for a Trimesh.
	set convex.Set
	// cooked is the convex hull of the surface in its stored coordinates; for a shape given
	// by numbers the convex hull of points on it, in the shape's own coordinates. place maps
	// it to the world. Nil for a Trimesh.
	cooked *convex.Hull
	place  geom.Affine
	// oriented: the surface is closed and consistently oriented, with its normals inwards if
	// inverted.
	oriented, inverted bool
	// convex: the surface is that of set, up to rounding.
	convex bool
	// seen: the surface is that of a mesh that the hull belongs to.
	seen     bool
	findings []check.HullFinding
}

// hasVolume reports whether an engine makes a convex body with a volume of the hull.
func (h *hull) hasVolume() bool { return h.cooked != nil && h.cooked.Dimension() == 3 }

// Check is the check of collision hulls.
type Check struct {
	// Models are the geometry of the groups that Run found, in their order.
	Models []*Model
	limits limits
}

// Of returns check.Hulls.
func (*Check) Of() check.Set { return check.Hulls }

// Default returns check.Hulls where the scene has any hulls.
func (*Check) Default(j *checks.Job) check.Set {
	if search := j.Hulls(); search == nil || len(search.Hulls) == 0 {
		return 0
	}
	return check.Hulls
}

// Prepare announces the meshes of hulls, and those that they are for.
func (c *Check) Prepare(j *checks.Job) (work int, err error) {
	if c.limits, err = limitsIn(&j.Options.Hulls, j.Scene); err == nil {
		expect(j.World, j.Hulls())
	}
	return j.Scene.Triangles(), err
}

// Run checks the collision hulls of the scene.
func (c *Check) Run(ctx context.Context, j *checks.Job, progress func(share float64)) (check.Found, error) {
	run := &checker{
		world: j.World, scene: j.Scene, partsOf: j.Options.PartsOf, options: j.Settings, profile: j.Options.Hulls.ProfileOrNone(), limits: c.limits,
		search: j.Hulls(), budget: collect.NewBudget(j.Settings.MaxFindings),
	}
	if j.Result.Section(check.Self) != nil {
		run.meshes = j.Result.Meshes
	}
	run.summary = &check.HullResult{Profile: run.profile.Name}
	run.summary.Warnings = run.search.Warnings
	err := run.gather(ctx)
	if err == nil {
		err = run.run(ctx, progress)
	}
	if err != nil {
		return nil, j.Interrupted(ctx, err, check.CheckingHulls)
	}
	progress(1)
	c.Models = run.models()
	return run.summary, nil
}

// run checks every hull by itself, and then every group.
func (c *checker) run(ctx context.Context, share func(float64)) error {
	var all []*hull
	for _, g := range c.groups {
		all = append(all, g.hulls...)
	}
	failed := make([]error, len(all))
	err := parallel.Tasks(ctx, c.options.Workers, len(all), func(_, k int) {
		failed[k] = c.check(ctx, all[k])
	})
	if err := cmp.Or(err, cmp.Or(failed...)); err != nil {
		return err
	}
	share(0.5)
	for k, g := range c.groups {
		if err := c.overlaps(ctx, g); err != nil {
			return err
		}
		if err := c.coverage(ctx, g); err != nil {
			return err
		}
		c.transforms(g)
		c.finish(g)
		share(0.5 + 0.5*float64(k+1)/float64(len(c.groups)))
	}
	return ctx.Err()
}

// check checks one hull by itself.
func (c *checker) check(ctx context.Context, h *hull) error {
	c.checkOrphan(h)
	if h.object == nil {
		c.checkDeformed(h)
		return nil
	}
	if err := c.checkSurface(ctx, h); err != nil {
		return err
	}
	if h.Shape == check.TrimeshShape {
		c.checkMoving(h)
		return c.selfOverlap(ctx, h)
	}
	if c.isFlat(h) {
		return nil
	}
	if err := c.convexity(ctx, h); err != nil {
		return err
	}
	c.checkBudget(h)
	c.checkFit(h)
	return c.selfOverlap(ctx, h)
}

// checkOrphan adds the reasons why an engine will ignore the hull.
func (c *checker) checkOrphan(h *hull) {
	for _, o := range h.found.Orphan {
		f := check.HullFinding{Rule: check.HullOrphan, Reason: o.Text}
		if o.Doubtful {
			f.Severity = check.Warning
		}
		c.add(h, f)
	}
}

// add adds a finding about a hull, with the severity of the policy or else the profile, but
// no more severe than the finding is already.
func (c *checker) add(h *hull, f check.HullFinding) {
	f.Severity = max(f.Severity, severityBy(&f, c.options.CriteriaOrDefault(), c.profile.Severity(f.Rule)))
	h.findings = append(h.findings, f)
}

// finish adds the findings about single hulls to those about the group, and sorts and counts
// them.
func (c *checker) finish(g *group) {
	for k := range g.Findings {
		f := &g.Findings[k]
		f.Severity = severityBy(f, c.options.CriteriaOrDefault(), f.Severity)
	}
	for k, h := range g.hulls {
		g.Hulls = append(g.Hulls, h.Hull)
		for _, f := range h.findings {
			f.Hull, f.Other = k, -1
			g.Findings = append(g.Findings, f)
		}
	}
	g.Findings = slices.DeleteFunc(g.Findings, func(f check.HullFinding) bool { return f.Severity == check.Off })
	slices.SortStableFunc(g.Findings, compareFindings)
	for _, f := range g.Findings {
		c.summary.Counts[f.Rule][f.Severity]++
	}
	c.summary.Groups = append(c.summary.Groups, g.HullGroup)
}

// compareFindings orders findings by severity, rule and size, then by hull.
func compareFindings(a, b check.HullFinding) int {
	return cmp.Or(cmp.Compare(a.Severity, b.Severity), cmp.Compare(a.Rule, b.Rule), cmp.Compare(b.Value, a.Value),
		cmp.Compare(a.Hull, b.Hull), cmp.Compare(a.Other, b.Other))
}

// severityBy returns the severity of a finding about hulls: other, unless the policy has a
// verdict on its rule.
func severityBy(f *check.HullFinding, criteria *check.Criteria, other check.Severity) check.Severity {
	if c := &criteria[f.Rule]; c.Given {
		return c.Judge(f.Value)
	}
	return other
}
