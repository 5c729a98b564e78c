package check

// The rules in the order of reports, within a check the gravest first.
const (
	// Crossing: two triangles of a mesh in different planes, whose interiors meet.
	Crossing Rule = iota
	// Overlap: two triangles of a mesh in one plane, whose interiors share area.
	Overlap
	// Duplicate: two triangles of a mesh with the same three vertices.
	Duplicate
	// ZFighting: a Crossing of two triangles that run along each other, no farther apart than
	// rounding has moved them. It is judged by the rule Overlap.
	ZFighting
	// Nonfinite: one triangle with a NaN or infinite coordinate.
	Nonfinite
	// Degenerate: one triangle with exactly collinear corners.
	Degenerate
	// CrossingWithinPrecision: a Crossing no deeper than the distance of neighbouring numbers in
	// the file.
	CrossingWithinPrecision
	// OverlapWithinPrecision: an Overlap no deeper than that.
	OverlapWithinPrecision
	// Touch: the triangles meet in more than their shared vertices and edge, and
	// the interiors do not meet.
	Touch

	// PartsCrossing: the surface of one object passes through that of another, deeper than
	// the tolerance and the rounding of the file's numbers account for.
	PartsCrossing
	// PartsOverlap: the surfaces of two objects share area with both bodies on the same
	// side of it.
	PartsOverlap
	// DuplicateInstance: two objects of equal geometry at the same place.
	DuplicateInstance
	// TooNear: two objects are nearer to each other than the clearance. It is called
	// "clearance" in reports.
	TooNear
	// Contained: two objects do not cross, and one lies inside the other, which is closed.
	Contained
	// PartsNotChecked: two objects do not cross, and one may lie inside the other, which is
	// not closed, so that it has no inside.
	PartsNotChecked
	// PartsTouch: contact of two objects, and no more than that.
	PartsTouch

	// HullOrphan: an engine will ignore the hull, for its name or its place in the tree of
	// nodes.
	HullOrphan
	// HullNotClosed: an edge of the surface belongs to one triangle, or to more than two.
	HullNotClosed
	// HullInverted: the normals of a closed surface point inwards, or not all one way.
	HullInverted
	// HullFlat: all vertices lie in one plane, or nearly: there is no body.
	HullFlat
	// HullNotConvex: a vertex lies outside the plane of a face, and the surface deeper under
	// its convex hull than rounding accounts for.
	HullNotConvex
	// HullVertexBudget: the convex hull that an engine cooks has more vertices than the
	// profile's engine takes, or more faces: one finding for each.
	HullVertexBudget
	// HullSelfOverlap: triangles of the hull's own surface cross, overlap or repeat.
	HullSelfOverlap
	// BoxNotABox, SphereNotASphere and CapsuleNotACapsule: the surface of a hull that is
	// to be one departs from the best there is, a sphere's or capsule's by its vertices, or is
	// far too coarse; or the node of one given by numbers deforms it.
	BoxNotABox
	SphereNotASphere
	CapsuleNotACapsule
	// HullsOverlap: two hulls of one mesh are in each other.
	HullsOverlap
	// HullGap: the mesh sticks out of its hulls.
	HullGap
	// HullExcess: hulls stand off the mesh.
	HullExcess

	// numRules is the number of all rules.
	numRules = iota
)

// TriangleRules is the number of rules for the triangles of one mesh, which come first.
const TriangleRules = int(Touch) + 1

