// Package texture reads which images glTF materials put on triangles, and by which texture
// coordinates, for the package gltf. It reads only the headers of images; textures of base colors can be
// decoded later.
package texture

import (
	"fmt"
	"strconv"
	"unsafe"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/meshcheck/meshcheck/loader/gltf/document"
	"github.com/meshcheck/meshcheck/mesh"
)

// Reader reads the materials of a document into a scene. Each element is parsed when a triangle
// needs it.
type Reader struct {
	*document.Reader
	// Scene has the names of the materials. Their textures and the images are filled in.
	Scene *mesh.Scene
	// View returns the bytes of a buffer view.
	View func(place string, i int) ([]byte, error)

	lists lists
	// parsed are the textures that were needed so far.
	parsed map[int]parsedTexture
	// headers are the images that were read so far, headersRead the bytes that this took.
	headers     map[imageSource]header
	headersRead int64
}

// parsedTexture is a texture with its image, -1 for none.
type parsedTexture struct {
	image int
	wrap  [2]mesh.Wrap
}

// Parse finds the elements of a document that was parsed before.
func (r *Reader) Parse(text []byte) error {
	r.parsed, r.headers = map[int]parsedTexture{}, map[imageSource]header{}
	if err := r.parseLists(text); err != nil {
		return err
	}
	r.Scene.Images = make([]mesh.Image, len(r.lists.Images.Elements))
	return nil
}

// parseLists finds the lists.
func (r *Reader) parseLists(text []byte) error {
	if err := document.UnmarshalViews(text, &r.lists); err != nil {
		return r.Invalid("", err)
	}
	l := &r.lists
	for _, err := range []error{
		r.CheckArray("materials", &l.Materials), r.CheckArray("textures", &l.Textures),
		r.CheckArray("samplers", &l.Samplers), r.CheckArray("images", &l.Images),
	} {
		if err != nil {
			return err
		}
	}
	return nil
}

// lists has the elements of a document that are read. Images may be very long.
type lists struct {
	Materials document.Array `json:"materials"`
	Textures  document.Array `json:"textures"`
	Samplers  document.Array `json:"samplers"`
	Images    document.Array `json:"images"`
}

// Names returns the names of members that are read without UnmarshalUnique.
func Names() []string { return []string{"textures", "samplers"} }

// unmarshalElement decodes an element of one of the lists.
func (r *Reader) unmarshalElement(place string, text jsontext.Value, v any) error {
	if err := document.UnmarshalUnique(text, v); err != nil {
		return r.Invalid(place, err)
	}
	return nil
}

const textureUseSize = int(unsafe.Sizeof(mesh.TextureUse{}))

// ReadMaterial reads the textures of material i, unless it was read before or i is negative.
func (r *Reader) ReadMaterial(i int) error {
	if i < 0 || r.lists.Materials.Elements[i] == nil {
		return nil
	}
	place := "material " + strconv.Itoa(i)
	var m material
	if err := r.unmarshalElement(place, r.lists.Materials.Elements[i], &m); err != nil {
		return err
	}
	r.lists.Materials.Elements[i] = nil
	for _, slot := range m.slots() {
		if err := r.Charge(place, 1, 2*textureUseSize+len(slot.Name)); err != nil {
			return err
		}
		use, err := r.textureUse(place+" "+slot.Name, slot)
		if err != nil {
			return err
		}
		if use.Image >= 0 {
			r.Scene.Materials[i].Textures = append(r.Scene.Materials[i].Textures, use)
		}
	}
	return nil
}

// textureUse returns the texture of a slot, with the image -1 if it has none.
func (r *Reader) textureUse(place string, s slot) (mesh.TextureUse, error) {
	use := mesh.TextureUse{Slot: s.Name, Set: s.Info.set(), Transform: s.Info.transform()}
	if s.Info.Index == nil {
		return use, r.Fail(place, "has no index")
	}
	if use.Set < 0 {
		return use, r.Fail(place, "texCoord is %d and must not be negative", use.Set)
	}
	t, err := r.texture(place, *s.Info.Index)
	use.Image, use.Wrap = t.image, t.wrap
	return use, err
}

// texture returns texture i with its image read, each once.
func (r *Reader) texture(place string, i int) (parsedTexture, error) {
	if i < 0 || i >= len(r.lists.Textures.Elements) {
		return parsedTexture{}, r.Fail(place, "texture %d does not exist: the file has %d", i, len(r.lists.Textures.Elements))
	}
	if t, ok := r.parsed[i]; ok {
		return t, nil
	}
	place = "texture " + strconv.Itoa(i)
	var doc texture
	if err := r.unmarshalElement(place, r.lists.Textures.Elements[i], &doc); err != nil {
		return parsedTexture{}, err
	}
	t := parsedTexture{image: -1}
	var err error
	if t.wrap, err = r.wrap(place, doc.Sampler); err != nil {
		return t, err
	}
	if image := doc.image(); image != nil {
		t.image = *image
		if t.image < 0 || t.image >= len(r.lists.Images.Elements) {
			return t, r.Fail(place, "image %d does not exist: the file has %d", t.image, len(r.lists.Images.Elements))
		}
		if err := r.readImage(t.image); err != nil {
			return t, err
		}
	}
	if err := r.Charge(place, 1, 2*int(unsafe.Sizeof(t))+16); err != nil {
		return t, err
	}
	r.parsed[i] = t
	return t, nil
}

// wrap returns how the sampler of a texture, if it has one, continues the image outside of its
// borders.
func (r *Reader) wrap(place string, i *int) (wrap [2]mesh.Wrap, err error) {
	if i == nil {
		return wrap, nil
	}
	if *i < 0 || *i >= len(r.lists.Samplers.Elements) {
		return wrap, r.Fail(place, "sampler %d does not exist: the file has %d", *i, len(r.lists.Samplers.Elements))
	}
	place = fmt.Sprintf("sampler %d", *i)
	var s sampler
	if err := r.unmarshalElement(place, r.lists.Samplers.Elements[*i], &s); err != nil {
		return wrap, err
	}
	wrap, known := s.wrap()
	if !known {
		r.Warn("%s: wrapS or wrapT is not a wrapping mode; REPEAT is used", place)
	}
	return wrap, nil
}
