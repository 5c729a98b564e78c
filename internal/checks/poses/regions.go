package poses

import (
	"cmp"

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

// tie is a stored vertex of each of two faces, the lesser number in the upper half. Two pairs hang together
// where they have a tie in common: their faces then share a vertex on both sides.
type tie uint64

// ties returns those of two faces.
func (s *scene) ties(t, u uint32) (all [9]tie) {
	a, x := s.subjectOf(t)
	b, y := s.subjectOf(u)
	n := 0
	for _, v := range a.stored.welded.Faces[x] {
		for _, w := range b.stored.welded.Faces[y] {
			p, q := a.firstStored+uint64(v), b.firstStored+uint64(w)
			all[n] = tie(min(p, q)<<32 | max(p, q))
			n++
		}
	}
	return all
}

// grouping divides pairs into those that hang together. It is for one goroutine.
type grouping struct {
	scene *scene
	// ties are those of the pairs that were divided last, each once, by their first pairs.
	ties   []tied
	known  map[tie]uint32 // the first pair of each tie
	parent []uint32
}

// tied is a tie and the number of the group that its pairs are in.
type tied struct {
	tie
	group uint32
}

func (s *scene) newGrouping() *grouping { return &grouping{scene: s, known: map[tie]uint32{}} }

// divide returns, for each pair, the number of its group, and the number of groups. They are numbered by
// their first pairs.
func (g *grouping) divide(pairs []pair) (group []uint32, count int) {
	g.ties, g.parent = g.ties[:0], g.parent[:0]
	clear(g.known)
	for i, p := range pairs {
		g.parent = append(g.parent, uint32(i))
		for _, x := range g.scene.ties(p.t, p.u) {
			if first, known := g.known[x]; known {
				g.join(uint32(i), first)
				continue
			}
			g.known[x] = uint32(i)
			g.ties = append(g.ties, tied{x, uint32(i)})
		}
	}
	group = make([]uint32, len(pairs))
	for i := range group {
		if root := g.root(uint32(i)); root == uint32(i) {
			group[i] = uint32(count)
			count++
		} else {
			group[i] = group[root]
		}
	}
	for i := range g.ties {
		g.ties[i].group = group[g.ties[i].group]
	}
	return group, count
}

// root returns the first pair of the group of pair i so far.
func (g *grouping) root(i uint32) uint32 {
	for g.parent[i] != i {
		g.parent[i] = g.parent[g.parent[i]]
		i = g.parent[i]
	}
	return i
}

// join makes the groups of two pairs one.
func (g *grouping) join(i, j uint32) {
	if a, b := g.root(i), g.root(j); a != b {
		g.parent[max(a, b)] = min(a, b)
	}
}
