package reporttest

import (
	"strings"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/report"
)

// HullReport has a file that fails by its hulls alone, one whose hulls are as they should
// be, and one with a hull that was not checked.
func HullReport() *report.Report {
	meshes := func(names ...string) (all []check.Mesh) {
		for i, name := range names {
			all = append(all, check.Mesh{Index: i, Name: name, Triangles: 12, Vertices: 8, Shells: 1,
				Parts: []check.PartInfo{{Name: "part 0", Triangles: 12}}, Instances: []string{"/" + name}})
		}
		return all
	}
	lost := check.HullGroup{Name: "Chiar", Hulls: []check.Hull{Surface("/UBX_Chiar", 3, check.BoxShape, "unreal")},
		Findings: []check.HullFinding{About(check.HullOrphan, check.Error, 0, 0, 0, `no mesh is named "Chiar"; one is named "chair"`)}}
	lamp := check.HullGroup{Name: "lamp", Visuals: []check.Object{node("/lamp", 0)},
		Hulls: []check.Hull{Surface("/lamp-colonly", 1, check.TrimeshShape, "godot")}}
	fine := WithHulls(Checked("lamp.glb", "glb", meshes("lamp", "lamp-colonly")...), "godot", lamp)
	far := WithHulls(Checked("far.glb", "glb", meshes("lamp", "lamp-colonly")...), "none", lamp)
	far.Result.Status = check.NotChecked
	far.Result.Hulls().NotChecked = []check.ObjectProblem{{Object: node("/lamp/far", -1), Reason: "the matrix of its node flattens it"}}
	return &report.Report{Version: "0.1.0", Files: []report.File{
		WithHulls(Checked("chair.glb", "glb", meshes("chair", "UCX_chair_01", "UCX_chair_02", "UBX_Chiar")...), "unreal", chairGroup(), lost),
		fine, far,
	}}
}

// About returns a finding of a hull, or of the whole group for -1.
func About(rule check.Rule, s check.Severity, hull int, value, limit float64, reason string, places ...geom.Vec) check.HullFinding {
	return check.HullFinding{Rule: rule, Severity: s, Hull: hull, Other: -1, Value: value, Limit: limit, Reason: reason, Places: places}
}

// chairGroup is a mesh with three hulls and findings of every severity, with and without a
// hull, places and a second hull.
func chairGroup() check.HullGroup {
	overlap := About(check.HullsOverlap, check.Warning, 0, 0.25, 2e-7, "it is 0.25 deep in /UCX_chair_02", geom.Vec{1, 0.5, 0.5}, geom.Vec{0.75, 0.5, 0.5})
	overlap.Other, overlap.Overlap = 1, &check.HullOverlap{Depth: 0.25, Translation: geom.Vec{0.25, 0, 0}, Volume: 0.125}
	ball := check.Hull{Object: node("/chair/ball", -1), Shape: check.SphereShape, Scheme: "OMI_physics_shape", Box: geom.EmptyBox(), Volume: 4.2}
	return check.HullGroup{
		Name: "chair", Visuals: []check.Object{node("/chair", 0)},
		Hulls: []check.Hull{Surface("/UCX_chair_01", 1, check.ConvexShape, "unreal"), Surface("/UCX_chair_02", 2, check.ConvexShape, "unreal"), ball},
		Findings: []check.HullFinding{
			About(check.HullNotConvex, check.Error, 1, 0.03, 2e-7, "a vertex is 0.03 outside the plane of a face", geom.Vec{0.5, 0.25, 1}, geom.Vec{0.5, 0.25, 0.97}),
			About(check.HullVertexBudget, check.Error, 0, 300, 255, "its convex hull has 300 vertices; unreal allows 255"),
			overlap,
			About(check.HullGap, check.Warning, -1, 0.125, 0.05, "the mesh sticks out by 0.125", geom.Vec{2, 0, 0}, geom.Vec{1.875, 0, 0}),
			About(check.HullNotClosed, check.Info, 1, 4, 0, "4 of 18 edges do not belong to two triangles (the first belongs to 1)"),
		},
		Gap:         &check.Coverage{Greatest: 0.125, Error: 1e-4, Places: [2]geom.Vec{{2, 0, 0}, {1.875, 0, 0}}, Percentile95: 0.1, Samples: 10000},
		Excess:      &check.Coverage{Greatest: 0.5, Places: [2]geom.Vec{{0, 3, 0}, {0, 2.5, 0}}, Percentile95: 0.4, Samples: 9000},
		HullVolumes: check.HullVolumes{VisualVolume: 2, HullVolume: 2.5},
	}
}

// node returns the object that a node shows, or a collision shape without a mesh.
func node(path string, mesh int) check.Object {
	o := check.Object{Path: path, Collider: -1, Mesh: mesh, Name: path[strings.LastIndexByte(path, '/')+1:], Part: -1, Shell: -1}
	if mesh < 0 {
		o.Instance, o.Collider = -1, 0
	}
	return o
}

// Surface returns a hull with the numbers of a box.
func Surface(path string, mesh int, shape check.HullShape, scheme string) check.Hull {
	return check.Hull{Object: node(path, mesh), Shape: shape, Scheme: scheme, Vertices: 8, Faces: 6,
		Box: geom.Box{Max: geom.Vec{1, 1, 1}}, Volume: 1, Rounding: 1e-7}
}

// WithHulls adds groups of hulls to a file, with the counts and the verdict of a check.
func WithHulls(f report.File, profile string, groups ...check.HullGroup) report.File {
	s := &check.HullResult{Profile: profile, Groups: groups}
	for i := range groups {
		for k := range groups[i].Findings {
			s.Counts[groups[i].Findings[k].Rule][groups[i].Findings[k].Severity]++
		}
	}
	if s.Counts.Failing() > 0 {
		f.Result.Status = check.Fail
	}
	f.Result.Put(s)
	return f
}
