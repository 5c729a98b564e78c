package contents

import (
	"strings"
)

// node is a part of the paths of objects. It has the objects and colliders at its own path.
type node struct {
	name      string
	children  []*node
	byName    map[string]*node
	objects   []int
	colliders []int
	omitted   []int
}

// treeOf returns the tree of the paths of a file.
func treeOf(f *File) *node {
	root := &node{}
	for i := range f.Objects {
		o := &f.Objects[i]
		n := root.at(o.Path, o.name)
		n.objects = append(n.objects, i)
	}
	for i := range f.Colliders {
		n := root.at(f.Colliders[i].Path, "")
		n.colliders = append(n.colliders, i)
	}
	for i := range f.Omitted {
		n := root.at(f.Omitted[i].Path, "")
		n.omitted = append(n.omitted, i)
	}
	return root
}

// at returns the node of a path, which ends in a name that may contain slashes, or "".
func (n *node) at(path, name string) *node {
	above := path
	if name != "" {
		above = strings.TrimSuffix(path, "/"+name)
		if above == path { // an instance of a node, "/a/b[7]"
			name = ""
		}
	}
	for part := range strings.SplitSeq(strings.TrimPrefix(above, "/"), "/") {
		if part != "" {
			n = n.child(part)
		}
	}
	if name != "" {
		n = n.child(name)
	}
	return n
}

// child returns the child with a name.
func (n *node) child(name string) *node {
	c := n.byName[name]
	if c == nil {
		c = &node{name: name}
		if n.byName == nil {
			n.byName = map[string]*node{}
		}
		n.byName[name] = c
		n.children = append(n.children, c)
	}
	return c
}

// empty reports whether nothing is at the path of the node itself.
func (n *node) empty() bool { return len(n.objects)+len(n.colliders)+len(n.omitted) == 0 }

// alike returns the mesh of a leaf that shows an ordinary object and nothing else, -1 for other nodes.
// Rows of such leaves are folded.
func (n *node) alike(f *File) int {
	if len(n.children)+len(n.colliders)+len(n.omitted) > 0 || len(n.objects) != 1 {
		return -1
	}
	if o := &f.Objects[n.objects[0]]; o.Hull == nil && o.Left == "" {
		return o.Mesh
	}
	return -1
}
