package source

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"io/fs"
	"net/url"
	"path"
	"strings"

	"github.com/meshcheck/meshcheck/internal/fserror"
)

// Chunk is the number of bytes that are read between two checks of the context.
const Chunk = 4 << 20

// SideFile is a file beside a model that contains a buffer or an image.
type SideFile struct {
	// Name is the path relative to the model's folder, with slashes. It begins with "../" for a layer
	// of USD that is elsewhere below the root.
	Name string
	// Size is the number of bytes at its beginning that are the buffer, or that were read of the
	// image.
	Size int64
	// SHA256 is the hash of these bytes in hexadecimal, or "" if they could not be read.
	SHA256 string
	// Whole says that Size is that of the whole file.
	Whole bool
}

// OpenSide opens a side file, which must be a regular file of at least size bytes.
func OpenSide(folder fs.FS, name string, size int64) (fs.File, Snapshot, error) {
	// Before it is opened, since opening a pipe would wait for its writer.
	info, err := fs.Stat(folder, name)
	if err != nil {
		return nil, Snapshot{}, err
	}
	if !info.Mode().IsRegular() {
		return nil, Snapshot{}, errors.New("not a regular file")
	}
	if info.Size() < size {
		return nil, Snapshot{}, fmt.Errorf("has %d bytes, but byteLength is %d", info.Size(), size)
	}
	f, err := folder.Open(name)
	if err != nil {
		return nil, Snapshot{}, err
	}
	before := SnapshotOf(f)
	if before.Size() < size {
		f.Close()
		return nil, Snapshot{}, ErrChanged // it was replaced meanwhile
	}
	return f, before, nil
}

// ReadSide counts the first size bytes of a side file by Hold and reads them. It calls OnSideFile
// whether they could be read or not. The error is a LimitError, that of ctx, or one that does not
// name the file.
func (in *Input) ReadSide(ctx context.Context, name string, size int) ([]byte, error) {
	return in.tellRead(ctx, SideFile{Name: name, Size: int64(size)})
}

// tellRead reads a side file and calls OnSideFile.
func (in *Input) tellRead(ctx context.Context, s SideFile) ([]byte, error) {
	data, err := in.readSide(ctx, s)
	if err == nil {
		sum := sha256.Sum256(data)
		s.SHA256 = hex.EncodeToString(sum[:])
	}
	if in.OnSideFile != nil {
		in.OnSideFile(s)
	}
	return data, fserror.Cause(err)
}

// ReadWholeSide is ReadSide for all of a file. The name is relative to the model's folder and may
// begin with "../" as long as it stays within Folder; see SideFile. A file that does not exist is an
// error that wraps fs.ErrNotExist.
func (in *Input) ReadWholeSide(ctx context.Context, name string) ([]byte, error) {
	s := SideFile{Name: name, Whole: true}
	if in.Folder == nil {
		return nil, errors.New("there is no folder to read it from")
	}
	// If this fails, so does the read, and the cause is told there.
	if at, err := in.within(name); err == nil {
		if info, err := fs.Stat(in.Folder, at); err == nil {
			s.Size = info.Size()
		}
	}
	return in.tellRead(ctx, s)
}

// within returns the path in Folder of a file whose name is relative to the model's folder.
func (in *Input) within(name string) (string, error) {
	at := path.Join(in.Base, name)
	if !fs.ValidPath(at) {
		return "", ErrOutside
	}
	return at, nil
}

// ReadSideHead calls read with the content of a side file, and OnSideFile with the number of bytes
// that were read, whether that succeeded or not. The error is that of read, or one that does not
// name the file. The bytes are not counted: read must not keep them.
func (in *Input) ReadSideHead(name string, read func(io.Reader) error) error {
	s := SideFile{Name: name}
	told := func(err error) error {
		if in.OnSideFile != nil {
			in.OnSideFile(s)
		}
		return fserror.Cause(err)
	}
	at, err := in.within(name)
	if err != nil {
		return told(err)
	}
	f, before, err := OpenSide(in.Folder, at, 0)
	if err != nil {
		return told(err)
	}
	defer f.Close()
	head := &countingReader{r: f, hash: sha256.New()}
	err = read(head)
	s.Size = head.n
	if changed := before.Check(f); changed != nil {
		return told(changed)
	}
	if head.err == nil {
		s.SHA256 = hex.EncodeToString(head.hash.Sum(nil))
	}
	return told(err)
}

// SideOpener returns the size of a side file, and a function that opens it later. The file must be
// regular. It is not counted, and OnSideFile is not called. The error does not name the file.
func (in *Input) SideOpener(name string) (size int64, open func() (io.ReadCloser, error), err error) {
	if in.Folder == nil {
		return 0, nil, errors.New("it cannot be read, because the model came without its folder")
	}
	at, err := in.within(name)
	if err != nil {
		return 0, nil, err
	}
	folder := in.Folder
	info, err := fs.Stat(folder, at)
	if err != nil {
		return 0, nil, fmt.Errorf("the file cannot be read: %w", fserror.Cause(err))
	}
	return info.Size(), func() (io.ReadCloser, error) {
		f, _, err := OpenSide(folder, at, 0)
		return f, fserror.Cause(err)
	}, nil
}

// countingReader counts and hashes what is read, and keeps the error of a failed read.
type countingReader struct {
	r    io.Reader
	hash hash.Hash
	n    int64
	err  error
}

func (c *countingReader) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	c.hash.Write(p[:n])
	c.n += int64(n)
	if err != nil && !errors.Is(err, io.EOF) {
		c.err = err
	}
	return n, err
}

func (in *Input) readSide(ctx context.Context, s SideFile) ([]byte, error) {
	at, err := in.within(s.Name)
	if err != nil {
		return nil, err
	}
	f, before, err := OpenSide(in.Folder, at, s.Size)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if s.Whole && before.Size() != s.Size {
		return nil, ErrChanged
	}
	if err := in.Hold(s.Size); err != nil {
		return nil, err
	}
	in.Progress.Grow(2 * s.Size)
	size := int(s.Size)
	buf := make([]byte, size)
	for n := 0; n < size; {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		k, err := io.ReadFull(f, buf[n:min(size, n+Chunk)])
		if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
			err = ErrChanged
		}
		if err != nil {
			return nil, err
		}
		n += k
		in.Progress.Add(int64(k))
	}
	return buf, before.Check(f)
}

// SidePath turns the URI of a side file into a path below the model's folder that is valid as in
// fs.ValidPath. It refuses everything else: schemes and drives, absolute paths, "..", backslashes,
// zero bytes, queries and fragments. The URI may be percent-encoded or, as many programs write it,
// have plain spaces.
func SidePath(uri string) (string, error) {
	refuse := func(why string) (string, error) { return "", fmt.Errorf("the uri %q %s", Shorten(uri), why) }
	if head, _, ok := strings.Cut(uri, ":"); ok && !strings.Contains(head, "/") {
		return refuse("has a scheme; only files beside the document are read")
	}
	if strings.ContainsAny(uri, "?#") {
		return refuse("has a query or a fragment")
	}
	name, err := url.PathUnescape(uri)
	if err != nil {
		return refuse("is not percent-encoded properly")
	}
	switch {
	case strings.ContainsAny(name, "\\\x00"):
		return refuse("has a backslash or a zero byte")
	case strings.HasPrefix(name, "/"):
		return refuse("is an absolute path")
	case strings.Contains("/"+name+"/", "/../"):
		return refuse("leads out of the document's folder")
	}
	if name = path.Clean(name); name == "." || !fs.ValidPath(name) {
		return refuse("is not the path of a file")
	}
	return name, nil
}
