package check

// The rules in the order of reports, the gravest of each check first.
const (
	// Crossing: two triangles of a mesh in different planes whose interiors meet.
	Crossing Rule = iota
	// Overlap: two triangles of a mesh in one plane whose interiors share area.
	Overlap
	// Duplicate: two triangles of a mesh with the same three vertices.
	Duplicate
	// ZFighting: a Crossing of two triangles that run along each other, no farther apart than
	// rounding can have moved them. The policy treats it as Overlap.
	ZFighting
	// EdgeCrossing: surfaces pass through each other exactly along an edge, or a piece of one, that
	// both have; no two triangles cross. All shells there are closed bodies.
	EdgeCrossing
	// Nonfinite: one triangle with a NaN or infinite coordinate.
	Nonfinite
	// Degenerate: one triangle with exactly collinear corners.
	Degenerate
	// OpenEdgeCrossing: an EdgeCrossing at which some shell is open or has flipped faces. A verdict
	// of the policy on EdgeCrossing applies to it.
	OpenEdgeCrossing
	// CrossingWithinPrecision: a Crossing that rounding to the numbers of the file may have made:
	// moving one of the two surfaces by two steps of these numbers separates them.
	CrossingWithinPrecision
	// OverlapWithinPrecision: an Overlap that rounding may have made in the same way.
	OverlapWithinPrecision
	// Touch: the triangles meet in more than their shared vertices and edge, but their interiors do
	// not meet.
	Touch

	// PartsCrossing: the surface of one object passes through that of another, deeper than the
	// tolerance and the rounding of the file's numbers explain.
	PartsCrossing
	// PartsOverlap: the surfaces of two objects share area with both bodies on the same side of it.
	PartsOverlap
	// DuplicateInstance: two objects of equal geometry at the same place.
	DuplicateInstance
	// TooNear: two objects are nearer to each other than the clearance. Reports call it
	// "clearance".
	TooNear
	// Contained: two objects do not cross, and one lies inside the other, which is closed.
	Contained
	// PartsUndecided: two objects do not cross, and one may lie inside the other, which is not
	// closed and so has no inside.
	PartsUndecided
	// PartsTouch: two objects touch without crossing or overlapping.
	PartsTouch

	// HullOrphan: an engine will ignore the hull because of its name or its place in the node tree.
	HullOrphan
	// HullNotClosed: an edge of the surface belongs to one triangle, or to more than two.
	HullNotClosed
	// HullInverted: the normals of a closed surface point inwards, or not all one way.
	HullInverted
	// HullFlat: all vertices lie in one plane, exactly or nearly: there is no body.
	HullFlat
	// HullNotConvex: a vertex lies outside the plane of a face, and the surface lies deeper below
	// its convex hull than rounding explains.
	HullNotConvex
	// HullVertexBudget: the cooked convex hull has more vertices or faces than the profile's engine
	// accepts: one finding for each.
	HullVertexBudget
	// HullSelfOverlap: triangles of the hull's own surface cross, overlap or duplicate each other.
	HullSelfOverlap
	// BoxNotABox, SphereNotASphere and CapsuleNotACapsule: the surface of a hull differs from the
	// best box, sphere or capsule, or is far too coarse. Spheres and capsules are compared by their
	// vertices. For a shape given by numbers: its node deforms it.
	BoxNotABox
	SphereNotASphere
	CapsuleNotACapsule
	// MovingTrimesh: a trimesh belongs to a body that forces move.
	MovingTrimesh
	// HullScale: the node of a hull scales or mirrors it, and the node of its mesh does not.
	HullScale
	// HullTransform: the pivot of a hull is elsewhere than that of its mesh, or is turned.
	HullTransform
	// HullsOverlap: two hulls of the same mesh overlap.
	HullsOverlap
	// HullGap: the mesh sticks out of its hulls.
	HullGap
	// HullExcess: hulls stand off the mesh.
	HullExcess

	// UVOverlap: a triangle shares area in UV with one of another island, without having the same
	// corners. Findings from UVOverlap to UVCrossesTile, except UVMirrored, are counted by
	// triangle.
	UVOverlap
	// UVFold: a triangle shares area in UV with one of its own island.
	UVFold
	// UVStacked: a triangle has the same corners in UV as another.
	UVStacked
	// UVFlipped: a triangle is wound opposite to most of its island.
	UVFlipped
	// UVPadding: two islands are nearer to each other than the limit.
	UVPadding
	// UVBorder: an island is nearer to the border of its tile than half the limit.
	UVBorder
	// UVNonfinite: a texture coordinate of the triangle is NaN or infinite.
	UVNonfinite
	// UVMissing: a part lacks a UV set that its material or an option asks for.
	UVMissing
	// UVSingularTransform: a KHR_texture_transform with a scale of 0 removes the area of all
	// triangles.
	UVSingularTransform
	// UVDegenerate: a triangle has an area in space but none in UV.
	UVDegenerate
	// UVMirrored: most of an island is mirrored.
	UVMirrored
	// UVOutOfRange: a corner lies outside the tile at the origin.
	UVOutOfRange
	// UVCrossesTile: a triangle extends into two tiles.
	UVCrossesTile

	// PoseContact: in a pose, parts of a model go through each other that do not at rest.
	PoseContact
	// PoseFold: in a pose, a surface goes through itself near a crease, as at the inside of an elbow.
	PoseFold
	// PoseMoved: in a pose, a contact that is there at rest has slid, without becoming deeper.
	PoseMoved
	// PoseCrack: in a pose, corners come apart that are at the same place in the file.
	PoseCrack

	// Empty: the model has no triangles.
	Empty
	// NothingToCompare: objects should be checked against each other but no scene shows two, or UV
	// sets should be checked but there are none.
	NothingToCompare
	// Skipped: a folder or glob has a model in a format that meshcheck does not read. It belongs to
	// a run, not to a file.
	Skipped

	numRules = iota
)

