package loader

import (
	"encoding/json"
	"math"
	"slices"
	"strconv"
	"unsafe"

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
	local      *geom.Affine    // nil for the identity
	instancing json.RawMessage // EXT_mesh_gpu_instancing, or nil
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
	if err := r.checkScenes(); err != nil {
		return err
	}
	return r.linkNodes()
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
		for _, n := range scene.Nodes {
			if n < 0 || n >= len(r.nodes) {
				return r.fail(place, "node %d is not one of %d", n, len(r.nodes))
			}
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
	switch x := n.Extensions[gpuInstancing].(type) {
	case nil:
	case json.RawMessage:
		out.instancing = x
	default: // some package of the program has registered a type for it
		if out.instancing, err = json.Marshal(x); err != nil {
			return r.jsonError(nodePlace(i), err)
		}
	}
	r.nodes = append(r.nodes, out)
	return nil
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

// visit is a node on one way down from a root.
type visit struct {
	parent  *visit
	node    int
	world   geom.Affine
	pathLen int
}

// walk calls show for every way from a root to a node with a mesh, in the order
// of the roots and of the lists of children, depth first. Shared subtrees can
// make the ways many more than the nodes, so each is charged for.
func (r *gltfReader) walk(show func(v *visit) error) error {
	var stack []*visit
	for root := range r.nodes {
		if r.nodes[root].parents > 0 {
			continue
		}
		stack = append(stack, &visit{node: root, world: geom.Identity()})
		for len(stack) > 0 {
			v := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			n := &r.nodes[v.node]
			if n.local != nil {
				v.world = v.world.Mul(*n.local)
			}
			v.pathLen += len(n.part(v.node))
			if n.mesh >= 0 {
				if err := show(v); err != nil {
					return err
				}
			}
			// Each child costs its visit, and its place on a stack that grows.
			if err := r.charge(nodePlace(v.node), len(n.children), int(unsafe.Sizeof(*v))+16); err != nil {
				return err
			}
			for _, c := range slices.Backward(n.children) {
				stack = append(stack, &visit{parent: v, node: c, world: v.world, pathLen: v.pathLen})
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

// path returns the names from the root to the node, each after a slash.
func (r *gltfReader) path(v *visit) string {
	buf := make([]byte, v.pathLen)
	for end := len(buf); v != nil; v = v.parent {
		part := r.nodes[v.node].part(v.node)
		end -= len(part)
		copy(buf[end:], part)
	}
	return unsafe.String(unsafe.SliceData(buf), len(buf)) // nobody else has buf
}
