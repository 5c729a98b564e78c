package solid

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/boxtree"
	"github.com/meshcheck/meshcheck/internal/longtest"
	"github.com/meshcheck/meshcheck/internal/meshgen"
	"github.com/meshcheck/meshcheck/internal/oracle"
	"github.com/meshcheck/meshcheck/mesh"
)

// solidOf returns the surface of an indexed mesh as placed by m, its triangles there,
// and its closure. The tree is of the mesh as stored, without the triangles
// that are degenerate there.
func solidOf(t testing.TB, in meshgen.Indexed, m geom.Affine) (*Locator, []geom.Triangle, Closure) {
	t.Helper()
	w, err := mesh.Weld(t.Context(), 1, in.Mesh(""))
	if err != nil {
		t.Fatal(err)
	}
	boxes := make([]boxtree.Box, len(w.Faces))
	placed := make([]geom.Triangle, len(w.Faces))
	var loose []uint32
	for i := range w.Faces {
		u := w.Triangle(i)
		if boxes[i] = boxtree.BoxOf(&u[0], &u[1], &u[2]); u.Degenerate() {
			boxes[i] = boxtree.EmptyBox
			loose = append(loose, uint32(i))
		}
		if placed[i] = u; m != geom.Identity() {
			placed[i] = m.ApplyTriangle(u)
		}
	}
	tree, err := boxtree.Build(t.Context(), 1, boxes, nil)
	if err != nil {
		t.Fatal(err)
	}
	c, err := ClosureOf(t.Context(), 2, w)
	if err != nil {
		t.Fatal(err)
	}
	triangle := func(i uint32) geom.Triangle { return placed[i] }
	return NewLocator(tree, boxtree.Transform{Map: m}, triangle, loose), placed, c
}

// closedMeshes are closed by construction, the later ones full of coincidences.
var closedMeshes = []struct {
	name string
	make func(rng *rand.Rand) meshgen.Indexed
}{
	{"box", func(*rand.Rand) meshgen.Indexed { return meshgen.Box(geom.Vec{}, geom.Vec{1, 2, 4}) }},
	{"torus", func(*rand.Rand) meshgen.Indexed { return meshgen.Torus(9, 6, 2, 1) }},
	{"ring", func(*rand.Rand) meshgen.Indexed { return meshgen.Ring(6, geom.Vec{}, 1, 2, 1) }},
	{"cone", func(*rand.Rand) meshgen.Indexed { return meshgen.Cone(7, geom.Vec{}, 2, 3) }},
	{"L", func(*rand.Rand) meshgen.Indexed { return meshgen.LShape(2, 1) }},
	{"ball", func(*rand.Rand) meshgen.Indexed { return meshgen.Icosphere(1, geom.Vec{}, 1) }},
	{"nested shells", func(*rand.Rand) meshgen.Indexed {
		return meshgen.Join(meshgen.Box(geom.Vec{}, geom.Vec{4, 4, 4}), turned(meshgen.Box(geom.Vec{1, 1, 1}, geom.Vec{3, 3, 3})),
			meshgen.Box(geom.Vec{1.5, 1.5, 1.5}, geom.Vec{2.5, 2.5, 2.5}))
	}},
	{"touching boxes", func(*rand.Rand) meshgen.Indexed {
		return meshgen.Join(meshgen.Box(geom.Vec{}, geom.Vec{1, 1, 1}), meshgen.Box(geom.Vec{1, 0, 0}, geom.Vec{2, 1, 1}),
			meshgen.Box(geom.Vec{1, 1, 1}, geom.Vec{2, 2, 2}))
	}},
	{"crumpled ball", func(rng *rand.Rand) meshgen.Indexed { return crumpled(rng, meshgen.Icosphere(1, geom.Vec{}, 1)) }},
	{"crumpled torus", func(rng *rand.Rand) meshgen.Indexed { return crumpled(rng, meshgen.Torus(5, 4, 2, 1)) }},
	{"heap of tetrahedra", func(rng *rand.Rand) meshgen.Indexed {
		var all []meshgen.Indexed
		for range 1 + rng.IntN(6) {
			one := meshgen.Indexed{Faces: [][3]uint32{{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}}}
			for range 4 {
				one.Vertices = append(one.Vertices, gridPoint(rng))
			}
			all = append(all, one)
		}
		return meshgen.Join(all...)
	}},
	// Two triangles without area, back to back, that stick out.
	{"hair", func(*rand.Rand) meshgen.Indexed {
		return meshgen.Join(meshgen.Box(geom.Vec{}, geom.Vec{4, 4, 4}), meshgen.Indexed{
			Vertices: []geom.Vec{{3, 3, 3}, {5, 5, 5}, {7, 7, 7}}, Faces: [][3]uint32{{0, 1, 2}, {0, 2, 1}},
		})
	}},
	// An edge has a vertex for one of its triangles only; one without area makes up for
	// it, and has one in the world, by rounding.
	{"T-junctions", func(rng *rand.Rand) meshgen.Indexed {
		m := meshgen.Box(geom.Vec{}, geom.Vec{1, 1, 1})
		for range 6 {
			at, cut := uint32(len(m.Vertices)), m.Faces[4] // from vertex 0 along x
			x := m.Vertices[cut[1]][0] * rng.Float64()
			m.Vertices = append(m.Vertices, geom.Vec{float64(float32(x)), 0, 0})
			m.Faces[4] = [3]uint32{0, at, cut[2]}
			m.Faces = append(m.Faces, [3]uint32{at, cut[1], cut[2]}, [3]uint32{0, cut[1], at})
		}
		return m
	}},
	{"slivers", func(rng *rand.Rand) meshgen.Indexed {
		return meshgen.Icosphere(1, geom.Vec{}, 1).Map(func(v geom.Vec) geom.Vec { return geom.Vec{v[0], v[1] * 1e-6, v[2] + v[0]} })
	}},
}

