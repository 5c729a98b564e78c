package check

import "fmt"

// Preset is a policy with a name, and the checks that it is for.
type Preset struct {
	Name string
	// Why says what it is for.
	Why string
	// Checks that it asks for, 0 if it leaves them alone.
	Checks Set
	// FailOn is its policy as ParsePolicy reads it.
	FailOn string
}

// presets are documented in docs/configuration.md, which a test of the command compares
// with them.
var presets = []Preset{
	{
		Name: "strict", Checks: Self | Parts | Hulls,
		Why: "Nothing that can be found is let pass: for libraries of parts, and for those who write exporters. A model without collision " +
			"hulls gets a warning.",
		FailOn: "crossing,overlap,duplicate,nonfinite,degenerate,crossing_within_precision,overlap_within_precision,touch," +
			"parts/crossing,parts/overlap,parts/duplicate_instance,clearance,parts/contained,parts/not_checked," +
			"hull_self_overlap,hulls_overlap,hull_gap,hull_excess",
	},
	{
		Name: "game",
		Why: "Assets for real-time engines: what flickers or breaks an importer fails. Surfaces that cut through each other are how such " +
			"models are built, and a warning.",
		FailOn: "crossing:warning,overlap,duplicate,nonfinite,degenerate,touch:off",
	},
	{
		Name: "print", Checks: Self | Parts,
		Why: "Solids for slicers: what has no clear inside fails, be it within a mesh or between two. Slicers mend faces without area, and " +
			"bodies that stand on each other are glued.",
		FailOn: "crossing,overlap,duplicate,nonfinite,degenerate:warning,touch:info," +
			"parts/crossing,parts/overlap,parts/duplicate_instance,parts/contained:warning,parts/not_checked:warning",
	},
	{
		Name: "collision", Checks: Hulls,
		Why: "Files of collision hulls: what an engine refuses or changes fails, and so does a hull that does not fit its mesh. Hulls in " +
			"each other are often meant, and a warning. What is seen is not looked at by itself.",
		FailOn: "hull_orphan,hull_not_closed,hull_inverted,hull_flat,hull_not_convex,hull_vertex_budget,hull_self_overlap," +
			"box_not_a_box,sphere_not_a_sphere,capsule_not_a_capsule,hulls_overlap:warning,hull_gap,hull_excess",
	},
}

// PresetNames returns the names of the presets in their order.
func PresetNames() []string {
	var names []string
	for i := range presets {
		names = append(names, presets[i].Name)
	}
	return names
}

// PresetOf returns the preset of that name, and whether there is one.
func PresetOf(name string) (Preset, bool) {
	for _, p := range presets {
		if p.Name == name {
			return p, true
		}
	}
	return Preset{}, false
}

// Policy returns the policy of the preset. It panics if FailOn is not one.
func (p *Preset) Policy() Policy {
	policy, err := ParsePolicy(p.FailOn)
	if err != nil {
		panic(fmt.Sprintf("check: preset %s: %v", p.Name, err))
	}
	return policy
}
