package check

// Object is something in the world that is checked against everything else: a mesh
// at the place of one instance, or a piece of it.
//
// Types with tags have these names in JSON reports, where numbers that are -1 or not finite are
// left out.
type Object struct {
	// Path of the instance's node, "" in formats without nodes. All names in a result are as
	// mesh.ShortName gives them.
	Path string `json:"path"`
	// Instance is an index into the scene's instances, for those who have the scene at
	// hand: nodes may have equal paths. It is 0 in formats without nodes, and -1 for a Collider,
	// for the mesh that an issue within one is about, and where a report leaves it out.
	Instance int `json:"instance,omitempty"`
	// Collider is an index into the scene's colliders for a collision shape of an extension,
	// -1 for all else.
	Collider int `json:"collider,omitempty"`
	// Mesh is an index into the meshes of the scene, -1 for a shape without one; Name is the
	// mesh's name.
	Mesh int    `json:"mesh,omitempty"`
	Name string `json:"name"`
	// Part is an index into the parts of the mesh, -1 unless objects are ByPrimitive or the
	// part is that of a region; Shell is the number of the shell, -1 unless they are ByShell.
	Part  int `json:"part,omitempty"`
	Shell int `json:"shell,omitempty"`
}

// ObjectProblem is an object with what is wrong with it.
type ObjectProblem struct {
	Object Object `json:"object"`
	Reason string `json:"reason"`
}

// PartInfo describes a part of a mesh.
type PartInfo struct {
	// Name is the part's own name, else its material's name, else "part N".
	Name string `json:"name"`
	// First is the first triangle of the part in the mesh, Triangles their number.
	First     int `json:"first"`
	Triangles int `json:"triangles"`
}

// PartsOf is what an object of a scene is.
type PartsOf uint8

const (
	// ByMesh: a mesh at the place of one instance.
	ByMesh PartsOf = iota
	// ByShell: one of its shells.
	ByShell
	// ByPrimitive: one of its parts, a glTF primitive or an STL solid.
	ByPrimitive
)

// String returns "mesh", "shell" or "primitive".
func (p PartsOf) String() string { return [...]string{"mesh", "shell", "primitive"}[p] }