// turned returns m with all triangles wound the other way.
func turned(m meshgen.Indexed) meshgen.Indexed {
	for i, f := range m.Faces {
		m.Faces[i] = [3]uint32{f[0], f[2], f[1]}
	}
	return m
}

func gridPoint(rng *rand.Rand) geom.Vec {
	return geom.Vec{float64(rng.IntN(4)), float64(rng.IntN(4)), float64(rng.IntN(4))}
}

// crumpled moves every vertex to some point of a small grid: the surface stays closed
// and becomes degenerate in every way.
func crumpled(rng *rand.Rand, m meshgen.Indexed) meshgen.Indexed {
	return m.Map(func(geom.Vec) geom.Vec { return gridPoint(rng) })
}

// probes are points that rays from graze: vertices, points of edges and faces, points
// that share coordinates with vertices, and some next to all these.
func probes(rng *rand.Rand, ts []geom.Triangle) []geom.Vec {
	var out []geom.Vec
	some := func() geom.Vec { return ts[rng.IntN(len(ts))][rng.IntN(3)] }
	for range 12 {
		t := ts[rng.IntN(len(ts))]
		a, b, c := some(), some(), some()
		out = append(out, t[0], t[0].Lerp(t[1], 0.5), t[1].Lerp(t[0].Lerp(t[2], 0.5), 0.25), // on it, but for rounding
			t[0].Lerp(t[1], -1), t[0].Add(t[1]).Sub(t[2]), // in line and in plane with it
			geom.Vec{a[0], b[1], c[2]}, a.Lerp(b, 0.5), a.Lerp(b, 0.5).Lerp(c, 0.5),
			a.Lerp(b, rng.Float64()).Lerp(c, rng.Float64()))
		k := rng.IntN(3) // above and below a vertex
		a[k] += 10*rng.Float64() - 5
		b[k] = t[0].Lerp(c, 0.5)[k]
		out = append(out, a, b)
	}
	for _, p := range out[:len(out):len(out)] {
		k := rng.IntN(3)
		p[k] = math.Nextafter(p[k], float64(2*rng.IntN(2)-1)*10)
		out = append(out, p)
	}
	return out
}

