// Package loader reads model files into scenes: glTF 2.0 as text with its side
// files or as GLB, and STL, binary or text. Open, Read and Decode recognize the
// format by the content. The name counts only where the content is of no format. Each format has a package below this one.
//
// # Hostile files
//
// Any bytes give a scene or an error, never a panic.
// Whatever a file claims is checked against the bytes it has before memory is
// allocated: all that is made beyond views of the file costs at most 64 bytes for
// each byte of the file and of the side files in use, plus 1 MB, document
// parsing aside. A file that would need more, such as a small one that claims
// a billion zeros, is a FormatError. Options set limits on memory and triangles, beyond which
// a file of any size is a LimitError.
//
// Files are read, not mapped into memory, since a mapped file that another program
// truncates would crash the process. A large binary STL file is decoded while it is
// read, and never in memory as a whole; the scene of a glTF document keeps views of it.
//
// Side files of a glTF document are regular files in the document's own folder
// or below it. No link leads out of it, and nothing is fetched from a network.
package loader

import (
	"bytes"
	"context"
	"crypto/sha256"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"

	"github.com/meshcheck/meshcheck/loader/source"
	"github.com/meshcheck/meshcheck/mesh"
)

// Options say how to load. The zero value is the default in every field. But for UVs and Unit they
// never change what is loaded, only whether it is.
type Options struct {
	// Name is the name of the file, or its path, "" where it has none; for Open it is the path
	// unless it is set. Its ending tells the format of content that tells none, so that what is
	// wrong with it is said of that format.
	Name string
	// UVs asks for the texture coordinates of parts, and for the materials and images of the
	// scene. It makes faults of these errors, which are not looked at otherwise; an image that
	// cannot be read is a warning.
	UVs bool
	// Unit is the unit of length of a scene whose file has none (STL, OBJ, PLY, OFF); "" leaves it
	// without. A file that has another one keeps it, with a warning.
	Unit string
	// Workers is the number of goroutines: 0 means runtime.GOMAXPROCS(0).
	Workers int
	// Progress, if set, is called from time to time with the bytes processed and their
	// total. Each byte counts twice, once when it is read and once when
	// it is decoded. The total may grow as side files are found and is -1 while it
	// is unknown. Calls never overlap.
	Progress func(done, total int64)
	// MaxTriangles is the greatest number of triangles that all meshes of a file may
	// have together, each counted once however many nodes show it: 0 means any number.
	MaxTriangles int
	// MaxMemory is the greatest number of bytes that a file may take with its side files
	// and what is made of them, while it is loaded: 0 means DefaultMaxMemory.
	MaxMemory int64
	// Side, if set, is called for each side file that the scene needs, in the order in which they
	// are needed, whether it could be read or not. Of images only the headers are read.
	Side func(SideFile)
	// Named, if set, is called with the name of each file that a glTF document
	// refers to, a buffer or an image, whether it is read or not. Names are paths
	// below the model's folder, with slashes; those that lead out of it are omitted.
	Named func(name string)
}

// DefaultMaxMemory is the limit on memory unless Options say otherwise. The largest
// mesh that can be checked, 2^28 triangles, takes 9 GiB as it comes from a binary STL file.
const DefaultMaxMemory = 16 << 30

// input returns the input of a load of a model in a folder, which may be nil.
func (o Options) input(folder fs.FS) *source.Input {
	in := &source.Input{
		Folder: folder, Workers: o.Workers, UVs: o.UVs, MaxTriangles: o.MaxTriangles, MaxMemory: DefaultMaxMemory,
		Progress: source.NewProgress(o.Progress), OnSideFile: o.Side, OnReference: o.Named,
	}
	if in.Workers <= 0 {
		in.Workers = runtime.GOMAXPROCS(0)
	}
	if o.MaxMemory > 0 {
		in.MaxMemory = min(o.MaxMemory, 1<<62) // so that sums do not overflow
	}
	return in
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
// is never nil: on error it has the format and the hash as far as they are known. Errors
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
	if o.Name == "" {
		o.Name = path
	}
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
	in := o.input(fsys)
	in.Progress.Grow(2 * int64(len(data)))
	in.Progress.Add(int64(len(data)))
	s, format, err := decode(ctx, in, data, o.Name)
	o.giveUnit(s)
	return s, format, err
}

// giveUnit gives a scene, which may be nil, the unit of Options.
func (o Options) giveUnit(s *mesh.Scene) {
	switch {
	case s == nil || o.Unit == "" || s.Unit == o.Unit:
	case s.Unit == "":
		s.Unit = o.Unit
	default:
		s.Warnings = append(s.Warnings, fmt.Sprintf("the file's own unit of length, %s, is used instead of %s, which is for files without a unit", s.Unit, o.Unit))
	}
}

func load(ctx context.Context, r io.Reader, fsys fs.FS, o Options) (*Model, error) {
	m := &Model{}
	if err := ctx.Err(); err != nil {
		return m, err
	}
	before := source.SnapshotOf(r)
	m, err := loadSized(ctx, r, before.Size(), o.input(fsys), o.Name)
	if changed := before.Check(r); changed != nil && ctx.Err() == nil {
		// A fault found in a mixture of two files is of no interest.
		return &Model{Format: m.Format}, changed
	}
	o.giveUnit(m.Scene)
	return m, err
}

// loadSized is load of a file with the given size, -1 where it is not known.
func loadSized(ctx context.Context, r io.Reader, size int64, in *source.Input, name string) (*Model, error) {
	m := &Model{}
	head, err := readHead(r, size)
	if err != nil {
		return m, err
	}
	if size >= 0 {
		in.Progress.Grow(2 * size)
	}
	if d, format, certainty := recognize(head, size); certainty == source.Certain && d.stream != nil {
		in.Format, m.Format = format, format
		hashed := &hashingReader{r: io.MultiReader(bytes.NewReader(head), r), hash: sha256.New()}
		m.Scene, err = d.stream(ctx, in, hashed)
		m.SHA256 = hashed.sum()
		if err == nil {
			in.Progress.Finish()
		}
		return m, err
	}
	data, err := readAll(ctx, head, r, size, in)
	if err != nil {
		return m, err
	}
	hash := hashConcurrently(data, in.Workers)
	m.Scene, m.Format, err = decode(ctx, in, data, name)
	m.SHA256 = hash()
	return m, err
}

func decode(ctx context.Context, in *source.Input, data []byte, name string) (*mesh.Scene, Format, error) {
	d, format, err := formatOf(data, int64(len(data)), name)
	if err != nil {
		return nil, format, err
	}
	if err := ctx.Err(); err != nil {
		return nil, format, err
	}
	in.Format = format
	s, err := d.decode(ctx, in, data)
	if err != nil {
		return nil, format, err
	}
	in.Progress.Finish()
	return s, format, nil
}
