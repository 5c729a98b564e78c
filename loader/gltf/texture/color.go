package texture

import (
	"errors"
	"fmt"
	"strconv"

	"github.com/meshcheck/meshcheck/loader/gltf/document"
	"github.com/meshcheck/meshcheck/loader/pixels"
	"github.com/meshcheck/meshcheck/mesh"
)

// Colors reads the base colors of materials. A fault in them is a note of the scene, never an error.
type Colors struct {
	*Reader
	// What was read so far. Images have their index in the textures of the scene, -1 for those that
	// cannot be used.
	materials map[int]*Surface
	uses      map[int]mesh.TextureUse // by the index of the texture in the document
	textures  map[int]int             // by that of the image
	pixels    *pixels.Budget
}

// Surface is what a material says about the base color of a part.
type Surface struct {
	// Factor is sRGB.
	Factor [3]float64
	// Use is the texture; its Image is an index into Scene.Textures, -1 for none.
	Use mesh.TextureUse
}

// NewColors returns a reader of the base colors of a document that was parsed before. It is nil, with a
// note, if the lists of the document are damaged.
func NewColors(r *Reader, text []byte) *Colors {
	c := &Colors{Reader: r, materials: map[int]*Surface{}, uses: map[int]mesh.TextureUse{}, textures: map[int]int{}, pixels: pixels.NewBudget(r.MaxMemory, r.Free(), mesh.TextureMemory)}
	if err := c.parseLists(text); err != nil {
		c.note("the materials", err)
		return nil
	}
	return c
}

// colorMaterial has the members of a material that say its base color.
type colorMaterial struct {
	PBR struct {
		Factor  *[4]float64  `json:"baseColorFactor"`
		Texture *textureInfo `json:"baseColorTexture"`
	} `json:"pbrMetallicRoughness"`
	Extensions struct {
		SpecularGlossiness *struct {
			Factor  *[4]float64  `json:"diffuseFactor"`
			Texture *textureInfo `json:"diffuseTexture"`
		} `json:"KHR_materials_pbrSpecularGlossiness"`
	} `json:"extensions"`
}

// Material returns the base color of material i, which has a name. A damaged one is white.
func (c *Colors) Material(i int, name string) *Surface {
	if s := c.materials[i]; s != nil {
		return s
	}
	s := &Surface{Factor: [3]float64{1, 1, 1}, Use: mesh.TextureUse{Image: -1}}
	if c.Charge("", 1, 512) != nil {
		return s
	}
	c.materials[i] = s
	var m colorMaterial
	name = document.Label("material", i, name)
	if err := document.UnmarshalUnique(c.lists.Materials.Elements[i], &m); err != nil {
		c.note(name, document.Plain(err))
		return s
	}
	factor, info := m.PBR.Factor, m.PBR.Texture
	if x := m.Extensions.SpecularGlossiness; x != nil && factor == nil && info == nil {
		factor, info = x.Factor, x.Texture
	}
	if factor != nil {
		for k := range s.Factor {
			s.Factor[k] = pixels.SRGB(factor[k])
		}
	}
	if info == nil {
		return s
	}
	use, err := c.use(info)
	if err != nil {
		c.note(name, err)
		return s
	}
	s.Use = use
	return s
}

// use returns a texture of a material.
func (c *Colors) use(info *textureInfo) (mesh.TextureUse, error) {
	if info.Index == nil {
		return mesh.TextureUse{}, errors.New("its texture has no index")
	}
	use, known := c.uses[*info.Index]
	if !known {
		var err error
		if use, err = c.textureOf(*info.Index); err != nil {
			return use, err
		}
		c.uses[*info.Index] = use
	}
	use.Set, use.Transform = info.set(), info.transform()
	return use, nil
}

// textureOf returns texture i of the document, with the way it continues outside of its borders.
func (c *Colors) textureOf(i int) (use mesh.TextureUse, err error) {
	if i < 0 || i >= len(c.lists.Textures.Elements) {
		return use, fmt.Errorf("texture %d does not exist", i)
	}
	var t texture
	if err := document.UnmarshalUnique(c.lists.Textures.Elements[i], &t); err != nil {
		return use, document.Plain(err)
	}
	if t.Sampler != nil && *t.Sampler >= 0 && *t.Sampler < len(c.lists.Samplers.Elements) {
		var s sampler
		if document.UnmarshalUnique(c.lists.Samplers.Elements[*t.Sampler], &s) == nil {
			use.Wrap, _ = s.wrap()
		}
	}
	image := t.image()
	if image == nil || *image < 0 || *image >= len(c.lists.Images.Elements) {
		return use, fmt.Errorf("texture %d has no image", i)
	}
	use.Image = c.texture(*image)
	return use, nil
}

// note adds a note to the scene.
func (c *Colors) note(what string, err error) {
	c.Scene.NoteColor(what + ": " + err.Error())
}

func imageLabel(i int, name string) string {
	if name != "" {
		return name
	}
	return "image " + strconv.Itoa(i)
}
