package rig_test

import (
	"bytes"
	"math"
	"slices"
	"testing"

	"github.com/meshcheck/meshcheck/fixtures/generate/encode"
	"github.com/meshcheck/meshcheck/mesh/pose"
)

// TestNotEvaluated: what moves something in a way that is not evaluated is said of the clip, and nothing else is.
func TestNotEvaluated(t *testing.T) {
	type change func(b *builder, models []int64, layer int64)
	moves := func(b *builder, of int64, property string) func(layer int64) {
		return func(layer int64) { b.animate(layer, of, property, nil, map[string]int64{"d|X": b.line(0, 0, 1, 1)}) }
	}
	for name, c := range map[string]struct {
		change change
		want   []string
	}{
		"nothing": {func(b *builder, models []int64, layer int64) {}, nil},
		"another layer": {func(b *builder, models []int64, layer int64) {
			moves(b, models[0], "Lcl Scaling")(b.layer(layer-1, "fix", nil))
		}, []string{`the layer "fix" is blended with the first one`}},
		"layers that change nothing": {func(b *builder, models []int64, layer int64) {
			moves(b, models[0], "Lcl Scaling")(b.layer(layer-1, "muted", map[string][]any{"Mute": {int32(1)}}))
			moves(b, models[0], "Lcl Scaling")(b.layer(layer-1, "without weight", map[string][]any{"Weight": {0.0}}))
			moves(b, models[0], "Visibility")(b.layer(layer-1, "without effect", nil))
		}, nil},
		"a layer whose weight is animated": {func(b *builder, models []int64, layer int64) {
			extra := b.layer(layer-1, "fade", map[string][]any{"Weight": {0.0}})
			moves(b, models[0], "Lcl Scaling")(extra)
			moves(b, extra, "Weight")(extra)
		}, []string{`the layer "fade" is blended with the first one`}},
		"pivots": {func(b *builder, models []int64, layer int64) {
			moves(b, models[1], "RotationPivot")(layer)
		}, []string{`RotationPivot of the Model "tip" is animated`}},
		"what moves nothing": {func(b *builder, models []int64, layer int64) {
			b.animate(layer, models[0], "RotationPivot", nil, map[string]int64{"d|X": b.line(0, 0, 1, 0)})
			b.animate(layer, models[1], "PreRotation", nil, nil)
			camera := b.add("Model", "camera", "Camera")
			moves(b, camera, "Lcl Translation")(layer)
			moves(b, camera, "RotationPivot")(layer)
			moves(b, models[1], "Visibility")(layer)
			moves(b, b.add("NodeAttribute", "light", "Light"), "Intensity")(layer)
		}, nil},
		"quaternions": {func(b *builder, models []int64, layer int64) {
			b.objects[models[0]-1] = with(b.objects[models[0]-1])
			b.objects[models[0]-1].Children[0] = properties(map[string][]any{"QuaternionInterpolate": {int32(1)}})
			moves(b, models[0], "Lcl Rotation")(layer)
		}, []string{`Lcl Rotation of the Model "root" is interpolated by quaternions`}},
		"constraints": {func(b *builder, models []int64, layer int64) {
			for _, name := range []string{"aim", "parent"} {
				b.connect(models[1], b.add("Constraint", name, "Aim"), "Constrained Object")
			}
			b.connect(models[1], b.add("Constraint", "off", "Aim", properties(map[string][]any{"Active": {int32(0)}})), "Constrained Object")
			b.add("Constraint", "of nothing", "Aim")
		}, []string{`2 constraints are active, the first of them "aim"`}},
		"repeated": {func(b *builder, models []int64, layer int64) {
			extends := func(kind string, children ...node) int64 {
				return b.curve([]key{{0.25, 0, linear, [4]float32{}}, {0.5, 1, linear, [4]float32{}}},
					with(newNode("Post-Extrapolation"), append(children, newNode("Type", kind))...))
			}
			b.animate(layer, models[0], "Lcl Translation", nil, map[string]int64{"d|X": extends("R"), "d|Y": extends("M")})
			b.animate(layer, models[0], "Lcl Scaling", nil, map[string]int64{"d|X": extends("C"), "d|Y": extends("R", newNode("Repetition", int32(0)))})
			b.animate(layer, models[0], "Lcl Rotation", nil, map[string]int64{"d|X": b.line(0, 1, 1, 1)})
		}, []string{`Lcl Translation of the Model "root" goes on beyond its keys`}},
	} {
		b, models, _, _ := skinned()
		layer := int64(slices.IndexFunc(b.objects, func(n node) bool { return n.Name == "AnimationLayer" })) + 1
		c.change(b, models, layer)
		s := b.scene(t)
		if got := s.Rig.Clips[0].NotEvaluated; len(s.Rig.Clips) != 1 || !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

// TestNoRig: where nothing moves there is no rig, and no error of one.
func TestNoRig(t *testing.T) {
	still := &builder{}
	m := still.model(0, "m", nil)
	skin := still.skin(still.geometry([]int64{m}))
	still.cluster(skin, m, []int32{99}, []float64{1}, noBind)
	still.stack("empty")
	if s := decode(t, still.file()); s.Rig != nil || s.RigError != nil {
		t.Errorf("without curves: %v, %v", s.Rig, s.RigError)
	}
	b := &builder{}
	m = b.model(0, "m", nil)
	b.geometry([]int64{m})
	layer := b.stack("constant")
	b.animate(layer, m, "Lcl Translation", map[string][]any{"d|X": {1.0}}, nil)
	b.animate(layer, m, "Visibility", nil, map[string]int64{"d|Visibility": b.line(0, 0, 1, 1)})
	if s := decode(t, b.file()); s.Rig != nil || s.RigError != nil {
		t.Errorf("without keys: %+v, %v", s.Rig, s.RigError)
	}
	cached := &builder{}
	cached.connect(cached.add("Deformer", "c", "VertexCacheDeformer"), cached.geometry([]int64{cached.model(0, "m", nil)}))
	if s := cached.scene(t); s.Rig.Objects[0].Unposed == "" || len(s.Rig.Clips) != 0 {
		t.Errorf("a cache: %+v", s.Rig)
	}
}

// TestForms: the rig is the same in each form of file.
func TestForms(t *testing.T) {
	b, _, _, _ := skinned()
	weighted := b.curve([]key{
		{0, 0, 8 | 0x400 | 0x3000000, [4]float32{1.5, -2, math.Float32frombits(7000<<16 | 1000)}}, {1, 3, 8 | 0x400, [4]float32{}},
	})
	b.animate(6, 1, "Lcl Rotation", nil, map[string]int64{"d|Z": weighted})
	layer := slices.IndexFunc(b.objects, func(n node) bool { return n.Name == "AnimationLayer" })
	for i := range b.connections {
		if v := b.connections[i].Values; v[2] == int64(6) && v[0] == "OO" {
			v[2] = int64(layer + 1)
		}
	}
	want := b.scene(t)
	for i, data := range [][]byte{
		encode.FBX{Version: 7400}.File(b.nodes()...), encode.FBX{Version: 7500, BigEndian: true, Deflated: true}.File(b.nodes()...),
		encode.FBXText(7100, b.nodes()...), encode.FBXText(7400, bits(b.nodes())...),
	} {
		// Text files have no classes behind names.
		s := decode(t, bytes.ReplaceAll(data, []byte("\x00\x01Model\", "), []byte("\", ")))
		if s.RigError != nil || s.Rig == nil {
			t.Errorf("form %d: %v", i, s.RigError)
			continue
		}
		for _, time := range []float64{0.3, 0.8} {
			if got, want := posed(t, s, 0, time), posed(t, want, 0, time); !near(got, want) {
				t.Errorf("form %d at %v: %v, want %v", i, time, got, want)
			}
		}
	}
}

// bits returns nodes in which the numbers of tangents are integers with the same bits.
func bits(nodes []node) (out []node) {
	for _, n := range nodes {
		n.Children = bits(n.Children)
		if n.Name == "KeyAttrDataFloat" {
			var integers []int32
			for _, x := range n.Values[0].([]float32) {
				integers = append(integers, int32(math.Float32bits(x)))
			}
			n.Values = []any{integers}
		}
		out = append(out, n)
	}
	return out
}

// TestSeconds: the unit of times is that of the header.
func TestSeconds(t *testing.T) {
	for _, c := range []struct {
		header, definition int32
		want               float64
	}{{1004, 127, 1}, {1004, 0, 46186158000. / 141120000}, {1003, 0, 1}} {
		b, _, _, _ := skinned()
		b.header = []node{with(newNode("FBXHeaderExtension"), newNode("FBXHeaderVersion", c.header), with(newNode("OtherFlags"), newNode("TCDefinition", c.definition)))}
		keys := b.scene(t).Rig.Clips[0].Keys[0]
		if got := keys.At(keys.Rows()-1, 0); got != c.want {
			t.Errorf("%+v: %v", c, got)
		}
	}
}

// TestClips: each stack is a clip, with the times of the keys of its channels.
func TestClips(t *testing.T) {
	b, models, _, _ := skinned()
	second := b.stack("second")
	b.animate(second, models[0], "Lcl Scaling", nil, map[string]int64{"d|X": b.line(-1, 1, 0.5, 2), "d|Z": b.line(0.25, 3, 0.5, 3)})
	s := b.scene(t)
	if len(s.Rig.Clips) != 2 || s.Rig.Clips[0].Name != "clip" || s.Rig.Clips[1].Name != "second" {
		t.Fatalf("%+v", s.Rig.Clips)
	}
	if times, ok := s.Rig.Clips[1].Samples(0, 10); !ok || !slices.Equal(times, []float64{-1, 0.25, 0.5}) {
		t.Errorf("%v", times)
	}
	e := pose.NewEvaluator(s.Rig)
	if err := e.Pose(1, 0.5); err != nil {
		t.Fatal(err)
	}
	// The Y of the curve node has no value, so the Model's holds.
	if w := e.World(0); w[0][0] != 2 || w[1][1] != 1 || w[2][2] != 3 {
		t.Errorf("%v", w)
	}
}
