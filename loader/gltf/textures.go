package gltf

import (
	"bytes"
	"fmt"
	"strconv"
	"unsafe"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/meshcheck/meshcheck/loader/gltf/material"
	"github.com/meshcheck/meshcheck/mesh"
)

// textures are the lists of a document from materials to images. Each element is parsed when a
// triangle needs it. They are views of the document, whose images may be very long.
type textures struct {
	materials, textures, samplers, images []jsontext.Value
	// parsed are the textures that were needed so far.
	parsed map[int]parsedTexture
	// headers are the images that were read so far, and headersRead the bytes that they took.
	headers     map[imageSource]header
	headersRead int64
}

// parsedTexture is a texture with its image, -1 for none.
type parsedTexture struct {
	image int
	wrap  [2]mesh.Wrap
}

// parseTextures finds the elements of the lists.
func (r *reader) parseTextures(text []byte) error {
	t := &r.textures
	t.parsed, t.headers = map[int]parsedTexture{}, map[imageSource]header{}
	lists := map[string]*[]jsontext.Value{"materials": &t.materials, "textures": &t.textures, "samplers": &t.samplers, "images": &t.images}
	if err := r.findLists(text, lists); err != nil {
		return err
	}
	r.scene.Materials = make([]mesh.Material, len(t.materials))
	for i := range r.scene.Materials {
		r.scene.Materials[i].Name = r.outline.Materials[i].Name
	}
	r.scene.Images = make([]mesh.Image, len(t.images))
	return nil
}

// findLists splits members of a document, which was parsed before, that are arrays.
func (r *reader) findLists(text []byte, lists map[string]*[]jsontext.Value) error {
	dec := jsontext.NewDecoder(bytes.NewBuffer(text), jsonOptions)
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
		if *list, err = r.split(what, text[end-len(value):end]); err != nil {
			return err
		}
	}
	if err != nil {
		return r.jsonError("", err)
	}
	return nil
}

// split returns the elements of a JSON array as views of it.
func (r *reader) split(what string, array jsontext.Value) (list []jsontext.Value, err error) {
	if missing(array) {
		return nil, nil
	}
	if array.Kind() != '[' {
		return nil, r.Fail(what, "is not an array")
	}
	dec := jsontext.NewDecoder(bytes.NewBuffer(array), jsonOptions)
	if _, err := dec.ReadToken(); err != nil {
		return nil, r.jsonError(what, err)
	}
	for dec.PeekKind() != ']' {
		text, err := dec.ReadValue()
		if err != nil {
			return nil, r.jsonError(what, err)
		}
		end := int(dec.InputOffset())
		list = append(list, array[end-len(text):end:end])
	}
	return list, r.ctx.Err()
}

// unmarshalElement decodes an element of one of the lists.
func (r *reader) unmarshalElement(place string, text jsontext.Value, v any) error {
	if err := unmarshalUnique(text, v); err != nil {
		return r.jsonError(place, err)
	}
	return nil
}

const textureUseSize = int(unsafe.Sizeof(mesh.TextureUse{}))

// readMaterial finds the textures of material i, unless it was read before or is none.
func (r *reader) readMaterial(i int) error {
	if i < 0 || r.textures.materials[i] == nil {
		return nil
	}
	place := "material " + strconv.Itoa(i)
	var m material.Material
	if err := r.unmarshalElement(place, r.textures.materials[i], &m); err != nil {
		return err
	}
	r.textures.materials[i] = nil
	for _, slot := range m.Slots() {
		if err := r.Charge(place, 1, 2*textureUseSize+len(slot.Name)); err != nil {
			return err
		}
		use, err := r.textureUse(place+" "+slot.Name, slot)
		if err != nil {
			return err
		}
		if use.Image >= 0 {
			r.scene.Materials[i].Textures = append(r.scene.Materials[i].Textures, use)
		}
	}
	return nil
}

// textureUse returns the texture of a slot, with the image -1 if it has none.
func (r *reader) textureUse(place string, slot material.Slot) (mesh.TextureUse, error) {
	use := mesh.TextureUse{Slot: slot.Name, Set: slot.Info.Set(), Transform: slot.Info.Transform()}
	if slot.Info.Index == nil {
		return use, r.Fail(place, "has no index")
	}
	if use.Set < 0 {
		return use, r.Fail(place, "texCoord is %d and must not be negative", use.Set)
	}
	t, err := r.texture(place, *slot.Info.Index)
	use.Image, use.Wrap = t.image, t.wrap
	return use, err
}

// texture returns texture i with its image read, each once.
func (r *reader) texture(place string, i int) (parsedTexture, error) {
	if i < 0 || i >= len(r.textures.textures) {
		return parsedTexture{}, r.Fail(place, "texture %d does not exist: the file has %d", i, len(r.textures.textures))
	}
	if t, ok := r.textures.parsed[i]; ok {
		return t, nil
	}
	place = "texture " + strconv.Itoa(i)
	var doc material.Texture
	if err := r.unmarshalElement(place, r.textures.textures[i], &doc); err != nil {
		return parsedTexture{}, err
	}
	t := parsedTexture{image: -1}
	var err error
	if t.wrap, err = r.wrap(place, doc.Sampler); err != nil {
		return t, err
	}
	if image := doc.Image(); image != nil {
		t.image = *image
		if t.image < 0 || t.image >= len(r.textures.images) {
			return t, r.Fail(place, "image %d does not exist: the file has %d", t.image, len(r.textures.images))
		}
		if err := r.readImage(t.image); err != nil {
			return t, err
		}
	}
	if err := r.Charge(place, 1, 2*int(unsafe.Sizeof(t))+16); err != nil {
		return t, err
	}
	r.textures.parsed[i] = t
	return t, nil
}

// wrap returns how the sampler of a texture, if it has one, continues the image.
func (r *reader) wrap(place string, i *int) (wrap [2]mesh.Wrap, err error) {
	if i == nil {
		return wrap, nil
	}
	if *i < 0 || *i >= len(r.textures.samplers) {
		return wrap, r.Fail(place, "sampler %d does not exist: the file has %d", *i, len(r.textures.samplers))
	}
	place = fmt.Sprintf("sampler %d", *i)
	var s material.Sampler
	if err := r.unmarshalElement(place, r.textures.samplers[*i], &s); err != nil {
		return wrap, err
	}
	wrap, known := s.Wrap()
	if !known {
		r.warn("%s: wrapS or wrapT is not a wrapping mode; REPEAT is used", place)
	}
	return wrap, nil
}
