package texture

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unsafe"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/meshcheck/meshcheck/loader/gltf/document"
	"github.com/meshcheck/meshcheck/loader/imageinfo"
	"github.com/meshcheck/meshcheck/loader/source"
	"github.com/meshcheck/meshcheck/mesh"
)

// mostHeaders is the number of bytes that the headers of all images of a file may take together.
// The images of a small document may all share the bytes of one long header.
const mostHeaders = 256 << 20

// imageSource is the place of an image: a side file or a buffer view.
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

// readImage reads the name, type and size of image i, once. If it cannot, it warns.
func (r *Reader) readImage(i int) error {
	text := r.lists.Images.Elements[i]
	if text == nil {
		return nil
	}
	r.lists.Images.Elements[i] = nil
	place := "image " + strconv.Itoa(i)
	if err := r.Charge(place, 1, imageSize); err != nil {
		return err
	}
	var doc imageJSON
	err := document.UnmarshalUnique(text, &doc)
	if err != nil {
		err = document.Plain(err)
	} else {
		out := &r.Scene.Images[i]
		out.Name, out.MIME = strings.Clone(doc.Name), doc.MIMEType
		err = r.inspectImage(place, text, &doc, out)
	}
	return r.imageWarning(document.Label("image", i, doc.Name), err)
}

// imageWarning warns of an error that concerns only an image, and returns any other.
func (r *Reader) imageWarning(name string, err error) error {
	var limit *source.LimitError
	switch {
	case err == nil:
		return nil
	case r.Ctx.Err() != nil:
		return r.Ctx.Err()
	case errors.As(err, &limit):
		return limit
	}
	r.Warn("%s: its size cannot be read: %v", name, err)
	return nil
}

// inspectImage finds the bytes of an image and reads their header into out.
func (r *Reader) inspectImage(place string, text jsontext.Value, doc *imageJSON, out *mesh.Image) error {
	var info imageinfo.Info
	var err error
	switch {
	case document.IsDataURI(doc.URI):
		out.Open = func() (io.ReadCloser, error) { return openDataURI(text) }
		info, err = r.dataHeader(doc.URI)
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

// openDataURI opens an image whose JSON has a data URI.
func openDataURI(text jsontext.Value) (io.ReadCloser, error) {
	var doc imageJSON
	if err := document.Unmarshal(text, &doc); err != nil {
		return nil, document.Plain(err)
	}
	data, err := document.DataURI(doc.URI)
	return io.NopCloser(bytes.NewReader(data)), err
}

// dataHeader reads the header of an image in a data URI. No more of it is decoded.
func (r *Reader) dataHeader(uri string) (imageinfo.Info, error) {
	const most = imageinfo.MaxHeader / 3 * 4
	if begin := strings.IndexByte(uri, ',') + 1; len(uri)-begin > most {
		uri = uri[:begin+most]
	}
	data, err := document.DataURI(uri)
	if err != nil {
		return imageinfo.Info{}, err
	}
	return r.header(bytes.NewReader(data))
}

// viewHeader reads the header of an image in a buffer view.
func (r *Reader) viewHeader(place string, view int, out *mesh.Image) (imageinfo.Info, error) {
	data, err := r.View(place, view)
	if err != nil {
		return imageinfo.Info{}, err
	}
	out.Open = func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(data)), nil }
	return r.once(imageSource{view: view}, func() (imageinfo.Info, error) { return r.header(bytes.NewReader(data)) })
}

// sideHeader reads the header of an image in a side file.
func (r *Reader) sideHeader(uri string, out *mesh.Image) (imageinfo.Info, error) {
	name, err := source.SidePath(uri)
	if err != nil {
		return imageinfo.Info{}, err
	}
	out.File = name
	if r.Folder == nil {
		return imageinfo.Info{}, fmt.Errorf("the file %q cannot be read, because the model came without its folder", name)
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

// once returns the result of read, which it calls once for each source.
func (r *Reader) once(from imageSource, read func() (imageinfo.Info, error)) (imageinfo.Info, error) {
	h, ok := r.headers[from]
	if !ok {
		h.Info, h.err = read()
		r.headers[from] = h
	}
	return h.Info, h.err
}

// header reads the header of an image.
func (r *Reader) header(image io.Reader) (imageinfo.Info, error) {
	if r.headersRead > mostHeaders {
		return imageinfo.Info{}, errors.New("the headers of the images before it are too long")
	}
	limited := &io.LimitedReader{R: image, N: imageinfo.MaxHeader}
	info, err := imageinfo.Read(limited)
	r.headersRead += imageinfo.MaxHeader - limited.N
	return info, err
}
