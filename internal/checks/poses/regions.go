package poses

import (
	"cmp"
	"math/bits"

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

// partners finds pairs by the stored vertices of their faces: two pairs hang together if a vertex of each face
// of the one is a vertex of a face of the other, and so if they have a key in common. It is for one goroutine.
type partners struct {
	scene *scene
	// slots is a hash table with, for each key, the first pair that has it. Slots of earlier rounds are empty.
	slots []slot
	shift uint
	round uint32
}

// slot is a key and the number of a pair.
type slot struct {
	key         uint64
	pair, round uint32
}

func (s *scene) newPartners() *partners { return &partners{scene: s} }

// clear makes room for the keys of some pairs, and forgets those before.
func (p *partners) clear(pairs int) {
	const keys = 9
	if need := 2 * keys * max(pairs, 1); len(p.slots) < need {
		p.slots, p.round = make([]slot, 1<<bits.Len(uint(need))), 0
		p.shift = uint(64 - bits.TrailingZeros(uint(len(p.slots))))
	}
	if p.round++; p.round == 0 {
		clear(p.slots)
		p.round = 1
	}
}

// keys returns the keys of a pair: a vertex of the one face and one of the other.
func (p *partners) keys(t, u uint32) (keys [9]uint64) {
	v, w := p.scene.storedVertices(t), p.scene.storedVertices(u)
	for i, x := range v {
		for k, y := range w {
			keys[3*i+k] = uint64(min(x, y))<<32 | uint64(max(x, y))
		}
	}
	return keys
}

// slot returns the slot of a key, or the empty one where it belongs.
func (p *partners) slot(key uint64) *slot {
	const golden = 0x9e3779b97f4a7c15
	for i := int(key * golden >> p.shift); ; i++ {
		s := &p.slots[i&(len(p.slots)-1)]
		if s.round != p.round || s.key == key {
			return s
		}
	}
}

// add adds the pair number i and calls visit with the number of one pair added before for each key that it
// shares with some.
func (p *partners) add(q pair, i uint32, visit func(before uint32)) {
	for _, key := range p.keys(q.t, q.u) {
		if s := p.slot(key); s.round == p.round {
			visit(s.pair)
		} else {
			*s = slot{key, i, p.round}
		}
	}
}

// set replaces the pairs.
func (p *partners) set(pairs []pair) {
	p.clear(len(pairs))
	for i, q := range pairs {
		p.add(q, uint32(i), func(uint32) {})
	}
}

// together calls visit with the numbers of pairs that two faces hang together with, at least one of each region,
// some of them more than once.
func (p *partners) together(t, u uint32, visit func(pair uint32)) {
	for _, key := range p.keys(t, u) {
		if s := p.slot(key); s.round == p.round {
			visit(s.pair)
		}
	}
}

// storedVertices returns the corners of a face, by the vertices of the stored meshes: those of all subjects,
// one after the other.
func (s *scene) storedVertices(face uint32) [3]uint32 {
	k, triangle := s.subjectOf(face)
	f := k.stored.welded.Faces[triangle]
	for i := range f {
		f[i] += k.firstStored
	}
	return f
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
	p.clear(len(pairs))
	for i, q := range pairs {
		p.add(q, uint32(i), func(j uint32) {
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
