// Package posegen generates animated models for tests and benchmarks of poses: small ones whose answers follow
// from how they are made (Fixtures), large characters (Clean, Touching, Shells), and random ones (Random).
// Changes of a model that change no answer are methods of Model.
//
// A model is a description from which a file is made (Model.GLB), so that tests pass through the loader.
// It is deterministic: the same arguments give the same file.
package posegen

import (
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/meshgen"
)

// Model is an animated model. Numbers are stored as float32.
type Model struct {
	Nodes []Node
	Clips []Clip
}

// Node is a node of a model.
type Node struct {
	Name string
	// Parent is an index into Model.Nodes, -1 for a root.
	Parent             int
	Translation, Scale geom.Vec
	Rotation           Quaternion
	// Mesh and Skin may be nil.
	Mesh *Mesh
	Skin *Skin
}

// Quaternion is a rotation as x, y, z and w.
type Quaternion [4]float64

// Mesh is a mesh that nodes show.
type Mesh struct {
	Name string
	meshgen.Indexed
	// Influences are those of each vertex, at most four, nil without a skin.
	Influences [][]Influence
	// Targets are morph targets, each with a displacement for each vertex. Their default weights are 0.
	Targets [][]geom.Vec
}

// Influence is the weight of a joint, which is an index into Skin.Joints.
type Influence struct {
	Joint  int
	Weight float64
}

// Skin is a list of joints, which are nodes. Inverse bind matrices that are nil are not stored.
type Skin struct {
	Joints      []int
	InverseBind []geom.Affine
}

// Clip is an animation.
type Clip struct {
	Name     string
	Channels []Channel
}

// Channel animates a property of a node.
type Channel struct {
	Node int
	// Path is "translation", "rotation", "scale" or "weights".
	Path string
	// Mode is "LINEAR", "STEP" or "CUBICSPLINE".
	Mode string
	// Times are in seconds. Values has a row for each, or three in the mode CUBICSPLINE.
	Times  []float64
	Values []float64
}

// Add adds a node at a place within its parent and returns its number.
func (m *Model) Add(name string, parent int, at geom.Vec) int {
	m.Nodes = append(m.Nodes, Node{Name: name, Parent: parent, Translation: at, Scale: geom.Vec{1, 1, 1}, Rotation: Quaternion{0, 0, 0, 1}})
	return len(m.Nodes) - 1
}

// Show adds a root that shows a mesh and returns its number.
func (m *Model) Show(name string, of meshgen.Indexed) int {
	n := m.Add(name, -1, geom.Vec{})
	m.Nodes[n].Mesh = &Mesh{Name: name, Indexed: of}
	return n
}

// Triangles returns the number of triangles of all objects.
func (m *Model) Triangles() (n int) {
	for i := range m.Nodes {
		if mesh := m.Nodes[i].Mesh; mesh != nil {
			n += len(mesh.Faces)
		}
	}
	return n
}

// Animate adds a channel to the last clip, in the mode LINEAR. Each key is a time and the numbers of the value.
func (m *Model) Animate(node int, path string, keys ...[]float64) {
	c := Channel{Node: node, Path: path, Mode: "LINEAR"}
	for _, k := range keys {
		c.Times, c.Values = append(c.Times, k[0]), append(c.Values, k[1:]...)
	}
	last := &m.Clips[len(m.Clips)-1]
	last.Channels = append(last.Channels, c)
}

// Clip adds an empty clip.
func (m *Model) Clip(name string) { m.Clips = append(m.Clips, Clip{Name: name}) }
