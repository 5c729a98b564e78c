package texture

import (
	"cmp"

	"github.com/meshcheck/meshcheck/mesh"
)

// texture has the members of a texture that are read.
type texture struct {
	Sampler    *int `json:"sampler"`
	Source     *int `json:"source"`
	Extensions struct {
		Basisu sourceJSON `json:"KHR_texture_basisu"`
		WebP   sourceJSON `json:"EXT_texture_webp"`
		AVIF   sourceJSON `json:"EXT_texture_avif"`
		DDS    sourceJSON `json:"MSFT_texture_dds"`
	} `json:"extensions"`
}

// sourceJSON is the image of a texture by an extension.
type sourceJSON struct {
	Source *int `json:"source"`
}

// image returns the index of the texture's image: its own, or else that of the first extension,
// or nil if it has none.
func (t *texture) image() *int {
	x := &t.Extensions
	return cmp.Or(t.Source, x.Basisu.Source, x.WebP.Source, x.AVIF.Source, x.DDS.Source)
}

// sampler has the members of a sampler that are read.
type sampler struct {
	WrapS *int `json:"wrapS"`
	WrapT *int `json:"wrapT"`
}

// wrap returns what happens to coordinates outside of the image. For an unknown number it is the
// default, and known is false.
func (s *sampler) wrap() (wrap [2]mesh.Wrap, known bool) {
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

// imageJSON has the members of an image that are read.
type imageJSON struct {
	Name       string `json:"name"`
	URI        string `json:"uri"`
	MIMEType   string `json:"mimeType"`
	BufferView *int   `json:"bufferView"`
}
