package texture

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/meshcheck/meshcheck/mesh"
)

// material has the members of a material that are read.
type material struct {
	PBR struct {
		BaseColor         *textureInfo `json:"baseColorTexture"`
		MetallicRoughness *textureInfo `json:"metallicRoughnessTexture"`
	} `json:"pbrMetallicRoughness"`
	Normal     *textureInfo `json:"normalTexture"`
	Occlusion  *textureInfo `json:"occlusionTexture"`
	Emissive   *textureInfo `json:"emissiveTexture"`
	Extensions extensions   `json:"extensions"`
}

// slot is a texture of a material.
type slot struct {
	// Name is the member of the material, in extensions with those above it.
	Name string
	Info *textureInfo
}

// slots returns the textures of a material in the order of mesh.Material.Textures.
func (m *material) slots() []slot {
	list := []slot{
		{"baseColorTexture", m.PBR.BaseColor}, {"metallicRoughnessTexture", m.PBR.MetallicRoughness},
		{"normalTexture", m.Normal}, {"occlusionTexture", m.Occlusion}, {"emissiveTexture", m.Emissive},
	}
	list = slices.DeleteFunc(list, func(s slot) bool { return s.Info == nil })
	return append(list, m.Extensions...)
}

// extensions are the textures of a material's extensions, sorted by name at each level: all members
// whose names end in "Texture" and that are objects with an integer index.
type extensions []slot

const (
	// mostLevels is the depth to which the objects of extensions are searched, longestName the
	// greatest length of the name of a slot. Today's extensions have two levels and 60 letters.
	mostLevels, longestName = 8, 256
)

// UnmarshalJSONFrom accepts any JSON value.
func (x *extensions) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	options := dec.Options()
	value, err := dec.ReadValue()
	if err != nil {
		return err
	}
	*x = nil
	return x.search("", value, mostLevels, options)
}

// search adds the textures of an object. Their names begin with prefix.
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
		full := prefix + name
		var err error
		switch {
		case value.Kind() != '{' || len(full) > longestName:
		case strings.HasSuffix(name, "Texture") && hasIndex(value, options):
			info := new(textureInfo)
			err = json.Unmarshal(value, info, options)
			*x = append(*x, slot{full, info})
		default:
			err = x.search(full+".", value, levels-1, options)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// hasIndex reports whether the index of an object is an integer.
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

// textureInfo is the texture of a slot.
type textureInfo struct {
	Index      *int `json:"index"`
	TexCoord   int  `json:"texCoord"`
	Extensions struct {
		Transform transformJSON `json:"KHR_texture_transform"`
	} `json:"extensions"`
}

// transformJSON is the extension KHR_texture_transform.
// https://github.com/KhronosGroup/glTF/tree/main/extensions/2.0/Khronos/KHR_texture_transform
type transformJSON struct {
	Offset   [2]float64  `json:"offset"`
	Rotation float64     `json:"rotation"`
	Scale    *[2]float64 `json:"scale"`
	TexCoord *int        `json:"texCoord"`
}

// set returns the number of the set of texture coordinates.
func (t *textureInfo) set() int {
	if n := t.Extensions.Transform.TexCoord; n != nil {
		return *n
	}
	return t.TexCoord
}

// transform returns the texture's transform, which is the identity if it has none.
func (t *textureInfo) transform() mesh.UVTransform {
	x := &t.Extensions.Transform
	out := mesh.UVTransform{Offset: x.Offset, Rotation: x.Rotation, Scale: mesh.IdentityUV.Scale}
	if x.Scale != nil {
		out.Scale = *x.Scale
	}
	return out
}
