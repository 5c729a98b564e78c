package usd

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"path"
	"strings"
	"unsafe"

	"github.com/meshcheck/meshcheck/loader/imageinfo"
	"github.com/meshcheck/meshcheck/loader/source"
	"github.com/meshcheck/meshcheck/mesh"
)

// images reads the images of textures.
type images struct {
	*builder
	byID   map[string]int // indices of the scene's images
	failed source.Tally   // images that could not be read
}

// imageSize is what an image costs, with its element of a map.
const imageSize = int(unsafe.Sizeof(mesh.Image{})) + 256

// image returns the index of the image of a texture, which it reads once.
func (r *images) image(t *texture) (int, error) {
	id, err := r.layers.resolve(t.layer, t.file)
	if err != nil {
		id = t.file
	}
	if i, known := r.byID[id]; known {
		return i, nil
	}
	if err := r.Charge("", 1, imageSize+len(id)); err != nil {
		return -1, err
	}
	out := mesh.Image{Name: path.Base(t.file)}
	if err == nil {
		err = r.inspect(id, &out)
	}
	if err != nil {
		r.failed.AddText(fmt.Sprintf("%s: %v", source.Quote([]byte(t.file)), err))
	}
	next := len(r.scene.Images)
	r.byID[id] = next
	r.scene.Images = append(r.scene.Images, out)
	return next, r.ctx.Err()
}

// inspect reads the header of an image in a file or in a package.
func (r *images) inspect(id string, out *mesh.Image) error {
	at, err := split(id)
	if err != nil {
		return err
	}
	var info imageinfo.Info
	if len(at) > 1 {
		data, err := r.layers.bytes(at)
		if err != nil {
			return err
		}
		out.Open = opener(data)
		info, err = imageinfo.Read(bytes.NewReader(data))
		out.MIME, out.Width, out.Height = info.MIME, info.Width, info.Height
		return err
	}
	if !strings.HasPrefix(at[0], "../") {
		out.File = at[0]
	}
	if r.Folder == nil {
		return errors.New("the model came without its folder")
	}
	err = r.ReadSideHead(at[0], func(f io.Reader) (err error) {
		info, err = imageinfo.Read(f)
		return err
	})
	out.MIME, out.Width, out.Height = info.MIME, info.Width, info.Height
	return err
}

// opener returns a function that opens the content of a file in a package.
func opener(data []byte) func() (io.ReadCloser, error) {
	return func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(data)), nil }
}

// warn warns about the images that could not be read.
func (r *images) warn() {
	r.scene.Warnings = append(r.scene.Warnings, r.failed.Warnings("the size of an image cannot be read: %s", "the sizes of %d images cannot be read; the first is %s")...)
}
