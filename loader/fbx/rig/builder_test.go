package rig_test

import (
	"math"
	"testing"

	"github.com/meshcheck/meshcheck/fixtures/generate/encode"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/loader"
	"github.com/meshcheck/meshcheck/mesh"
	"github.com/meshcheck/meshcheck/mesh/pose"
)

// second is a second in the times of keys.
const second = 46186158000

type node = encode.FBXNode

func newNode(name string, values ...any) node { return node{Name: name, Values: values} }

// with returns a node with more children.
func with(n node, children ...node) node {
	n.Children = append(n.Children, children...)
	return n
}

// builder makes an FBX file.
type builder struct {
	header, objects, connections []node
	last                         int64
}

// add adds an object, and returns its identity.
func (b *builder) add(kind, name, class string, children ...node) int64 {
	b.last++
	prefix := kind
	if kind == "Deformer" && class != "Skin" && class != "BlendShape" {
		prefix = "SubDeformer"
	}
	b.objects = append(b.objects, with(newNode(kind, b.last, name+"\x00\x01"+prefix, class), children...))
	return b.last
}

// connect connects an object to another, or to a property of it.
func (b *builder) connect(from, to int64, property ...string) {
	n := newNode("C", "OO", from, to)
	if len(property) > 0 {
		n = newNode("C", "OP", from, to, property[0])
	}
	b.connections = append(b.connections, n)
}

// properties returns the properties of an object.
func properties(of map[string][]any) node {
	n := newNode("Properties70")
	for name, values := range of {
		n.Children = append(n.Children, newNode("P", append([]any{name, "", "", "A"}, values...)...))
	}
	return n
}

func vector(x, y, z float64) []any { return []any{x, y, z} }

// model adds a Model below another, or below the root, which is 0.
func (b *builder) model(parent int64, name string, of map[string][]any) int64 {
	id := b.add("Model", name, "Mesh", properties(of))
	b.connect(id, parent)
	return id
}

// cube are the control points of a cube with corners at 0 and 1.
var cube = []float64{0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0, 0, 0, 1, 1, 0, 1, 0, 1, 1, 1, 1, 1}

// geometry adds a cube that is shown by Models.
func (b *builder) geometry(models []int64, children ...node) int64 {
	faces := []int32{0, 2, 3, ^1, 4, 5, 7, ^6, 0, 1, 5, ^4, 2, 6, 7, ^3, 0, 4, 6, ^2, 1, 3, 7, ^5}
	id := b.add("Geometry", "cube", "Mesh", append([]node{newNode("Vertices", cube), newNode("PolygonVertexIndex", faces)}, children...)...)
	for _, m := range models {
		b.connect(id, m)
	}
	return id
}

// skin adds a skin to a geometry, with the clusters that are added to it.
func (b *builder) skin(geometry int64, children ...node) int64 {
	id := b.add("Deformer", "skin", "Skin", children...)
	b.connect(id, geometry)
	return id
}

// cluster adds a cluster to a skin. The transform is by columns.
func (b *builder) cluster(skin, joint int64, vertices []int32, weights, transform []float64, children ...node) int64 {
	id := b.add("Deformer", "cluster", "Cluster", append([]node{newNode("Indexes", vertices), newNode("Weights", weights), newNode("Transform", transform), newNode("TransformLink", noBind)}, children...)...)
	b.connect(id, skin)
	b.connect(joint, id)
	return id
}

var noBind = []float64{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}

// channel adds a blend channel to a BlendShape.
func (b *builder) channel(blendShape int64, percent float64, full []float64, children ...node) int64 {
	id := b.add("Deformer", "channel", "BlendShapeChannel", append([]node{newNode("FullWeights", full), properties(map[string][]any{"DeformPercent": {percent}})}, children...)...)
	b.connect(id, blendShape)
	return id
}

// shape adds a shape to a channel.
func (b *builder) shape(channel int64, vertices []int32, offsets ...float64) int64 {
	id := b.add("Geometry", "shape", "Shape", newNode("Indexes", vertices), newNode("Vertices", offsets))
	b.connect(id, channel)
	return id
}

// stack adds an animation stack, and returns its layer.
func (b *builder) stack(name string) int64 {
	stack := b.add("AnimationStack", name, "")
	return b.layer(stack, "BaseLayer", nil)
}

func (b *builder) layer(stack int64, name string, of map[string][]any) int64 {
	id := b.add("AnimationLayer", name, "", properties(of))
	b.connect(id, stack)
	return id
}

// animate adds a curve node to a layer for a property, and connects it to curves by their properties.
func (b *builder) animate(layer, object int64, property string, defaults map[string][]any, curves map[string]int64) int64 {
	id := b.add("AnimationCurveNode", "node", "", properties(defaults))
	b.connect(id, layer)
	b.connect(id, object, property)
	for name, curve := range curves {
		b.connect(curve, id, name)
	}
	return id
}

// key is a key of a curve.
type key struct {
	time, value float64
	flags       int32
	data        [4]float32
}

const linear = 4

// curve adds a curve.
func (b *builder) curve(keys []key, children ...node) int64 {
	var times []int64
	var values, data []float32
	var flags, count []int32
	for _, k := range keys {
		times, values = append(times, int64(math.Round(k.time*second))), append(values, float32(k.value))
		flags, count, data = append(flags, k.flags), append(count, 1), append(data, k.data[:]...)
	}
	return b.add("AnimationCurve", "", "", append([]node{
		newNode("KeyTime", times), newNode("KeyValueFloat", values), newNode("KeyAttrFlags", flags),
		newNode("KeyAttrDataFloat", data), newNode("KeyAttrRefCount", count),
	}, children...)...)
}

// line adds a linear curve of keys that are times and values.
func (b *builder) line(of ...float64) int64 {
	var keys []key
	for i := 0; i < len(of); i += 2 {
		keys = append(keys, key{time: of[i], value: of[i+1], flags: linear})
	}
	return b.curve(keys)
}

// nodes returns the nodes of the file.
func (b *builder) nodes() []node {
	return append(b.header, with(newNode("Objects"), b.objects...), with(newNode("Connections"), b.connections...))
}

// file returns a binary file.
func (b *builder) file() []byte { return encode.FBX{Version: 7500}.File(b.nodes()...) }

// decode decodes a file with poses.
func decode(t *testing.T, data []byte) *mesh.Scene {
	t.Helper()
	s, _, err := loader.Decode(t.Context(), data, nil, loader.Options{Poses: true})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// scene decodes the file, which must have a rig.
func (b *builder) scene(t *testing.T) *mesh.Scene {
	t.Helper()
	s := decode(t, b.file())
	if s.RigError != nil || s.Rig == nil {
		t.Fatalf("no rig: %v", s.RigError)
	}
	return s
}

// posed returns the positions of an object in the default pose, or at a time of the first clip.
func posed(t *testing.T, s *mesh.Scene, object int, time ...float64) []geom.Vec {
	t.Helper()
	e := pose.NewEvaluator(s.Rig)
	if len(time) > 0 {
		if err := e.Pose(0, time[0]); err != nil {
			t.Fatal(err)
		}
	}
	out := make([]geom.Vec, s.Rig.Objects[object].Shape.Len())
	e.Positions(object, out)
	return out
}

// near reports whether points are the same up to rounding.
func near(a, b []geom.Vec) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if !(a[i].Sub(b[i]).Norm() <= 1e-12*(1+b[i].Norm())) {
			return false
		}
	}
	return true
}
