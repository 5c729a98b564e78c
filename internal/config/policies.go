package config

import (
	"fmt"

	"github.com/meshcheck/meshcheck"
)

// policy is a built-in set of rules. It counts for less than a configuration.
type policy struct {
	name string
	// why says what it is for.
	why    string
	checks string
	failOn string
}

// policies are documented in docs/configuration.md, which a test compares with them.
var policies = []policy{
	{
		name: "strict", checks: "self,parts,hulls",
		why: "Nothing that can be found is let pass: for libraries of parts, and for those who write exporters. A model without collision " +
			"hulls gets a warning.",
		failOn: "crossing,overlap,duplicate,nonfinite,degenerate,touch," +
			"parts/crossing,parts/overlap,parts/duplicate_instance,clearance,parts/contained,parts/not_checked," +
			"hull_self_overlap,hulls_overlap,hull_gap,hull_excess",
	},
	{
		name: "game",
		why: "Assets for real-time engines: what flickers or breaks an importer fails. Surfaces that cut through each other are how such " +
			"models are built, and a warning.",
		failOn: "crossing:warning,overlap,duplicate,nonfinite,degenerate,touch:off",
	},
	{
		name: "print", checks: "self,parts",
		why: "Solids for slicers: what has no clear inside fails, be it within a mesh or between two. Slicers mend faces without area, and " +
			"bodies that stand on each other are glued.",
		failOn: "crossing,overlap,duplicate,nonfinite,degenerate:warning,touch:info," +
			"parts/crossing,parts/overlap,parts/duplicate_instance,parts/contained:warning,parts/not_checked:warning",
	},
	{
		name: "collision", checks: "hulls",
		why: "Files of collision hulls: what an engine refuses or changes fails, and so does a hull that does not fit its mesh. Hulls in " +
			"each other are often meant, and a warning. What is seen is not looked at by itself.",
		failOn: "hull_orphan,hull_not_closed,hull_inverted,hull_flat,hull_not_convex,hull_vertex_budget,hull_self_overlap," +
			"box_not_a_box,sphere_not_a_sphere,capsule_not_a_capsule,hulls_overlap:warning,hull_gap,hull_excess",
	},
}

// Policies returns the names of the built-in policies.
func Policies() []string {
	var names []string
	for _, p := range policies {
		names = append(names, p.name)
	}
	return names
}

// policyOf returns the policy of that name, nil if there is none.
func policyOf(name string) *policy {
	for i := range policies {
		if policies[i].name == name {
			return &policies[i]
		}
	}
	return nil
}

// apply puts the policy into settings.
func (p *policy) apply(e *Effective) {
	origin := "policy " + p.name
	if p.checks != "" {
		if err := e.Settings.Checks.Set(p.checks); err != nil {
			panic(fmt.Sprintf("policy %s: %v", p.name, err))
		}
		e.origins["checks"] = origin
	}
	q, err := meshcheck.ParsePolicy(p.failOn)
	if err != nil {
		panic(fmt.Sprintf("policy %s: %v", p.name, err))
	}
	e.Settings.FailOn = FailOn(q)
	e.notePolicy(FailOn(q), origin)
}
