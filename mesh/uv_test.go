package mesh

import (
	"math"
	"testing"
)

func TestUVSet(t *testing.T) {
	negativeZero := float32(math.Copysign(0, -1))
	for _, c := range []struct {
		name string
		set  UVSet
		want [][2]float64
	}{
		{"empty", UVSet{}, nil},
		{"tight", UVSet{F32: []float32{0, 1, 2, 3}}, [][2]float64{{0, 1}, {2, 3}}},
		{"interleaved", UVSet{F32: []float32{0, 1, 9, 9, 9, 2, 3}, Stride: 5}, [][2]float64{{0, 1}, {2, 3}}},
		{"rounded to float32", UVSet{F32: []float32{0.1, 0.5}}, [][2]float64{{float64(float32(0.1)), 0.5}}},
		{"integers", UVSet{F32: []float32{65535, 1}, Format: UVFormat{Uint16, 65535}}, [][2]float64{{65535, 1}}},
	} {
		if c.set.Len() != len(c.want) {
			t.Errorf("%s: Len = %d, want %d", c.name, c.set.Len(), len(c.want))
			continue
		}
		for i, want := range c.want {
			if got := c.set.At(i); got != want {
				t.Errorf("%s: At(%d) = %v, want %v", c.name, i, got, want)
			}
		}
	}
	zero := UVSet{F32: []float32{negativeZero, negativeZero}}
	if at := zero.At(0); math.Signbit(at[0]) || math.Signbit(at[1]) {
		t.Errorf("At of negative zeros = %v", at)
	}
}

func TestUVFormatString(t *testing.T) {
	for want, f := range map[string]UVFormat{
		"f32": {}, "u8": {Component: Uint8}, "u8n": {Uint8, 255}, "i8n": {Int8, 127}, "u16n": {Uint16, 65535}, "i16": {Component: Int16},
	} {
		if f.String() != want {
			t.Errorf("%#v is written %q, want %q", f, f, want)
		}
	}
}

func TestMaterialAndUVOfPart(t *testing.T) {
	s := Scene{Materials: []Material{{Name: "a"}, {Name: "b"}}}
	p := Part{MaterialIndex: 1, UVs: []UVSet{{Set: 0}, {Set: 2}}}
	if m := s.MaterialOf(&p); m != &s.Materials[1] {
		t.Errorf("MaterialOf = %v", m)
	}
	if m := s.MaterialOf(&Part{MaterialIndex: -1}); m != nil {
		t.Errorf("MaterialOf a part without one = %v", m)
	}
	if m := new(Scene).MaterialOf(&p); m != nil {
		t.Errorf("MaterialOf in a scene without materials = %v", m)
	}
	if p.UV(2) != &p.UVs[1] || p.UV(1) != nil {
		t.Error("UV does not find set 2, or finds set 1")
	}
}
