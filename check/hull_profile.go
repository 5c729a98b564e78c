package check

import (
	"fmt"
	"maps"
	"math"
	"slices"
)

// HullProfile describes how an engine treats collision hulls: its limits, the names it recognises,
// and how much each rule matters to it. It is plain data, so you can write one for any engine.
type HullProfile struct {
	// Name of the profile, lower case.
	Name string
	// Vertices and Faces are the greatest numbers that the engine accepts for one convex hull, 0
	// for no limit.
	Vertices, Faces int
	// Gap and Excess are the fractions of the diagonal of the visuals above which HullGap and
	// HullExcess are a Warning, 0 for never.
	Gap, Excess float64
	// Fit is the fraction of a hull's own diagonal by which it may differ from the box, sphere or
	// capsule that replaces it in the engine.
	Fit float64
	// Schemes by which the engine finds hulls, as in Hull.Scheme; nil for all. Hulls that the
	// options name or give count for every engine.
	Schemes []string
	// Severities of rules that differ from Rule.Severity.
	Severities map[Rule]Severity
	// Source documents the numbers.
	Source string
}

// Severity returns how much a finding of the rule matters to the engine.
func (p *HullProfile) Severity(r Rule) Severity {
	if s, ok := p.Severities[r]; ok {
		return s
	}
	return r.Severity()
}

// Validate returns an error if a limit or a severity is invalid.
func (p *HullProfile) Validate() error {
	if p.Vertices < 0 || p.Faces < 0 {
		return fmt.Errorf("profile %q: %d vertices and %d faces must not be negative", p.Name, p.Vertices, p.Faces)
	}
	for _, share := range []float64{p.Gap, p.Excess, p.Fit} {
		if !(share >= 0) || math.IsInf(share, 0) {
			return fmt.Errorf("profile %q: fraction %v must be finite and not negative", p.Name, share)
		}
	}
	for r, s := range p.Severities {
		if !slices.Contains(Hulls.Rules(), r) || s > Info {
			return fmt.Errorf("profile %q: rule %d cannot have severity %d", p.Name, r, s)
		}
	}
	return nil
}

// HullProfiles returns the built-in profiles, "none" first. The caller owns them.
func HullProfiles() []HullProfile {
	list := slices.Clone(hullProfiles)
	for i := range list {
		list[i].Schemes = slices.Clone(list[i].Schemes)
		list[i].Severities = maps.Clone(list[i].Severities)
	}
	return list
}

// HullProfileOf returns the profile with the given name and whether there is one.
func HullProfileOf(name string) (HullProfile, bool) {
	for _, p := range HullProfiles() {
		if p.Name == name {
			return p, true
		}
	}
	return HullProfile{}, false
}

// No engine prescribes these fractions. A body that stands off or sinks in by a twentieth of its
// size visibly floats or sinks, but may be meant to: a Warning. A box, sphere or capsule that is
// off by a hundredth was changed by hand: rounding to float32 moves it by a millionth.
const (
	visibleShare = 0.05
	fitShare     = 0.01
)

// cookedSeverities are for engines that rebuild the surface of a hull from its vertices: holes and
// windings do not matter to them.
var cookedSeverities = map[Rule]Severity{HullNotClosed: Warning, HullInverted: Warning}

// solidSeverities are for those of them that do not move trimeshes by forces.
var solidSeverities = map[Rule]Severity{HullNotClosed: Warning, HullInverted: Warning, MovingTrimesh: Error}

const (
	physxSource = "PhysX: PxConvexMeshDesc.vertexLimit is at most 255, \"the number of convex polygons in a cooked convex mesh is limited to 256\" " +
		"(nvidia-omniverse.github.io/PhysX/physx/5.5.0/_api_build/classPxConvexMeshDesc.html)"
	unrealSource = "Unreal Engine, FBX Static Mesh Pipeline, Collision: UBX_, UCP_, USP_, UCX_[RenderMeshName]_##, \"completely closed convex\" " +
		"(dev.epicgames.com/documentation/en-us/unreal-engine/fbx-static-mesh-pipeline-in-unreal-engine); 255 vertices and 256 faces are those of PhysX, " +
		"and no others are documented; it reads UsdPhysics where it imports USD"
	unitySource = "Unity, Mesh collider: \"Convex mesh colliders are limited to 255 triangles\" (docs.unity3d.com/6000.1/Documentation/Manual/class-MeshCollider.html); " +
		"what it cooks is limited by PhysX, to 255 vertices and 256 polygons, beyond which \"the partial hull will be used\" " +
		"(github.com/Unity-Technologies/com.unity.cv.synthetichumans/issues/8)"
	godotSource = "Godot, Node type customization using name suffixes " +
		"(docs.godotengine.org/en/stable/tutorials/assets_pipeline/importing_3d_scenes/node_type_customization.html); no limits are documented"
	bulletSource = "Bullet, btConvexHullShape: the implicit hull of any number of points (pybullet.org/Bullet/BulletFull/classbtConvexHullShape.html)"
)

var hullProfiles = []HullProfile{
	{Name: "none", Gap: visibleShare, Excess: visibleShare, Fit: fitShare, Source: "no engine: all rules, no budget"},
	{Name: "unreal", Vertices: 255, Faces: 256, Gap: visibleShare, Excess: visibleShare, Fit: fitShare, Schemes: []string{"unreal", "UsdPhysics"},
		Severities: map[Rule]Severity{HullTransform: Warning}, Source: unrealSource},
	{Name: "unity", Vertices: 255, Faces: 256, Gap: visibleShare, Excess: visibleShare, Fit: fitShare, Severities: solidSeverities, Source: unitySource},
	{Name: "godot", Gap: visibleShare, Excess: visibleShare, Fit: fitShare, Severities: cookedSeverities,
		Schemes: []string{"godot", "OMI_physics_shape", "OMI_physics_body", "OMI_collider"}, Source: godotSource},
	{Name: "physx", Vertices: 255, Faces: 256, Gap: visibleShare, Excess: visibleShare, Fit: fitShare, Severities: solidSeverities, Source: physxSource},
	{Name: "bullet", Gap: visibleShare, Excess: visibleShare, Fit: fitShare, Severities: solidSeverities, Source: bulletSource},
}
