// Package loader reads model files into scenes, in the formats that Formats lists. Open, Read and
// Decode detect the format from the content; the name is used only if the content is inconclusive.
// The package of each format is below this one.
//
// # Hostile files
//
// Any bytes give a scene or an error, never a panic. Whatever a file claims is checked against the
// bytes it has before memory is allocated: apart from views of the file and the parsed document,
// loading takes at most 64 bytes for each byte of the file and of its side files, 256 for those of
// binary layers of USD, plus 1 MB. A file that would need more, such as a small one that claims a
// billion zeros, is a FormatError. Options limit memory and triangles; a file of any size that exceeds
// them is a LimitError.
//
// Files are read, not mapped into memory, since a mapped file that another program truncates would
// crash the process. A large binary STL file is decoded while it is read, and is never in memory as
// a whole. The scene of a glTF document keeps views of it.
//
// Side files are regular files in the folder of the model or below it, or below Options.Root for the
// layers of USD. Links that lead out of that folder are not followed, and nothing is fetched from a
// network.
package loader

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"io/fs"
	"os"
	"runtime"

	"github.com/meshcheck/meshcheck/loader/source"
	"github.com/meshcheck/meshcheck/mesh"
)

// Options say how to load. The zero value of each field is its default. Only UVs, Colors, Poses and Unit change
// what is loaded; the others can only make it fail.
type Options struct {
	// Name is the name or the path of the file, or "". Open uses its path if Name is not set. The
	// ending of the name determines the format if the content is inconclusive, so that errors are
	// about that format.
	Name string
	// UVs asks for texture coordinates, materials and images. Faults of these, which are ignored
	// otherwise, are errors then; an image that cannot be read is a warning.
	UVs bool
	// Colors asks for the base colors of surfaces: of glTF, FBX and USD those of materials, with their
	// textures, which are decoded on demand, and of vertices, of OBJ those of materials, of PLY those
	// of vertices. Nothing else depends on them: a fault in them is a note of the scene, and a file
	// that loads without them loads with them.
	Colors bool
	// Poses asks for the rig of glTF, FBX and USD: nodes, skins, morph targets and animations. Nothing else depends on
	// it: a fault in it is the scene's RigError, and a file that loads without it loads with it.
	Poses bool
	// Unit is the unit of length for files that have none (see FormatInfo.Unitless), or "". A file
	// with a unit of its own keeps it, with a warning if it is another one.
	Unit string
	// Workers is the number of goroutines. 0 means runtime.GOMAXPROCS(0).
	Workers int
	// Progress, if not nil, is called from time to time with the number of bytes processed and the
	// total. Each byte counts twice: when it is read and when it is decoded. The total may grow as
	// side files are found; it is -1 while it is unknown. Calls never overlap.
	Progress func(done, total int64)
	// Root is a folder below which the formats whose files are made of layers (USD) may read them. "" is
	// the model's own folder, which is also that of a model that is not below Root. All other side files
	// must be in the model's folder or below it.
	Root string
	// MaxTriangles is the greatest number of triangles in all meshes of a file together, each mesh
	// counted once however many nodes show it. 0 means no limit.
	MaxTriangles int
	// MaxMemory is the greatest number of bytes that loading may take, for the file, its side files
	// and what is made of them. 0 means DefaultMaxMemory.
	MaxMemory int64
	// HashLater lets a load that succeeds return while the file is still hashed, if there are several
	// workers: Model.SHA256 is only known after Model.Wait.
	HashLater bool
	// Side, if not nil, is called for each side file that the scene needs, in the order in which
	// they are needed, whether it could be read or not. Of images only the headers are read, and those
	// of base colors alone are no side files in this sense.
	Side func(SideFile)
	// Named, if not nil, is called with the name of each buffer or image file to which a glTF
	// document refers, of each file that may be an image of an FBX file, and of each layer or image to
	// which a layer of USD refers, whether it is read or not. Names are as in SideFile; of glTF and FBX
	// those that lead out of the model's folder are omitted.
	Named func(name string)
}

// DefaultMaxMemory is the limit on memory if Options has none. The largest mesh that can be
// checked, 2^28 triangles, takes 9 GiB when it is loaded from a binary STL file.
const DefaultMaxMemory = 16 << 30

