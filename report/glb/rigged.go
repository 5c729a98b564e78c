package glb

import (
	"encoding/binary"
	"math"

	"github.com/qmuntal/gltf"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/mesh"
	"github.com/meshcheck/meshcheck/mesh/pose"
	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/drawing"
)

// rigged is a model with what moves it, in the document.
type rigged struct {
	*markedModel
	scene *mesh.Scene
	rig   *pose.Rig
	rest  *pose.Evaluator
	// baked: the nodes of the format are not those of glTF, so their motion is written sample by sample.
	baked bool
	poses check.PoseOptions
	// of are the objects of the rig by instance, without those whose poses are not known.
	of map[int]int
	// nodes are those of the rig, by number.
	nodes []riggedNode
	// hosts are, for each object of the rig, the node that shows it and those that show its marks.
	hosts [][]int
	// anchors are, for each object, the node below which its marks are that no skin moves.
	anchors []int
	// moved are the objects that a clip moves, nil until they are needed.
	moved []bool
	skins map[int]int // by those of the rig
	known map[*float32]*storedPoints
	// leftOut are the names of clips that are too long to be baked, or have no pose.
	leftOut []string
	cache   riggedCache
}

// newRigged returns the rig of a scene for the document, nil if there is none or single precision cannot hold it.
func newRigged(m *markedModel, s *mesh.Scene, f *report.File, poses check.PoseOptions) *rigged {
	if s.Rig == nil {
		return nil
	}
	rig := s.Rig
	if poses.Targets {
		rig = rig.WithTargets()
	}
	g := &rigged{
		markedModel: m, scene: s, rig: rig, rest: pose.NewEvaluator(rig), poses: poses, of: map[int]int{},
		baked: f.Format != "glb" && f.Format != "gltf", skins: map[int]int{}, known: map[*float32]*storedPoints{}, cache: newRiggedCache(),
		hosts: make([][]int, len(rig.Objects)), anchors: make([]int, len(rig.Objects)),
	}
	for i := range rig.Nodes {
		at := g.rest.World(i)
		if !drawing.Holdable([]geom.Vec{{at[0][0], at[0][1], at[0][2]}, {at[1][0], at[1][1], at[1][2]}, {at[2][0], at[2][1], at[2][2]}, {at[0][3], at[1][3], at[2][3]}}) {
			return nil
		}
	}
	for i := range rig.Objects {
		if rig.Objects[i].Unposed == "" {
			g.of[rig.Objects[i].Instance] = i
		}
	}
	return g
}

// shows reports whether an instance moves with the rig.
func (g *rigged) shows(instance int) bool {
	if g == nil {
		return false
	}
	_, ok := g.of[instance]
	return ok
}

// showsAll returns the meshes of a scene all of whose instances move with the rig.
func (g *rigged) showsAll(s *mesh.Scene) []bool {
	all := make([]bool, len(s.Meshes))
	for k := range s.Instances {
		all[s.Instances[k].Mesh] = g != nil
	}
	for k := range s.Instances {
		if !g.shows(k) {
			all[s.Instances[k].Mesh] = false
		}
	}
	return all
}

// add adds the nodes and the objects. It returns those nodes that belong below the node of the file.
func (g *rigged) add() (nodes []int) {
	if g == nil {
		return nil
	}
	g.addNodes()
	for i := range g.rig.Nodes {
		if p := g.rig.Nodes[i].Parent; p < 0 {
			nodes = append(nodes, g.nodes[i].outer)
		} else {
			g.adopt(int(p), g.nodes[i].outer)
		}
	}
	alone := make([]int, len(g.rig.Nodes)) // objects of each node
	for i := range g.rig.Objects {
		alone[g.rig.Objects[i].Node]++
	}
	for i := range g.rig.Objects {
		if g.shows(g.rig.Objects[i].Instance) {
			g.addObject(i, alone[g.rig.Objects[i].Node] == 1)
		}
	}
	return nodes
}

// addObject adds an object of the rig. That of a node by itself is the node, unless a skin moves it.
func (g *rigged) addObject(i int, alone bool) {
	o := &g.rig.Objects[i]
	in := &g.scene.Instances[o.Instance]
	name, extras := nodeName(in), instanceExtras{Path: mesh.ShortName(in.Path), Mesh: in.Mesh}
	bodies := [2]*int{g.body(i, false), g.body(i, true)}
	if bodies[1] != nil {
		n := g.host(i, true)
		g.show(i, n, bodies[1])
		g.doc.Nodes[n].Name, g.doc.Nodes[n].Extras = name, extras
	}
	if bodies[0] == nil && bodies[1] != nil {
		return
	}
	switch {
	case o.Within != nil:
		g.anchors[i] = len(g.doc.Nodes)
		g.adopt(o.Node, g.place(*o.Within, &gltf.Node{}))
	case alone:
		g.anchors[i] = g.nodes[o.Node].inner
	default:
		g.anchors[i] = g.node(&gltf.Node{})
		g.adopt(o.Node, g.anchors[i])
	}
	n := g.doc.Nodes[g.anchors[i]]
	n.Name, n.Extras = name, extras
	g.show(i, g.anchors[i], bodies[0])
}

// host adds a node for marks of an object, or for what its skin moves: viewers expect the latter on top.
func (g *rigged) host(i int, skinned bool) int {
	n := g.node(&gltf.Node{})
	if skinned {
		g.doc.Scenes[0].Nodes = append(g.doc.Scenes[0].Nodes, n)
		g.doc.Nodes[n].Skin = gltf.Index(g.skin(g.rig.Objects[i].Skin))
	} else {
		above := g.doc.Nodes[g.anchors[i]]
		above.Children = append(above.Children, n)
	}
	return n
}

// show makes a node show a mesh, with the weights of an object.
func (g *rigged) show(i, node int, mesh *int) {
	if mesh == nil {
		return
	}
	g.doc.Nodes[node].Mesh = mesh
	if o := &g.rig.Objects[i]; len(o.Weights) > 0 {
		g.doc.Nodes[node].Weights = o.Weights
		g.hosts[i] = append(g.hosts[i], node)
	}
}

// skin returns a skin of the rig in the document.
func (g *rigged) skin(i int) int {
	if at, ok := g.skins[i]; ok {
		return at
	}
	joints := g.rig.Skins[i].Joints
	out := &gltf.Skin{}
	for _, j := range joints {
		out.Joints = append(out.Joints, g.nodes[j.Node].inner)
	}
	a := gltf.Accessor{ComponentType: gltf.ComponentFloat, Type: gltf.AccessorMat4, Count: len(joints)}
	out.InverseBindMatrices = gltf.Index(g.accessor(a, 64*len(joints), gltf.TargetNone, func(b []byte) {
		for k := range joints {
			for at := range 16 { // by columns
				putFloat(b[64*k+4*at:], joints[k].InverseBind[at%4][at/4])
			}
		}
	}))
	g.doc.Skins = append(g.doc.Skins, out)
	g.skins[i] = len(g.doc.Skins) - 1
	return g.skins[i]
}

func putFloat(b []byte, x float64) { binary.LittleEndian.PutUint32(b, math.Float32bits(float32(x))) }
