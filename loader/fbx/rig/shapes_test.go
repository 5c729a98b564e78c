package rig_test

import (
	"slices"
	"testing"

	"github.com/meshcheck/meshcheck/geom"
)

// morphed adds a cube with a blend channel whose two shapes are given out of order, and one with a single shape.
func morphed() (b *builder, shown, geometry int64, channels []int64) {
	b = &builder{}
	shown = b.model(0, "shown", map[string][]any{"Lcl Scaling": vector(2, 2, 2)})
	geometry = b.geometry([]int64{shown})
	shapes := b.add("Deformer", "shapes", "BlendShape")
	b.connect(shapes, geometry)
	first, second := b.channel(shapes, 25, []float64{100, 50}), b.channel(shapes, 0, []float64{100})
	b.shape(first, []int32{0}, 0, 0, 8)
	b.shape(first, []int32{0, 1}, 4, 0, 0, 0, 4, 0)
	b.shape(second, []int32{1}, 0, 0, 1)
	return b, shown, geometry, []int64{first, second}
}

// TestInbetweens: a channel goes from shape to shape, and its value is that of the file until a clip animates it.
func TestInbetweens(t *testing.T) {
	b, shown, _, channels := morphed()
	layer := b.stack("clip")
	b.animate(layer, channels[0], "DeformPercent", nil, map[string]int64{"d|DeformPercent": b.line(0, 0, 1, 100)})
	b.animate(layer, shown, "Lcl Translation", map[string][]any{"d|X": {1.0}}, nil)
	s := b.scene(t)
	if got := s.Rig.Objects[0].Weights; !slices.Equal(got, []float64{0.5, 0, 0}) {
		t.Errorf("weights %v", got)
	}
	for time, want := range map[float64][]geom.Vec{
		0: {{0, 0, 0}, {1, 0, 0}}, 0.25: {{2, 0, 0}, {1, 2, 0}}, 0.5: {{4, 0, 0}, {1, 4, 0}}, 0.75: {{2, 0, 4}, {1, 2, 0}}, 1: {{0, 0, 8}, {1, 0, 0}},
	} {
		for i, p := range want {
			want[i] = geom.Vec{2*p[0] + 1, 2 * p[1], 2 * p[2]}
		}
		if got := posed(t, s, 0, time)[:2]; !near(got, want) {
			t.Errorf("at %v: %v, want %v", time, got, want)
		}
	}
	if got, want := posed(t, s, 0)[:2], []geom.Vec{{4, 0, 0}, {2, 4, 0}}; !near(got, want) {
		t.Errorf("at rest: %v, want %v", got, want)
	}
}

// TestTwoGeometries: a Model with two geometries has weights for each.
func TestTwoGeometries(t *testing.T) {
	b, shown, _, _ := morphed()
	other := b.geometry([]int64{shown})
	shapes := b.add("Deformer", "more", "BlendShape")
	b.connect(shapes, other)
	channel := b.channel(shapes, 0, []float64{100})
	b.shape(channel, []int32{0}, 0, 5, 0)
	b.animate(b.stack("clip"), channel, "DeformPercent", nil, map[string]int64{"d|DeformPercent": b.line(0, 0, 1, 100)})
	s := b.scene(t)
	if got, want := posed(t, s, 0, 1)[:1], []geom.Vec{{4, 0, 0}}; !near(got, want) {
		t.Errorf("the first: %v, want %v", got, want)
	}
	if got, want := posed(t, s, 1, 0.5)[:1], []geom.Vec{{0, 5, 0}}; !near(got, want) {
		t.Errorf("the second: %v, want %v", got, want)
	}
}

// TestBlenderWeights: Blender writes weights of vertices in place of the value at which a shape is full.
func TestBlenderWeights(t *testing.T) {
	b := &builder{header: []node{newNode("Creator", "Blender (stable FBX IO) - 4.4.1 - 5.12.7")}}
	geometry := b.geometry([]int64{b.model(0, "shown", nil)})
	shapes := b.add("Deformer", "shapes", "BlendShape")
	b.connect(shapes, geometry)
	b.shape(b.channel(shapes, 50, []float64{25, 100}), []int32{0, 1}, 8, 0, 0, 0, 8, 0)
	s := b.scene(t)
	if got, want := posed(t, s, 0)[:2], []geom.Vec{{1, 0, 0}, {1, 4, 0}}; !near(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}
