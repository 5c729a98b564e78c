// Package document reads the container of FBX files: a tree of nodes, each with a name, values and
// children. It knows neither objects nor connections. Binary files of either byte order and text
// files are read, of the versions 6100 to 7700.
//
// There is no public specification. The binary form is described by Blender's developers
// (https://code.blender.org/2013/08/fbx-binary-file-format-specification/); where files differ from
// it, the reader follows what exporters write.
package document

import (
	"bytes"
	"cmp"
	"fmt"
	"strconv"
	"strings"
	"sync"
)

// MaxDepth is the greatest depth of nodes that is read, so that programs may walk a Document by
// recursion. Real files have fewer than ten levels.
const MaxDepth = 64

// The versions that are read: from oldest to before tooNew.
const (
	oldest = 6100
	tooNew = 8000
)

// Options has what a program decides while a file is read. Each function may be nil. An error that
// one returns ends the reading and is returned as it is.
type Options struct {
	// Charge is called before memory is taken for count elements of size bytes each, if the file
	// decides how many they are.
	Charge func(count, size int) error
	// Unpack is called before a compressed array is unpacked, before Charge. It gets the number of
	// bytes that the array has in the file, and unpacked.
	Unpack func(packed, unpacked int) error
	// Poll is called from time to time, at least once a megabyte.
	Poll func() error
}

// Document is a file. It refers to the bytes that it was read from, which must not change. It is
// safe for concurrent use as far as the functions of its Options are.
type Document struct {
	// Version is 6100 to 7999, as the file says.
	Version          int
	ASCII, BigEndian bool
	// Nodes are the nodes at the root, in the order of the file.
	Nodes []*Node

	limits
	inflaters sync.Pool // of *inflater
}

// Parse reads a file. What begins like a binary file is one, everything else is text. The error is
// an Error, a VersionError, or one of Options.
func Parse(data []byte, o Options) (*Document, error) {
	if bytes.HasPrefix(data, binaryMark) {
		return parseBinary(data, limits{o})
	}
	return parseText(data, limits{o})
}

// Child returns the first node at the root with a name, nil if there is none.
func (d *Document) Child(name string) *Node { return find(d.Nodes, name) }

// Node is a node of a file.
type Node struct {
	Name     string
	Values   []Value
	Children []*Node

	at   int // offset, or line
	text bool
}

// Where returns the place of the node in the file: "byte 1234" in binary files, "line 12" in text
// files.
func (n *Node) Where() string {
	if n.text {
		return fmt.Sprintf("line %d", n.at)
	}
	return fmt.Sprintf("byte %d", n.at)
}

// Child returns the first child with a name, nil if there is none or n is nil.
func (n *Node) Child(name string) *Node {
	if n == nil {
		return nil
	}
	return find(n.Children, name)
}

// Value returns the value with an index from 0. It is the zero Value, which is nothing, if there is
// none or n is nil.
func (n *Node) Value(i int) Value {
	if n == nil || i < 0 || i >= len(n.Values) {
		return Value{}
	}
	return n.Values[i]
}

func find(nodes []*Node, name string) *Node {
	for _, n := range nodes {
		if n.Name == name {
			return n
		}
	}
	return nil
}

// Error reports a malformed file.
type Error struct {
	// Where is the place, such as "byte 1234" or "line 12".
	Where string
	// Err is the cause.
	Err error
	// Cut reports whether the file ends before what it has begun or refers to, as if it were cut off.
	Cut bool
}

// Error returns "place: cause".
func (e *Error) Error() string { return e.Where + ": " + e.Err.Error() }

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// VersionError reports a file of a version that is not read.
type VersionError struct{ Version int }

// Error names the version.
func (e *VersionError) Error() string {
	return fmt.Sprintf("FBX version %d is not supported", e.Version)
}

// Name returns the version as people write it: "3.0" for 3000, "7.5" for 7500.
func (e *VersionError) Name() string {
	if e.Version < 1000 {
		return strconv.Itoa(e.Version)
	}
	minor := strings.TrimRight(fmt.Sprintf("%03d", e.Version%1000), "0")
	return fmt.Sprintf("%d.%s", e.Version/1000, cmp.Or(minor, "0"))
}

// TooNew reports whether the version is later than those that are read, and not earlier.
func (e *VersionError) TooNew() bool { return e.Version >= tooNew }

// checkVersion fails with a VersionError for a version that is not read.
func checkVersion(version int) error {
	if version < oldest || version >= tooNew {
		return &VersionError{version}
	}
	return nil
}
