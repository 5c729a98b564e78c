package usd

// placed are the types of OpenUSD whose prims have a purpose, a visibility and a transform, and unmoved those
// that have no transform. Prims of all others, also of types that OpenUSD does not know, have none of these.
var (
	placed = map[string]bool{
		"BasisCurves": true, "Camera": true, "Capsule": true, "Capsule_1": true, "Cone": true, "Cube": true, "Cylinder": true, "CylinderLight": true,
		"Cylinder_1": true, "DiskLight": true, "DistantLight": true, "DomeLight": true, "DomeLight_1": true, "Field3DAsset": true,
		"GenerativeProcedural": true, "GeometryLight": true, "HermiteCurves": true, "LightFilter": true, "Mesh": true, "NurbsCurves": true,
		"NurbsPatch": true, "OpenVDBAsset": true, "ParticleField": true, "ParticleField3DGaussianSplat": true, "Plane": true,
		"PluginLight": true, "PluginLightFilter": true, "PointInstancer": true, "Points": true, "PortalLight": true, "RectLight": true,
		"SkelRoot": true, "Skeleton": true, "SpatialAudio": true, "Sphere": true, "SphereLight": true, "TetMesh": true, "Volume": true,
		"Xform": true,
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
