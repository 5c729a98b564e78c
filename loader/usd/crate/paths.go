package crate

import (
	"math"
	"strings"
)

// path is a path of the table of paths, by its parent.
type path struct {
	// element is the last element: the name of a prim or property, "{set=variant}" or "[target]".
	element string
	// parent is the index of the parent, noPath for the root.
	parent uint32
	// spec is the index of the spec with this path, or -1.
	spec     int32
	kind     pathKind
	reserved bool // listed as a child
}

const noPath = math.MaxUint32

const sizeOfPath = 32

type pathKind uint8

// The kinds of paths. Others are those of mappers and expressions, which are obsolete.
const (
	unusedPath pathKind = iota // the empty path, or no path at all
	rootPath
	primPath
	propertyPath
	variantPath // also that of a variant set
	targetPath
	otherPath
)

func kindOf(element string, property bool) pathKind {
	switch {
	case property:
		return propertyPath
	case strings.HasPrefix(element, "{"):
		return variantPath
	case strings.HasPrefix(element, "["):
		return targetPath
	case strings.HasPrefix(element, "."):
		return otherPath
	}
	return primPath
}

// readPaths reads the table of paths.
func (f *file) readPaths() error {
	c, err := f.section("PATHS")
	if err != nil {
		return err
	}
	total, n := c.packedCount(), c.packedCount()
	if c.err != nil {
		return c.err
	}
	if err := f.charge(total, sizeOfPath); err != nil {
		return err
	}
	f.paths = make([]path, total)
	var tree pathTree
	for _, table := range []*[]int32{&tree.indices, &tree.elements, &tree.jumps} {
		if *table, err = readInts[int32](f, &c, n); err != nil {
			return err
		}
	}
	return f.addPaths(&tree)
}

// pathTree has the paths depth first. An entry has the index of the path in the table and the token of
// its last element, negative for a property. Its jump is -2 if it has neither child nor sibling, -1 if
// it has a child, which is the next entry, 0 if it has a sibling, which is the next entry, and else the
// distance to the sibling, where the next entry is a child.
type pathTree struct{ indices, elements, jumps []int32 }

// addPaths fills the table of paths.
func (f *file) addPaths(t *pathTree) error {
	type branch struct {
		entry  int
		parent uint32
	}
	if len(t.indices) == 0 {
		return nil
	}
	// Each entry is reached once at most, since a path must not come twice.
	for stack, steps := []branch{{0, noPath}}, 0; len(stack) > 0; {
		next := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for entry, parent := next.entry, next.parent; entry >= 0; steps++ {
			if err := f.poll(steps); err != nil {
				return err
			}
			index, err := f.addPath(t, entry, parent)
			if err != nil {
				return err
			}
			jump := int(t.jumps[entry])
			switch {
			case jump > 0:
				stack = append(stack, branch{entry + jump, parent})
				entry, parent = entry+1, index
			case jump == -1:
				entry, parent = entry+1, index
			case jump == 0:
				entry++
			default:
				entry = -1
			}
		}
	}
	return nil
}

// addPath sets the path of an entry and returns its index.
func (f *file) addPath(t *pathTree, entry int, parent uint32) (uint32, error) {
	const name = "PATHS"
	if entry >= len(t.indices) {
		return 0, failIn(name, "the tree has more than its %d entries", len(t.indices))
	}
	index := uint32(t.indices[entry])
	if uint64(index) >= uint64(len(f.paths)) {
		return 0, failIn(name, "entry %d has the index %d of %d paths", entry, index, len(f.paths))
	}
	p := &f.paths[index]
	if p.kind != unusedPath {
		return 0, failIn(name, "entry %d is path %d, which was there before", entry, index)
	}
	*p = path{parent: parent, spec: -1, kind: rootPath}
	if parent == noPath {
		if entry != 0 {
			return 0, failIn(name, "entry %d is a second root", entry)
		}
		return index, nil
	}
	token := int64(t.elements[entry])
	property := token < 0
	token = max(token, -token)
	if token >= int64(len(f.tokens)) {
		return 0, failIn(name, "entry %d has the token %d of %d", entry, token, len(f.tokens))
	}
	p.element = f.tokens[token]
	p.kind = kindOf(p.element, property)
	return index, nil
}

// path returns the path with an index, which was read from c, as text. The empty path is "".
func (f *file) path(c *cursor, index uint32) string {
	if c.err == nil && uint64(index) >= uint64(len(f.paths)) {
		c.fail("there is no path %d", index)
	}
	if c.err != nil || f.paths[index].kind == unusedPath {
		return ""
	}
	if f.paths[index].kind == rootPath {
		return "/"
	}
	size := 0
	for i := index; f.paths[i].kind != rootPath; i = f.paths[i].parent {
		size += len(f.separator(i)) + len(f.paths[i].element)
	}
	if err := f.charge(size+sizeOfString, 1); err != nil {
		c.err = err
		return ""
	}
	// Backwards, from the last element to the first.
	text := make([]byte, size)
	for i := index; f.paths[i].kind != rootPath; i = f.paths[i].parent {
		size -= copy(text[size-len(f.paths[i].element):], f.paths[i].element)
		separator := f.separator(i)
		size -= copy(text[size-len(separator):], separator)
	}
	return string(text)
}

// separator returns what is before the last element of a path in its text.
func (f *file) separator(index uint32) string {
	p := &f.paths[index]
	switch {
	case p.kind == propertyPath:
		return "."
	case p.kind == primPath && f.paths[p.parent].kind != variantPath:
		return "/"
	}
	return ""
}
