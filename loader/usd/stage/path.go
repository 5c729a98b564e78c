package stage

import "strings"

// path is an absolute path of prims and variant selections, such as /A{size=big}B. Equal paths of one
// table are the same pointer, so that a deep one takes no more memory than its last element.
type path struct {
	parent *path // nil for the root
	// name is that of a prim, or of a variant set, whose selection is then selection.
	name, selection string
	variant         bool
	depth           int32 // elements, variant selections included
	prims           int32 // elements that are prims
	plain           *path // the path without variant selections, which may be the path itself
}

// paths is a table of all paths in use.
type paths struct {
	root  *path
	known map[pathKey]*path
	limit *limits
}

type pathKey struct {
	parent          *path
	name, selection string
	variant         bool
}

// pathSize is about what a path takes in the table.
const pathSize = 200

func newPaths(l *limits) *paths {
	root := &path{}
	root.plain = root
	return &paths{root: root, known: map[pathKey]*path{}, limit: l}
}

// child returns the path of a child.
func (t *paths) child(p *path, name string) *path { return t.extend(p, name, "", false) }

// choose returns the path of a variant of the prim at p.
func (t *paths) choose(p *path, set, selection string) *path {
	return t.extend(p, set, selection, true)
}

func (t *paths) extend(p *path, name, selection string, variant bool) *path {
	key := pathKey{p, name, selection, variant}
	if c := t.known[key]; c != nil {
		return c
	}
	t.limit.charge(1, pathSize)
	c := &path{parent: p, name: name, selection: selection, variant: variant, depth: p.depth + 1, prims: p.prims}
	if !variant {
		c.prims++
	}
	switch {
	case variant:
		c.plain = p.plain
	case p.plain == p:
		c.plain = c
	default:
		c.plain = t.child(p.plain, name)
	}
	t.known[key] = c
	return c
}

// parse returns the path that a text of a layer stands for: prims only, absolute or relative to
// anchor. It returns nil for anything else.
func (t *paths) parse(text string, anchor *path) *path {
	p := anchor.plain
	rest, absolute := strings.CutPrefix(text, "/")
	if absolute {
		p = t.root
	}
	if rest == "" {
		if absolute {
			return p
		}
		return nil
	}
	for more := true; more; {
		var name string
		name, rest, more = strings.Cut(rest, "/")
		switch {
		case name == ".." && !absolute && p.parent != nil:
			p = p.parent
		case name == "." && !absolute:
		case name == "" || strings.ContainsAny(name, ".{}[]<>"):
			return nil
		default:
			p = t.child(p, name)
		}
	}
	return p
}

// String returns the path as USD writes it.
func (p *path) String() string {
	if p.parent == nil {
		return "/"
	}
	elements := make([]*path, 0, p.depth)
	for q := p; q.parent != nil; q = q.parent {
		elements = append(elements, q)
	}
	var b strings.Builder
	for i := len(elements) - 1; i >= 0; i-- {
		switch e := elements[i]; {
		case e.variant:
			b.WriteString("{" + e.name + "=" + e.selection + "}")
		case e.parent.variant:
			b.WriteString(e.name)
		default:
			b.WriteString("/" + e.name)
		}
	}
	return b.String()
}

// has reports whether prefix is p or above it.
func (p *path) has(prefix *path) bool {
	for p.depth > prefix.depth {
		p = p.parent
	}
	return p == prefix
}

// replace returns p with the prefix old replaced by with, and p itself if it has not that prefix.
func (t *paths) replace(p, old, with *path) *path {
	if old == with || !p.has(old) {
		return p
	}
	below := make([]*path, 0, p.depth-old.depth)
	for q := p; q != old; q = q.parent {
		below = append(below, q)
	}
	for i := len(below) - 1; i >= 0; i-- {
		with = t.extend(with, below[i].name, below[i].selection, below[i].variant)
	}
	return with
}

// selected returns the nearest variant selection at or above p, nil if there is none.
func (p *path) selected() *path {
	for p != nil && !p.variant {
		p = p.parent
	}
	return p
}
