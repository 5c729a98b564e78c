package posed_test

import (
	"cmp"
	"fmt"
	"slices"
	"testing"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/longtest"
	"github.com/meshcheck/meshcheck/internal/meshgen"
	"github.com/meshcheck/meshcheck/internal/posed"
	"github.com/meshcheck/meshcheck/tritri"
)

// scene is a surface and what is sought in it.
type scene struct {
	meshgen.Indexed
	objects []posed.Object
	tested  func(a, b int) bool
}

// together returns a scene of meshes that are all compared with each other and with themselves.
func together(meshes ...meshgen.Indexed) *scene {
	s := &scene{tested: func(int, int) bool { return true }}
	for _, m := range meshes {
		first := len(s.Faces)
		s.Indexed = meshgen.Join(s.Indexed, m)
		s.objects = append(s.objects, posed.Object{First: first, End: len(s.Faces), Self: true})
	}
	return s
}

func (s *scene) surface() *posed.Surface {
	return posed.NewSurface(len(s.Vertices), s.Faces, s.objects, s.tested)
}

// sought says whether a pair of faces is sought.
func (s *scene) sought(i, j int, without []bool) bool {
	a, b := s.objectOf(i), s.objectOf(j)
	switch {
	case a < 0 || b < 0 || without != nil && (without[a] || without[b]):
		return false
	case a == b:
		return s.objects[a].Self
	}
	return (s.objects[a].Self || s.objects[b].Self) && s.tested(min(a, b), max(a, b))
}

func (s *scene) objectOf(face int) int {
	return slices.IndexFunc(s.objects, func(o posed.Object) bool { return o.First <= face && face < o.End })
}

// slowPairs relates every two faces.
func (s *scene) slowPairs(positions []geom.Vec, without []bool) (pairs []posed.Pair) {
	soup := meshgen.Indexed{Vertices: positions, Faces: s.Faces}.Soup()
	boxes := make([]geom.Box, len(soup))
	for i := range soup {
		if boxes[i] = geom.EmptyBox(); soup[i].Finite() && !soup[i].Degenerate() {
			boxes[i] = soup[i].Box()
		}
	}
	for i := range soup {
		for j := range i {
			if !boxes[i].Intersects(boxes[j]) || !s.sought(i, j, without) {
				continue
			}
			if m := tritri.Relate(&soup[j], &soup[i]); m.Kind > tritri.Touch || m.Through != tritri.NoEdge {
				pairs = append(pairs, posed.Pair{A: uint32(j), B: uint32(i), Kind: m.Kind})
			}
		}
	}
	inOrder(pairs)
	return pairs
}

func inOrder(pairs []posed.Pair) {
	slices.SortFunc(pairs, func(p, q posed.Pair) int { return cmp.Or(cmp.Compare(p.A, q.A), cmp.Compare(p.B, q.B)) })
}

// fastPairs returns what a searcher finds, in order.
func fastPairs(t testing.TB, q *posed.Searcher, positions []geom.Vec, without []bool) (pairs []posed.Pair) {
	t.Helper()
	err := q.Pairs(t.Context(), positions, without, func(p posed.Pair) bool {
		pairs = append(pairs, p)
		return true
	})
	if err != nil {
		t.Fatal(err)
	}
	inOrder(pairs)
	return pairs
}

// compare compares a searcher, which has seen other poses, and a new one with the twin. It returns the
// number of pairs.
func (s *scene) compare(t *testing.T, what string, q *posed.Searcher, positions []geom.Vec, without []bool) int {
	t.Helper()
	want := s.slowPairs(positions, without)
	for name, q := range map[string]*posed.Searcher{"refitted": q, "new": s.surface().NewSearcher()} {
		if got := fastPairs(t, q, positions, without); !slices.Equal(got, want) {
			t.Fatalf("%s, %s: %d pairs, want %d: %s", what, name, len(got), len(want), difference(got, want))
		}
	}
	return len(want)
}

// difference names a few pairs that are only in one list.
func difference(got, want []posed.Pair) (text string) {
	for _, p := range got {
		if !slices.Contains(want, p) && len(text) < 200 {
			text += fmt.Sprint(" +", p)
		}
	}
	for _, p := range want {
		if !slices.Contains(got, p) && len(text) < 400 {
			text += fmt.Sprint(" -", p)
		}
	}
	return text
}

// TestPairsEqualTwin compares the pairs of scenes in poses with those of every two faces.
func TestPairsEqualTwin(t *testing.T) {
	for _, family := range scenes {
		t.Run(family.name, func(t *testing.T) {
			total := 0
			for _, d := range deformations {
				rng := meshgen.Rand(uint64(len(d.name)))
				s := family.make(rng)
				q := s.surface().NewSearcher()
				frames := longtest.Rounds(t, 2, 4)
				for frame := range frames {
					change := d.make(rng, float64(frame+1)/float64(frames))
					positions := make([]geom.Vec, len(s.Vertices))
					for i, p := range s.Vertices {
						positions[i] = change(p)
					}
					var without []bool
					if rng.IntN(4) == 0 {
						without = make([]bool, len(s.objects))
						without[rng.IntN(len(without))] = true
					}
					total += s.compare(t, fmt.Sprintf("%s, frame %d", d.name, frame), q, positions, without)
				}
			}
			t.Log(total, "pairs")
		})
	}
}
