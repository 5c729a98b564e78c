package gltf

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unsafe"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/meshcheck/meshcheck/loader/gltf/material"
	"github.com/meshcheck/meshcheck/loader/imageinfo"
	"github.com/meshcheck/meshcheck/loader/source"
	"github.com/meshcheck/meshcheck/mesh"
)

// mostHeaders is how many bytes the headers of all images of a file may take together. A small
// document can have very many images that share the bytes of one long header.
const mostHeaders = 256 << 20

// imageSource is where the bytes of an image are: a side file, or a buffer view.
type imageSource struct {
	file string
	view int
}

// header is what was read of an image.
type header struct {
	imageinfo.Info
	err error
}

const imageSize = int(unsafe.Sizeof(mesh.Image{})) + int(unsafe.Sizeof(header{})) + 64

// readImage reads name, type and size of image i, once. One that cannot be read costs a warning.
func (r *reader) readImage(i int) error {
	text := r.textures.images[i]
	if text == nil {
		return nil
	}
	r.textures.images[i] = nil
	place := "image " + strconv.Itoa(i)
	if err := r.Charge(place, 1, imageSize); err != nil {
		return err
	}
	var doc material.Image
	err := unmarshalUnique(text, &doc)
	if err != nil {
		err = libraryError{err}
	} else {
		out := &r.scene.Images[i]
		out.Name, out.MIME = strings.Clone(doc.Name), doc.MIMEType
		err = r.inspectImage(place, text, &doc, out)
	}
	return r.imageWarning(label("image", i, doc.Name), err)
}

// imageWarning warns of an error that concerns an image alone, and returns any other.
func (r *reader) imageWarning(name string, err error) error {
	var limit *source.LimitError
	switch {
	case err == nil:
		return nil
	case r.ctx.Err() != nil:
		return r.ctx.Err()
	case errors.As(err, &limit):
		return limit
	}
	r.warn("%s: its size cannot be read: %v", name, err)
	return nil
}

// inspectImage finds the bytes of an image and reads their header into out.
func (r *reader) inspectImage(place string, text jsontext.Value, doc *material.Image, out *mesh.Image) error {
	var info imageinfo.Info
	var err error
	switch {
	case isDataURI(doc.URI):
		out.Open = func() (io.ReadCloser, error) { return openDataURI(text) }
		info, err = r.dataHeader(doc.URI[5:])
	case doc.URI != "":
		info, err = r.sideHeader(doc.URI, out)
	case doc.BufferView != nil:
		info, err = r.viewHeader(place, *doc.BufferView, out)
	default:
		return errors.New("it has neither a uri nor a bufferView")
	}
	if info.MIME != "" {
		out.MIME = info.MIME
	}
	out.Width, out.Height = info.Width, info.Height
	return err
}

func isDataURI(uri string) bool { return len(uri) >= 5 && strings.EqualFold(uri[:5], "data:") }

// openDataURI opens the image whose JSON has a data URI.
func openDataURI(text jsontext.Value) (io.ReadCloser, error) {
	var doc material.Image
	if err := unmarshal(text, &doc); err != nil {
		return nil, libraryError{err}
	}
	data, err := dataURI(doc.URI[5:])
	return io.NopCloser(bytes.NewReader(data)), err
}

// dataHeader reads the header of an image that is in a data URI, of which s is what follows
// "data:". No more of it is decoded.
func (r *reader) dataHeader(s string) (imageinfo.Info, error) {
	const most = imageinfo.MaxHeader / 3 * 4
	if begin := strings.IndexByte(s, ',') + 1; len(s)-begin > most {
		s = s[:begin+most]
	}
	data, err := dataURI(s)
	if err != nil {
		return imageinfo.Info{}, err
	}
	return r.header(bytes.NewReader(data))
}

// viewHeader reads the header of an image in a buffer view.
func (r *reader) viewHeader(place string, view int, out *mesh.Image) (imageinfo.Info, error) {
	_, data, err := r.view(place, view)
	if err != nil {
		return imageinfo.Info{}, err
	}
	out.Open = func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(data)), nil }
	return r.once(imageSource{view: view}, func() (imageinfo.Info, error) { return r.header(bytes.NewReader(data)) })
}

// sideHeader reads the header of an image in a side file.
func (r *reader) sideHeader(uri string, out *mesh.Image) (imageinfo.Info, error) {
	name, err := source.SidePath(uri)
	if err != nil {
		return imageinfo.Info{}, err
	}
	out.File = name
	if r.Folder == nil {
		return imageinfo.Info{}, fmt.Errorf("the file %q is out of reach, because the model came without its folder", name)
	}
	return r.once(imageSource{file: name}, func() (info imageinfo.Info, err error) {
		failed := r.ReadSideHead(name, func(f io.Reader) error {
			info, err = r.header(f)
			return err
		})
		if failed != nil {
			return imageinfo.Info{MIME: info.MIME}, fmt.Errorf("file %q: %w", source.Shorten(name), failed)
		}
		return info, nil
	})
}

// once returns what read does, without reading a source again.
func (r *reader) once(from imageSource, read func() (imageinfo.Info, error)) (imageinfo.Info, error) {
	h, ok := r.textures.headers[from]
	if !ok {
		h.Info, h.err = read()
		r.textures.headers[from] = h
	}
	return h.Info, h.err
}

// header reads the header of an image.
func (r *reader) header(image io.Reader) (imageinfo.Info, error) {
	t := &r.textures
	if t.headersRead > mostHeaders {
		return imageinfo.Info{}, errors.New("the headers of the images before it are too long")
	}
	limited := &io.LimitedReader{R: image, N: imageinfo.MaxHeader}
	info, err := imageinfo.Read(limited)
	t.headersRead += imageinfo.MaxHeader - limited.N
	return info, err
}