// TestInside compares with rays in directions that graze nothing, in exact
// integers, in local coordinates and in the world, for rays along each axis.
func TestInside(t *testing.T) {
	seeds := longtest.Rounds(t, 2, 12) // half in local coordinates, half in the world
	for _, c := range closedMeshes {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			var on, in, out int
			for seed := range uint64(seeds) {
				rng := meshgen.Rand(seed)
				m := geom.Identity()
				if seed%2 == 1 {
					m = placement(rng)
				}
				s, ts, c := solidOf(t, c.make(rng), m)
				if c.Edges > 0 && !c.Oriented() {
					t.Fatalf("seed %d: not closed: %+v", seed, c)
				}
				for _, p := range probes(rng, ts) {
					want := oracle.Locate(ts, p)
					for s.axis = range 3 {
						l := s.Locate(p)
						if l.On != want.On || !l.On && (l.Inside() != (want.Crossings%2 == 1) || l.Winding != want.Winding) {
							t.Fatalf("seed %d: %v along axis %d: %+v, want %+v", seed, p, s.axis, l, want)
						}
						switch {
						case l.On:
							on++
						case l.Inside():
							in++
						default:
							out++
						}
					}
				}
			}
			t.Log(on, "on it,", in, "inside,", out, "outside")
		})
	}
}

// placement returns an invertible map: a random one, or one that keeps coordinates
// equal that are.
func placement(rng *rand.Rand) (m geom.Affine) {
	for m.Singular() {
		for r := range m {
			for c := range m[r] {
				if m[r][c] = 2*rng.Float64() - 1; c == 3 {
					m[r][c] *= 1000
				}
			}
		}
		if rng.IntN(3) == 0 {
			m = geom.Affine{{0, -3, 0, 0.1}, {0.7, 0, 0, 0.1}, {0, 0, 0.3, 5000.1}}
		}
	}
	return m
}

// TestInsideBySide has points of a box by hand.
func TestInsideBySide(t *testing.T) {
	s, _, _ := solidOf(t, meshgen.Box(geom.Vec{}, geom.Vec{2, 2, 2}), geom.Identity())
	const tiny = 1e-300
	for _, row := range []struct {
		p          geom.Vec
		on, inside bool
	}{
		{p: geom.Vec{1, 1, 1}, inside: true},
		{p: geom.Vec{1, 1, 0}, on: true},
		{p: geom.Vec{1, 1, tiny}, inside: true},
		{p: geom.Vec{1, 1, -tiny}},
		{p: geom.Vec{tiny, tiny, tiny}, inside: true},
		{p: geom.Vec{0, 0, 0}, on: true},
		{p: geom.Vec{0, 0, 1}, on: true}, // on an upright edge
		{p: geom.Vec{0, 0, -1}},          // its extension
		{p: geom.Vec{0, 0, 3}},           // and beyond
		{p: geom.Vec{1, 0, 2}, on: true}, // on an edge
		{p: geom.Vec{1, 1, 3}},           // above
		{p: geom.Vec{1, 1, -3}},          // below, above the diagonal of the face
		{p: geom.Vec{0, 1, -3}},          // below a side
		{p: geom.Vec{math.Copysign(0, -1), 1, 1}, on: true},
		{p: geom.Vec{1e300, 1, 1}},
		{p: geom.Vec{-1e300, 1, 1}},
	} {
		for s.axis = range 3 {
			if l := s.Locate(row.p); l.On != row.on || l.Inside() != row.inside {
				t.Errorf("%v along axis %d: %+v, want on %v, inside %v", row.p, s.axis, l, row.on, row.inside)
			}
		}
	}
}

// TestInsideOfLargeSurfaces: a probe looks at few of the triangles.
func TestInsideOfLargeSurfaces(t *testing.T) {
	s, ts, _ := solidOf(t, meshgen.Icosphere(5, geom.Vec{}, 1), geom.Identity())
	asked, triangle := 0, s.triangle
	s.triangle = func(i uint32) geom.Triangle { asked++; return triangle(i) }
	rng := meshgen.Rand(1)
	const n = 1000
	for range n {
		p := geom.Vec{rng.Float64(), rng.Float64(), rng.Float64()}.Scale(1.2)
		l := s.Locate(p)
		if r := p.Norm(); r < 0.99 && !l.Inside() || r > 1 && l.Inside() {
			t.Fatalf("%v, at %v from the centre: %+v", p, r, l)
		}
	}
	if t.Log(asked, "triangles for", n, "points, of", len(ts)); asked > 20*n {
		t.Error("too many")
	}
}

