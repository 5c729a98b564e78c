package check

// Object is something in the world that is checked against everything else: a mesh at the place of
// one instance, or a piece of it.
//
// Struct tags are the names in JSON reports, which omit numbers that are -1 or not finite.
type Object struct {
	// Path of the instance's node, "" in formats without nodes. All names in a result are as
	// mesh.ShortName gives them.
	Path string `json:"path"`
	// Instance is an index into the scene's instances; paths need not be unique. It is 0 in formats
	// without nodes, and -1 for a Collider, for the mesh of an issue within one, and if a report
	// leaves it out.
	Instance int `json:"instance,omitempty"`
	// Collider is an index into the scene's colliders for a collision shape of an extension,
	// otherwise -1.
	Collider int `json:"collider,omitempty"`
	// Mesh is an index into the meshes of the scene, -1 for a shape without one; Name is the mesh's
	// name.
	Mesh int    `json:"mesh,omitempty"`
	Name string `json:"name"`
	// Part is an index into the parts of the mesh, -1 unless objects are ByPrimitive or a region
	// lies within the part. Shell is the number of the shell, -1 unless objects are ByShell.
	Part  int `json:"part,omitempty"`
	Shell int `json:"shell,omitempty"`
}

// NoObject stands for the whole file.
func NoObject() Object { return Object{Instance: -1, Collider: -1, Mesh: -1, Part: -1, Shell: -1} }

// ObjectProblem is an object and why it could not be checked; NoObject if it is about the whole file.
type ObjectProblem struct {
	Object Object `json:"object"`
	Reason string `json:"reason"`
}

// PartInfo describes a part of a mesh.
type PartInfo struct {
	// Name is the part's own name, or else its material's name, or else "part N".
	Name string `json:"name"`
	// First is the index of the part's first triangle in the mesh, Triangles their number.
	First     int `json:"first"`
	Triangles int `json:"triangles"`
}

// PartsOf is what counts as one object of a scene.
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
