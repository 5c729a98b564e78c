package check

import (
	"github.com/meshcheck/meshcheck/geom"
)

// HullShape is what a collision shape stands for in an engine.
type HullShape uint8

// The shapes of collision hulls.
const (
	// Convex: a convex body, given by its surface.
	ConvexShape HullShape = iota
	// Box, Sphere, Capsule and Cylinder: such a body, given by numbers or
	// by a surface that an engine fits one to.
	BoxShape
	SphereShape
	CapsuleShape
	CylinderShape
	// Trimesh: a surface that an engine takes as it is. It need not be convex.
	TrimeshShape
)

var hullShapeNames = [...]string{"convex", "box", "sphere", "capsule", "cylinder", "trimesh"}

// HullShapes returns all shapes in their order.
func HullShapes() []HullShape {
	return []HullShape{ConvexShape, BoxShape, SphereShape, CapsuleShape, CylinderShape, TrimeshShape}
}

// String returns the lower-case word for s that all reports use.
func (s HullShape) String() string { return hullShapeNames[s] }

// HullResult is what was found about the collision hulls of a scene. NotChecked are hulls, and
// meshes that hulls stand for. Warnings name patterns of HullOptions.Names that match no node, or
// say that some hulls do not seem to be in the unit of their mesh.
type HullResult struct {
	Section
	// Profile is the name of the profile whose limits were used.
	Profile string
	// Groups in the order of their first mesh in the scene, then those that have none.
	Groups []HullGroup
}

// Check returns Hulls.
func (*HullResult) Check() Set { return Hulls }

// Empty reports whether no hulls were found.
func (s *HullResult) Empty(*Result) bool { return len(s.Groups) == 0 }

// Hulls returns what was found about collision hulls, nil if Hulls was not made.
func (r *Result) Hulls() *HullResult { return found[*HullResult](r) }

// HullGroup is one body in an engine: hulls, and the visual meshes that they are for.
type HullGroup struct {
	// Name of the body: that of the node that is seen, or of its mesh if it has none; of a
	// rigid body that of its node; and of a mesh that is not there what hulls call it.
	Name string `json:"name"`
	// Visuals are the objects that the hulls stand for; none for hulls without a mesh.
	Visuals []Object `json:"visuals"`
	Hulls   []Hull   `json:"hulls"`
	// Findings by severity, then rule, then size, the worst first.
	Findings []HullFinding `json:"findings"`
	// Omitted is the number of overlaps of hulls that are counted and not in Findings, the
	// shallowest: a group lists as many as a mesh may list findings.
	Omitted int `json:"omitted,omitzero"`
	// Gap is how far the visuals stick out of the union of the hulls, Excess how far the
	// surface of that union stands off the visuals, outside them if they are closed. Nil
	// where there is not both, and where a visual is its own hull.
	Gap         *Coverage `json:"gap,omitzero"`
	Excess      *Coverage `json:"excess,omitzero"`
	HullVolumes `json:"volumes"`
}

// HullVolumes are volumes of a group of hulls.
type HullVolumes struct {
	// VisualVolume is the volume within the visuals, HullVolume that of the union of the
	// hulls; 0 where one of them is not closed. Float64; the volume of a union of several
	// hulls that overlap is estimated from samples with a fixed seed.
	VisualVolume float64 `json:"visuals,omitempty"`
	HullVolume   float64 `json:"hulls,omitempty"`
}

// Hull is one collision shape.
type Hull struct {
	// Object names it. Its Mesh is -1 for a shape that is given by numbers.
	Object Object    `json:"object"`
	Shape  HullShape `json:"shape"`
	// Scheme is what it was found by: "unreal", "godot", "collider", "pattern" for one of
	// HullOptions.Names, "given" for one of Meshes, or the name of a glTF extension.
	Scheme string `json:"scheme"`
	// Vertices and Faces of the convex hull of the surface, which is what an engine cooks,
	// neighbours in one plane up to rounding being one face; of a Trimesh the vertices of
	// the surface and its triangles. Both 0 for a shape given by numbers.
	Vertices int `json:"vertices"`
	Faces    int `json:"faces"`
	// Box holds the hull, in the world.
	Box geom.Box `json:"box,omitempty"`
	// Volume within the surface; 0 if it is not closed. Float64.
	Volume float64 `json:"volume,omitempty"`
	// Rounding is how far float32 numbers can have moved its surface.
	Rounding float64 `json:"rounding,omitempty"`
}

// HullFinding is one thing that is wrong with hulls.
type HullFinding struct {
	Rule     Rule     `json:"rule"`
	Severity Severity `json:"severity"`
	// Hull is an index into HullGroup.Hulls, -1 for a finding about all of them; Other is
	// the second hull of HullsOverlap, -1 for all else.
	Hull  int `json:"hull,omitempty"`
	Other int `json:"other,omitempty"`
	// Value is the number that the rule is about: a distance, depth or residual in the
	// file's unit, or a number of vertices, edges, triangles or pairs. Limit is what it may
	// be at most. 0 for HullOrphan. For HullNotConvex it is the distance outside of a plane; for
	// HullGap and HullExcess the greatest found, or if only the error on top of that takes it
	// beyond a limit that was given, both together.
	Value float64 `json:"value,omitempty"`
	Limit float64 `json:"limit,omitempty"`
	// Reason says in words what is wrong, without file and hull.
	Reason string `json:"reason"`
	// Places in the world: where it is worst, and for a distance the place that it is
	// measured to. Empty if there is none.
	Places []geom.Vec `json:"places,omitempty"`
	// Overlap is set for HullsOverlap.
	Overlap *HullOverlap `json:"overlap,omitzero"`
}

// HullOverlap is how two convex hulls penetrate each other.
type HullOverlap struct {
	// Depth of the penetration: the length of the shortest translation that separates
	// them. Translation, applied to the second, does that.
	Depth       float64  `json:"depth,omitempty"`
	Translation geom.Vec `json:"translation,omitempty"`
	// Volume that the two bodies have in common, in float64. A round shape that is given by
	// numbers counts as a polyhedron within it, which loses about a hundredth.
	Volume float64 `json:"volume,omitempty"`
}

// Coverage is how far one surface is from another.
type Coverage struct {
	// Greatest distance found: the exact value is between it and Greatest + Error. Error is at
	// most a thousandth of it or a quarter of a thousandth of the size of the group, unless the
	// shapes are very intricate; and if Options give a limit, both bounds are on the same side
	// of it if the search can get there. Places are a point of the surface at that distance,
	// and the nearest point of the other.
	Greatest float64     `json:"greatest,omitempty"`
	Error    float64     `json:"error,omitempty"`
	Places   [2]geom.Vec `json:"places,omitempty"`
	// Percentile95 is the distance that 95 % of the surface does not exceed, by Samples
	// spread by area with a fixed seed: 10,000, fewer for a surface of less than 365 triangles.
	// Without samples it is the upper bound of all distances.
	Percentile95 float64 `json:"percentile_95,omitempty"`
	Samples      int     `json:"samples"`
}