func TestClosed(t *testing.T) {
	box := meshgen.Box(geom.Vec{}, geom.Vec{1, 1, 1})
	without := func(m meshgen.Indexed, i int) meshgen.Indexed {
		m.Faces = append(append([][3]uint32(nil), m.Faces[:i]...), m.Faces[i+1:]...)
		return m
	}
	flipped := meshgen.Box(geom.Vec{}, geom.Vec{1, 1, 1})
	flipped.Faces[0][1], flipped.Faces[0][2] = flipped.Faces[0][2], flipped.Faces[0][1]
	pinched := meshgen.Box(geom.Vec{}, geom.Vec{1, 1, 1})
	pinched.Faces = append(pinched.Faces, [3]uint32{0, 0, 1}, [3]uint32{2, 2, 2})
	odd := meshgen.Box(geom.Vec{}, geom.Vec{1, 1, 1})
	odd.Vertices[7][0] = math.NaN()
	for _, row := range []struct {
		name             string
		m                meshgen.Indexed
		closed, oriented bool
		reason           string
	}{
		{"box", box, true, true, ""},
		{"two boxes that share an edge", meshgen.Join(box, meshgen.Box(geom.Vec{1, 1, 0}, geom.Vec{2, 2, 1})), true, true, ""},
		{"two boxes at one place", meshgen.Join(box, box), true, true, ""},
		{"a box and its inside", meshgen.Join(box, turned(meshgen.Box(geom.Vec{}, geom.Vec{1, 1, 1}))), true, true, ""},
		{"triangles with equal corners", pinched, true, true, ""},
		{"a missing triangle", without(box, 3), false, false,
			"3 of 18 edges are open, the first from (0, 0, 1) to (0, 1, 1), with 1 triangle"},
		{"a triangle turned over", flipped, true, false,
			"3 of 18 edges are passed more often one way than the other; the first, from (0, 0, 0) to (0, 1, 0), 0 and 2 times"},
		{"a triangle alone", meshgen.Indexed{Vertices: box.Vertices, Faces: [][3]uint32{{0, 1, 2}}}, false, false,
			"3 of 3 edges are open, the first from (0, 0, 0) to (1, 0, 0), with 1 triangle"},
		{"nothing", meshgen.Indexed{}, false, false, "no triangle has edges"},
		{"points", meshgen.Indexed{Vertices: box.Vertices, Faces: [][3]uint32{{0, 0, 0}}}, false, false, "no triangle has edges"},
		{"lines", meshgen.Indexed{Vertices: box.Vertices, Faces: [][3]uint32{{0, 1, 1}, {2, 2, 3}, {5, 4, 5}}}, false, false, "no triangle has edges"},
		{"a corner that is not finite", odd, false, false, "6 of 12 triangles have a coordinate that is not finite"},
	} {
		w, err := mesh.Weld(t.Context(), 1, row.m.Mesh(""))
		if err != nil {
			t.Fatal(err)
		}
		c, err := ClosureOf(t.Context(), 1, w)
		if err != nil || c.Closed() != row.closed || c.Oriented() != row.oriented || c.Reason(w) != row.reason {
			t.Errorf("%s: closed %v, oriented %v, %q, %v", row.name, c.Closed(), c.Oriented(), c.Reason(w), err)
		}
	}
}

// TestClosedForAnyWorkers: the same numbers and the same first edges.
func TestClosedForAnyWorkers(t *testing.T) {
	m := meshgen.Sphere(120, 121, geom.Vec{})
	rng := meshgen.Rand(1)
	for range 50 {
		i := rng.IntN(len(m.Faces))
		m.Faces[i], m.Faces[len(m.Faces)-1] = m.Faces[len(m.Faces)-1], m.Faces[i]
		m.Faces = m.Faces[:len(m.Faces)-1]
		f := &m.Faces[rng.IntN(len(m.Faces))]
		f[0], f[1] = f[1], f[0]
	}
	w, err := mesh.Weld(t.Context(), 1, m.Mesh(""))
	if err != nil {
		t.Fatal(err)
	}
	want, err := ClosureOf(t.Context(), 1, w)
	if err != nil || want.Open < 100 || want.Misoriented < 100 {
		t.Fatal(want, err)
	}
	for _, workers := range []int{2, 5} {
		if got, err := ClosureOf(t.Context(), workers, w); got != want || err != nil {
			t.Errorf("%d workers: %+v, want %+v, %v", workers, got, want, err)
		}
	}
}
