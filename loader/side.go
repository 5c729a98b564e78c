package loader

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"

	"github.com/go-json-experiment/json/jsontext"
)

// SideFile is a file beside a model that holds a buffer of it.
type SideFile struct {
	// Name is the path below the model's folder, with slashes.
	Name string
	// Size is how many bytes of it are the buffer: its first.
	Size int64
	// SHA256 is the hash of these bytes in hexadecimal, "" where they could not be read.
	SHA256 string
}

// HashSides returns the side files as they are now beside the model at path, those of the
// given names and sizes. What Open would not read, as it is no regular file or one outside
// of the folder, is not read here either, and has no hash.
func HashSides(ctx context.Context, path string, sides []SideFile) ([]SideFile, error) {
	dir := &folder{dir: filepath.Dir(path)}
	defer dir.Close()
	now := make([]SideFile, len(sides))
	for i, s := range sides {
		now[i] = SideFile{Name: s.Name, Size: s.Size}
		if hash, err := hashSide(ctx, dir, s); err == nil {
			now[i].SHA256 = hash
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
	}
	return now, nil
}

func hashSide(ctx context.Context, fsys fs.FS, s SideFile) (string, error) {
	f, before, err := openSide(fsys, s.Name, s.Size)
	if err != nil {
		return "", err
	}
	defer f.Close()
	hash := sha256.New()
	for left := s.Size; left > 0; left -= min(left, chunk) {
		if err := ctx.Err(); err != nil {
			return "", err
		}
		if _, err := io.CopyN(hash, f, min(left, chunk)); err != nil {
			return "", err
		}
	}
	return hex.EncodeToString(hash.Sum(nil)), before.changed(f)
}

// openSide opens a side file that has at least so many bytes.
func openSide(fsys fs.FS, name string, size int64) (fs.File, stat, error) {
	// Looked at before it is opened: opening a pipe would wait for its writer.
	info, err := fs.Stat(fsys, name)
	if err != nil {
		return nil, stat{}, err
	}
	if !info.Mode().IsRegular() {
		return nil, stat{}, errors.New("not a regular file")
	}
	if info.Size() < size {
		return nil, stat{}, fmt.Errorf("has %d bytes, but byteLength is %d", info.Size(), size)
	}
	f, err := fsys.Open(name)
	if err != nil {
		return nil, stat{}, err
	}
	before := statOf(f)
	if before.size() < size {
		f.Close()
		return nil, stat{}, ErrChanged // it is another file by now
	}
	return f, before, nil
}

// tellNames calls Options.Named for each file that the document refers to.
func (r *gltfReader) tellNames() error {
	if r.options.Named == nil {
		return nil
	}
	tell := func(uri string) {
		if name, err := sidePath(uri); err == nil && uri != "" {
			r.options.Named(name)
		}
	}
	for _, b := range r.outline.Buffers {
		if b != nil {
			tell(b.URI)
		}
	}
	// What is wrong with images is of no interest, and the rest of the list is then not told.
	_ = r.elements("images", r.outline.Images, func(_ int, text jsontext.Value) error {
		var image struct {
			URI jsontext.Value `json:"uri"`
		}
		if unmarshal(text, &image) == nil && image.URI.Kind() == '"' {
			var uri string
			if unmarshal(image.URI, &uri) == nil {
				tell(uri)
			}
		}
		return nil
	})
	return r.ctx.Err()
}

// tellSide calls Options.Side for a side file that was read, or was not because of err.
func (r *gltfReader) tellSide(name string, size int, data []byte, err error) {
	if r.options.Side == nil {
		return
	}
	s := SideFile{Name: name, Size: int64(size)}
	if err == nil {
		sum := sha256.Sum256(data)
		s.SHA256 = hex.EncodeToString(sum[:])
	}
	r.options.Side(s)
}
