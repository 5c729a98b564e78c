package fbx

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// model is a Model: a node of the scene.
type model struct {
	*object
	index    int // among the Models of the file
	parent   *model
	placed   bool // it is connected to a parent or the root
	children []*model
	// materials and textures are those of sources.
	materials, textures []*object
	// level is its number among the children of a group of levels of detail, 0 for other Models
	// and for collision hulls.
	level int
	// number tells it from siblings of the same name; it is -1 if there are none.
	number  int
	visited bool
}

// adopt makes m a child of a Model, or of the root, which is nil. The first parent counts.
func (r *reader) adopt(parent *object, m *model) {
	var to *model
	siblings := &r.roots
	if parent != nil {
		to = parent.model
		siblings = &to.children
	}
	switch {
	case !m.placed:
		m.placed, m.parent = true, to
		*siblings = append(*siblings, m)
	case m.parent != to:
		r.severalParents.Add(m.name)
	}
}

// called returns the name of a Model, or its number.
func (m *model) called() string { return cmp.Or(m.name, fmt.Sprint("model ", m.index)) }

// pathName returns the name of a Model as in paths.
func (m *model) pathName() string {
	if m.number >= 0 {
		return m.called() + ordinal(m.number, 2)
	}
	return m.called()
}

// ordinal returns what tells number i from the others of a count: "[2]", or "" for a single one.
func ordinal(i, count int) string {
	if count == 1 {
		return ""
	}
	return fmt.Sprintf("[%d]", i)
}

// readModels completes the tree of Models.
func (r *reader) readModels() error {
	for _, m := range r.models {
		if !m.placed {
			r.roots = append(r.roots, m)
		}
	}
	r.warnOf(&r.severalParents, "the Model %s has several parents, of which the first counts", "%d Models have several parents, of which the first counts, the first of them %s")
	if err := r.refuseCycles(); err != nil {
		return err
	}
	numberSiblings(r.roots)
	for _, m := range r.models {
		numberSiblings(m.children)
		if m.isLevels() {
			numberLevels(m.children)
		}
	}
	return nil
}

// refuseCycles fails if a Model is not below the root: each has one parent, so it is in a cycle or
// below one.
func (r *reader) refuseCycles() error {
	stack := append([]*model(nil), r.roots...)
	for len(stack) > 0 {
		m := stack[len(stack)-1]
		m.visited = true
		stack = append(stack[:len(stack)-1], m.children...)
	}
	for _, m := range r.models {
		if m.visited {
			continue
		}
		for !m.visited {
			m.visited = true
			m = m.parent
		}
		return r.fail(m.node, "the Model %q is below itself", m.called())
	}
	return nil
}

// numberSiblings numbers those of the same name, so that none has the name of another sibling.
func numberSiblings(siblings []*model) {
	if len(siblings) < 2 {
		return
	}
	times := make(map[string]int, len(siblings))
	for _, m := range siblings {
		times[m.called()]++
	}
	seen := map[string]int{}
	for _, m := range siblings {
		name := m.called()
		if times[name] == 1 {
			continue
		}
		for m.number = seen[name]; times[m.pathName()] > 0; m.number++ {
		}
		seen[name] = m.number + 1
	}
}

// numberLevels numbers the children of a group of levels of detail. Collision hulls are not counted,
// so that one in front of the highest level does not make that a lower one.
func numberLevels(children []*model) {
	level := 0
	for _, m := range children {
		if !m.isHull() {
			m.level = level
			level++
		}
	}
}

// isHull reports whether Unreal takes a Model for a collision hull by its name, behind namespaces.
func (m *model) isHull() bool {
	name := m.name[strings.LastIndexByte(m.name, ':')+1:]
	prefix, _, ok := strings.Cut(name, "_")
	return ok && slices.Contains([]string{"UCX", "UBX", "USP", "UCP", "MCDCX"}, prefix)
}

// isLevels reports whether the children of a Model are levels of detail.
func (m *model) isLevels() bool {
	if m.class == "LodGroup" {
		return true
	}
	for _, o := range m.sources {
		if o.kind == "NodeAttribute" && o.class == "LodGroup" {
			return true
		}
	}
	return false
}
