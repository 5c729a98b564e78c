// Package crate decodes binary layers of USD (usdc, "crate files") of the versions 0.4.0 to 0.14. The
// format is that of the AOUSD Core Specification 1.0, section 16.3, and of OpenUSD 26.11
// (pxr/usd/sdf/crateFile.cpp). Unlike there, data that is damaged anywhere in what is read is an error,
// and so is a prim or property that its parent lists but that does not exist.
//
// Values are decoded when they are needed, and kept: an array that several properties share is decoded
// once, and is the same *layer.Numbers in all of them. The caller must not change values, nor the data,
// to which they refer. A layer must not be used by several goroutines at once.
package crate

import (
	"bytes"
	"fmt"

	"github.com/meshcheck/meshcheck/loader/usd/layer"
)

// Signature begins crate files.
const Signature = "PXR-USDC"

// Options limit what reading may take. Each may be nil.
type Options struct {
	// Charge is called before memory is allocated for count elements of size bytes each. If it fails,
	// Read or Decode returns its error.
	Charge func(count, size int) error
	// Poll is called now and then. If it fails, Read or Decode returns its error.
	Poll func() error
}

// Error reports a malformed file.
type Error struct {
	// Where is "byte 1234" or "section PATHS".
	Where string
	// Err is the cause.
	Err error
	// Cut reports whether the file ends before what it refers to, as if it were cut off.
	Cut bool
}

// Error returns the place and the cause.
func (e *Error) Error() string { return e.Where + ": " + e.Err.Error() }

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// UnsupportedError reports a file that may be valid but is of a version that this package does not
// support.
type UnsupportedError struct {
	// Feature is "crate version 1.2.3".
	Feature string
}

// Error returns "feature is not supported".
func (e *UnsupportedError) Error() string { return e.Feature + " is not supported" }

// version is the version of a file, without the patch number, which changes nothing for readers.
type version struct{ major, minor byte }

// The oldest and the newest version that are read. Older ones, whose tables are not compressed, were
// never released.
const (
	oldest = 4
	newest = 14
)

// file is a file whose tables are read.
type file struct {
	Options
	data     []byte
	version  version
	sections map[string]section
	tokens   []string
	strings  []string
	// fields is the table of fields, each with its value.
	fields []layer.Field
	// sets has the field sets by their first index in the table.
	sets  map[uint32]*fieldSet
	paths []path
	specs []spec
	// encoded is memory for encoded integers, used again and again.
	encoded []byte
}

// section is a range of bytes of the file.
type section struct{ start, end int }

// Read decodes a layer. Its errors are *Error, *UnsupportedError and those of the options.
func Read(data []byte, o Options) (*layer.Layer, error) {
	f := &file{Options: o, data: data}
	for _, step := range []func() error{
		f.readStart, f.readTokens, f.readStrings, f.readFields, f.readFieldSets, f.readPaths, f.readSpecs,
	} {
		if err := step(); err != nil {
			return nil, err
		}
	}
	return f.layer()
}

// readStart reads the head and the table of contents.
func (f *file) readStart() error {
	const head, versionAt, contentsAt = 88, 8, 16
	if !bytes.HasPrefix(f.data, []byte(Signature)) {
		return failAt(0, "this is not a crate file")
	}
	if len(f.data) < head {
		return cutOff(failAt(len(f.data), "the file ends within its head"))
	}
	v := f.data[versionAt:]
	f.version = version{v[0], v[1]}
	if f.version.major != 0 || f.version.minor < oldest || f.version.minor > newest {
		return &UnsupportedError{Feature: fmt.Sprintf("crate version %d.%d.%d", v[0], v[1], v[2])}
	}
	c := cursor{data: f.data, at: contentsAt}
	c.seek(c.uint64())
	f.sections = map[string]section{}
	const nameSize, entrySize = 16, 32
	for n := c.count(entrySize); n > 0; n-- {
		name, _, _ := bytes.Cut(c.bytes(nameSize), []byte{0})
		start, size := c.uint64(), c.uint64()
		if total := uint64(len(f.data)); start > total || size > total-start {
			return cutOff(c.fail("the section %.16q is outside of the file", name))
		}
		if _, ok := f.sections[string(name)]; ok {
			return c.fail("there are two sections %.16q", name)
		}
		f.sections[string(name)] = section{int(start), int(start + size)}
	}
	return cutOff(c.err) // the contents are at the end
}

// cutOff marks an error as one of a file that ends too early.
func cutOff(err error) error {
	if e, ok := err.(*Error); ok {
		e.Cut = true
	}
	return err
}

// section returns a cursor for a section.
func (f *file) section(name string) (cursor, error) {
	s, ok := f.sections[name]
	if !ok {
		return cursor{}, failIn(name, "it is missing")
	}
	return cursor{data: f.data[:s.end], at: s.start}, nil
}

// charge calls Charge.
func (f *file) charge(count, size int) error {
	if f.Charge == nil {
		return nil
	}
	return f.Charge(count, size)
}

// poll calls Poll for each 65,536th i.
func (f *file) poll(i int) error {
	if f.Poll == nil || i&0xffff != 0 {
		return nil
	}
	return f.Poll()
}

// failAt returns an Error for a byte of the file.
func failAt(at int, format string, args ...any) error {
	return &Error{Where: fmt.Sprintf("byte %d", at), Err: fmt.Errorf(format, args...)}
}

// failIn returns an Error for a section.
func failIn(section, format string, args ...any) error {
	return &Error{Where: "section " + section, Err: fmt.Errorf(format, args...)}
}
