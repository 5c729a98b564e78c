// Package texture reads which images glTF materials put on triangles, and by which texture
// coordinates, for the package gltf. It reads only the headers of images.
package texture

import (
	"bytes"
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

	// The elements are views of the document, whose images may be very long.
	materials, textures, samplers, images []jsontext.Value
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
	lists := map[string]*[]jsontext.Value{"materials": &r.materials, "textures": &r.textures, "samplers": &r.samplers, "images": &r.images}
	if err := r.findLists(text, lists); err != nil {
		return err
	}
	r.Scene.Images = make([]mesh.Image, len(r.images))
	return nil
}

// Names returns the names of members that are read without UnmarshalUnique.
func Names() []string { return []string{"textures", "samplers"} }

// findLists splits members of a document that are arrays.
func (r *Reader) findLists(text []byte, lists map[string]*[]jsontext.Value) error {
	dec := document.NewDecoder(bytes.NewBuffer(text))
	_, err := dec.ReadToken()
	for err == nil && dec.PeekKind() == '"' {
		var token jsontext.Token
		if token, err = dec.ReadToken(); err != nil {
			break
		}
		what := token.String()
		list, ok := lists[what]
		if !ok {
			err = dec.SkipValue()
			continue
		}
		var value jsontext.Value
		if value, err = dec.ReadValue(); err != nil {
			break
		}
		end := int(dec.InputOffset())
		err := r.Elements(what, text[end-len(value):end], func(_ int, element jsontext.Value) error {
			*list = append(*list, element)
			return nil
		})
		if err != nil {
			return err
		}
	}
	if err != nil {
		return r.Invalid("", err)
	}
	return nil
}

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
	if i < 0 || r.materials[i] == nil {
		return nil
	}
	place := "material " + strconv.Itoa(i)
	var m material
	if err := r.unmarshalElement(place, r.materials[i], &m); err != nil {
		return err
	}
	r.materials[i] = nil
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
	if i < 0 || i >= len(r.textures) {
		return parsedTexture{}, r.Fail(place, "texture %d does not exist: the file has %d", i, len(r.textures))
	}
	if t, ok := r.parsed[i]; ok {
		return t, nil
	}
	place = "texture " + strconv.Itoa(i)
	var doc texture
	if err := r.unmarshalElement(place, r.textures[i], &doc); err != nil {
		return parsedTexture{}, err
	}
	t := parsedTexture{image: -1}
	var err error
	if t.wrap, err = r.wrap(place, doc.Sampler); err != nil {
		return t, err
	}
	if image := doc.image(); image != nil {
		t.image = *image
		if t.image < 0 || t.image >= len(r.images) {
			return t, r.Fail(place, "image %d does not exist: the file has %d", t.image, len(r.images))
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
	if *i < 0 || *i >= len(r.samplers) {
		return wrap, r.Fail(place, "sampler %d does not exist: the file has %d", *i, len(r.samplers))
	}
	place = fmt.Sprintf("sampler %d", *i)
	var s sampler
	if err := r.unmarshalElement(place, r.samplers[*i], &s); err != nil {
		return wrap, err
	}
	wrap, known := s.wrap()
	if !known {
		r.Warn("%s: wrapS or wrapT is not a wrapping mode; REPEAT is used", place)
	}
	return wrap, nil
}
