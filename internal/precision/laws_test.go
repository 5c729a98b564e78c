package precision_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/meshgen"
	"github.com/meshcheck/meshcheck/internal/precisiongen"
	"github.com/meshcheck/meshcheck/mesh"
)

// eachPrecisionScene runs a subtest for each family on some scenes of it.
func eachPrecisionScene(t *testing.T, families []string, few, many int, run func(t *testing.T, s *precisiongen.Scene, rng *rand.Rand)) {
	for _, family := range families {
		t.Run(family, func(t *testing.T) {
			t.Parallel()
			n := scenesOf(t, family, few, many)
			for seed := *firstSeed; seed < *firstSeed+n; seed++ {
				s := precisiongen.Make(family, seed)
				run(t, &s, meshgen.Rand(seed))
			}
		})
	}
}

// TestPrecisionLaws: the order of triangles and of corners, winding, axes, a power of two and the format of
// the file change no verdict and no count by kind. Which findings of a place rounding excuses is decided by
// measures, of which rounding may change the last bits.
func TestPrecisionLaws(t *testing.T) {
	eachPrecisionScene(t, precisiongen.Families(), 1, 2, func(t *testing.T, s *precisiongen.Scene, rng *rand.Rand) {
		if isLarge(t, s) {
			return
		}
		formats := s.Formats()
		want := judgedScene(t, s, formats[0])
		hold := func(law string, changed *precisiongen.Scene, f precisiongen.Format) {
			if got := judgedScene(t, changed, f); got.fails != want.fails || byKind(got.counts) != byKind(want.counts) {
				t.Errorf("%s: %s: fails: %v, %s; before: %v, %s", nameOf(s), law, got.fails, ruleCounts(got.counts), want.fails, ruleCounts(want.counts))
			}
		}
		changed := shuffled(s, rng)
		hold("order of triangles and corners", &changed, formats[0])
		for _, f := range formats[1:] {
			hold("as "+string(f), s, f)
		}
		changed = remade(s, turnedOver)
		hold("winding", &changed, formats[0])
		changed = axesSwapped(s, rng)
		hold("axes", &changed, formats[0])
		changed = scaledBy(s, []float64{0x1p-20, 0.5, 0x1p13}[rng.IntN(3)])
		hold("a power of two", &changed, formats[0])
	})
}

// byKind returns the findings of each kind.
func byKind(c check.Counts) (n [check.TriangleRules]int) {
	for r := range n {
		n[check.Rule(r).Kind()] += c.ByRule[r]
	}
	return n
}

// remade returns a scene with each part changed.
func remade(s *precisiongen.Scene, change func(meshgen.Indexed) meshgen.Indexed) precisiongen.Scene {
	out := *s
	out.Parts = slices.Clone(s.Parts)
	for i := range out.Parts {
		out.Parts[i].Mesh = change(out.Parts[i].Mesh)
	}
	return out
}

func shuffled(s *precisiongen.Scene, rng *rand.Rand) precisiongen.Scene {
	return remade(s, func(m meshgen.Indexed) meshgen.Indexed {
		faces := slices.Clone(m.Faces)
		rng.Shuffle(len(faces), func(i, k int) { faces[i], faces[k] = faces[k], faces[i] })
		for i, f := range faces {
			k := rng.IntN(3)
			faces[i] = [3]uint32{f[k], f[(k+1)%3], f[(k+2)%3]}
		}
		return meshgen.Indexed{Vertices: m.Vertices, Faces: faces}
	})
}

func turnedOver(m meshgen.Indexed) meshgen.Indexed {
	faces := slices.Clone(m.Faces)
	for i, f := range faces {
		faces[i] = [3]uint32{f[0], f[2], f[1]}
	}
	return meshgen.Indexed{Vertices: m.Vertices, Faces: faces}
}

