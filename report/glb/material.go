package glb

import (
	"math"

	"github.com/meshcheck/meshcheck/report/palette"
	"github.com/qmuntal/gltf"
	"github.com/qmuntal/gltf/ext/unlit"
)

// material describes how a primitive is painted.
type material struct {
	name  string
	color palette.RGB
	// shade darkens the colour; 1 leaves it as it is.
	shade float64
	// flat: the plain colour, without light and shadow.
	flat bool
	// both: seen from both sides, wherever what it paints is turned.
	both bool
}

// modelMaterial paints the model itself, with light and shadow.
var modelMaterial = material{name: "model", color: palette.RGB{0xb4, 0xb4, 0xb4}, shade: 1}

// faceMaterial paints the triangles of a rule, markMaterial their intersections, which lie on top.
func faceMaterial(word string, color palette.RGB) material {
	return material{name: "meshcheck " + word, color: color, shade: 1, flat: true}
}

func markMaterial(word string, color palette.RGB) material {
	return material{name: "meshcheck " + word + " meeting", color: color, shade: 0.15, flat: true}
}

// material returns the number of a material and adds it on first use.
func (m *markedModel) material(want material) int {
	if i, ok := m.materials[want]; ok {
		return i
	}
	c := linear(want.color)
	out := &gltf.Material{
		Name: want.name, DoubleSided: !want.flat || want.both,
		PBRMetallicRoughness: &gltf.PBRMetallicRoughness{
			BaseColorFactor: &[4]float64{c[0] * want.shade, c[1] * want.shade, c[2] * want.shade, 1},
			MetallicFactor:  gltf.Float(0), RoughnessFactor: gltf.Float(0.8),
		},
	}
	if want.flat {
		out.Extensions = gltf.Extensions{unlit.ExtensionName: unlit.Unlit{}}
		m.doc.ExtensionsUsed = []string{unlit.ExtensionName}
	}
	m.materials[want] = len(m.doc.Materials)
	m.doc.Materials = append(m.doc.Materials, out)
	return m.materials[want]
}

// linear converts a colour to linear light, as glTF stores it, after IEC 61966-2-1.
func linear(color palette.RGB) (c [3]float64) {
	for k := range c {
		v := float64(color[k]) / 255
		if v <= 0.04045 {
			v /= 12.92
		} else {
			v = math.Pow((v+0.055)/1.055, 2.4)
		}
		c[k] = math.Round(v*1e4) / 1e4 // powers may differ between machines
	}
	return c
}
