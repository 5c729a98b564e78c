package report

import "github.com/meshcheck/meshcheck"

// hullMeanings define the rules for collision hulls.
var hullMeanings = [...]string{
	meshcheck.HullOrphan:         "An engine will ignore the collision hull: no mesh has the name that it asks for, or its own name or place is not what the engine looks for.",
	meshcheck.HullNotClosed:      "An edge of the hull's surface belongs to one triangle only, or to more than two: there is no body.",
	meshcheck.HullInverted:       "The normals of the hull point inwards, or not all the same way.",
	meshcheck.HullFlat:           "All vertices of the hull lie in one plane, or so nearly that rounding decides: it has no volume.",
	meshcheck.HullNotConvex:      "A vertex of the hull lies outside the plane of one of its faces, farther than the rounding of the file's numbers.",
	meshcheck.HullVertexBudget:   "The hull has more vertices or faces than the engine of the profile takes.",
	meshcheck.HullSelfOverlap:    "Triangles of the hull's own surface cross, cover or duplicate each other.",
	meshcheck.BoxNotABox:         "A hull that is to be a box is not one: its vertices depart from the box that fits best.",
	meshcheck.SphereNotASphere:   "A hull that is to be a sphere is not one: its vertices depart from the sphere that fits best.",
	meshcheck.CapsuleNotACapsule: "A hull that is to be a capsule is not one: its vertices depart from the capsule that fits best.",
	meshcheck.HullsOverlap:       "Two hulls of one mesh are in each other.",
	meshcheck.HullGap:            "The visual mesh sticks out of the union of its hulls.",
	meshcheck.HullExcess:         "The hulls stand off the surface of their visual mesh.",
}

// hullRules follow the order of meshcheck.HullRules.
var hullRules = [...]rule{
	meshcheck.HullOrphan: {
		name:  "OrphanHull",
		title: "Collision hull will be ignored",
		noun:  "orphaned hull",
		why:   "The engine imports it as something to be seen, or drops it, and makes up a collision shape of its own or none.",
		fix:   "Rename it after the mesh that it is for, and hang it where the engine looks for it.",
	},
	meshcheck.HullNotClosed: {
		name:  "OpenHull",
		title: "Collision hull is not closed",
		noun:  "open hull",
		why:   "Mass, inertia and what is inside come from a closed surface; importers refuse others or wrap them anew.",
		fix:   "Fill the holes and delete faces inside, or make the hull anew from its vertices.",
	},
	meshcheck.HullInverted: {
		name:  "InvertedHull",
		title: "Collision hull is inside out",
		noun:  "inverted hull",
		why:   "Physics pushes to the wrong side, and rays pass through from the one and stop from the other.",
		fix:   "Recalculate the normals outwards; apply a negative scale before export.",
	},
	meshcheck.HullFlat: {
		name:  "FlatHull",
		title: "Collision hull is flat",
		noun:  "flat hull",
		why:   "Without a volume there is no mass and no inside: engines refuse it, or give it a thickness of their own.",
		fix:   "Give it a thickness, or use a plane or a mesh collider.",
	},
	meshcheck.HullNotConvex: {
		name:  "ConcaveHull",
		title: "Collision hull is not convex",
		noun:  "concave hull",
		why:   "The engine fills the dents without a word, and things collide with air, or it refuses the hull.",
		fix:   "Split it into convex pieces, or replace it by its convex hull if that is meant.",
	},
	meshcheck.HullVertexBudget: {
		name:  "HullOverBudget",
		title: "Collision hull has too many vertices",
		noun:  "hull over budget",
		why:   "The engine leaves out vertices until it fits, and the hull is no longer the one that was drawn.",
		fix:   "Simplify it: few hulls gain by more than 32 vertices.",
	},
	meshcheck.HullSelfOverlap: {
		name:  "HullSelfOverlap",
		title: "Collision hull overlaps itself",
		noun:  "hull that overlaps itself",
		why:   "Its volume and mass are counted twice where it overlaps, and no such surface is convex.",
		fix:   "See the findings of its mesh; separate shells should be hulls of their own.",
	},
	meshcheck.BoxNotABox: {
		name:  "BoxNotABox",
		title: "Box collider is not a box",
		noun:  "box that is none",
		why:   "The engine puts a box of its own in its place, which is not where the drawn one is.",
		fix:   "Draw a box with right angles and apply no shear; or make it a convex hull.",
	},
	meshcheck.SphereNotASphere: {
		name:  "SphereNotASphere",
		title: "Sphere collider is not a sphere",
		noun:  "sphere that is none",
		why:   "The engine puts a sphere of its own in its place, larger or smaller than the drawn one.",
		fix:   "Scale it alike on all axes; or make it a convex hull.",
	},
	meshcheck.CapsuleNotACapsule: {
		name:  "CapsuleNotACapsule",
		title: "Capsule collider is not a capsule",
		noun:  "capsule that is none",
		why:   "The engine puts a capsule of its own in its place, larger or smaller than the drawn one.",
		fix:   "Keep its ends half spheres and scale it alike across its axis; or make it a convex hull.",
	},
	meshcheck.HullsOverlap: {
		name:  "OverlappingHulls",
		title: "Hulls of one mesh overlap",
		noun:  "pair of hulls in each other",
		why:   "Mass is counted twice where they overlap, contacts come in pairs, and pieces that break apart burst.",
		fix:   "Move one by the translation that the report names, or cut them along a plane; slight overlaps do no harm.",
	},
	meshcheck.HullGap: {
		name:  "MeshSticksOut",
		title: "Mesh sticks out of its hulls",
		noun:  "mesh that sticks out",
		why:   "What is seen sinks into walls and floors, and shots pass through it.",
		fix:   "Grow a hull over the place that the report names, or add one.",
	},
	meshcheck.HullExcess: {
		name:  "HullStandsOff",
		title: "Hulls stand off the mesh",
		noun:  "mesh with hulls that stand off",
		why:   "Things float above what is seen, and players bump into air.",
		fix:   "Move the vertices of the hull to the surface, or split the hull where the mesh is hollow.",
	},
}

// hullNote says in one line what is worst of a rule at one level.
func hullNote(f *File, rule meshcheck.HullRule, l level) string {
	var worst hullIssue
	for i := range f.Result.Hulls.Groups {
		g := &f.Result.Hulls.Groups[i]
		for k := range g.Findings {
			h := &g.Findings[k]
			if h.Rule == rule && levels[h.Severity] == l && (worst.finding == nil || h.Value > worst.finding.Value) {
				worst = hullIssue{g, h}
			}
		}
	}
	if worst.finding == nil {
		return "counted, not listed"
	}
	return hullSummary(f, worst.group, worst.finding)
}

// hullSummary says which hull of which mesh it is, what is wrong with it, and where.
func hullSummary(f *File, g *meshcheck.HullGroup, h *meshcheck.HullFinding) string {
	who := hullNames(f.Result, g, h)
	switch {
	case who == "":
		who = groupName(g)
	case g.Name != "" && len(g.Visuals) > 0:
		who += " of " + groupName(g)
	}
	return who + ": " + hullReason(h)
}
