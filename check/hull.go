package check

import (
	"github.com/meshcheck/meshcheck/geom"
)

// HullShape is the kind of shape that an engine makes of a collision hull.
type HullShape uint8

// The shapes of collision hulls.
const (
	// ConvexShape: a convex body, given by its surface.
	ConvexShape HullShape = iota
	// BoxShape, SphereShape, CapsuleShape and CylinderShape: such a body, given by numbers or by a
	// surface that the engine fits one to.
	BoxShape
	SphereShape
	CapsuleShape
	CylinderShape
	// TrimeshShape: a surface that the engine uses unchanged. It need not be convex.
	TrimeshShape
)

var hullShapeNames = [...]string{"convex", "box", "sphere", "capsule", "cylinder", "trimesh"}

// HullShapes returns all shapes in order.
func HullShapes() []HullShape {
	return []HullShape{ConvexShape, BoxShape, SphereShape, CapsuleShape, CylinderShape, TrimeshShape}
}

// String returns the lower-case name of s in all reports.
func (s HullShape) String() string { return hullShapeNames[s] }

// HullResult is the section of Hulls. NotChecked has hulls, and meshes of hulls. Warnings name
// patterns of HullOptions.Names that match no node, and hulls that seem to use a different unit
// from their mesh.
type HullResult struct {
	Section
	// Profile is the name of the profile whose limits were used.
	Profile string
	// Groups in the order of their first mesh in the scene, then those without a mesh.
	Groups []HullGroup
}

// Check returns Hulls.
func (*HullResult) Check() Set { return Hulls }

// Empty reports whether no hulls were found.
func (s *HullResult) Empty(*Result) bool { return len(s.Groups) == 0 }

// Hulls returns the section of Hulls, nil if that check did not run.
func (r *Result) Hulls() *HullResult { return found[*HullResult](r) }

// HullGroup is one body in an engine: its hulls and the visual meshes they belong to.
type HullGroup struct {
	// Name of the body: for a rigid body the name of its node, otherwise the name of the visible
	// node, or of its mesh if the node has none. If the mesh is missing, it is the name that the
	// hulls use.
	Name string `json:"name"`
	// Visuals are the visible objects that the hulls belong to; none for hulls without a mesh.
	Visuals []Object `json:"visuals"`
	Hulls   []Hull   `json:"hulls"`
	// Findings by severity, then rule, then size, the worst first.
	Findings []HullFinding `json:"findings"`
	// Omitted is the number of overlaps of hulls that are counted but not in Findings, the
	// shallowest. A group lists as many findings as a mesh may.
	Omitted int `json:"omitted,omitzero"`
	// Gap is how far the visuals stick out of the union of the hulls. Excess is how far the surface
	// of that union stands off the visuals, outside them if they are closed. Both are nil if the
	// group lacks hulls or visuals, or if a visual is its own hull.
	Gap         *Coverage `json:"gap,omitzero"`
	Excess      *Coverage `json:"excess,omitzero"`
	HullVolumes `json:"volumes"`
}

// HullVolumes are volumes of a group of hulls.
type HullVolumes struct {
	// VisualVolume is the volume within the visuals, HullVolume that of the union of the hulls; 0
	// if one of the surfaces is not closed. Float64. The union of overlapping hulls is estimated
	// from samples with a fixed seed.
	VisualVolume float64 `json:"visuals,omitempty"`
	HullVolume   float64 `json:"hulls,omitempty"`
}

// Hull is one collision shape.
type Hull struct {
	// Object identifies the hull. Its Mesh is -1 for a shape given by numbers.
	Object Object    `json:"object"`
	Shape  HullShape `json:"shape"`
	// Scheme is how the hull was found: "unreal", "godot", "collider", "pattern" for
	// HullOptions.Names, "given" for HullOptions.Meshes, or the name of a glTF extension, or
	// "UsdPhysics".
	Scheme string `json:"scheme"`
	// Vertices and Faces of the convex hull of the surface, as an engine cooks it; faces in the
	// same plane, up to rounding, count as one. For a trimesh they are the vertices and triangles
	// of the surface. Both are 0 for a shape given by numbers.
	Vertices int `json:"vertices"`
	Faces    int `json:"faces"`
	// Box is the bounding box in the world.
	Box geom.Box `json:"box,omitempty"`
	// Volume within the surface, 0 if it is not closed. Float64.
	Volume float64 `json:"volume,omitempty"`
	// Rounding is the distance by which float32 numbers can have moved its surface.
	Rounding float64 `json:"rounding,omitempty"`
}

// HullFinding is one fault of the hulls of a group.
type HullFinding struct {
	Rule     Rule     `json:"rule"`
	Severity Severity `json:"severity"`
	// Hull is an index into HullGroup.Hulls, -1 for a finding about all of them. Other is the
	// second hull of HullsOverlap, -1 for other rules.
	Hull  int `json:"hull,omitempty"`
	Other int `json:"other,omitempty"`
	// Value is the measured number: a distance, depth or residual in the file's unit, or a number
	// of vertices, edges, triangles or pairs. Limit is the greatest permitted value. Both are 0 for
	// HullOrphan, MovingTrimesh and HullScale. For HullNotConvex the value is the distance outside a
	// plane. For HullGap and HullExcess it is the greatest distance found, plus its error if only the
	// sum exceeds a limit that was given.
	Value float64 `json:"value,omitempty"`
	Limit float64 `json:"limit,omitempty"`
	// Reason describes the fault without naming file and hull.
	Reason string `json:"reason"`
	// Places in the world: the worst point, and for a distance the point it is measured to. There
	// may be none.
	Places []geom.Vec `json:"places,omitempty"`
	// Overlap is set for HullsOverlap.
	Overlap *HullOverlap `json:"overlap,omitzero"`
}

// HullOverlap is the penetration of two convex hulls.
type HullOverlap struct {
	// Depth is the length of the shortest translation that separates the two hulls. Translation,
	// applied to the second, is that translation.
	Depth       float64  `json:"depth,omitempty"`
	Translation geom.Vec `json:"translation,omitempty"`
	// Volume that the two bodies have in common, in float64. A round shape given by numbers is
	// replaced by a polyhedron inside it, which loses about a hundredth.
	Volume float64 `json:"volume,omitempty"`
}

// Coverage is the distance of one surface from another.
type Coverage struct {
	// Greatest is the greatest distance found: the exact value is between it and Greatest + Error.
	// Error is at most a thousandth of it or a quarter of a thousandth of the size of the group,
	// unless the shapes are very intricate. If the options give a limit, both bounds are on the
	// same side of it, provided the search can get there. Places are a point of the surface at that
	// distance and the nearest point of the other.
	Greatest float64     `json:"greatest,omitempty"`
	Error    float64     `json:"error,omitempty"`
	Places   [2]geom.Vec `json:"places,omitempty"`
	// Percentile95 is the distance that 95 % of the surface does not exceed, estimated from Samples
	// points spread by area with a fixed seed: 10,000, or fewer for a surface of less than 365
	// triangles. Without samples it is the upper bound of all distances.
	Percentile95 float64 `json:"percentile_95,omitempty"`
	Samples      int     `json:"samples"`
}