// input returns the input of a load. folder may be nil.
func (o Options) input(folder fs.FS) *source.Input {
	in := &source.Input{
		Folder: folder, Workers: o.Workers, UVs: o.UVs, Colors: o.Colors, Poses: o.Poses, MaxTriangles: o.MaxTriangles, MaxMemory: DefaultMaxMemory,
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

// Model is a loaded file.
type Model struct {
	// Scene is nil if loading failed. Its positions and indices may be views of the file's bytes,
	// which it keeps alive.
	Scene *mesh.Scene
	// Format is "" if it was not detected.
	Format Format
	// SHA256 is the hash of the file's own bytes, without side files, in hexadecimal. It is "" if
	// the file could not be read to its end.
	SHA256 string

	hash func() string // waits for SHA256, nil if that is known
}

// Wait waits until SHA256 is known, after a load with Options.HashLater. It must not be called
// concurrently.
func (m *Model) Wait() {
	if m.hash != nil {
		m.SHA256, m.hash = m.hash(), nil
	}
}

// Open reads the model file at path, and side files from its folder. The Model is never nil: on
// error it has the format and the hash as far as they are known. Errors are those of Decode,
// ErrChanged, or those of the operating system if the file itself cannot be read.
func Open(ctx context.Context, path string, o Options) (*Model, error) {
	f, err := os.Open(path)
	if err != nil {
		return &Model{}, err
	}
	defer f.Close()
	side := folderOf(path, o.Root)
	defer side.Close()
	if o.Name == "" {
		o.Name = path
	}
	return load(ctx, f, side, o)
}

// Read reads a model from r until EOF. It has no folder, so a model that needs side files is
// refused. Otherwise it is like Open.
func Read(ctx context.Context, r io.Reader, o Options) (*Model, error) {
	return load(ctx, r, nil, o)
}

// Decode decodes the model in data, which must not change while the scene is in use. Side files are
// read from fsys, which may be nil. The format is known even if the file is refused, unless the
// error is ErrUnknownFormat.
//
// Errors are *FormatError, *UnsupportedError, *LimitError, ErrUnknownFormat, or the error of ctx.
func Decode(ctx context.Context, data []byte, fsys fs.FS, o Options) (*mesh.Scene, Format, error) {
	in := o.input(fsys)
	in.Progress.Grow(2 * int64(len(data)))
	in.Progress.Add(int64(len(data)))
	s, format, err := decode(ctx, in, data, o.Name)
	o.giveUnit(s)
	return s, format, err
}

// giveUnit sets the unit of a scene, which may be nil.
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
	if err != nil || !o.HashLater {
		m.Wait()
	}
	if changed := before.Check(r); changed != nil && ctx.Err() == nil {
		// A fault in a mixture of two files is of no interest.
		return &Model{Format: m.Format}, changed
	}
	o.giveUnit(m.Scene)
	return m, err
}

// loadSized is load for a file of the given size, -1 if it is unknown.
func loadSized(ctx context.Context, r io.Reader, size int64, in *source.Input, name string) (*Model, error) {
	m := &Model{}
	head, err := readHead(r, size)
	if err != nil {
		return m, err
	}
	if size >= 0 {
		in.Progress.Grow(2 * size)
	}
	if found := recognize(head, size); found.certainty == source.Certain && found.stream != nil {
		in.Format, m.Format = found.format, found.format
		file, hash := &endedReader{r: io.MultiReader(bytes.NewReader(head), r)}, source.NewHasher()
		m.Scene, err = found.stream(ctx, in, file, hash)
		hash.Close(file.ended)
		m.hash = hash.Sum
		if err == nil {
			in.Progress.Finish()
		}
		return m, err
	}
	data, err := readAll(ctx, head, r, size, in)
	if err != nil {
		return m, err
	}
	m.hash = hashConcurrently(data, in.Workers)
	m.Scene, m.Format, err = decode(ctx, in, data, name)
	return m, err
}

func decode(ctx context.Context, in *source.Input, data []byte, name string) (*mesh.Scene, Format, error) {
	m, err := formatOf(data, name)
	if err != nil {
		return nil, m.format, err
	}
	if err := ctx.Err(); err != nil {
		return nil, m.format, err
	}
	in.Format = m.format
	if m.utf16 {
		return nil, m.format, in.Fail("", "the file is UTF-16; %s", m.encoding)
	}
	if err := in.Hold(int64(len(data))); err != nil {
		return nil, m.format, err
	}
	if f, ok := in.Folder.(*folder); ok && m.layered {
		in.Folder, in.Base = f.widest()
		in.Name = f.name
	}
	s, err := m.decode(ctx, in, data)
	if err != nil {
		return nil, m.format, err
	}
	in.Progress.Finish()
	return s, m.format, nil
}
