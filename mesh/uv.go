package mesh

import (
	"io"
	"math"
)

// UVSet is one set of texture coordinates of the vertices of a part, as stored: U and V of vertex i
// are at F32[i·Stride] or, in the rare set that float32 cannot hold, at F64[2·i]. One of the two is
// nil. Integers have at most 16 bits, and are exact in float32. In a signed normalized
// type the least integer means -1, like its neighbour, and is stored as that neighbour. The slice
// may be a view of the file's own bytes and must not be written to.
type UVSet struct {
	// Set is the n of TEXCOORD_n of glTF. In FBX and USD it is the place, from 0, of the set's name
	// among those of the file, in order of first appearance.
	Set int
	// Name is that of a set of FBX or USD, "" in glTF.
	Name   string
	Format UVFormat
	F32    []float32
	Stride int // floats from one vertex of F32 to the next: 2 or more, 0 for 2
	F64    []float64
}

// Len returns the number of vertices, at least as many as the part's positions.
func (s *UVSet) Len() int {
	if s.F64 != nil {
		return len(s.F64) / 2
	}
	if len(s.F32) < 2 {
		return 0
	}
	return (len(s.F32)-2)/s.stride() + 1
}

// UVNames returns the names of the UV sets of a scene by their numbers, without those of glTF, which
// have none.
func (s *Scene) UVNames() map[int]string {
	names := map[int]string{}
	for _, m := range s.Meshes {
		for i := range m.Parts {
			for k := range m.Parts[i].UVs {
				if set := &m.Parts[i].UVs[k]; set.Name != "" && names[set.Set] == "" {
					names[set.Set] = set.Name
				}
			}
		}
	}
	return names
}

// At returns U and V of vertex i as stored: normalized integers are not divided. A zero has no
// sign.
func (s *UVSet) At(i int) [2]float64 {
	if s.F64 != nil {
		v := s.F64[2*i : 2*i+2]
		return [2]float64{v[0] + 0, v[1] + 0} // -0 + 0 is 0
	}
	at := i * s.stride()
	v := s.F32[at : at+2]
	return [2]float64{float64(v[0]) + 0, float64(v[1]) + 0}
}

func (s *UVSet) stride() int {
	if s.Stride == 0 {
		return 2
	}
	return s.Stride
}

// UVFormat is how a file stores texture coordinates. Formats are comparable.
type UVFormat struct {
	Component Component
	// One is the integer that means 1: 127, 255, 32767 or 65535; 0 if values are not normalized.
	One int
}

// UVFormats returns all formats.
func UVFormats() []UVFormat {
	return []UVFormat{
		{Component: Float32},
		{Component: Uint8}, {Component: Uint8, One: math.MaxUint8}, {Component: Int8}, {Component: Int8, One: math.MaxInt8},
		{Component: Uint16}, {Component: Uint16, One: math.MaxUint16}, {Component: Int16}, {Component: Int16, One: math.MaxInt16},
		{Component: Float64},
	}
}

// Component is the type of a stored number.
type Component uint8

// The types of stored texture coordinates.
const (
	Float32 Component = iota
	Uint8
	Int8
	Uint16
	Int16
	Float64 // with F64
)

// String returns "f32", "u8", "i8", "u16", "i16" or "f64".
func (c Component) String() string {
	return [...]string{"f32", "u8", "i8", "u16", "i16", "f64"}[c]
}

// String returns the component, followed by "n" if it is normalized, as in "u16n".
func (f UVFormat) String() string {
	if f.One > 0 {
		return f.Component.String() + "n"
	}
	return f.Component.String()
}

// Material is the appearance of a part.
type Material struct {
	Name string
	// Textures in the order of slots: base color, metallic-roughness, normal, occlusion, emissive,
	// then those of the material's extensions, sorted by name. Textures without an image are left
	// out.
	Textures []TextureUse
}

// TextureUse is an image that a material uses.
type TextureUse struct {
	// Slot is the member of the material, such as "baseColorTexture"; in extensions it has the
	// names above it, as in "KHR_materials_clearcoat.clearcoatTexture".
	Slot string
	// Image is an index into Scene.Images.
	Image int
	// Set is the n of the TEXCOORD_n that maps the image. The part need not have it.
	Set       int
	Transform UVTransform
	// Wrap is how the image continues outside, along U and V.
	Wrap [2]Wrap
}

// Wrap is how a texture continues outside of its image.
type Wrap uint8

// The wrap modes. Repeat is the default of glTF.
const (
	Repeat Wrap = iota
	ClampToEdge
	MirroredRepeat
)

// Image is an image of a texture. It is not decoded.
type Image struct {
	Name string
	// File is the path of the image below the model's folder, with slashes. It is "" for an
	// embedded image, and for an image elsewhere, which is not read.
	File string
	// MIME is the type found in the image's header, such as "image/png", otherwise the type in the
	// document, or "".
	MIME string
	// Width and Height in pixels, both 0 if they could not be read.
	Width, Height int
	// Open opens the bytes of an embedded image; it is nil for others. Until then they take no
	// extra memory.
	Open func() (io.ReadCloser, error)
}

// MaterialOf returns the material of a part, nil if it has none or the scene was loaded without
// materials.
func (s *Scene) MaterialOf(p *Part) *Material {
	if p.MaterialIndex < 0 || p.MaterialIndex >= len(s.Materials) {
		return nil
	}
	return &s.Materials[p.MaterialIndex]
}

// UV returns UV set n of a part, nil if it has none.
func (p *Part) UV(n int) *UVSet {
	for i := range p.UVs {
		if p.UVs[i].Set == n {
			return &p.UVs[i]
		}
	}
	return nil
}
