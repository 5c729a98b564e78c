// Package loader reads model files into scenes: glTF 2.0 as text with its side
// files or as GLB, and STL, binary or text. Open, Read and Decode find the
// format in the content and never look at a name.
//
// # Hostile files
//
// Any bytes may be handed in; they give a scene or an error, never a panic.
// Whatever a file claims is checked against the bytes it has before memory is
// taken: all that is made beyond views of the file costs at most 64 bytes for
// each byte of the file and of the side files in use, plus 1 MB, document
// parsing aside. A file that would need more, such as a small one that claims
// a billion zeros, is a FormatError. Options set limits on memory and triangles that
// no file may pass, however large it is: a LimitError.
//
// Files are read, not mapped into memory, since a mapped file that another program
// cuts short would end the process. A large binary STL file is decoded while it is
// read, and never in memory as a whole; of a glTF document the scene keeps views.
//
// Side files of a glTF document are regular files in the document's own folder
// or below it. No link leads out of it, and nothing is fetched from a network.
package loader

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"sync"

	"github.com/meshcheck/meshcheck/mesh"
)

// Options say how to load. The zero value is the default in every field. They
// never change what is loaded, but only whether it is.
type Options struct {
	// Workers is the number of goroutines: 0 means runtime.GOMAXPROCS(0).
	Workers int
	// Progress, if set, is called now and then with the bytes worked off and the
	// bytes in sight. Each byte counts twice, once when it is read and once when
	// it is decoded. The total may grow as side files turn up and is -1 while it
	// is unknown. Calls never overlap.
	Progress func(done, total int64)
	// MaxTriangles is the greatest number of triangles that all meshes of a file may
	// have together, each counted once however many nodes show it: 0 means any number.
	MaxTriangles int
	// MaxMemory is the greatest number of bytes that a file may take with its side files
	// and what is made of them, while it is loaded: 0 means DefaultMaxMemory.
	MaxMemory int64
	// Side, if set, is called for each side file that was asked for, in the order of the
	// document, whether it could be read or not.
	Side func(SideFile)
	// Named, if set, is called with the name of each file beside a glTF document that the
	// document refers to, a buffer or an image, whether it is read or not. Names are paths
	// below the model's folder, with slashes; those that lead out of it are left out.
	Named func(name string)
}

func (o Options) workers() int {
	if o.Workers > 0 {
		return o.Workers
	}
	return runtime.GOMAXPROCS(0)
}

// Model is one loaded file.
type Model struct {
	// Scene is nil when loading failed. Its positions and indices may be views of
	// the file's bytes, which it keeps alive.
	Scene *mesh.Scene
	// Format is "" when it could not be found.
	Format Format
	// SHA256 is the hash of the file's own bytes, side files not included, in
	// hexadecimal; "" when the file could not be read to its end.
	SHA256 string
}

// Open reads the model file at path; side files come from its folder. The Model
// is never nil: on error it carries what is known of format and hash. Errors
// are those of Decode, ErrChanged, or those of the operating system where the file itself
// cannot be read.
func Open(ctx context.Context, path string, o Options) (*Model, error) {
	f, err := os.Open(path)
	if err != nil {
		return &Model{}, err
	}
	defer f.Close()
	side := &folder{dir: filepath.Dir(path)}
	defer side.Close()
	return load(ctx, f, side, o)
}

// Read reads one model from r to its end. It has no folder, so a model that
// needs side files is refused. The rest is as for Open.
func Read(ctx context.Context, r io.Reader, o Options) (*Model, error) {
	return load(ctx, r, nil, o)
}

// Decode decodes the model in data, which must not change as long as the scene
// is in use. Side files come from fsys, which may be nil. The format is known
// even of a file that is then refused, unless the error is ErrUnknownFormat.
//
// Errors are *FormatError, *UnsupportedError, *LimitError, ErrUnknownFormat, or that of
// ctx.
func Decode(ctx context.Context, data []byte, fsys fs.FS, o Options) (*mesh.Scene, Format, error) {
	p := newProgress(o.Progress)
	p.grow(2 * int64(len(data)))
	p.add(int64(len(data)))
	return decode(ctx, data, fsys, o, p)
}

func load(ctx context.Context, r io.Reader, fsys fs.FS, o Options) (*Model, error) {
	m := &Model{}
	if err := ctx.Err(); err != nil {
		return m, err
	}
	before := statOf(r)
	m, err := loadSized(ctx, r, before.size(), fsys, o)
	if changed := before.changed(r); changed != nil && ctx.Err() == nil {
		// Whatever was found wrong with a mixture of two files is of no interest.
		return &Model{Format: m.Format}, changed
	}
	return m, err
}

// loadSized is load of a file with the given size, -1 where it is not known.
func loadSized(ctx context.Context, r io.Reader, size int64, fsys fs.FS, o Options) (*Model, error) {
	m := &Model{}
	p := newProgress(o.Progress)
	head, err := readHead(r, size)
	if err != nil {
		return m, err
	}
	if size >= 0 {
		p.grow(2 * size)
	}
	if isWholeSTL(head, size) {
		m.Format = STL
		m.Scene, m.SHA256, err = streamSTL(ctx, r, head, o, p)
		if err == nil {
			p.finish()
		}
		return m, err
	}
	data, err := readAll(ctx, head, r, size, o, p)
	if err != nil {
		return m, err
	}
	hash := hashBeside(data, o.workers())
	m.Scene, m.Format, err = decode(ctx, data, fsys, o, p)
	m.SHA256 = hash()
	return m, err
}

// hashBeside returns a function that returns the hash of data. Where that takes
// longer than to start a goroutine, one begins at once.
func hashBeside(data []byte, workers int) func() string {
	hash := sync.OnceValue(func() string {
		sum := sha256.Sum256(data)
		return hex.EncodeToString(sum[:])
	})
	if workers > 1 && len(data) > 64<<10 {
		go hash()
	}
	return hash
}

func decode(ctx context.Context, data []byte, fsys fs.FS, o Options, p *progress) (*mesh.Scene, Format, error) {
	k, err := sniff(data)
	if err != nil {
		return nil, "", err
	}
	if err := ctx.Err(); err != nil {
		return nil, k.format(), err
	}
	var s *mesh.Scene
	switch k {
	case glbFile, gltfText:
		s, err = decodeGLTF(ctx, data, k.format(), fsys, o, p)
	case stlText:
		s, err = decodeTextSTL(ctx, data, o, p)
	case stlBinary:
		s, err = decodeBinarySTL(ctx, data, o, p)
	case gltfUTF16:
		err = &FormatError{Format: GLTF, Err: errors.New("the file is UTF-16; glTF must be UTF-8")}
	case stlUTF16:
		err = &FormatError{Format: STL, Err: errors.New("the file is UTF-16; text STL must be ASCII or UTF-8")}
	}
	if err != nil {
		return nil, k.format(), err
	}
	p.finish()
	return s, k.format(), nil
}