// axesSwapped exchanges axes, and mirrors some of them where numbers may be negative.
func axesSwapped(s *precisiongen.Scene, rng *rand.Rand) precisiongen.Scene {
	axes, signs := rng.Perm(3), [3]float64{1, 1, 1}
	if k := s.Parts[0].Storage.Kind; len(s.Parts) == 1 && (k == precisiongen.Float32 || k == precisiongen.Text) {
		for i := range signs {
			signs[i] = float64(2*rng.IntN(2) - 1)
		}
	}
	out := remade(s, func(m meshgen.Indexed) meshgen.Indexed {
		vertices := make([]geom.Vec, len(m.Vertices))
		for i, v := range m.Vertices {
			for k := range v {
				vertices[i][k] = v[axes[k]]*signs[k] + 0 // no negative zero
			}
		}
		return meshgen.Indexed{Vertices: vertices, Faces: m.Faces}
	})
	for k := range out.NodeScale {
		out.NodeScale[k] = s.NodeScale[axes[k]]
	}
	return out
}

// scaledBy scales float32 numbers, and the node of others. Text has no powers of two.
func scaledBy(s *precisiongen.Scene, by float64) precisiongen.Scene {
	out := *s
	if len(s.Parts) > 1 || s.Parts[0].Storage.Kind != precisiongen.Float32 {
		for k := range out.NodeScale {
			out.NodeScale[k] *= by
		}
		return out
	}
	out = remade(s, func(m meshgen.Indexed) meshgen.Indexed {
		vertices := make([]geom.Vec, len(m.Vertices))
		for i, v := range m.Vertices {
			vertices[i] = v.Scale(by)
		}
		return meshgen.Indexed{Vertices: vertices, Faces: m.Faces}
	})
	out.Tolerance *= by
	return out
}

// TestPrecisionOfCutTriangles: cutting triangles into smaller ones, at points that are exact, makes no failing
// scene pass. Numbers are float64 here, with the step of the scene, so that points between
// two steps are exact.
func TestPrecisionOfCutTriangles(t *testing.T) {
	eachPrecisionScene(t, precisiongen.Families(), 1, 4, func(t *testing.T, s *precisiongen.Scene, rng *rand.Rand) {
		where := s.Parts[0].Storage
		if len(s.Parts) > 1 || where.Kind == precisiongen.Text || where.Near > 0 || s.Want == precisiongen.Either {
			return // in two units, of a finer limit, or with numbers too fine for points between
		}
		m, step := s.Parts[0].Mesh, where.Step()
		most := 1000
		if len(m.Faces) > most {
			return // several times as many are to be checked
		}
		before := judgedMesh(t, s, m, step)
		if right, says := s.Want.Accepts(before.fails, before.met); !right || !says || !before.fails {
			return // a matter of TestPrecisionFamilies, or clean
		}
		for _, way := range cuts {
			cut := m
			for range way.times {
				if cut = way.cut(rng, cut); len(cut.Faces) > 4*most {
					break
				}
			}
			got := judgedMesh(t, s, cut, step)
			if right, _ := s.Want.Accepts(got.fails, got.met); !right {
				t.Errorf("%s: cut %s into %d triangles: fails: %v, %s; before: %s", nameOf(s), way.name, len(cut.Faces), got.fails, ruleCounts(got.counts), ruleCounts(before.counts))
			}
		}
	})
}

// TestPrecisionOfStoredCuts is TestPrecisionOfCutTriangles for points that the storage of a scene can hold, so that
// the cut scene is a file like any other.
func TestPrecisionOfStoredCuts(t *testing.T) {
	eachPrecisionScene(t, precisiongen.Families(), 1, 4, func(t *testing.T, s *precisiongen.Scene, rng *rand.Rand) {
		where := s.Parts[0].Storage
		if len(s.Parts) > 1 || where.Kind == precisiongen.Text || where.Near > 0 || s.Triangles() > 8000 || isLarge(t, s) {
			return
		}
		format := s.Formats()[0]
		before := judgedScene(t, s, format)
		if right, says := s.Want.Accepts(before.fails, before.met); !right || !says || !before.fails {
			return
		}
		cut := remade(s, func(m meshgen.Indexed) meshgen.Indexed {
			for range 3 {
				m = atNumbers(rng, m, where.Step())
			}
			return m
		})
		got := judgedScene(t, &cut, format)
		if right, _ := s.Want.Accepts(got.fails, got.met); !right {
			t.Errorf("%s: %d triangles cut into %d: fails: %v, %s; before: %s", nameOf(s), s.Triangles(), cut.Triangles(), got.fails, ruleCounts(got.counts), ruleCounts(before.counts))
		}
	})
}

