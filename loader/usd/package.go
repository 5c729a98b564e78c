package usd

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"hash/crc32"
	"path"
	"strings"

	"github.com/meshcheck/meshcheck/loader/source"
)

// pack is a package (usdz): a ZIP archive of files that are stored as they are, so that they can be
// used where they lie (https://openusd.org/release/spec_usdz.html).
type pack struct {
	data    []byte
	entries map[string]*zip.File
	// first is the name of the first file, which stands for the package.
	first string
}

// entrySize is about what an entry takes in memory.
const entrySize = 512

// isPackage reports whether data begins like a package.
func isPackage(data []byte) bool { return bytes.HasPrefix(data, []byte(source.ZIPSignature)) }

// newPack reads the directory of a package.
func newPack(data []byte, charge func(count, size int) error) (*pack, error) {
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return nil, errors.New("the package is cut off or damaged")
	}
	if err := charge(len(z.File), entrySize); err != nil {
		return nil, err
	}
	p := &pack{data: data, entries: make(map[string]*zip.File, len(z.File))}
	earliest, left := int64(len(data)), uint64(len(data))
	for _, f := range z.File {
		if f.CompressedSize64 > left { // or the same bytes could be read again and again
			return nil, errors.New("the entries of the package overlap")
		}
		left -= f.CompressedSize64
		name := path.Clean(f.Name)
		if strings.HasSuffix(f.Name, "/") {
			continue
		}
		if p.entries[name] != nil {
			return nil, fmt.Errorf("two entries of the package are called %s", source.Quote([]byte(name)))
		}
		p.entries[name] = f
		if at, err := f.DataOffset(); err == nil && at < earliest {
			earliest, p.first = at, name
		}
	}
	if !isLayer(p.first) {
		return nil, fmt.Errorf("the first file of the package is no layer but %s", source.Quote([]byte(p.first)))
	}
	return p, nil
}

// read returns the content of an entry, which is part of that of the package.
func (p *pack) read(name string) ([]byte, error) {
	const encrypted = 1
	f := p.entries[name]
	if f == nil {
		return nil, errors.New("it is not in the package")
	}
	at, err := f.DataOffset()
	size, rest := f.UncompressedSize64, uint64(len(p.data))
	switch {
	case err != nil || uint64(at) > rest || f.CompressedSize64 > rest-uint64(at):
		return nil, errors.New("its entry in the package is damaged")
	case f.Flags&encrypted != 0:
		return nil, errors.New("it is encrypted")
	case f.Method != zip.Store:
		return nil, errors.New("it is compressed, which packages of USD must not be")
	case size != f.CompressedSize64:
		return nil, fmt.Errorf("its entry in the package has %d bytes instead of %d", f.CompressedSize64, size)
	}
	data := p.data[at : uint64(at)+size : uint64(at)+size]
	if crc32.ChecksumIEEE(data) != f.CRC32 {
		return nil, errors.New("its checksum is wrong")
	}
	return data, nil
}
