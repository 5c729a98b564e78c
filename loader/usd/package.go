package usd

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"math"
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
	var first *zip.File
	for _, f := range z.File {
		if f.CompressedSize64 > left { // or the same bytes could be read again and again
			return nil, errors.New("the entries of the package overlap")
		}
		left -= f.CompressedSize64
		name := path.Clean(f.Name)
		if at, err := f.DataOffset(); err == nil && at < earliest {
			earliest, first, p.first = at, f, name
		}
		if strings.HasSuffix(f.Name, "/") {
			continue
		}
		if p.entries[name] != nil {
			return nil, fmt.Errorf("two entries of the package are called %s", source.Quote([]byte(name)))
		}
		p.entries[name] = f
	}
	if err := checkFirst(data, first, earliest); err != nil {
		return nil, err
	}
	if !isLayer(p.first) {
		return nil, fmt.Errorf("the first file of the package is no layer but %s", source.Quote([]byte(p.first)))
	}
	return p, nil
}

// checkFirst checks that a package begins with the entry whose content, according to the directory, comes first,
// at byte at. OpenUSD takes what the package begins with as its first layer, and not what the directory says.
func checkFirst(data []byte, first *zip.File, at int64) error {
	const header, sizes, nameLength, extraLength = 30, 18, 26, 28
	number := binary.LittleEndian.Uint16
	name := source.FirstZIPEntry(data)
	switch {
	case first == nil:
		return errors.New("the package has no files that can be read")
	case name != first.Name:
		return fmt.Errorf("the package begins with %s, but the first file of its directory is %s", source.Quote([]byte(name)), source.Quote([]byte(first.Name)))
	case at != header+int64(number(data[nameLength:]))+int64(number(data[extraLength:])):
		return fmt.Errorf("the package does not begin with its first file, %s", source.Quote([]byte(name)))
	case binary.LittleEndian.Uint32(data[sizes:]) == math.MaxUint32:
		return fmt.Errorf("%s is stored as ZIP64, which OpenUSD does not read", source.Shorten(name))
	}
	return nil
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
	fault := ""
	switch {
	case err != nil || uint64(at) > rest || f.CompressedSize64 > rest-uint64(at):
		fault = "is damaged"
	case f.Flags&encrypted != 0:
		fault = "is encrypted"
	case f.Method != zip.Store:
		fault = "is compressed, which is not allowed in packages of USD"
	case size != f.CompressedSize64:
		fault = fmt.Sprintf("has %d bytes instead of %d", f.CompressedSize64, size)
	case crc32.ChecksumIEEE(p.data[at:uint64(at)+size]) != f.CRC32:
		fault = "has a wrong checksum"
	}
	if fault != "" {
		return nil, fmt.Errorf("%s %s", source.Shorten(name), fault)
	}
	return p.data[at : uint64(at)+size : uint64(at)+size], nil
}
