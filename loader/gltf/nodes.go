package gltf

import (
	"strconv"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/qmuntal/gltf"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/loader/gltf/document"
	"github.com/meshcheck/meshcheck/loader/gltf/physics"
)

// node is a node of the graph. There may be many, so it is kept small.
type node struct {
	name         string
	children     []int
	mesh         int32 // -1 for none
	parents      int32
	skinned      bool
	scenes       int32          // the set of scenes that refer to it
	lower        bool           // a lower level of detail of another node
	hidden       bool           // by KHR_node_visibility
	colliderOnly bool           // a root that only serves as the collision shape of another node
	local        *geom.Stored   // nil for the identity
	instancing   jsontext.Value // EXT_mesh_gpu_instancing, or nil
	physics      *physics.Node  // nil for none
	extras       nodeExtras
}

// nodeJSON has the members of a node that are read.
type nodeJSON struct {
	linksJSON
	Skin        *int         `json:"skin"`
	Matrix      *[16]float64 `json:"matrix"` // by columns
	Translation *[3]float64  `json:"translation"`
	Rotation    *[4]float64  `json:"rotation"`
	Scale       *[3]float64  `json:"scale"`
	Extensions  extensions   `json:"extensions"`
	Extras      nodeExtras   `json:"extras"`
}

// linksJSON has the members of a node that determine the paths to meshes.
type linksJSON struct {
	Name     string `json:"name"`
	Children []int  `json:"children"`
	Mesh     *int   `json:"mesh"`
}

// extensions are the extensions of a node or a primitive by name.
type extensions map[string]jsontext.Value

const gpuInstancing = "EXT_mesh_gpu_instancing"

// readNodes reads the collision shapes, the nodes and the graph that they form, and finds the
// places of meshes and shapes.
func (r *reader) readNodes() error {
	if err := r.physics.ReadShapes(&r.outline.Extensions); err != nil {
		return err
	}
	r.nodes = make([]node, 0, len(r.outline.Nodes.Elements))
	if err := document.ManyElements(r.Reader, "nodes", &r.outline.Nodes, nodePlace, r.addNode); err != nil {
		return err
	}
	for _, step := range []func() error{r.readScenes, r.linkNodes, r.markLevels, r.checkPhysics, r.readPlaces} {
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}

func (r *reader) addNode(i int, n *nodeJSON) error {
	out, err := r.linkedNode(i, &n.linksJSON)
	if err != nil {
		return err
	}
	out.skinned = n.Skin != nil
	if out.mesh >= 0 {
		out.extras = n.Extras
		if err := r.Charge(nodePlace(i), len(n.Extras), extraSize); err != nil {
			return err
		}
	}
	local, err := r.localMatrix(i, n)
	if err != nil {
		return err
	}
	if local.Matrix != geom.Identity() {
		kept := local // allocated only where it is kept
		out.local = &kept
	}
	out.instancing = n.Extensions[gpuInstancing]
	if out.physics, err = r.physics.ReadNode(nodePlace(i), n.Extensions, n.Scale); err != nil {
		return err
	}
	if err := r.readLevels(i, n.Extensions[lodExtension]); err != nil {
		return err
	}
	if out.hidden, err = r.readHidden(i, n.Extensions[visibility]); err != nil {
		return err
	}
	r.nodes = append(r.nodes, out)
	return nil
}

// linkedNode returns a node that has only its name, children and mesh.
func (r *reader) linkedNode(i int, n *linksJSON) (node, error) {
	out := node{name: n.Name, children: n.Children, mesh: -1}
	if n.Mesh != nil {
		if *n.Mesh < 0 || *n.Mesh >= len(r.scene.Meshes) {
			return out, r.Fail(nodePlace(i), "mesh %d does not exist: the file has %d", *n.Mesh, len(r.scene.Meshes))
		}
		out.mesh = int32(*n.Mesh)
	}
	return out, nil
}

// localMatrix returns the node's own transform.
func (r *reader) localMatrix(i int, n *nodeJSON) (geom.Stored, error) {
	t, q, s := orElse(n.Translation, [3]float64{}), orElse(n.Rotation, gltf.DefaultRotation), orElse(n.Scale, gltf.DefaultScale)
	m := orElse(n.Matrix, gltf.DefaultMatrix)
	if m == gltf.DefaultMatrix {
		if q == [4]float64{} {
			r.Warn("%s: the rotation is zero and is ignored", document.Label("node", i, n.Name))
		}
		if n.Matrix != nil && (t != [3]float64{} || q != gltf.DefaultRotation || s != gltf.DefaultScale) {
			r.Warn("%s: has an identity matrix and also a translation, rotation or scale, which is used", document.Label("node", i, n.Name))
		}
		return transformOf(t, q, s), nil
	}
	if t != [3]float64{} || q != gltf.DefaultRotation || s != gltf.DefaultScale {
		return geom.Stored{}, r.Fail(nodePlace(i), "has a matrix and also a translation, rotation or scale")
	}
	if m[3] != 0 || m[7] != 0 || m[11] != 0 || m[15] != 1 {
		return geom.Stored{}, r.Fail(nodePlace(i), "the last row of the matrix is not 0 0 0 1")
	}
	var a geom.Affine
	for row := range a {
		a[row] = [4]float64{m[row], m[4+row], m[8+row], m[12+row]}
	}
	return geom.StoredMatrix(a), nil
}

// orElse returns a value of the file, or its default if the file has none.
func orElse[T any](given *T, otherwise T) T {
	if given == nil {
		return otherwise
	}
	return *given
}

// linkNodes counts the parents of each node, and refuses a node that is its own ancestor. By the
// specification a node has at most one parent, but there are files that show a subtree in several
// places. Their meaning is clear, so this is only a warning.
func (r *reader) linkNodes() error {
	for i := range r.nodes {
		for _, c := range r.nodes[i].children {
			if c < 0 || c >= len(r.nodes) {
				return r.Fail(nodePlace(i), "the child node %d does not exist: the file has %d", c, len(r.nodes))
			}
			r.nodes[c].parents++
		}
	}
	for i, n := range r.nodes {
		if n.parents > 1 {
			r.Warn("%s: has %d parents, and is shown below each of them", document.Label("node", i, n.name), n.parents)
		}
	}
	return r.findCycle()
}

// findCycle walks the graph depth first, and fails at an edge back to the path. It does not
// recurse, because nodes may be nested as deeply as there are nodes. It notes the order in which it
// leaves nodes.
func (r *reader) findCycle() error {
	const unseen, open, closed = 0, 1, 2
	state := make([]uint8, len(r.nodes))
	next := make([]int32, len(r.nodes)) // the child to visit next
	r.childrenFirst = make([]int32, 0, len(r.nodes))
	var path []int
	for start := range r.nodes {
		if state[start] != unseen {
			continue
		}
		path = append(path[:0], start)
		state[start] = open
		for len(path) > 0 {
			i := path[len(path)-1]
			if int(next[i]) == len(r.nodes[i].children) {
				state[i] = closed
				r.childrenFirst = append(r.childrenFirst, int32(i))
				path = path[:len(path)-1]
				continue
			}
			c := r.nodes[i].children[next[i]]
			next[i]++
			switch state[c] {
			case open:
				return r.Fail(nodePlace(c), "is its own ancestor")
			case unseen:
				state[c] = open
				path = append(path, c)
			}
		}
	}
	return nil
}

func nodePlace(i int) string { return "node " + strconv.Itoa(i) }

// part returns the node's part of a path.
func (n *node) part(i int) string {
	if n.name != "" {
		return "/" + n.name
	}
	return "/node" + strconv.Itoa(i)
}