// row is all that is known of a rule.
type row struct {
	name     string
	check    Set
	severity Severity
	// measures are what limits may be of.
	measures []Measure
	// counted: the value of a finding is a number of things.
	counted bool
	// part: findings are counted under kind as well, and judgedAs is the rule of policies.
	part           bool
	kind, judgedAs Rule
	words          Words
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
			Why: "Light baking, boolean operations, cloth and physics go wrong where a surface passes through another, and a slicer has to " +
				"guess what is inside.",
			Fix: "Move the two surfaces apart, or join them with a boolean union so that they share edges. Crossings that are too shallow to " +
				"matter pass with --tolerance.",
			Aliases: []string{"intersection", "self-intersection", "clipping", "penetration", "through-edge"},
		},
	},
	Overlap: {
		name: "overlap", check: Self, severity: Error, measures: []Measure{OfArea},
		words: Words{
			Name:    "OverlappingTriangles",
			Title:   "Coplanar triangles overlap",
			Noun:    "overlap",
			Meaning: "Two triangles lie in one plane and cover some of the same area: they flicker, or the surface folds back on itself.",
			Why:     "Facing the same way they flicker (z-fighting); facing opposite ways the surface folds back on itself.",
			Fix:     "Delete one of the two faces, or move one off the plane of the other.",
			Aliases: []string{"coplanar", "fold", "flicker"},
		},
	},
	Duplicate: {
		name: "duplicate", check: Self, severity: Error, measures: []Measure{OfArea},
		words: Words{
			Name:    "DuplicateTriangles",
			Title:   "Triangle lies on its double",
			Noun:    "duplicate",
			Meaning: "Two triangles have the same three corners: one lies exactly on the other.",
			Why:     "A doubled face flickers, is lit and simulated twice, and leaves edges with more than two faces.",
			Fix:     "Delete one of the two: merging vertices by distance and deleting duplicate faces does it in most programs.",
			Aliases: []string{"double", "copy"},
		},
	},
	ZFighting: {
		name: "z_fighting", check: Self, severity: Error, part: true, kind: Crossing, judgedAs: Overlap,
		words: Words{
			Name:    "ZFightingTriangles",
			Title:   "Surfaces lie in one place",
			Noun:    "z-fighting crossing",
			Meaning: "Two triangles cross at so small an angle that they lie along each other, no farther apart than rounding has moved them.",
			Why:     "Two surfaces in one place flicker, as exact overlaps do: rounding alone decides which one is in front.",
			Fix:     "Delete one of the two faces, or move one off the other by more than a rounding error.",
			Aliases: []string{"z-fighting", "zfighting", "coincident"},
		},
	},
	Nonfinite: {
		name: "nonfinite", check: Self, severity: Error,
		words: Words{
			Name:    "NonfiniteCorner",
			Title:   "Corner is not a number",
			Noun:    "nonfinite triangle",
			Meaning: "A corner of the triangle is infinite or not a number.",
			Why:     "One such corner can make a whole mesh vanish: its bounds, its tree and its culling are all lost.",
			Fix:     "Delete the triangle, and look for the division by zero or the broken transform that made it.",
			Aliases: []string{"nan", "infinite", "infinity", "inf"},
		},
	},
	Degenerate: {
		name: "degenerate", check: Self, severity: Warning,
		words: Words{
			Name:    "DegenerateTriangle",
			Title:   "Triangle has no area",
			Noun:    "degenerate triangle",
			Meaning: "The three corners lie on one line, so the triangle has no area. A warning; it does not fail.",
			Why:     "It has no normal, which shows as black specks and upsets tangents, subdivision and physics.",
			Fix:     "Dissolve degenerate faces, or merge the vertices that coincide.",
			Aliases: []string{"zero-area", "sliver", "collinear"},
		},
	},
	CrossingWithinPrecision: {
		name: "crossing_within_precision", check: Self, severity: Warning, part: true, kind: Crossing, judgedAs: CrossingWithinPrecision,
		words: Words{
			Name:    "CrossingWithinPrecision",
			Title:   "Triangles cut through each other by a rounding error",
			Noun:    "crossing within precision",
			Meaning: "Two triangles cut through each other by no more than the distance between neighbouring numbers in the file.",
			Why:     "Nobody can see it or model it away: the next export may remove it or make it again.",
			Fix:     "Nothing needs to be done. The policy strict fails it.",
		},
	},
	OverlapWithinPrecision: {
		name: "overlap_within_precision", check: Self, severity: Warning, part: true, kind: Overlap, judgedAs: OverlapWithinPrecision,
		words: Words{
			Name:    "OverlapWithinPrecision",
			Title:   "Triangles in one plane overlap by a rounding error",
			Noun:    "overlap within precision",
			Meaning: "Two triangles in one plane overlap by a strip no wider than the distance between neighbouring numbers in the file.",
			Why:     "Nobody can see it or model it away: the next export may remove it or make it again.",
			Fix:     "Nothing needs to be done. The policy strict fails it.",
		},
	},
	Touch: {
		name: "touch", check: Self, severity: Info,
		words: Words{
			Name:    "TouchingTriangles",
			Title:   "Triangles touch without sharing an edge",
			Noun:    "touch",
			Meaning: "Two triangles meet in more than the corners and the edge they share, but neither passes through the other. It does not fail.",
			Why:     "T-junctions let the background shine through, and surfaces that only touch are not joined.",
			Fix:     "Split the longer edge where the other surface meets it, or leave it: a touch fails nothing.",
			Aliases: []string{"t-junction", "contact", "touching"},
		},
	},
	PartsCrossing: {
		name: "parts/crossing", check: Parts, severity: Error, measures: []Measure{OfDepth},
		words: Words{
			Name:    "CrossingObjects",
			Title:   "Objects pass through each other",
			Noun:    "crossing pair",
			Meaning: "The surface of one object passes through that of another, deeper than the tolerance and the rounding of the file's numbers.",
			Why:     "Clipping shows where the objects move or are seen from close by, and physics pushes them apart at the first step.",
			Fix: "Move one of the two, or unite them. Pairs that are meant to be so pass with --allow, shallow ones with " +
				"--tolerance.",
		},
	},
	PartsOverlap: {
		name: "parts/overlap", check: Parts, severity: Error, measures: []Measure{OfDepth},
		words: Words{
			Name:    "OverlappingObjects",
			Title:   "Objects share a piece of surface",
			Noun:    "overlapping pair",
			Meaning: "The surfaces of two objects share area, and both bodies lie on the same side of it.",
			Why:     "Two surfaces in one plane flicker (z-fighting), and what is behind them is in both bodies at once.",
			Fix: "Move one of the two, cut away what both have, or unite them. Pairs that are meant to be so pass with " +
				"--allow.",
		},
	},
	DuplicateInstance: {
		name: "parts/duplicate_instance", check: Parts, severity: Error,
		words: Words{
			Name:    "DuplicateInstance",
			Title:   "Object stands on its double",
			Noun:    "duplicate instance",
			Meaning: "Two objects of equal geometry are at the same place. It fails.",
			Why:     "It is drawn, lit and simulated twice, flickers where the two are not lit alike, and a slicer may take the two for a hollow.",
			Fix:     "Delete one of the two objects, or move it to where it belongs. A pair that is meant to be so passes with --allow.",
			Aliases: []string{"duplicate-instance", "same-place", "double-instance", "parts/duplicate_instance"},
		},
	},
	TooNear: {
		name: "clearance", check: Clearance, severity: Error, measures: []Measure{OfDistance},
		words: Words{
			Name:    "ObjectsTooNear",
			Title:   "Objects are too near to each other",
			Noun:    "pair that is too near",
			Meaning: "Two objects are nearer to each other than --clearance allows. It fails.",
			Why: "Moving parts jam and printed ones fuse where the gap is smaller than the process can keep, and what only just " +
				"clears at rest clips in an animation.",
			Fix: "Move one of the two away from the other, or make it smaller. Pairs that belong together pass with --allow.",
		},
	},
	Contained: {
		name: "parts/contained", check: Parts, severity: Info, measures: []Measure{OfDepth},
		words: Words{
			Name:    "ContainedObject",
			Title:   "Object lies inside another",
			Noun:    "contained object",
			Meaning: "One object lies inside another, which is closed, and their surfaces do not cross. It does not fail.",
			Why:     "What nobody can see costs memory and time; what was meant to be seen, or to be a cavity, is neither.",
			Fix:     "Delete what is hidden, or leave it: being packed inside something fails nothing.",
			Aliases: []string{"containment", "inside", "hidden", "nested", "parts/contained"},
		},
	},
	PartsNotChecked: {
		name: "parts/not_checked", check: Parts, severity: Info,
		words: Words{
			Name:    "PairNotChecked",
			Title:   "Object may lie inside one that is open",
			Noun:    "pair not checked for containment",
			Meaning: "One object may lie inside another, which is not closed and so has no inside. It does not fail.",
			Why:     "Only a closed surface has an inside, so nobody can say whether the one is in the other. Their surfaces do not cross.",
			Fix:     "Close the holes of the outer object if its inside matters, or leave it: this fails nothing.",
		},
	},
	PartsTouch: {
		name: "parts/touch", check: Parts, severity: Info,
		words: Words{
			Name:    "TouchingObjects",
			Title:   "Objects touch",
			Noun:    "touching pair",
			Meaning: "Two objects are in contact, and no more than that. It does not fail.",
			Why:     "Things that stand on each other touch, which is as it should be; surfaces that lie flush can flicker.",
			Fix:     "Leave it: contact fails nothing.",
		},
	},
	HullOrphan: {
		name: "hull_orphan", check: Hulls, severity: Error,
		words: Words{
			Name:    "OrphanHull",
			Title:   "Collision hull will be ignored",
			Noun:    "orphaned hull",
			Meaning: "An engine will ignore the collision hull: no mesh has the name that it asks for, or its own name or place is not what the engine looks for.",
			Why:     "The engine imports it as something to be seen, or drops it, and makes up a collision shape of its own or none.",
			Fix:     "Rename it after the mesh that it is for, and hang it where the engine looks for it.",
			Aliases: []string{"orphan", "naming", "ignored"},
		},
	},
	HullNotClosed: {
		name: "hull_not_closed", check: Hulls, severity: Error, measures: []Measure{OfCount}, counted: true,
		words: Words{
			Name:    "OpenHull",
			Title:   "Collision hull is not closed",
			Noun:    "open hull",
			Meaning: "An edge of the hull's surface belongs to one triangle only, or to more than two: there is no body.",
			Why:     "Mass, inertia and what is inside come from a closed surface; importers refuse others or wrap them anew.",
			Fix:     "Fill the holes and delete faces inside, or make the hull anew from its vertices.",
			Aliases: []string{"not-closed", "open", "watertight", "hole"},
		},
	},
	HullInverted: {
		name: "hull_inverted", check: Hulls, severity: Error, counted: true,
		words: Words{
			Name:    "InvertedHull",
			Title:   "Collision hull is inside out",
			Noun:    "inverted hull",
			Meaning: "The normals of the hull point inwards, or not all the same way.",
			Why:     "Physics pushes to the wrong side, and rays pass through from the one and stop from the other.",
			Fix:     "Recalculate the normals outwards; apply a negative scale before export.",
			Aliases: []string{"inverted", "inside-out", "normals"},
		},
	},
	HullFlat: {
		name: "hull_flat", check: Hulls, severity: Error,
		words: Words{
			Name:    "FlatHull",
			Title:   "Collision hull is flat",
			Noun:    "flat hull",
			Meaning: "All vertices of the hull lie in one plane, or so nearly that rounding decides: it has no volume.",
			Why:     "Without a volume there is no mass and no inside: engines refuse it, or give it a thickness of their own.",
			Fix:     "Give it a thickness, or use a plane or a mesh collider.",
			Aliases: []string{"flat", "thin"},
		},
	},
	HullNotConvex: {
		name: "hull_not_convex", check: Hulls, severity: Error, measures: []Measure{OfDepth},
		words: Words{
			Name:    "ConcaveHull",
			Title:   "Collision hull is not convex",
			Noun:    "concave hull",
			Meaning: "A vertex of the hull lies outside the plane of one of its faces, farther than the rounding of the file's numbers.",
			Why:     "The engine fills the dents without a word, and things collide with air, or it refuses the hull.",
			Fix:     "Split it into convex pieces, or replace it by its convex hull if that is meant.",
			Aliases: []string{"convex", "not-convex", "concave"},
		},
	},
	HullVertexBudget: {
		name: "hull_vertex_budget", check: Hulls, severity: Error, measures: []Measure{OfCount}, counted: true,
		words: Words{
			Name:    "HullOverBudget",
			Title:   "Collision hull has too many vertices",
			Noun:    "hull over budget",
			Meaning: "The hull has more vertices or faces than the engine of the profile takes.",
			Why:     "The engine leaves out vertices until it fits, and the hull is no longer the one that was drawn.",
			Fix:     "Simplify it: few hulls gain by more than 32 vertices.",
			Aliases: []string{"vertex-budget", "budget", "vertices"},
		},
	},
	HullSelfOverlap: {
		name: "hull_self_overlap", check: Hulls, severity: Warning, measures: []Measure{OfCount}, counted: true,
		words: Words{
			Name:    "HullSelfOverlap",
			Title:   "Collision hull overlaps itself",
			Noun:    "hull that overlaps itself",
			Meaning: "Triangles of the hull's own surface cross, cover or duplicate each other.",
			Why:     "Its volume and mass are counted twice where it overlaps, and no such surface is convex.",
			Fix:     "See the findings of its mesh; separate shells should be hulls of their own.",
			Aliases: []string{"self-overlap"},
		},
	},
	BoxNotABox: {
		name: "box_not_a_box", check: Hulls, severity: Error, measures: []Measure{OfDepth},
		words: Words{
			Name:    "BoxNotABox",
			Title:   "Box collider is not a box",
			Noun:    "box that is none",
			Meaning: "A hull that is to be a box is not one: its vertices depart from the box that fits best.",
			Why:     "The engine puts a box of its own in its place, which is not where the drawn one is.",
			Fix:     "Draw a box with right angles and apply no shear; or make it a convex hull.",
			Aliases: []string{"box"},
		},
	},
	SphereNotASphere: {
		name: "sphere_not_a_sphere", check: Hulls, severity: Error, measures: []Measure{OfDepth},
		words: Words{
			Name:    "SphereNotASphere",
			Title:   "Sphere collider is not a sphere",
			Noun:    "sphere that is none",
			Meaning: "A hull that is to be a sphere is not one: its vertices depart from the sphere that fits best.",
			Why:     "The engine puts a sphere of its own in its place, larger or smaller than the drawn one.",
			Fix:     "Scale it alike on all axes; or make it a convex hull.",
			Aliases: []string{"sphere"},
		},
	},
	CapsuleNotACapsule: {
		name: "capsule_not_a_capsule", check: Hulls, severity: Error, measures: []Measure{OfDepth},
		words: Words{
			Name:    "CapsuleNotACapsule",
			Title:   "Capsule collider is not a capsule",
			Noun:    "capsule that is none",
			Meaning: "A hull that is to be a capsule is not one: its vertices depart from the capsule that fits best.",
			Why:     "The engine puts a capsule of its own in its place, larger or smaller than the drawn one.",
			Fix:     "Keep its ends half spheres and scale it alike across its axis; or make it a convex hull.",
			Aliases: []string{"capsule"},
		},
	},
	HullsOverlap: {
		name: "hulls_overlap", check: Hulls, severity: Warning, measures: []Measure{OfDepth},
		words: Words{
			Name:    "OverlappingHulls",
			Title:   "Hulls of one mesh overlap",
			Noun:    "pair of hulls in each other",
			Meaning: "Two hulls of one mesh are in each other.",
			Why:     "Mass is counted twice where they overlap, contacts come in pairs, and pieces that break apart burst.",
			Fix:     "Move one by the translation that the report names, or cut them along a plane; slight overlaps do no harm.",
			Aliases: []string{"overlapping-hulls"},
		},
	},
	HullGap: {
		name: "hull_gap", check: Hulls, severity: Warning, measures: []Measure{OfDepth},
		words: Words{
			Name:    "MeshSticksOut",
			Title:   "Mesh sticks out of its hulls",
			Noun:    "mesh that sticks out",
			Meaning: "The visual mesh sticks out of the union of its hulls.",
			Why:     "What is seen sinks into walls and floors, and shots pass through it.",
			Fix:     "Grow a hull over the place that the report names, or add one.",
			Aliases: []string{"sticks-out", "coverage"},
		},
	},
	HullExcess: {
		name: "hull_excess", check: Hulls, severity: Warning, measures: []Measure{OfDepth},
		words: Words{
			Name:    "HullStandsOff",
			Title:   "Hulls stand off the mesh",
			Noun:    "mesh with hulls that stand off",
			Meaning: "The hulls stand off the surface of their visual mesh.",
			Why:     "Things float above what is seen, and players bump into air.",
			Fix:     "Move the vertices of the hull to the surface, or split the hull where the mesh is hollow.",
			Aliases: []string{"excess", "stands-off"},
		},
	},
}
