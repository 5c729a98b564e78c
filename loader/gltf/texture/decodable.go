package texture

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"

	"github.com/meshcheck/meshcheck/loader/gltf/document"
	"github.com/meshcheck/meshcheck/loader/imageinfo"
	"github.com/meshcheck/meshcheck/loader/pixels"
	"github.com/meshcheck/meshcheck/loader/source"
	"github.com/meshcheck/meshcheck/mesh"
)

// texture adds image i to the textures of the scene, once, and returns its index there, -1 with a
// note if it cannot be used.
func (c *Colors) texture(i int) int {
	if at, ok := c.textures[i]; ok {
		return at
	}
	c.textures[i] = -1
	if c.Charge("", 1, imageSize) != nil {
		return -1
	}
	var doc imageJSON
	if err := document.UnmarshalUnique(c.lists.Images.Elements[i], &doc); err != nil {
		c.note(document.Label("image", i, ""), document.Plain(err))
		return -1
	}
	name := imageLabel(i, source.Shorten(cmp.Or(doc.Name, embeddedOr(doc.URI))))
	f, err := c.find(i, &doc)
	if err == nil {
		err = c.pixels.Admit(f.info, f.bytes)
	}
	if err != nil {
		c.note("texture "+name, err)
		return -1
	}
	c.textures[i] = len(c.Scene.Textures)
	c.Scene.Textures = append(c.Scene.Textures, mesh.Texture{Name: name, Width: f.info.Width, Height: f.info.Height, Decode: pixels.Later(f.open, f.info)})
	return c.textures[i]
}

// embeddedOr returns the URI of a file, "" for a data URI.
func embeddedOr(uri string) string {
	if document.IsDataURI(uri) {
		return ""
	}
	return uri
}

// imageFile is an image whose header was read.
type imageFile struct {
	info  imageinfo.Info
	bytes int64
	open  func() (io.ReadCloser, error)
}

// find finds the bytes of image i and reads their header.
func (c *Colors) find(i int, doc *imageJSON) (*imageFile, error) {
	f := &imageFile{}
	switch {
	case document.IsDataURI(doc.URI):
		text := c.lists.Images.Elements[i]
		f.bytes, f.open = int64(len(doc.URI))/4*3, func() (io.ReadCloser, error) { return openDataURI(text) }
	case doc.URI != "":
		if err := c.findSide(doc.URI, f); err != nil {
			return nil, err
		}
	case doc.BufferView != nil:
		data, err := c.View("", *doc.BufferView)
		if err != nil {
			return nil, err
		}
		f.bytes, f.open = int64(len(data)), func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(data)), nil }
	default:
		return nil, errors.New("it has neither a uri nor a bufferView")
	}
	r, err := f.open()
	if err != nil {
		return nil, err
	}
	defer r.Close()
	f.info, err = c.header(r)
	if err != nil && f.info.MIME == "" && doc.MIMEType != "" {
		err = fmt.Errorf("%s is not decoded", source.Shorten(doc.MIMEType))
	}
	return f, err
}

// findSide finds an image in a side file, which must be regular.
func (c *Colors) findSide(uri string, f *imageFile) error {
	name, err := source.SidePath(uri)
	if err != nil {
		return err
	}
	f.bytes, f.open, err = c.SideOpener(name)
	return err
}
