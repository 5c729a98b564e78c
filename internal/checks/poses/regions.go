package poses

import (
	"cmp"
	"slices"

	"github.com/meshcheck/meshcheck/check"
)

// pair is two faces that fail in a pose, t < u, and how deep they are in each other there.
type pair struct {
	t, u  uint32
	depth float64
}

func (p pair) compare(q pair) int { return cmp.Or(cmp.Compare(p.t, q.t), cmp.Compare(p.u, q.u)) }

// key is what regions have in common that can belong to one place.
type key struct {
	rule   check.Rule
	a, b   uint32 // subjects
	shells [2]uint32
}

// region is new pairs of a sample that hang together.
type region struct {
	key
	pairs []pair // ascending
	depth float64
	// rest is the greatest depth at rest of what the region hangs together with.
	rest float64
}

// partners finds pairs by their faces. It is for one goroutine.
type partners struct {
	scene *scene
	// slot has, for each face with pairs, 1 + the index of its first entry.
	slot    []uint32
	entries []entry
}

// entry is a pair of a face: the other face and the number of the pair.
type entry struct{ face, other, pair uint32 }

func (s *scene) newPartners() *partners {
	return &partners{scene: s, slot: make([]uint32, len(s.faces))}
}

// set replaces the pairs.
func (p *partners) set(pairs []pair) {
	for _, e := range p.entries {
		p.slot[e.face] = 0
	}
	p.entries = p.entries[:0]
	for i, q := range pairs {
		p.entries = append(p.entries, entry{q.t, q.u, uint32(i)}, entry{q.u, q.t, uint32(i)})
	}
	slices.SortFunc(p.entries, func(a, b entry) int { return cmp.Or(cmp.Compare(a.face, b.face), cmp.Compare(a.pair, b.pair)) })
	for i := len(p.entries) - 1; i >= 0; i-- {
		p.slot[p.entries[i].face] = uint32(i) + 1
	}
}

// of calls visit with the entries of a face.
func (p *partners) of(face uint32, visit func(e entry)) {
	slot := p.slot[face]
	if slot == 0 {
		return
	}
	for _, e := range p.entries[slot-1:] {
		if e.face != face {
			return
		}
		visit(e)
	}
}

// together calls visit with the number of each pair that two faces hang together with, some of them
// more than once.
func (p *partners) together(t, u uint32, visit func(pair uint32)) {
	p.scene.around(t, func(near uint32) {
		p.of(near, func(e entry) {
			if p.scene.adjacent(e.other, u) {
				visit(e.pair)
			}
		})
	})
}

// around calls visit with each face that shares a stored vertex with a face, itself among them, some of
// them more than once.
func (s *scene) around(face uint32, visit func(near uint32)) {
	k, triangle := s.subjectOf(face)
	for _, v := range k.stored.welded.Faces[triangle] {
		for _, c := range k.stored.fans.Around(v) {
			visit(uint32(k.first + c.Triangle()))
		}
	}
}

// adjacent reports whether two faces are equal or share a stored vertex.
func (s *scene) adjacent(t, u uint32) bool {
	if s.of[t] != s.of[u] {
		return false
	}
	k, triangle := s.subjectOf(t)
	return k.stored.adjacent(triangle, int(u)-k.first)
}

// resting returns the greatest depth of the pairs of the baseline that two faces hang together with; ok
// is false if there are none.
func (s *scene) resting(t, u uint32) (depth float64, ok bool) {
	s.around(t, func(near uint32) {
		for _, p := range s.baseline.of(near) {
			if s.adjacent(p.face, u) {
				depth, ok = max(depth, p.depth), true
			}
		}
	})
	return depth, ok
}

// groups divides pairs into those that hang together: it returns, for each pair, the number of its group,
// and the number of groups. They are numbered by their first pairs.
func (p *partners) groups(pairs []pair) (group []uint32, count int) {
	p.set(pairs)
	parent := make([]uint32, len(pairs))
	for i := range parent {
		parent[i] = uint32(i)
	}
	find := func(i uint32) uint32 {
		for parent[i] != i {
			parent[i] = parent[parent[i]]
			i = parent[i]
		}
		return i
	}
	for i, q := range pairs {
		p.together(q.t, q.u, func(j uint32) {
			if int(j) >= i {
				return
			}
			if a, b := find(uint32(i)), find(j); a != b {
				parent[max(a, b)] = min(a, b)
			}
		})
	}
	group = make([]uint32, len(pairs))
	for i := range parent {
		if root := find(uint32(i)); root == uint32(i) {
			group[i] = uint32(count)
			count++
		} else {
			group[i] = group[root]
		}
	}
	return group, count
}
