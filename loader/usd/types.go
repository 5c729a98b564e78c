package usd

// unplaced are the types whose prims have neither a purpose nor a visibility nor a transform, and unmoved
// those that have no transform. All others have.
var (
	unplaced = map[string]bool{
		"": true, "Backdrop": true, "BlendShape": true, "GeomSubset": true, "LODDistanceHeuristic": true, "LODScreenSizeHeuristic": true,
		"Material": true, "NodeGraph": true, "PhysicsCollisionGroup": true, "PhysicsScene": true, "RenderPass": true, "RenderProduct": true,
		"RenderSettings": true, "RenderVar": true, "Shader": true, "SkelAnimation": true,
	}
	unmoved = map[string]bool{
		"PhysicsDistanceJoint": true, "PhysicsFixedJoint": true, "PhysicsJoint": true, "PhysicsPrismaticJoint": true,
		"PhysicsRevoluteJoint": true, "PhysicsSphericalJoint": true, "Scope": true,
	}
)

// gprims are the types with a geometry that is not read.
var gprims = map[string]bool{
	"BasisCurves": true, "Capsule": true, "Capsule_1": true, "Cone": true, "Cube": true, "Cylinder": true, "Cylinder_1": true,
	"HermiteCurves": true, "NurbsCurves": true, "NurbsPatch": true, "ParticleField": true, "ParticleField3DGaussianSplat": true, "GenerativeProcedural": true, "Plane": true, "Points": true, "Sphere": true,
	"TetMesh": true, "Volume": true,
}
