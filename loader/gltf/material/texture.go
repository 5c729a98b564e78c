package material

import (
	"cmp"

	"github.com/meshcheck/meshcheck/mesh"
)

// Texture has the members of a texture that are read.
type Texture struct {
	Sampler    *int `json:"sampler"`
	Source     *int `json:"source"`
	Extensions struct {
		Basisu source `json:"KHR_texture_basisu"`
		WebP   source `json:"EXT_texture_webp"`
		AVIF   source `json:"EXT_texture_avif"`
		DDS    source `json:"MSFT_texture_dds"`
	} `json:"extensions"`
}

// source is the image of a texture by an extension.
type source struct {
	Source *int `json:"source"`
}

// Image returns the index of the texture's image: its own, or else that of the first extension;
// nil for a texture without an image.
func (t *Texture) Image() *int {
	x := &t.Extensions
	return cmp.Or(t.Source, x.Basisu.Source, x.WebP.Source, x.AVIF.Source, x.DDS.Source)
}

// Sampler has the members of a sampler that are read.
type Sampler struct {
	WrapS *int `json:"wrapS"`
	WrapT *int `json:"wrapT"`
}

// Wrap returns what becomes of coordinates outside of the image. A number that stands for nothing is
// read as the default, and known is false.
func (s *Sampler) Wrap() (wrap [2]mesh.Wrap, known bool) {
	known = true
	for i, mode := range []*int{s.WrapS, s.WrapT} {
		if mode == nil {
			continue
		}
		w, ok := wraps[*mode]
		wrap[i] = w
		known = known && ok
	}
	return wrap, known
}

// wraps are the modes by their numbers in OpenGL.
var wraps = map[int]mesh.Wrap{10497: mesh.Repeat, 33071: mesh.ClampToEdge, 33648: mesh.MirroredRepeat}

// Image has the members of an image that are read.
type Image struct {
	Name       string `json:"name"`
	URI        string `json:"uri"`
	MIMEType   string `json:"mimeType"`
	BufferView *int   `json:"bufferView"`
}
