package stage

import "slices"

// mapping maps the paths and times of a node to those of another, and paths back, as OpenUSD's
// PcpMapFunction: a path follows the pair with the longest source above it. What would not come back
// to where it was does not map. A mapping is not changed once it is made.
type mapping struct {
	pairs []pair // without that of the root; short sources first
	root  bool   // paths above no pair map to themselves
	offset
}

// pair maps source and what is below it to target, and to nothing if target is nil.
type pair struct{ source, target *path }

var identity = &mapping{root: true, offset: noOffset}

// newMapping returns a mapping of pairs in any order, among them that of the root if there is one.
func (t *paths) newMapping(pairs []pair, o offset) *mapping {
	t.limit.work(len(pairs) * len(pairs))
	slices.SortStableFunc(pairs, func(a, b pair) int { return int(a.source.depth - b.source.depth) })
	for i := 0; i < len(pairs); {
		if t.redundant(pairs, i) {
			pairs = slices.Delete(pairs, i, i+1)
		} else {
			i++
		}
	}
	m := &mapping{pairs: pairs, offset: o}
	if len(pairs) > 0 && pairs[0] == (pair{t.root, t.root}) {
		m.root, m.pairs = true, pairs[1:]
	}
	t.limit.charge(len(pairs)+2, 16)
	return m
}

// withRoot returns the mapping with the root mapped to itself.
func (t *paths) withRoot(m *mapping) *mapping {
	if m.root {
		return m
	}
	return t.newMapping(append([]pair{{t.root, t.root}}, m.pairs...), m.offset)
}

// isIdentity reports whether all paths and times stay.
func (m *mapping) isIdentity() bool {
	return m.root && len(m.pairs) == 0 && m.offset == noOffset
}

// equal reports whether two mappings map all alike.
func (m *mapping) equal(n *mapping) bool {
	if m == n {
		return true
	}
	if m.root != n.root || m.offset != n.offset || len(m.pairs) != len(n.pairs) {
		return false
	}
	for _, p := range m.pairs {
		if !slices.Contains(n.pairs, p) {
			return false
		}
	}
	return true
}

// forth maps a path of the source, without variant selections: nil if it has no target.
func (t *paths) forth(m *mapping, p *path) *path {
	return t.follow(m, p, bySource, byTarget)
}

// back maps a path of the target to the source.
func (t *paths) back(m *mapping, p *path) *path {
	return t.follow(m, p, byTarget, bySource)
}

// side is the source or the target of a pair.
type side func(pair) *path

func bySource(p pair) *path { return p.source }
func byTarget(p pair) *path { return p.target }

func (t *paths) follow(m *mapping, p *path, from, to side) *path {
	best := longest(m.pairs, p, from, 0)
	result, depth := p, int32(0)
	if best >= 0 {
		target := to(m.pairs[best])
		if target == nil {
			return nil
		}
		result, depth = t.replace(p, from(m.pairs[best]), target), target.depth
	} else if !m.root {
		return nil
	}
	if back := longest(m.pairs, result, to, depth); back >= 0 && back != best {
		return nil
	}
	return result
}

// longest returns the index of the pair with the longest side that p is at or below, and at least of a
// depth; -1 if there is none.
func longest(pairs []pair, p *path, s side, depth int32) int {
	best := -1
	if p == nil {
		return best
	}
	for i := range pairs {
		if q := s(pairs[i]); q != nil && q.depth >= depth && p.has(q) {
			best, depth = i, q.depth
		}
	}
	return best
}

// redundant reports whether the others of the sorted pairs map as all do.
func (t *paths) redundant(pairs []pair, i int) bool {
	p := pairs[i]
	above := longest(pairs, p.source.parent, bySource, 0)
	if p.target == nil {
		if above < 0 || pairs[above].target == nil {
			return true
		}
		target := t.replace(p.source, pairs[above].source, pairs[above].target)
		return better(pairs, target, above)
	}
	if above < 0 || pairs[above].target == nil {
		return false
	}
	if t.replace(p.source, pairs[above].source, pairs[above].target) != p.target {
		return false
	}
	return !better(pairs, p.target.parent, above)
}

// better reports whether target comes back by another pair than the one by which it was reached.
func better(pairs []pair, target *path, by int) bool {
	back := longest(pairs, target, byTarget, pairs[by].target.depth)
	return back >= 0 && back != by
}

// after returns the mapping that applies inner first, then m.
func (t *paths) after(m, inner *mapping) *mapping {
	switch {
	case m.isIdentity():
		return inner
	case inner.isIdentity():
		return m
	}
	pairs := make([]pair, 0, len(m.pairs)+len(inner.pairs)+1)
	if m.root && inner.root {
		pairs = append(pairs, pair{t.root, t.root})
	}
	for _, p := range inner.pairs {
		if p.target != nil {
			p.target = t.forth(m, p.target)
		}
		pairs = append(pairs, p)
	}
	added := pairs
	for _, p := range m.pairs {
		source := t.back(inner, p.source)
		known := func(q pair) bool { return q.source == source }
		if source != nil && !slices.ContainsFunc(added, known) {
			pairs = append(pairs, pair{source, p.target})
		}
	}
	return t.newMapping(pairs, m.offset.after(inner.offset))
}

// invert returns the mapping back.
func (t *paths) invert(m *mapping) *mapping {
	pairs := make([]pair, 0, len(m.pairs)+1)
	if m.root {
		pairs = append(pairs, pair{t.root, t.root})
	}
	for _, p := range m.pairs {
		if p.target != nil {
			pairs = append(pairs, pair{p.target, p.source})
		}
	}
	return t.newMapping(pairs, m.offset.inverse())
}