// TriangleRules is the number of rules about the triangles of one mesh, which come first.
const TriangleRules = int(Touch) + 1

// row describes a rule.
type row struct {
	name     string
	check    Set
	severity Severity
	// measures that may be limited.
	measures []Measure
	// counted: the value of a finding is a count.
	counted bool
	// part: findings are also counted under kind, and policies use the verdict on policyRule.
	part             bool
	kind, policyRule Rule
	words            Words
}

// table has a row for each rule.
var table = [numRules]row{
	Crossing: {
		name: "crossing", check: Self, severity: Error, measures: []Measure{OfDepth, OfLength},
		words: Words{
			Name:    "CrossingTriangles",
			Title:   "Triangles cut through each other",
			Noun:    "crossing",
			Meaning: "Two triangles in different planes cut through each other.",
			Why: "Light baking, boolean operations, cloth and physics fail if one surface passes through another, and a slicer has to " +
				"guess what is inside.",
			Fix: "Move the two surfaces apart, or join them with a boolean union so that they share edges. --tolerance lets crossings " +
				"pass that are too shallow to matter.",
			Do: "Move {a} and {b} apart by at least {size}, or join them with a Boolean union so that they share edges. If nobody can " +
				"see the place and nothing bakes, prints or simulates it, accept it.",
			Aliases: []string{"intersection", "self-intersection", "clipping", "penetration", "through-edge"},
		},
	},
	Overlap: {
		name: "overlap", check: Self, severity: Error, measures: []Measure{OfArea},
		words: Words{
			Name:  "OverlappingTriangles",
			Title: "Coplanar triangles overlap",
			Noun:  "overlap",
			Meaning: "Two triangles lie in the same plane and cover some of the same area: they flicker, or the surface folds back on " +
				"itself.",
			Why: "Triangles that face the same way flicker (z-fighting); triangles that face opposite ways are a surface that folds back " +
				"on itself.",
			Fix: "Delete one of the two faces, or move one out of the plane of the other.",
			Do: "Delete the faces of {a} or of {b} that lie on the other, {size} in all, or move one of the two out of the plane. If " +
				"the faces are the two sides of a fold, merge the vertices along it.",
			Aliases: []string{"coplanar", "fold", "flicker"},
		},
	},
	Duplicate: {
		name: "duplicate", check: Self, severity: Error, measures: []Measure{OfArea},
		words: Words{
			Name:    "DuplicateTriangles",
			Title:   "Duplicate triangle",
			Noun:    "duplicate",
			Meaning: "Two triangles have the same three corners: one lies exactly on the other.",
			Why:     "A duplicate face flickers, is lit and simulated twice, and leaves edges with more than two faces.",
			Fix:     "Delete one of the two. In most programs, merge vertices by distance, then delete duplicate faces.",
			Do:      "Delete one of each two equal faces, {size} in all: merge vertices by distance, then delete duplicate faces.",
			Aliases: []string{"double", "copy"},
		},
	},
	ZFighting: {
		name: "z_fighting", check: Self, severity: Error, part: true, kind: Crossing, policyRule: Overlap,
		words: Words{
			Name:    "ZFightingTriangles",
			Title:   "Surfaces coincide (z-fighting)",
			Noun:    "z-fighting crossing",
			Meaning: "Two triangles cross at so small an angle that they coincide: rounding alone could have moved them this far apart.",
			Why:     "Coinciding surfaces flicker, as exact overlaps do: rounding alone decides which one is in front.",
			Fix:     "Delete one of the two faces, or move one away from the other by more than a rounding error.",
			Do: "Delete the faces of {a} or of {b} where the two coincide, {size} in all, or move one away from the other by more than " +
				"a rounding error.",
			Aliases: []string{"z-fighting", "zfighting", "coincident"},
		},
	},
	EdgeCrossing: {
		name: "edge_crossing", check: Self, severity: Error, measures: []Measure{OfLength},
		words: Words{
			Name:  "SurfacesCrossAtEdge",
			Title: "Surfaces pass through each other along an edge",
			Noun:  "edge crossing",
			Meaning: "Surfaces pass through each other exactly along an edge that both have, although no two of the triangles at it cut each " +
				"other. It fails where all of them are closed, and is a warning elsewhere.",
			Why: "The bodies share space, as crossing bodies do, though no two triangles cut each other: models on a grid, such as voxels, bricks " +
				"and modular kits, go through each other that way.",
			Fix: "Unite the bodies with a boolean union, or move one of them away by a cell of the grid.",
			Do: "Unite {a} and {b} with a Boolean union, or move one of the two by a cell of the grid: they pass through each other " +
				"along edges of {size}.",
			Aliases: []string{"edge-crossing", "open_edge_crossing", "voxel", "grid", "common-edge", "shared-edge"},
		},
	},
	OpenEdgeCrossing: {
		name: "open_edge_crossing", check: Self, severity: Warning, part: true, kind: EdgeCrossing, policyRule: EdgeCrossing,
		words: Words{
			Name:  "OpenSurfacesCrossAtEdge",
			Title: "Open surfaces pass through each other along an edge",
			Noun:  "open edge crossing",
			Meaning: "Surfaces pass through each other exactly along an edge that both have, and some of them are not closed or have turned " +
				"faces.",
			Why: "Cards of grass or hair cross on purpose. In anything that is to be a body it is a fault: an opening, a face turned the wrong " +
				"way, or bodies in each other.",
			Fix: "Usually nothing for cards. Otherwise close the surfaces and recalculate the normals outwards, and check again.",
			Do: "Usually nothing for cards of grass or hair. Otherwise close {a} and {b}, recalculate the normals outwards, and check " +
				"again.",
		},
	},
	Nonfinite: {
		name: "nonfinite", check: Self, severity: Error,
		words: Words{
			Name:    "NonfiniteCorner",
			Title:   "Corner is NaN or infinite",
			Noun:    "nonfinite triangle",
			Meaning: "A coordinate of the triangle is infinite or not a number (NaN).",
			Why:     "One such corner can make a whole mesh vanish, because it breaks the bounding box, ray tracing and culling.",
			Fix:     "Delete the triangle, and look for the division by zero or the broken transform that caused it.",
			Aliases: []string{"nan", "infinite", "infinity", "inf"},
		},
	},
	Degenerate: {
		name: "degenerate", check: Self, severity: Warning,
		words: Words{
			Name:    "DegenerateTriangle",
			Title:   "Triangle has no area",
			Noun:    "degenerate triangle",
			Meaning: "The three corners lie on one line, so the triangle has no area.",
			Why:     "The triangle has no normal, which shows as black specks and breaks tangents, subdivision and physics.",
			Fix:     "Dissolve degenerate faces, or merge the vertices that coincide.",
			Aliases: []string{"zero-area", "sliver", "collinear"},
		},
	},
	CrossingWithinPrecision: {
		name: "crossing_within_precision", check: Self, severity: Warning, part: true, kind: Crossing, policyRule: CrossingWithinPrecision,
		words: Words{
			Name:  "CrossingWithinPrecision",
			Title: "Triangles cut through each other by a rounding error",
			Noun:  "crossing by rounding",
			Meaning: "Two triangles cut through each other, but moving one of their surfaces by two steps of the numbers in the file parts " +
				"them, and the surfaces do not lie along each other.",
			Why: "Rounding made it: the next export may remove it or add it again.",
			Fix: "Usually nothing. --policy strict makes it fail.",
		},
	},
	OverlapWithinPrecision: {
		name: "overlap_within_precision", check: Self, severity: Warning, part: true, kind: Overlap, policyRule: OverlapWithinPrecision,
		words: Words{
			Name:  "OverlapWithinPrecision",
			Title: "Coplanar triangles overlap by a rounding error",
			Noun:  "overlap by rounding",
			Meaning: "Two triangles in the same plane overlap, but their surfaces do so only by a strip about two steps of the numbers in " +
				"the file wide.",
			Why: "Rounding made it: the next export may remove it or add it again.",
			Fix: "Usually nothing. --policy strict makes it fail.",
		},
	},
	Touch: {
		name: "touch", check: Self, severity: Info,
		words: Words{
			Name:    "TouchingTriangles",
			Title:   "Triangles touch without sharing an edge",
			Noun:    "touch",
			Meaning: "Two triangles meet outside the corners and the edge that they share, but neither passes through the other.",
			Why:     "T-junctions let the background shine through, and surfaces that only touch are not joined.",
			Fix:     "Usually nothing. To close a T-junction, split the longer edge at the corner that lies on it.",
			Aliases: []string{"t-junction", "contact", "touching"},
		},
	},
	PartsCrossing: {
		name: "parts/crossing", check: Parts, severity: Error, measures: []Measure{OfDepth},
		words: Words{
			Name:  "CrossingObjects",
			Title: "Objects pass through each other",
			Noun:  "crossing pair",
			Meaning: "The surface of one object passes through that of another, deeper than the tolerance and the rounding of the file's " +
				"numbers.",
			Why: "Clipping shows if the objects move or the camera comes close, and physics pushes them apart in the first step.",
			Fix: "Move one of the two, or unite them. --allow lets intended pairs pass, --tolerance shallow ones.",
			Do: "Move {a} or {b} by at least {size}, or unite the two. If they belong into each other, accept the pair, or allow it " +
				"with --allow.",
		},
	},
	PartsOverlap: {
		name: "parts/overlap", check: Parts, severity: Error, measures: []Measure{OfDepth},
		words: Words{
			Name:    "OverlappingObjects",
			Title:   "Objects share surface area",
			Noun:    "overlapping pair",
			Meaning: "The surfaces of two objects share area, and both bodies lie on the same side of it.",
			Why:     "Two surfaces in the same plane flicker (z-fighting), and the space behind them belongs to both bodies.",
			Fix:     "Move one of the two, cut away the part that both have, or unite them. --allow lets intended pairs pass.",
			Do: "Move {a} or {b} by at least {size}, cut away the part that both have, or unite the two. If they belong together, " +
				"accept the pair, or allow it with --allow.",
		},
	},
	DuplicateInstance: {
		name: "parts/duplicate_instance", check: Parts, severity: Error,
		words: Words{
			Name:    "DuplicateInstance",
			Title:   "Duplicate object in the same place",
			Noun:    "duplicate instance",
			Meaning: "Two objects with equal geometry are in the same place.",
			Why: "The object is drawn, lit and simulated twice, flickers if the two are lit differently, and a slicer may treat the pair " +
				"as a hollow.",
			Fix:     "Delete one of the two objects, or move it where it belongs. --allow lets an intended pair pass.",
			Do:      "Delete {a} or {b}: both have the same geometry at the same place. If one of them belongs elsewhere, move it there.",
			Aliases: []string{"duplicate-instance", "same-place", "double-instance", "parts/duplicate_instance"},
		},
	},
	TooNear: {
		name: "clearance", check: Clearance, severity: Error, measures: []Measure{OfDistance},
		words: Words{
			Name:    "ObjectsTooNear",
			Title:   "Objects are too close",
			Noun:    "pair too close",
			Meaning: "Two objects are closer to each other than --clearance allows.",
			Why: "Moving parts jam, and printed parts fuse if the gap is smaller than the process can hold; a gap that is just wide " +
				"enough at rest clips in an animation.",
			Fix: "Move one of the two away from the other, or make it smaller. --allow lets pairs pass that belong together.",
			Do: "Move {a} and {b} apart until they are {limit} from each other, or make one of the two smaller. If they belong " +
				"together, accept the pair, or allow it with --allow.",
		},
	},
	Contained: {
		name: "parts/contained", check: Parts, severity: Info, measures: []Measure{OfDepth},
		words: Words{
			Name:    "ContainedObject",
			Title:   "Object lies inside another",
			Noun:    "contained object",
			Meaning: "One object lies inside another, which is closed, and their surfaces do not cross.",
			Why:     "A hidden object costs memory and time. If it is meant to be visible, or to be a cavity, something went wrong.",
			Fix:     "Delete the hidden object, or leave it if it is packed on purpose.",
			Do:      "Delete {a} if it should not be hidden inside {b}. If it is packed there on purpose, leave it.",
			Aliases: []string{"containment", "inside", "hidden", "nested", "parts/contained"},
		},
	},
	PartsUndecided: {
		name: "parts/undecided", check: Parts, severity: Warning,
		words: Words{
			Name:  "UndecidedPair",
			Title: "Object may lie inside an open one",
			Noun:  "undecided pair",
			Meaning: "One object may lie inside another, but the outer one is not closed and so has no inside: whether it contains the " +
				"other is undecided.",
			Why: "Only a closed surface has an inside, so nobody can tell whether an object is hidden in it. Their surfaces do not " +
				"cross.",
			Fix: "Close the holes of the outer object if its inside matters; otherwise leave it, or set the rule to info.",
			Do:  "Close the holes of {b} if it matters whether {a} is inside. Otherwise leave the pair, or set the rule to info.",
		},
	},
	PartsTouch: {
		name: "parts/touch", check: Parts, severity: Info,
		words: Words{
			Name:    "TouchingObjects",
			Title:   "Objects touch",
			Noun:    "touching pair",
			Meaning: "Two objects touch, but do not pass through each other.",
			Why:     "Objects that stand on each other touch, as they should; surfaces that are flush can flicker.",
			Fix:     "Usually nothing.",
		},
	},
	HullOrphan: {
		name: "hull_orphan", check: Hulls, severity: Error,
		words: Words{
			Name:  "OrphanHull",
			Title: "Orphan hull: engines ignore it",
			Noun:  "orphan hull",
			Meaning: "An engine will ignore the collision hull: there is no mesh with that name, or the engine does not recognise the hull's " +
				"own name or place.",
			Why:     "The engine imports the hull as a visible mesh or drops it, and generates a collision shape of its own or none.",
			Fix:     "Rename the hull after its mesh, and parent it to a node where the engine looks for it.",
			Do:      "Rename {a} after its mesh, and parent it to a node where the engine looks for it.",
			Aliases: []string{"orphan", "naming", "ignored"},
		},
	},
	HullNotClosed: {
		name: "hull_not_closed", check: Hulls, severity: Error, measures: []Measure{OfCount}, counted: true,
		words: Words{
			Name:    "OpenHull",
			Title:   "Open hull: its surface is not closed",
			Noun:    "open hull",
			Meaning: "An edge of the hull's surface belongs to only one triangle, or to more than two, so the hull encloses no volume.",
			Why:     "Mass and inertia come from a closed surface; importers refuse an open one or wrap it again.",
			Fix:     "Fill the holes and delete inner faces, or rebuild the hull from its vertices.",
			Do:      "Fill the holes of {a} and delete its inner faces, or rebuild it from its vertices.",
			Aliases: []string{"not-closed", "open", "watertight", "hole"},
		},
	},
	HullInverted: {
		name: "hull_inverted", check: Hulls, severity: Error, counted: true,
		words: Words{
			Name:    "InvertedHull",
			Title:   "Inside-out hull",
			Noun:    "inside-out hull",
			Meaning: "The normals of the hull point inwards, or do not all point the same way.",
			Why:     "Physics pushes to the wrong side, and rays hit the hull from one side only.",
			Fix:     "Recalculate the normals outwards; apply a negative scale before export.",
			Do:      "Recalculate the normals of {a} outwards. If its node has a negative scale, apply it before the export.",
			Aliases: []string{"inverted", "inside-out", "normals"},
		},
	},
	HullFlat: {
		name: "hull_flat", check: Hulls, severity: Error,
		words: Words{
			Name:    "FlatHull",
			Title:   "Flat hull",
			Noun:    "flat hull",
			Meaning: "All vertices of the hull lie in one plane, exactly or within rounding, so the hull has no volume.",
			Why:     "A hull without volume has no mass and no inside: engines refuse it, or give it a thickness of their own.",
			Fix:     "Give it a thickness, or use a plane or a mesh collider.",
			Do:      "Give {a} a thickness, or use a plane or a mesh collider.",
			Aliases: []string{"flat", "thin"},
		},
	},
	HullNotConvex: {
		name: "hull_not_convex", check: Hulls, severity: Error, measures: []Measure{OfDepth},
		words: Words{
			Name:    "ConcaveHull",
			Title:   "Concave hull",
			Noun:    "concave hull",
			Meaning: "A vertex of the hull lies outside the plane of one of its faces, by more than the rounding of the file's numbers.",
			Why:     "The engine fills the dents silently, so that things collide with air, or it refuses the hull.",
			Fix:     "Split the hull into convex pieces, or replace it with its convex hull if that is intended.",
			Do: "Split {a} into convex pieces: a vertex is {size} outside the plane of a face. If the dents should be filled, replace " +
				"it with its convex hull.",
			Aliases: []string{"convex", "not-convex", "concave"},
		},
	},
	HullVertexBudget: {
		name: "hull_vertex_budget", check: Hulls, severity: Error, measures: []Measure{OfCount}, counted: true,
		words: Words{
			Name:    "HullOverBudget",
			Title:   "Hull with too many vertices",
			Noun:    "hull with too many vertices",
			Meaning: "The hull has more vertices or faces than the engine of the profile allows.",
			Why:     "The engine drops vertices until the hull fits, so the hull is no longer the one you drew.",
			Fix:     "Simplify the hull: few hulls benefit from more than 32 vertices.",
			Do:      "Simplify {a} from {size} to at most {limit}: few hulls benefit from more than 32 vertices.",
			Aliases: []string{"vertex-budget", "budget", "vertices"},
		},
	},
	HullSelfOverlap: {
		name: "hull_self_overlap", check: Hulls, severity: Warning, measures: []Measure{OfCount}, counted: true,
		words: Words{
			Name:    "HullSelfOverlap",
			Title:   "Self-overlapping hull",
			Noun:    "self-overlapping hull",
			Meaning: "Triangles of the hull's own surface cross, overlap or duplicate each other.",
			Why:     "Volume and mass are counted twice in the overlap, and such a surface is not convex.",
			Fix:     "See the findings of its mesh. Make each separate shell a hull of its own.",
			Do:      "Make each shell of {a} a hull of its own, and repair what the findings of its mesh name.",
			Aliases: []string{"self-overlap"},
		},
	},
	BoxNotABox: {
		name: "box_not_a_box", check: Hulls, severity: Error, measures: []Measure{OfDepth},
		words: Words{
			Name:    "BoxNotABox",
			Title:   "Misshapen box: a box hull that is not a box",
			Noun:    "misshapen box",
			Meaning: "A box hull is not box-shaped: it differs from the box that fits it best.",
			Why:     "The engine replaces it with a box of its own, in a slightly different place.",
			Fix:     "Draw a box with right angles and no shear, or make it a convex hull.",
			Do:      "Give {a} right angles and no shear, or make it a convex hull: it differs from the best box by {size}.",
			Aliases: []string{"box"},
		},
	},
	SphereNotASphere: {
		name: "sphere_not_a_sphere", check: Hulls, severity: Error, measures: []Measure{OfDepth},
		words: Words{
			Name:    "SphereNotASphere",
			Title:   "Misshapen sphere: a sphere hull that is not a sphere",
			Noun:    "misshapen sphere",
			Meaning: "A sphere hull is not spherical: it differs from the sphere that fits it best.",
			Why:     "The engine replaces it with a true sphere, which is larger or smaller than the one you drew.",
			Fix:     "Scale it equally along all axes, or make it a convex hull.",
			Do:      "Scale {a} equally along all axes, or make it a convex hull: it differs from the best sphere by {size}.",
			Aliases: []string{"sphere"},
		},
	},
	CapsuleNotACapsule: {
		name: "capsule_not_a_capsule", check: Hulls, severity: Error, measures: []Measure{OfDepth},
		words: Words{
			Name:    "CapsuleNotACapsule",
			Title:   "Misshapen capsule: a capsule hull that is not a capsule",
			Noun:    "misshapen capsule",
			Meaning: "A capsule hull is not capsule-shaped: it differs from the capsule that fits it best.",
			Why:     "The engine replaces it with a true capsule, which is larger or smaller than the one you drew.",
			Fix:     "Keep its ends half spheres and scale it equally across its axis, or make it a convex hull.",
			Do: "Keep the ends of {a} half spheres and scale it equally across its axis, or make it a convex hull: it differs from the " +
				"best capsule by {size}.",
			Aliases: []string{"capsule"},
		},
	},
	MovingTrimesh: {
		name: "moving_trimesh", check: Hulls, severity: Warning,
		words: Words{
			Name:    "MovingTrimesh",
			Title:   "Trimesh on a moving body",
			Noun:    "moving trimesh",
			Meaning: "A surface without an inside is the collision shape of a body that forces move.",
			Why: "PhysX uses the convex hull of the surface instead, Unity and Bullet do not support it, and in Godot bodies tunnel " +
				"through it.",
			Fix:     "Use convex hulls, boxes, spheres or capsules, several if needed, or make the body static or kinematic.",
			Do:      "Replace {a} by convex hulls, boxes, spheres or capsules, several if needed, or make its body static or kinematic.",
			Aliases: []string{"trimesh", "triangle-mesh", "dynamic-trimesh"},
		},
	},
	HullScale: {
		name: "hull_scale", check: Hulls, severity: Warning,
		words: Words{
			Name:    "ScaledHull",
			Title:   "Hull with another scale than its mesh",
			Noun:    "scaled hull",
			Meaning: "The node of a hull scales or mirrors it in a way in which the node of its mesh does not.",
			Why: "Physics engines keep spheres and capsules round and may ignore the scales of shapes. Unreal loses the scale unless it " +
				"transforms vertices to absolute positions.",
			Fix:     "Apply the scale of the hull and that of the mesh before the export, so that both nodes have the same.",
			Do:      "Apply the scale of {a} and that of its mesh before the export, so that both nodes have the same.",
			Aliases: []string{"scaled", "unapplied-scale", "scaled-hull"},
		},
	},
	HullTransform: {
		name: "hull_transform", check: Hulls, severity: Info, measures: []Measure{OfDepth},
		words: Words{
			Name:    "HullPivot",
			Title:   "Hull with another pivot than its mesh",
			Noun:    "misplaced pivot",
			Meaning: "The pivot of a hull is not where that of its mesh is, or is turned.",
			Why: "Unreal keeps the hull in its place only if it transforms vertices to absolute positions. Otherwise, as in an import into " +
				"a level, it puts one pivot on the other.",
			Fix:     "Give the hull the origin and the rotation of its mesh.",
			Do:      "Give {a} the origin and the rotation of its mesh: it may move by {size}.",
			Aliases: []string{"pivot", "transform", "origin"},
		},
	},
	HullsOverlap: {
		name: "hulls_overlap", check: Hulls, severity: Warning, measures: []Measure{OfDepth},
		words: Words{
			Name:    "OverlappingHulls",
			Title:   "Pair of overlapping hulls",
			Noun:    "pair of overlapping hulls",
			Meaning: "Two hulls of the same mesh overlap.",
			Why:     "Mass is counted twice in the overlap, contacts come in pairs, and pieces that break apart burst.",
			Fix:     "Move one by the translation in the report, or cut them along a plane. Slight overlaps do no harm.",
			Do:      "Move {b} by {move}, or cut the two along a plane. Slight overlaps do no harm.",
			Aliases: []string{"overlapping-hulls"},
		},
	},
	HullGap: {
		name: "hull_gap", check: Hulls, severity: Warning, measures: []Measure{OfDepth},
		words: Words{
			Name:    "MeshSticksOut",
			Title:   "Mesh outside its hulls",
			Noun:    "mesh outside its hulls",
			Meaning: "A part of the visible mesh is outside all of its hulls.",
			Why:     "The visible part sinks into walls and floors, and shots pass through it.",
			Fix:     "Extend a hull over the place in the report, or add one there.",
			Do:      "Extend a hull of {a} over the place by {size}, or add a hull there.",
			Aliases: []string{"sticks-out", "coverage"},
		},
	},
	HullExcess: {
		name: "hull_excess", check: Hulls, severity: Warning, measures: []Measure{OfDepth},
		words: Words{
			Name:    "HullStandsOff",
			Title:   "Hull beyond its mesh",
			Noun:    "hull beyond its mesh",
			Meaning: "The hulls reach beyond the surface of their visible mesh.",
			Why:     "Objects float above the visible surface, and players bump into air.",
			Fix:     "Move the vertices of the hull to the surface, or split the hull around the hollows of the mesh.",
			Do:      "Move the vertices of the hulls to the surface of {a}, {size} away, or split the hulls around its hollows.",
			Aliases: []string{"excess", "stands-off"},
		},
	},
	UVOverlap: {
		name: "uv_overlap", check: UV, severity: Error,
		words: Words{
			Name:  "OverlappingUVs",
			Title: "UV islands overlap",
			Noun:  "overlapping UV triangle",
			Meaning: "The triangle shares texture area with a triangle of another island. It fails on sheets in which nothing may overlap, " +
				"such as light maps, and is a warning on others.",
			Why: "What is baked or painted for one island also appears on the other: shadows and dirt show up in the wrong place.",
			Fix: "Pack the islands again with a margin. In Blender: UV > Select Overlap shows them, UV > Pack Islands separates them. " +
				"Copies that share texels on purpose can be moved by one whole tile for the bake.",
			Do: "Pack the islands of {a} again with a margin; in Blender, UV > Select Overlap shows them. Copies that share texels on " +
				"purpose can be moved by one whole tile for the bake.",
			Aliases: []string{"uv-overlap", "overlapping-uvs", "islands", "island"},
		},
	},
	UVFold: {
		name: "uv_fold", check: UV, severity: Error,
		words: Words{
			Name:  "FoldedUVs",
			Title: "UV island folds over itself",
			Noun:  "folded UV triangle",
			Meaning: "The triangle shares texture area with another triangle of its own island. It fails on sheets in which nothing may overlap, and " +
				"is a warning on others.",
			Why:     "Two places of the same surface get the same texels, and baked normals and light are wrong in both.",
			Fix:     "Unwrap the place again, or relax it: in Blender, UV > Minimize Stretch. Add a seam where the surface cannot lie flat.",
			Aliases: []string{"uv-fold", "folded-uvs"},
		},
	},
	UVStacked: {
		name: "uv_stacked", check: UV, severity: Error,
		words: Words{
			Name:  "StackedUVs",
			Title: "UV triangles are stacked",
			Noun:  "stacked UV triangle",
			Meaning: "Another triangle has exactly the same three UV corners. It fails on sheets in which nothing may overlap; on others it " +
				"does not fail, since artists stack copies on purpose.",
			Why:     "A bake writes the same texels several times, and the last copy wins.",
			Fix:     "For a bake, move all copies but one by a whole tile, or give the mesh a second UV set without stacks.",
			Aliases: []string{"uv-stacked", "stack", "stacked-uvs"},
		},
	},
	UVFlipped: {
		name: "uv_flipped", check: UV, severity: Error,
		words: Words{
			Name:  "FlippedUVs",
			Title: "UV triangle is flipped",
			Noun:  "flipped UV triangle",
			Meaning: "The triangle faces the other way than most of its island in UV. It fails on sheets that must be " +
				"unique, and is a warning on others.",
			Why:     "Text and normal maps are mirrored there, and where the winding changes the island folds.",
			Fix:     "Unwrap the place again, or pull the flipped corner back across its opposite edge.",
			Aliases: []string{"uv-flipped", "flipped-uvs"},
		},
	},
	UVPadding: {
		name: "uv_padding", check: UV, severity: Error,
		words: Words{
			Name:  "TightUVPadding",
			Title: "UV islands are too close",
			Noun:  "pair of UV islands too close",
			Meaning: "Two islands are closer to each other than --uv-padding allows, in texels. It fails on sheets in which nothing may overlap, and " +
				"is a warning on others.",
			Why: "Filtering and mip maps mix the colors of neighbouring islands: each mip level halves the distance, and seams and dark " +
				"edges appear on light maps.",
			Fix: "Pack the islands again with a larger margin: in Blender, UV > Pack Islands > Margin.",
			Do: "Pack the islands of {a} again with a margin of {limit} texels or more: the nearest two are {size} texels apart. In " +
				"Blender: UV > Pack Islands > Margin.",
			Aliases: []string{"uv-padding", "padding", "bleeding", "margin"},
		},
	},
	UVBorder: {
		name: "uv_border", check: UV, severity: Warning,
		words: Words{
			Name:    "UVNearBorder",
			Title:   "UV island is too close to the border",
			Noun:    "UV island too close to the border",
			Meaning: "An island is closer to the border of its tile than half of --uv-padding.",
			Why:     "The texture repeats at its border, so that filtering mixes in colors from the opposite side.",
			Fix:     "Pack the islands again with a margin, or set the texture to clamp at its edge.",
		},
	},
	UVNonfinite: {
		name: "uv_nonfinite", check: UV, severity: Error,
		words: Words{
			Name:  "NonfiniteUV",
			Title: "Texture coordinate is NaN or infinite",
			Noun:  "nonfinite UV triangle",
			Meaning: "A texture coordinate of the triangle is infinite or not a number (NaN). It fails on sheets in which nothing may overlap, and is a " +
				"warning on others.",
			Why: "The triangle shows one arbitrary color, and tools that pack or bake can fail on the whole mesh.",
			Fix: "Unwrap the triangle again, and look for the division by zero that caused it.",
		},
	},
	UVMissing: {
		name: "uv_missing", check: UV, severity: Warning,
		words: Words{
			Name:    "MissingUVSet",
			Title:   "UV set is missing",
			Noun:    "missing UV set",
			Meaning: "A part lacks the UV set that a texture of its material uses, or that is named as the light map's.",
			Why:     "The texture shows a single color on the part, and a light map cannot be baked for it.",
			Fix:     "Add the UV set to the mesh, or let the texture use a set that the mesh has.",
		},
	},
	UVSingularTransform: {
		name: "uv_singular_transform", check: UV, severity: Warning,
		words: Words{
			Name:    "SingularTextureTransform",
			Title:   "Texture transform has a scale of 0",
			Noun:    "singular texture transform",
			Meaning: "A texture transform (KHR_texture_transform) has a scale of 0, so that all triangles lose their area.",
			Why:     "The whole surface shows a single line or point of the image.",
			Fix:     "Give the transform a scale other than 0, or remove it.",
		},
	},
	UVDegenerate: {
		name: "uv_degenerate", check: UV, severity: Info,
		words: Words{
			Name:    "DegenerateUV",
			Title:   "Triangle has no area in UV",
			Noun:    "degenerate UV triangle",
			Meaning: "The triangle has area in space, but its three UV corners lie on one line, as those of palettes do.",
			Why:     "The triangle shows a single line or point of the image, and it has no tangent, so that normal maps fail on it.",
			Fix:     "Usually nothing if the texture is a palette; otherwise unwrap the triangle.",
		},
	},
	UVMirrored: {
		name: "uv_mirrored", check: UV, severity: Info,
		words: Words{
			Name:    "MirroredUVIsland",
			Title:   "UV island is mirrored",
			Noun:    "mirrored UV island",
			Meaning: "Most of the island is mirrored, as in symmetric models.",
			Why:     "Text appears reversed there, and normal maps need tangents that allow for it.",
			Fix:     "Usually nothing; to change it, mirror the island in UV.",
		},
	},
	UVOutOfRange: {
		name: "uv_out_of_range", check: UV, severity: Info,
		words: Words{
			Name:    "UVOutOfRange",
			Title:   "UV corner is outside of 0 to 1",
			Noun:    "out-of-range UV triangle",
			Meaning: "A UV corner of the triangle lies outside of 0 to 1, as with textures that repeat.",
			Why:     "In an atlas or a light map there is nothing outside: the triangle shows texels of other islands.",
			Fix:     "Usually nothing if the texture repeats; otherwise move the island into the tile from 0 to 1.",
		},
	},
	UVCrossesTile: {
		name: "uv_crosses_tile", check: UV, severity: Info,
		words: Words{
			Name:    "UVCrossesTile",
			Title:   "UV triangle reaches into two tiles",
			Noun:    "tile-crossing UV triangle",
			Meaning: "The triangle reaches into two tiles of the UV plane, as with textures that repeat.",
			Why:     "With UDIM tiles the triangle is painted by two images, and in an atlas a part of it lies outside.",
			Fix:     "Usually nothing if the texture repeats; otherwise cut or move the island so that it lies in one tile.",
		},
	},
	PoseContact: {
		name: "pose_contact", check: Poses, severity: Error, measures: []Measure{OfDepth},
		words: Words{
			Name:    "PoseContact",
			Title:   "Parts go through each other in an animation",
			Noun:    "pose contact",
			Meaning: "In at least one frame of an animation, triangles go through each other that do not when the model is at rest.",
			Why:     "A hand in a hip or a door in its frame is seen in the game, and nobody looks at every frame in review.",
			Fix: "Correct the animation or the weights at the worst frame, or leave more room between the two parts. If the place is never " +
				"seen, accept it.",
			Do: "Open the worst frame and move {a} and {b} apart by at least {size}: correct the animation or the weights there. If nobody " +
				"can see the place, accept it.",
			Aliases: []string{"pose-contact"},
		},
	},
	PoseFold: {
		name: "pose_fold", check: Poses, severity: Warning, measures: []Measure{OfDepth},
		words: Words{
			Name:    "PoseFold",
			Title:   "Surface folds into itself in an animation",
			Noun:    "pose fold",
			Meaning: "In at least one frame of an animation, a surface goes through itself beside a crease, as on the inside of an elbow.",
			Why:     "Nearly all skins fold a little. Deep folds show as dark creases and lost volume.",
			Fix:     "Usually nothing. If the crease is seen, spread the weights at the joint, or add a corrective shape for the pose.",
			Aliases: []string{"pose-fold", "crease", "elbow"},
		},
	},
	PoseMoved: {
		name: "pose_moved", check: Poses, severity: Info, measures: []Measure{OfDepth},
		words: Words{
			Name:    "PoseMoved",
			Title:   "Contact slides in an animation",
			Noun:    "sliding contact",
			Meaning: "Parts that already go through each other at rest slide along each other in an animation, and do not go deeper.",
			Why:     "Eyes in heads and straps on shoulders are made so. It is listed so that nothing is hidden.",
			Fix:     "Usually nothing. --pose-tolerance sets how much deeper than at rest such a contact may become.",
			Aliases: []string{"pose-moved", "slide", "sliding"},
		},
	},
	PoseCrack: {
		name: "pose_crack", check: Poses, severity: Info, measures: []Measure{OfDepth},
		words: Words{
			Name:    "PoseCrack",
			Title:   "Surface comes apart in an animation",
			Noun:    "pose crack",
			Extent:  "wide",
			Meaning: "Corners that are at the same place in the file come apart in an animation, because their weights differ.",
			Why:     "The background shows through the gap.",
			Fix:     "Give the corners on both sides of the seam the same weights and morph targets.",
			Aliases: []string{"pose-crack", "crack", "seam"},
		},
	},
	Empty: {
		name: "empty", check: Model, severity: Warning,
		words: Words{
			Name:    "EmptyModel",
			Title:   "Model has no triangles",
			Noun:    "model without triangles",
			Meaning: "The model has no triangles, only points, lines, cameras or nothing: there is nothing to check.",
			Why:     "An export that lost its meshes looks like a model without faults.",
			Fix: "Export the model again with its meshes. If it is to have none, set the rule to off for it: in the configuration, an " +
				"override does that for some paths.",
			Aliases: []string{"no-triangles", "without-triangles"},
		},
	},
	NothingToCompare: {
		name: "nothing_to_compare", check: Model, severity: Warning,
		words: Words{
			Name:    "NothingToCompare",
			Title:   "Check has nothing to compare",
			Noun:    "check with nothing to compare",
			Meaning: "A check that was asked for had nothing to compare: no scene of the file shows two objects, or no mesh has a UV set.",
			Why:     "A check that has looked at nothing says nothing about the model.",
			Fix: "If the mesh is made of several shells, --parts-of shell compares these; --parts-of primitive compares the parts of a mesh. " +
				"If a single object is what the file is for, leave the check out, or set the rule to info.",
			Aliases: []string{"nothing-to-compare", "one-object", "single-object"},
		},
	},
	Skipped: {
		name: "skipped", check: Run, severity: Warning,
		words: Words{
			Name:  "SkippedModel",
			Title: "Model was not looked at",
			Noun:  "skipped model",
			Meaning: "A folder or glob has a model in a format that meshcheck does not read, such as Blender's. It is counted and named by its " +
				"ending. If the rule is an error, the run counts as not checked.",
			Why: "A check of a folder says nothing about the models in it that were not looked at.",
			Fix: "Export the model in a format that is read, such as glTF, FBX, USD, OBJ or STL. If an export stands beside it, exclude the " +
				"original: --exclude '*.blend'.",
			Aliases: []string{"skip", "unread", "blend"},
		},
	},
}
