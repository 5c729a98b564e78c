package loader

import (
	"encoding/json"
	"math"
	"strconv"

	"github.com/qmuntal/gltf"

	"github.com/meshcheck/meshcheck/geom"
)

// node is what places meshes. Nodes may be many, so it is kept small.
type node struct {
	name       string
	children   []int
	mesh       int32 // -1 for none
	parents    int32
	skinned    bool
	inScene    bool            // a scene names it
	onlyShape  bool            // a root that is there for the collision shape of another node
	local      *geom.Affine    // nil for the identity
	instancing json.RawMessage // EXT_mesh_gpu_instancing, or nil
	physics    *physics        // nil for none
	extras     nodeExtras
}

// leanNode is the library's node with little of the extras, which can be large.
type leanNode struct {
	plainNode
	Extras nodeExtras `json:"extras"`
}

type plainNode gltf.Node

const gpuInstancing = "EXT_mesh_gpu_instancing"

// readNodes reads the nodes and the graph they form.
func (r *gltfReader) readNodes() error {
	n := new(leanNode) // used again and again: nodes may be many and nearly empty
	err := r.elements("nodes", r.outline.Nodes, func(dec *json.Decoder, i int) error {
		*n = leanNode{plainNode: plainNode{
			Matrix: gltf.DefaultMatrix, Rotation: gltf.DefaultRotation, Scale: gltf.DefaultScale,
		}}
		if err := dec.Decode(n); err != nil {
			return r.jsonError(nodePlace(i), err)
		}
		return r.addNode(i, (*gltf.Node)(&n.plainNode), n.Extras)
	})
	if err != nil {
		return err
	}
	for _, step := range []func() error{r.checkScenes, r.linkNodes, r.checkPhysics} {
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}

// checkScenes sees to it that scenes name nodes that exist. Nothing else is asked of
// them: all meshes are checked, whatever scene shows them.
func (r *gltfReader) checkScenes() error {
	return r.elements("scenes", r.outline.Scenes, func(dec *json.Decoder, i int) error {
		place := "scene " + strconv.Itoa(i)
		var scene struct {
			Nodes []int `json:"nodes"`
		}
		if err := dec.Decode(&scene); err != nil {
			return r.jsonError(place, err)
		}
		r.hasScene = true
		for _, n := range scene.Nodes {
			if n < 0 || n >= len(r.nodes) {
				return r.fail(place, "node %d is not one of %d", n, len(r.nodes))
			}
			r.nodes[n].inScene = true
		}
		return nil
	})
}

func (r *gltfReader) addNode(i int, n *gltf.Node, extras nodeExtras) error {
	out := node{name: n.Name, children: n.Children, mesh: -1, skinned: n.Skin != nil}
	if n.Mesh != nil {
		if *n.Mesh < 0 || *n.Mesh >= len(r.scene.Meshes) {
			return r.fail(nodePlace(i), "mesh %d is not one of %d", *n.Mesh, len(r.scene.Meshes))
		}
		out.mesh = int32(*n.Mesh)
		out.extras = extras
		if err := r.charge(nodePlace(i), len(extras), extraSize); err != nil {
			return err
		}
	}
	local, err := r.localMatrix(i, n)
	if err != nil {
		return err
	}
	if local != geom.Identity() {
		kept := local
		out.local = &kept
	}
	if out.instancing, err = r.nodeExtension(i, n, gpuInstancing); err != nil {
		return err
	}
	if out.physics, err = r.readPhysics(i, n); err != nil {
		return err
	}
	r.nodes = append(r.nodes, out)
	return nil
}

// nodeExtension returns what an extension says of a node, or nil.
func (r *gltfReader) nodeExtension(i int, n *gltf.Node, name string) (json.RawMessage, error) {
	switch x := n.Extensions[name].(type) {
	case nil:
		return nil, nil
	case json.RawMessage:
		return x, nil
	default: // some package of the program has registered a type for it
		text, err := json.Marshal(x)
		if err != nil {
			return nil, r.jsonError(nodePlace(i), err)
		}
		return text, nil
	}
}

// localMatrix returns the node's own transform.
func (r *gltfReader) localMatrix(i int, n *gltf.Node) (geom.Affine, error) {
	if n.Matrix == gltf.DefaultMatrix {
		if n.Rotation == [4]float64{} {
			r.warn("%s: the rotation is zero, read as none", label("node", i, n.Name))
		}
		return fromTRS(n.Translation, n.Rotation, n.Scale), nil
	}
	if n.Translation != [3]float64{} || n.Rotation != gltf.DefaultRotation || n.Scale != gltf.DefaultScale {
		return geom.Affine{}, r.fail(nodePlace(i), "has a matrix and also a translation, rotation or scale")
	}
	m := &n.Matrix // by columns
	if m[3] != 0 || m[7] != 0 || m[11] != 0 || m[15] != 1 {
		return geom.Affine{}, r.fail(nodePlace(i), "the last row of the matrix is not 0 0 0 1")
	}
	var a geom.Affine
	for row := range a {
		a[row] = [4]float64{m[row], m[4+row], m[8+row], m[12+row]}
	}
	return a, nil
}

// fromTRS returns the map that scales, then rotates by the quaternion (x, y, z,
// w), then translates. The quaternion is divided by its length first, since what
// is stored is a rounded unit quaternion; a zero one rotates nothing. Products
// and sums are rounded to float64 one by one, the same on every machine.
func fromTRS(t [3]float64, q [4]float64, s [3]float64) geom.Affine {
	length := math.Sqrt(float64(q[0]*q[0]) + float64(q[1]*q[1]) + float64(q[2]*q[2]) + float64(q[3]*q[3]))
	if length > 0 {
		for i := range q {
			q[i] /= length
		}
	}
	x, y, z, w := q[0], q[1], q[2], q[3]
	double := func(a, b, c, d, sign float64) float64 { return 2 * (float64(a*b) + sign*float64(c*d)) }
	rot := [3][3]float64{
		{1 - double(y, y, z, z, 1), double(x, y, z, w, -1), double(x, z, y, w, 1)},
		{double(x, y, z, w, 1), 1 - double(x, x, z, z, 1), double(y, z, x, w, -1)},
		{double(x, z, y, w, -1), double(y, z, x, w, 1), 1 - double(x, x, y, y, 1)},
	}
	var a geom.Affine
	for row := range a {
		a[row] = [4]float64{rot[row][0] * s[0], rot[row][1] * s[1], rot[row][2] * s[2], t[row]}
	}
	return a
}

// linkNodes counts the parents of each node and sees to it that none is its own
// ancestor. That a node has one parent at most is the specification's rule;
// files that show one subtree in several places are about all the same, their
// meaning is plain, and so a warning will do.
func (r *gltfReader) linkNodes() error {
	for i := range r.nodes {
		for _, c := range r.nodes[i].children {
			if c < 0 || c >= len(r.nodes) {
				return r.fail(nodePlace(i), "child %d is not one of %d nodes", c, len(r.nodes))
			}
			r.nodes[c].parents++
		}
	}
	for i, n := range r.nodes {
		if n.parents > 1 {
			r.warn("%s: has %d parents, and is shown below each of them", label("node", i, n.name), n.parents)
		}
	}
	return r.findCycle()
}

// findCycle walks the graph depth first, without recursion because nodes may be
// nested as deep as they are many, and fails at an edge back to the path.
func (r *gltfReader) findCycle() error {
	const unseen, open, closed = 0, 1, 2
	state := make([]uint8, len(r.nodes))
	next := make([]int32, len(r.nodes)) // the child to go on with
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
				path = path[:len(path)-1]
				continue
			}
			c := r.nodes[i].children[next[i]]
			next[i]++
			switch state[c] {
			case open:
				return r.fail(nodePlace(c), "is its own ancestor")
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
