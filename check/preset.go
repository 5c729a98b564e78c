package check

import "fmt"

// Preset is a named policy with the checks it is meant for.
type Preset struct {
	Name string
	// Why says who it is for and what fails.
	Why string
	// Checks to run, 0 for the default.
	Checks Set
	// FailOn is the policy in the form that ParsePolicy accepts.
	FailOn string
}

// presets are documented in docs/configuration.md; a test of the command compares them.
var presets = []Preset{
	{
		Name: "strict", Checks: Self | Parts | Hulls,
		Why: "Almost everything that can be found fails: for part libraries, and for developers of exporters. A run in which no file " +
			"has collision hulls gets a warning.",
		FailOn: "crossing,overlap,duplicate,edge_crossing,nonfinite,degenerate,crossing_within_precision,overlap_within_precision,touch," +
			"parts/crossing,parts/overlap,parts/duplicate_instance,clearance,parts/contained,parts/undecided," +
			"hull_self_overlap,hulls_overlap,hull_gap,hull_excess," +
			"uv_overlap,uv_fold,uv_flipped,uv_padding,uv_border,uv_nonfinite,uv_missing,uv_singular_transform," +
			"empty,nothing_to_compare:info",
	},
	{
		Name: "game",
		Why: "Assets for real-time engines: anything that flickers or breaks an importer fails. Crossing surfaces are only a " +
			"warning, since such models are built that way.",
		FailOn: "crossing:warning,overlap,duplicate,edge_crossing:warning,nonfinite,degenerate,touch:off",
	},
	{
		Name: "print", Checks: Self | Parts,
		Why: "Solids for slicers: anything without a clear inside fails, within a mesh or between two. Faces without area are a " +
			"warning, since slicers repair them, and bodies may stand on each other.",
		FailOn: "crossing,overlap,duplicate,edge_crossing,nonfinite,degenerate:warning,touch:info," +
			"parts/crossing,parts/overlap,parts/duplicate_instance,parts/contained:warning,parts/undecided:warning,nothing_to_compare:info",
	},
	{
		Name: "collision", Checks: Hulls,
		Why: "Files of collision hulls: a hull fails if an engine refuses or changes it, or if it does not fit its mesh. Overlapping " +
			"hulls are often intended, and a warning. Visible meshes are not checked by themselves.",
		FailOn: "hull_orphan,hull_not_closed,hull_inverted,hull_flat,hull_not_convex,hull_vertex_budget,hull_self_overlap," +
			"box_not_a_box,sphere_not_a_sphere,capsule_not_a_capsule,moving_trimesh,hull_scale:warning,hulls_overlap:warning,hull_gap,hull_excess",
	},
}

// PresetNames returns the names of the presets in order.
func PresetNames() []string {
	var names []string
	for i := range presets {
		names = append(names, presets[i].Name)
	}
	return names
}

// PresetOf returns the preset with the given name and whether there is one.
func PresetOf(name string) (Preset, bool) {
	for _, p := range presets {
		if p.Name == name {
			return p, true
		}
	}
	return Preset{}, false
}

// Policy returns the policy of the preset. It panics if FailOn is invalid.
func (p *Preset) Policy() Policy {
	policy, err := ParsePolicy(p.FailOn)
	if err != nil {
		panic(fmt.Sprintf("check: preset %s: %v", p.Name, err))
	}
	return policy
}
