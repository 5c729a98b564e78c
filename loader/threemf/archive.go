package threemf

import (
	"archive/zip"
	"bytes"
	"compress/flate"
	"errors"
	"io"
	"path"
	"slices"
	"strings"

	"github.com/meshcheck/meshcheck/loader/source"
)

const (
	rootRelationships = "_rels/.rels"
	// startPart is the type of the relationships that refer to model parts.
	startPart = "http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel"
)

// A part that is larger than bombSize and unpacks to more than bombFactor times its size is
// refused.
const (
	bombSize   = 100 << 20
	bombFactor = 200
)

// plain returns an error of the ZIP library in plain words.
func plain(err error) error {
	var corrupt flate.CorruptInputError
	switch {
	case errors.Is(err, zip.ErrFormat):
		return errors.New("it is cut off or damaged")
	case errors.Is(err, zip.ErrAlgorithm):
		return errors.New("the method of compression is not known")
	case errors.Is(err, zip.ErrChecksum):
		return errors.New("the checksum is wrong")
	case errors.As(err, &corrupt), errors.Is(err, io.ErrUnexpectedEOF):
		return errors.New("the compressed data is damaged")
	}
	return err
}

func bomb(f *zip.File) bool {
	return f.UncompressedSize64 > bombSize && f.UncompressedSize64/bombFactor > f.CompressedSize64
}

// open reads the directory of the archive and finds the model parts.
func (r *reader) open(data []byte) error {
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return r.Fail("", "the archive cannot be read: %w", plain(err))
	}
	r.entries = make(map[string]*zip.File, len(z.File))
	for _, f := range z.File {
		key := strings.ToLower(f.Name)
		if r.entries[key] != nil {
			return r.Fail("", "two entries are called %s", source.Quote([]byte(f.Name)))
		}
		r.entries[key] = f
	}
	roots, err := r.models(rootRelationships, "")
	if err != nil {
		return err
	}
	if len(roots) != 1 {
		return r.Fail(rootRelationships, "there are %d start parts instead of one", len(roots))
	}
	root := roots[0]
	others, err := r.models(path.Join(path.Dir(root), "_rels", path.Base(root)+".rels"), path.Dir(root))
	if err != nil {
		return err
	}
	slices.Sort(others)
	r.order = []string{root}
	for _, name := range slices.Compact(others) {
		if name != root {
			r.order = append(r.order, name)
		}
	}
	return nil
}

// models returns the names of the model parts in a file of relationships, in lower case. Targets
// are relative to a folder.
func (r *reader) models(name, folder string) ([]string, error) {
	f := r.entries[strings.ToLower(name)]
	if f == nil {
		return nil, nil
	}
	data, err := r.read(f)
	if err != nil {
		return nil, err
	}
	var names []string
	err = r.eachElement(f.Name, data, visitor{element: func(e *element) error {
		if e.depth != 2 || e.name.Local != "Relationship" || e.attribute("Type") != startPart {
			return nil
		}
		target := e.attribute("Target")
		if e.attribute("TargetMode") == "External" {
			return r.Fail(f.Name, "the model part %s is external", source.Quote([]byte(target)))
		}
		part, err := r.find(f.Name, target, folder)
		names = append(names, part)
		return err
	}})
	return names, err
}

// find returns the name of an existing part, in lower case. The entry from refers to it.
func (r *reader) find(from, target, folder string) (string, error) {
	name := target
	if !strings.HasPrefix(name, "/") {
		name = path.Join("/", folder, name)
	}
	name = strings.ToLower(strings.TrimPrefix(path.Clean(name), "/"))
	if r.entries[name] == nil {
		return "", r.Fail(from, "the part %s is missing", source.Quote([]byte(target)))
	}
	return name, nil
}

// read unpacks an entry of the archive.
func (r *reader) read(f *zip.File) ([]byte, error) {
	if bomb(f) {
		return nil, r.Fail(f.Name, "unpacks to %d bytes, more than %d times its size", f.UncompressedSize64, bombFactor)
	}
	size := int64(min(f.UncompressedSize64, 1<<62))
	if err := r.Hold(size); err != nil {
		return nil, err
	}
	in, err := f.Open()
	if err != nil {
		return nil, r.Fail(f.Name, "cannot be unpacked: %w", plain(err))
	}
	defer in.Close()
	data := make([]byte, 0, min(size, 1<<20))
	for {
		if err := r.ctx.Err(); err != nil {
			return nil, err
		}
		data = slices.Grow(data, 1)
		n, err := in.Read(data[len(data):min(cap(data), len(data)+source.Chunk)])
		data = data[:len(data)+n]
		switch {
		case errors.Is(err, io.EOF):
			if int64(len(data)) != size {
				return nil, r.Fail(f.Name, "unpacks to %d bytes instead of %d", len(data), size)
			}
			return data, nil
		case err != nil:
			return nil, r.Fail(f.Name, "cannot be unpacked: %w", plain(err))
		case int64(len(data)) > size:
			return nil, r.Fail(f.Name, "unpacks to more than %d bytes", size)
		}
	}
}