// atNumbers cuts each triangle at a point of an edge all of whose coordinates are numbers of the storage, where
// there is one, whatever is on the other side of the edge.
func atNumbers(rng *rand.Rand, m meshgen.Indexed, step float64) meshgen.Indexed {
	out := meshgen.Indexed{Vertices: slices.Clone(m.Vertices)}
	for _, f := range m.Faces {
		k := rng.IntN(3)
		a, b, c := f[k], f[(k+1)%3], f[(k+2)%3]
		along, pieces := m.Vertices[b].Sub(m.Vertices[a]), 0
		for _, x := range along {
			pieces = divisor(pieces, int(math.Abs(x/step)))
		}
		if pieces < 2 {
			out.Faces = append(out.Faces, f)
			continue
		}
		at := uint32(len(out.Vertices))
		piece := along.Scale(1 / (float64(pieces) * step))
		for i, x := range piece {
			piece[i] = math.Round(x) * step // a whole number of steps that division may miss
		}
		out.Vertices = append(out.Vertices, m.Vertices[a].Add(piece.Scale(float64(1+rng.IntN(pieces-1)))))
		out.Faces = append(out.Faces, [3]uint32{a, at, c}, [3]uint32{at, b, c})
	}
	return out
}

// divisor returns the greatest common divisor, that of 0 and b being b.
func divisor(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// judgedMesh checks a mesh of float64 numbers that are known to a step.
func judgedMesh(t *testing.T, s *precisiongen.Scene, m meshgen.Indexed, step float64) precisionVerdict {
	t.Helper()
	part := mesh.Part{MaterialIndex: -1, Positions: mesh.Positions{Step: step}}
	for _, v := range m.Vertices {
		part.Positions.F64 = append(part.Positions.F64, v[:]...)
	}
	for _, f := range m.Faces {
		part.Indices.U32 = append(part.Indices.U32, f[:]...)
	}
	return precisionVerdictOf(checked(t, sceneOf(&mesh.Mesh{Scale: 1, Parts: []mesh.Part{part}}), precisionOptions(s)))
}

// cutting is a way to cut triangles.
type cutting struct {
	name  string
	times int
	cut   func(rng *rand.Rand, m meshgen.Indexed) meshgen.Indexed
}

var cuts = []cutting{
	{"all into four", 2, func(_ *rand.Rand, m meshgen.Indexed) meshgen.Indexed { return intoFour(m) }},
	{"at edges", 3, halfAtEdges},
	{"into fans", 1, intoFans},
}

// halfway returns the point between two at k parts of 2^n, which is exact as long as few bits were needed before.
func halfway(a, b geom.Vec, k, n int) geom.Vec {
	return a.Add(b.Sub(a).Scale(float64(k) / float64(int(1)<<n)))
}

// intoFour cuts each triangle at the middles of its edges.
func intoFour(m meshgen.Indexed) meshgen.Indexed {
	out := meshgen.Indexed{Vertices: slices.Clone(m.Vertices)}
	middles := map[[2]uint32]uint32{}
	middle := func(a, b uint32) uint32 {
		key := [2]uint32{min(a, b), max(a, b)}
		if _, ok := middles[key]; !ok {
			middles[key] = uint32(len(out.Vertices))
			out.Vertices = append(out.Vertices, halfway(m.Vertices[a], m.Vertices[b], 1, 1))
		}
		return middles[key]
	}
	for _, f := range m.Faces {
		ab, bc, ca := middle(f[0], f[1]), middle(f[1], f[2]), middle(f[2], f[0])
		out.Faces = append(out.Faces, [3]uint32{f[0], ab, ca}, [3]uint32{ab, f[1], bc}, [3]uint32{ca, bc, f[2]}, [3]uint32{ab, bc, ca})
	}
	return out
}

// halfAtEdges cuts about half of the triangles at a point of an edge, whatever is on its other side.
func halfAtEdges(rng *rand.Rand, m meshgen.Indexed) meshgen.Indexed {
	out := meshgen.Indexed{Vertices: slices.Clone(m.Vertices)}
	for _, f := range m.Faces {
		if rng.IntN(2) == 0 {
			out.Faces = append(out.Faces, f)
			continue
		}
		k := rng.IntN(3)
		a, b, c := f[k], f[(k+1)%3], f[(k+2)%3]
		at := uint32(len(out.Vertices))
		out.Vertices = append(out.Vertices, halfway(m.Vertices[a], m.Vertices[b], 1+rng.IntN(7), 3))
		out.Faces = append(out.Faces, [3]uint32{a, at, c}, [3]uint32{at, b, c})
	}
	return out
}

// intoFans cuts each triangle into eight needles.
func intoFans(rng *rand.Rand, m meshgen.Indexed) meshgen.Indexed {
	out := meshgen.Indexed{Vertices: slices.Clone(m.Vertices)}
	for _, f := range m.Faces {
		k := rng.IntN(3)
		a, b, c := f[k], f[(k+1)%3], f[(k+2)%3]
		last := a
		for i := 1; i < 8; i++ {
			at := uint32(len(out.Vertices))
			out.Vertices = append(out.Vertices, halfway(m.Vertices[a], m.Vertices[b], i, 3))
			out.Faces = append(out.Faces, [3]uint32{last, at, c})
			last = at
		}
		out.Faces = append(out.Faces, [3]uint32{last, b, c})
	}
	return out
}

// TestPrecisionCutsAreExact: the points at which triangles are cut lie exactly on their edges.
func TestPrecisionCutsAreExact(t *testing.T) {
	rng := meshgen.Rand(1)
	for _, family := range []string{"through", "rest", "plates"} {
		s := precisiongen.Make(family, 1)
		before, step := s.Parts[0].Mesh, s.Parts[0].Storage.Step()
		stored := cutting{"at numbers of the storage", 2, func(rng *rand.Rand, m meshgen.Indexed) meshgen.Indexed { return atNumbers(rng, m, step) }}
		for _, way := range append(slices.Clone(cuts), stored) {
			after := before
			for range way.times {
				after = way.cut(rng, after)
			}
			if len(after.Vertices) == len(before.Vertices) {
				t.Errorf("%s, cut %s: no triangle is cut", family, way.name)
			}
			for i, p := range after.Vertices[len(before.Vertices):] {
				if i%97 == 0 && !onSomeTriangle(p, before) {
					t.Fatalf("%s, cut %s: %v is in no triangle", family, way.name, p)
				}
			}
		}
	}
}

// onSomeTriangle reports whether a point is exactly in the plane of a triangle and in its box.
func onSomeTriangle(p geom.Vec, m meshgen.Indexed) bool {
	for _, t := range m.Soup() {
		b := t.Box()
		if b.Distance(p) == 0 && geom.Orient3D(t[0], t[1], t[2], p) == 0 {
			return true
		}
	}
	return false
}

// TestPrecisionDepthPolicy: a limit of the depth in a policy is judged as a tolerance is.
func TestPrecisionDepthPolicy(t *testing.T) {
	eachPrecisionScene(t, []string{"tolerance", "sunk"}, 4, 20, func(t *testing.T, s *precisiongen.Scene, _ *rand.Rand) {
		o := check.Options{Workers: 1, MaxFindings: -1, Policy: policyOf(t, fmt.Sprintf("crossing:depth>%v", s.Tolerance))}
		v := precisionVerdictOf(checked(t, loadedScene(t, s.File(s.Formats()[0])), o))
		if v.fails && falseAlarms[s.Family] > 0 {
			return // a matter of TestPrecisionFamilies
		}
		if right, _ := s.Want.Accepts(v.fails, v.met); !right {
			t.Errorf("%s: crossing:depth>%v: fails: %v, want: %v", nameOf(s), s.Tolerance, v.fails, s.Want)
		}
	})
}
