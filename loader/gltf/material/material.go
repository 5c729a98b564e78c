// Package material has the members of glTF's materials, textures, samplers and images that say
// which image is painted where. Its types are for decoding by go-json-experiment/json, which matches
// names in every letter, and refer to each other by index: nothing here is checked against
// the rest of a document.
package material

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/meshcheck/meshcheck/mesh"
)

// Material has the members of a material that are read.
type Material struct {
	PBR struct {
		BaseColor         *TextureInfo `json:"baseColorTexture"`
		MetallicRoughness *TextureInfo `json:"metallicRoughnessTexture"`
	} `json:"pbrMetallicRoughness"`
	Normal     *TextureInfo `json:"normalTexture"`
	Occlusion  *TextureInfo `json:"occlusionTexture"`
	Emissive   *TextureInfo `json:"emissiveTexture"`
	Extensions extensions   `json:"extensions"`
}

// Slot is a texture of a material.
type Slot struct {
	// Name is the member of the material, in extensions with those above it.
	Name string
	Info *TextureInfo
}

// Slots returns the textures of a material in the order of mesh.Material.Textures.
func (m *Material) Slots() []Slot {
	slots := []Slot{
		{"baseColorTexture", m.PBR.BaseColor}, {"metallicRoughnessTexture", m.PBR.MetallicRoughness},
		{"normalTexture", m.Normal}, {"occlusionTexture", m.Occlusion}, {"emissiveTexture", m.Emissive},
	}
	slots = slices.DeleteFunc(slots, func(s Slot) bool { return s.Info == nil })
	return append(slots, m.Extensions...)
}

// extensions are the textures of a material's extensions: every member of an object with an
// integer for its index whose name ends in "Texture", sorted by name, level by level.
type extensions []Slot

const (
	// mostLevels is how deep objects of extensions are searched, and longestName how long
	// the name of a slot may be. The extensions that there are have two levels and 60 letters.
	mostLevels, longestName = 8, 256
)

// UnmarshalJSONFrom takes any JSON value.
func (x *extensions) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	options := dec.Options()
	value, err := dec.ReadValue()
	if err != nil {
		return err
	}
	*x = nil
	return x.search("", value, mostLevels, options)
}

// search adds the textures of an object whose members have names that begin with prefix.
func (x *extensions) search(prefix string, object jsontext.Value, levels int, options json.Options) error {
	if object.Kind() != '{' || levels == 0 {
		return nil
	}
	var members map[string]jsontext.Value
	if err := json.Unmarshal(object, &members, options); err != nil {
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(members)) {
		value := members[name]
		slot := prefix + name
		var err error
		switch {
		case value.Kind() != '{' || len(slot) > longestName:
		case strings.HasSuffix(name, "Texture") && hasIndex(value, options):
			info := new(TextureInfo)
			err = json.Unmarshal(value, info, options)
			*x = append(*x, Slot{slot, info})
		default:
			err = x.search(slot+".", value, levels-1, options)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// hasIndex reports whether an object has an integer for its index.
func hasIndex(object jsontext.Value, options json.Options) bool {
	var info struct {
		Index jsontext.Value `json:"index"`
	}
	if json.Unmarshal(object, &info, options) != nil {
		return false
	}
	_, err := strconv.Atoi(string(info.Index))
	return err == nil
}

// TextureInfo is what a slot says of its texture.
type TextureInfo struct {
	Index      *int `json:"index"`
	TexCoord   int  `json:"texCoord"`
	Extensions struct {
		Transform transform `json:"KHR_texture_transform"`
	} `json:"extensions"`
}

// transform is the extension KHR_texture_transform.
// https://github.com/KhronosGroup/glTF/tree/main/extensions/2.0/Khronos/KHR_texture_transform
type transform struct {
	Offset   [2]float64  `json:"offset"`
	Rotation float64     `json:"rotation"`
	Scale    *[2]float64 `json:"scale"`
	TexCoord *int        `json:"texCoord"`
}

// Set returns the number of the set of texture coordinates.
func (t *TextureInfo) Set() int {
	if n := t.Extensions.Transform.TexCoord; n != nil {
		return *n
	}
	return t.TexCoord
}

// Transform returns the texture's transform, which is the identity if it has none.
func (t *TextureInfo) Transform() mesh.UVTransform {
	x := &t.Extensions.Transform
	out := mesh.UVTransform{Offset: x.Offset, Rotation: x.Rotation, Scale: mesh.IdentityUV.Scale}
	if x.Scale != nil {
		out.Scale = *x.Scale
	}
	return out
}
