package posed_test

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
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
	return s.tested(min(a, b), max(a, b))
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
			if m := tritri.Relate(&soup[j], &soup[i]); m.Kind > tritri.Touch {
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

// scenes are those that tests pose, about n faces each.
var scenes = []struct {
	name string
	make func(rng *rand.Rand) *scene
}{
	{"sphere", func(*rand.Rand) *scene { return together(meshgen.Icosphere(2, geom.Vec{}, 1)) }},
	{"open sphere", func(*rand.Rand) *scene { return together(meshgen.Sphere(12, 13, geom.Vec{})) }},
	{"grid", func(*rand.Rand) *scene { return together(meshgen.Grid(10, 10, nil)) }},
	{"cone", func(*rand.Rand) *scene { return together(meshgen.Cone(90, geom.Vec{}, 1, 2)) }},
	{"shells", func(rng *rand.Rand) *scene {
		var shells []meshgen.Indexed
		for range 6 {
			shells = append(shells, meshgen.Torus(9, 6, 1, 0.4).Map(somewhere(rng)))
		}
		return together(meshgen.Join(shells...))
	}},
	{"objects", func(rng *rand.Rand) *scene {
		var shells []meshgen.Indexed
		for range 7 {
			shells = append(shells, meshgen.Icosphere(1, geom.Vec{}, 1).Map(somewhere(rng)))
		}
		s := together(shells...)
		for k := range s.objects {
			s.objects[k].Self = rng.IntN(3) > 0
		}
		table := rng.Uint64()
		s.tested = func(a, b int) bool { return table>>(7*a+b)&1 == 1 }
		return s
	}},
	{"polycubes", func(rng *rand.Rand) *scene { return together(indexed(meshgen.Polycubes(rng))) }},
	{"star", func(rng *rand.Rand) *scene { return together(indexed(meshgen.Star(rng, 150))) }},
	{"hinges", func(rng *rand.Rand) *scene { return together(indexed(meshgen.Hinges(rng, 60))) }},
	{"snapped", func(rng *rand.Rand) *scene { return together(indexed(meshgen.Snapped(rng, 90, 40, 3))) }},
	{"duplicates", func(rng *rand.Rand) *scene { return together(indexed(meshgen.Duplicates(rng, 60))) }},
	{"unconnected", func(rng *rand.Rand) *scene {
		return together(unconnected(meshgen.Snapped(rng, 50, 20, 3)), indexed(meshgen.Random(rng, 60, 0.4)))
	}},
}

func somewhere(rng *rand.Rand) func(geom.Vec) geom.Vec {
	by := geom.Vec{rng.Float64(), rng.Float64(), rng.Float64()}.Scale(2)
	return by.Add
}

// indexed returns a soup with one vertex for equal corners.
func indexed(soup []geom.Triangle) (m meshgen.Indexed) {
	number := map[geom.Vec]uint32{}
	for _, t := range soup {
		var f [3]uint32
		for k, p := range t {
			if _, ok := number[p]; !ok {
				number[p] = uint32(len(m.Vertices))
				m.Vertices = append(m.Vertices, p)
			}
			f[k] = number[p]
		}
		m.Faces = append(m.Faces, f)
	}
	return m
}

// unconnected returns a soup with a vertex for each corner.
func unconnected(soup []geom.Triangle) (m meshgen.Indexed) {
	for _, t := range soup {
		n := uint32(len(m.Vertices))
		m.Vertices = append(m.Vertices, t[:]...)
		m.Faces = append(m.Faces, [3]uint32{n, n + 1, n + 2})
	}
	return m
}

// deformations change the positions of a mesh, more of them with the time.
var deformations = []struct {
	name string
	make func(rng *rand.Rand, time float64) func(p geom.Vec) geom.Vec
}{
	{"bend", func(_ *rand.Rand, time float64) func(p geom.Vec) geom.Vec {
		return func(p geom.Vec) geom.Vec {
			sin, cos := math.Sincos(2 * time * p[2])
			return geom.Vec{p[0]*cos - p[1]*sin + time*p[2]*p[2], p[0]*sin + p[1]*cos, p[2] - time*p[0]}
		}
	}},
	{"jitter", func(rng *rand.Rand, time float64) func(p geom.Vec) geom.Vec {
		return func(p geom.Vec) geom.Vec {
			return p.Add(geom.Vec{rng.Float64(), rng.Float64(), rng.Float64()}.Scale(time / 3))
		}
	}},
	{"snap", func(rng *rand.Rand, time float64) func(p geom.Vec) geom.Vec {
		grid := []float64{0.5, 0.25, 1}[rng.IntN(3)]
		return func(p geom.Vec) geom.Vec {
			p = p.Add(geom.Vec{rng.Float64(), rng.Float64(), rng.Float64()}.Scale(time / 2))
			for k := range p {
				p[k] = grid * math.Round(p[k]/grid)
			}
			return p
		}
	}},
	{"flat", func(_ *rand.Rand, time float64) func(p geom.Vec) geom.Vec {
		return func(p geom.Vec) geom.Vec { return geom.Vec{p[0], p[1] * (1 - time), p[2] * math.Floor(1-time)} }
	}},
	{"tilted", func(_ *rand.Rand, time float64) func(p geom.Vec) geom.Vec {
		return func(p geom.Vec) geom.Vec { return geom.Vec{p[0], p[1], p[1]*time + p[2]*math.Floor(1-time)} }
	}},
	{"fold", func(_ *rand.Rand, time float64) func(p geom.Vec) geom.Vec {
		return func(p geom.Vec) geom.Vec { return geom.Vec{math.Abs(p[0] - time), p[1], p[2] + time*math.Abs(p[0])} }
	}},
	{"far", func(_ *rand.Rand, time float64) func(p geom.Vec) geom.Vec {
		return func(p geom.Vec) geom.Vec { return p.Add(geom.Vec{1e6, -3e8, 1e3}.Scale(time)) }
	}},
	{"huge", func(_ *rand.Rand, time float64) func(p geom.Vec) geom.Vec {
		return func(p geom.Vec) geom.Vec { return p.Scale(math.Ldexp(1, int(1000*time))) }
	}},
	{"tiny", func(_ *rand.Rand, time float64) func(p geom.Vec) geom.Vec {
		return func(p geom.Vec) geom.Vec { return p.Scale(math.Ldexp(1, -int(1060*time))) }
	}},
	{"one far away", func(rng *rand.Rand, time float64) func(p geom.Vec) geom.Vec {
		return func(p geom.Vec) geom.Vec {
			if rng.IntN(50) == 0 {
				return p.Scale(math.Ldexp(1, int(330*time)))
			}
			return p
		}
	}},
	{"not finite", func(rng *rand.Rand, time float64) func(p geom.Vec) geom.Vec {
		return func(p geom.Vec) geom.Vec {
			if rng.IntN(20) == 0 {
				p[rng.IntN(3)] = []float64{math.NaN(), math.Inf(1), math.Inf(-1)}[rng.IntN(3)]
			}
			return p.Scale(1 + time)
		}
	}},
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
				frames := longtest.Rounds(t, 3, 6)
				for frame := range frames {
					change := d.make(rng, float64(frame)/float64(frames-1))
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
