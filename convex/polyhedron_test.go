package convex_test

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/meshcheck/meshcheck/convex"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/meshgen"
)

func polyhedronOf(t testing.TB, m meshgen.Indexed) *convex.Polyhedron {
	t.Helper()
	p, err := convex.PolyhedronOf(m.Vertices, m.Faces)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func cube() meshgen.Indexed { return meshgen.Box(geom.Vec{0, 0, 0}, geom.Vec{2, 2, 2}) }

// flipped returns m with all faces the other way.
func flipped(m meshgen.Indexed) meshgen.Indexed {
	m.Faces = slices.Clone(m.Faces)
	for i := range m.Faces {
		f := &m.Faces[i]
		f[1], f[2] = f[2], f[1]
	}
	return m
}

func shifted(m meshgen.Indexed, d geom.Vec) meshgen.Indexed {
	return mapped(m, func(v geom.Vec) geom.Vec { return v.Add(d) })
}

// mapped is Indexed.Map without rounding to float32.
func mapped(m meshgen.Indexed, f func(geom.Vec) geom.Vec) meshgen.Indexed {
	m.Vertices = slices.Clone(m.Vertices)
	for i, v := range m.Vertices {
		m.Vertices[i] = f(v)
	}
	return m
}

// pyramided returns m with face i replaced by three around a new vertex.
func pyramided(m meshgen.Indexed, i int, top geom.Vec) meshgen.Indexed {
	f, n := m.Faces[i], uint32(len(m.Vertices))
	m.Vertices = append(slices.Clone(m.Vertices), top)
	m.Faces = append(slices.Clone(m.Faces), [3]uint32{f[1], f[2], n}, [3]uint32{f[2], f[0], n})
	m.Faces[i] = [3]uint32{f[0], f[1], n}
	return m
}

// starPrism returns the prism over a pentagram, wound twice around its axis: all
// edges bulge, and two faces lie above each other almost everywhere.
func starPrism() (m meshgen.Indexed) {
	for _, z := range []float64{-1, 1} {
		for k := range 5 {
			sin, cos := math.Sincos(2 * math.Pi * float64(k) / 5)
			m.Vertices = append(m.Vertices, geom.Vec{cos, sin, z})
		}
		m.Vertices = append(m.Vertices, geom.Vec{0, 0, z})
	}
	for k := range uint32(5) {
		a, b := k, (k+2)%5
		m.Faces = append(m.Faces, [3]uint32{5, b, a}, [3]uint32{11, 6 + a, 6 + b}, [3]uint32{a, b, 6 + b}, [3]uint32{a, 6 + b, 6 + a})
	}
	return m
}

// shellTwice returns the surface of a tetrahedron twice, the second time with vertices
// in the middle of faces and edges, so that no edge is there twice.
func shellTwice() meshgen.Indexed {
	corners := []geom.Vec{{0, 0, 0}, {4, 0, 0}, {0, 4, 0}, {0, 0, 4}}
	once := meshgen.Tetrahedron(corners[0], corners[1], corners[2], corners[3])
	return meshgen.Join(once, meshgen.Subdivide(once, 1))
}

// hullMesh returns the hull of points as triangles, fans of its faces.
func hullMesh(t testing.TB, points []geom.Vec) meshgen.Indexed {
	h := hullOf(t, points)
	m := meshgen.Indexed{Vertices: h.Vertices}
	for _, f := range h.Faces {
		for k := 2; k < len(f); k++ {
			m.Faces = append(m.Faces, [3]uint32{f[0], f[k-1], f[k]})
		}
	}
	return m
}

// slottedCube returns the cube with one vertex more in the middle of an edge, at which a
// degenerate face fills the gap to the face on the other side, which lacks it.
func slottedCube(t testing.TB) meshgen.Indexed {
	m := cube()
	i := slices.IndexFunc(m.Faces, func(f [3]uint32) bool { return m.Vertices[f[0]].Sub(m.Vertices[f[1]]).Norm() == 2 })
	if i < 0 {
		t.Fatal("no face starts with an edge of the cube")
	}
	f := m.Faces[i]
	return pyramided(m, i, m.Vertices[f[0]].Lerp(m.Vertices[f[1]], 0.5))
}

// kinds are surfaces with their properties. Distances are tested elsewhere.
func kinds(t testing.TB) []struct {
	name            string
	mesh            meshgen.Indexed
	closed          bool
	sign            int
	convex, outside bool
} {
	loose := meshgen.Indexed{}
	for _, tri := range cube().Soup() {
		n := uint32(len(loose.Vertices))
		loose.Vertices = append(loose.Vertices, tri[0], tri[1], tri[2])
		loose.Faces = append(loose.Faces, [3]uint32{n, n + 1, n + 2})
	}
	open := cube()
	open.Faces = open.Faces[1:]
	fin := cube()
	fin.Faces = append(fin.Faces, [3]uint32{fin.Faces[0][0], fin.Faces[0][1], 7})
	oneTurned := cube()
	oneTurned.Faces[3][0], oneTurned.Faces[3][1] = oneTurned.Faces[3][1], oneTurned.Faces[3][0]
	collapsed := cube()
	collapsed.Faces = append(collapsed.Faces, [3]uint32{0, 0, 1}, [3]uint32{3, 3, 3})
	stray := cube()
	stray.Vertices = append(stray.Vertices, geom.Vec{9, math.NaN(), 9})
	sphere := hullMesh(t, snappedUVSphere(24, 16))
	at := sphere.Faces[100]
	place := sphere.Vertices[at[0]].Scale(0.5).Add(sphere.Vertices[at[1]].Scale(0.25)).Add(sphere.Vertices[at[2]].Scale(0.25))
	in, out := place, place
	for k := range place {
		in[k], out[k] = math.Nextafter(place[k], 0), math.Nextafter(place[k], math.Copysign(2, place[k]))
	}
	top := func(z float64) meshgen.Indexed { return pyramided(cube(), 2, geom.Vec{1, 0.5, z}) }
	if cube().Faces[2] != [3]uint32{4, 5, 7} {
		t.Fatal("face 2 of the cube is not of its top")
	}
	return []struct {
		name            string
		mesh            meshgen.Indexed
		closed          bool
		sign            int
		convex, outside bool
	}{
		{"cube", cube(), true, 1, true, false},
		{"cube of loose triangles", loose, true, 1, true, false},
		{"cube with a stray vertex", stray, true, 1, true, false},
		{"cube far away", shifted(cube(), geom.Vec{1e9, -1e9, 1e9}), true, 1, true, false},
		{"cube inside out", flipped(cube()), true, -1, false, true},
		{"open cube", open, false, 0, false, false},
		{"cube with a fin", fin, false, 0, false, true},
		{"cube with a turned face", oneTurned, false, 0, false, true},
		{"cube with collapsed faces", collapsed, true, 1, true, false},
		{"cube with a face with a third corner on its edge", slottedCube(t), true, 1, true, false},
		{"cube with a vertex in its top", top(2), true, 1, true, false},
		{"cube with a top a last place up", top(math.Nextafter(2, 3)), true, 1, false, true}, // the other half of the top is lower
		{"cube with a top a last place down", top(math.Nextafter(2, 1)), true, 1, false, true},
		{"two cubes", meshgen.Join(cube(), shifted(cube(), geom.Vec{3, 0, 0})), true, 1, false, true},
		{"cube in a cube", meshgen.Join(cube(), mapped(cube(), func(v geom.Vec) geom.Vec { return v.Scale(0.5).Add(geom.Vec{0.5, 0.5, 0.5}) })), true, 1, false, true},
		{"cube around a hollow", meshgen.Join(cube(), flipped(mapped(cube(), func(v geom.Vec) geom.Vec { return v.Scale(0.5).Add(geom.Vec{0.5, 0.5, 0.5}) }))), true, 1, false, true},
		{"sphere", sphere, true, 1, true, false},
		{"sphere with a vertex in a face", pyramided(sphere, 100, place), true, 1, true, false},
		{"sphere with a dent of a last place", pyramided(sphere, 100, in), true, 1, false, true},
		{"sphere with a bulge of a last place", pyramided(sphere, 100, out), true, 1, true, false},
		{"icosphere", meshgen.Icosphere(2, geom.Vec{}, 1), true, 1, true, false},
		{"torus", meshgen.Torus(12, 6, 2, 0.5), true, 1, false, true},
		{"L", meshgen.LShape(2, 1), true, 1, false, true},
		{"star prism", starPrism(), true, 1, false, true},
		{"tetrahedron twice", shellTwice(), true, 1, false, false},
		{"flat", meshgen.Indexed{Vertices: []geom.Vec{{}, {1, 0, 0}, {0, 1, 0}}, Faces: [][3]uint32{{0, 1, 2}, {0, 2, 1}}}, true, 0, false, false},
		{"straight", meshgen.Indexed{Vertices: []geom.Vec{{}, {1, 0, 0}, {2, 0, 0}}, Faces: [][3]uint32{{0, 1, 2}, {0, 2, 1}}}, true, 0, false, false},
		{"triangle", meshgen.Indexed{Vertices: []geom.Vec{{}, {1, 0, 0}, {0, 1, 0}}, Faces: [][3]uint32{{0, 1, 2}}}, false, 0, false, false},
		{"nothing", meshgen.Indexed{}, false, 0, false, false},
	}
}

// snappedUVSphere returns the vertices of a sphere on a grid of 2^-20.
func snappedUVSphere(meridians, parallels int) (points []geom.Vec) {
	for i := range meridians {
		for j := range parallels {
			su, cu := math.Sincos(2 * math.Pi * (float64(i) + 0.3) / float64(meridians))
			sv, cv := math.Sincos(math.Pi * (float64(j) + 0.5) / float64(parallels))
			p := geom.Vec{cu * sv, su * sv, cv}
			for k := range p {
				p[k] = math.Round(p[k]*0x1p+20) * 0x1p-20
			}
			points = append(points, p)
		}
	}
	return points
}

func TestPolyhedra(t *testing.T) {
	for _, row := range kinds(t) {
		p := polyhedronOf(t, row.mesh)
		c := p.Convex()
		if _, closed := p.Closed(); closed != row.closed || p.VolumeSign() != row.sign || c.Convex != row.convex || c.Outside != row.outside {
			t.Errorf("%s: closed %v, sign of the volume %d, %+v", row.name, closed, p.VolumeSign(), c)
		}
		checkOutside(t, row.name, row.mesh, c)
	}
}

// checkOutside compares the vertex farthest outside with the heights of all vertices over all
// faces.
func checkOutside(t *testing.T, name string, m meshgen.Indexed, c convex.Convexity) {
	t.Helper()
	var worst, size float64
	outside, used := false, make([]bool, len(m.Vertices))
	for _, f := range m.Faces {
		used[f[0]], used[f[1]], used[f[2]] = true, true, true
	}
	for _, f := range m.Faces {
		tri := geom.Triangle{m.Vertices[f[0]], m.Vertices[f[1]], m.Vertices[f[2]]}
		if tri.Degenerate() {
			continue
		}
		for v, p := range m.Vertices {
			if !used[v] {
				continue
			}
			if geom.Orient3D(tri[0], tri[1], tri[2], p) > 0 {
				outside = true
				worst = max(worst, height(&tri, p))
			}
			size = max(size, p.Sub(tri[0]).Norm())
		}
	}
	if c.Outside != outside {
		t.Errorf("%s: outside %v, want %v", name, c.Outside, outside)
		return
	}
	if !c.Outside {
		if c != (convex.Convexity{Convex: c.Convex}) {
			t.Errorf("%s: %+v", name, c)
		}
		return
	}
	f := m.Faces[c.Face]
	if geom.Orient3D(m.Vertices[f[0]], m.Vertices[f[1]], m.Vertices[f[2]], m.Vertices[c.Vertex]) <= 0 {
		t.Errorf("%s: vertex %d is not outside of face %d", name, c.Vertex, c.Face)
	}
	if math.Abs(c.Distance-worst) > max(0x1p-46*size, 4*math.SmallestNonzeroFloat64) || worst > 0 && !(c.Distance > 0) {
		t.Errorf("%s: %g outside, want %g", name, c.Distance, worst)
	}
}

// height returns how far p is above the plane of t, from rational arithmetic.
func height(t *geom.Triangle, p geom.Vec) float64 {
	rational := func(v geom.Vec) (r [3]*big.Rat) {
		for k := range r {
			r[k] = new(big.Rat).Sub(new(big.Rat).SetFloat64(v[k]), new(big.Rat).SetFloat64(t[0][k]))
		}
		return r
	}
	times := func(x, y *big.Rat) *big.Rat { return new(big.Rat).Mul(x, y) }
	e, d, w := rational(t[1]), rational(t[2]), rational(p)
	along, square := new(big.Rat), new(big.Rat)
	for k := range 3 {
		i, j := (k+1)%3, (k+2)%3
		n := new(big.Rat).Sub(times(e[i], d[j]), times(e[j], d[i]))
		along.Add(along, times(n, w[k]))
		square.Add(square, times(n, n))
	}
	length := new(big.Float).SetPrec(200).SetRat(square)
	h := new(big.Float).SetPrec(200).SetRat(along)
	out, _ := h.Quo(h, length.Sqrt(length)).Float64()
	return out
}

// TestConvexAgainstAllVertices changes convex surfaces, some by a last place only.
func TestConvexAgainstAllVertices(t *testing.T) {
	convexes, others := 0, 0
	for _, c := range clouds() {
		for seed := range uint64(40) {
			rng := rand.New(rand.NewPCG(seed, 11))
			n := 4 + rng.IntN(20)
			if seed%10 == 0 {
				n = 90 // enough for climbing
			}
			points := c.make(rng, n)
			if h := hullOf(t, points); h.Dimension() < 3 || !(geom.BoxOf(points).Diagonal() < 1e100) {
				continue
			}
			m := hullMesh(t, points)
			name := fmt.Sprintf("%s of seed %d", c.name, seed)
			if got := polyhedronOf(t, m).Convex(); !got.Convex {
				t.Errorf("the hull of %s is not convex: %+v", name, got)
			}
			v := rng.IntN(len(m.Vertices))
			m.Vertices[v] = changed(rng, m.Vertices[v])
			if rng.IntN(4) == 0 {
				m.Faces = slices.Delete(m.Faces, 0, 1)
			}
			p := polyhedronOf(t, m)
			got := p.Convex()
			checkOutside(t, name, m, got)
			// Of a changed hull the faces may have been turned over, but not wound twice.
			if _, closed := p.Closed(); got.Convex != (closed && !got.Outside && p.VolumeSign() > 0) {
				t.Errorf("%s, changed: %+v", name, got)
			}
			if got.Convex {
				convexes++
			} else {
				others++
			}
		}
	}
	if convexes < 20 || others < 100 {
		t.Errorf("%d are convex and %d are not", convexes, others)
	}
}

// TestSoups has faces at random, few of which make a surface.
func TestSoups(t *testing.T) {
	closed := 0
	for seed := range uint64(2000) {
		rng := rand.New(rand.NewPCG(seed, 12))
		m := meshgen.Indexed{Vertices: clouds()[2].make(rng, 1+rng.IntN(6))}
		for range 1 + rng.IntN(8) {
			n := len(m.Vertices)
			m.Faces = append(m.Faces, [3]uint32{uint32(rng.IntN(n)), uint32(rng.IntN(n)), uint32(rng.IntN(n))})
			if rng.IntN(2) == 0 { // and its other side
				f := m.Faces[len(m.Faces)-1]
				m.Faces = append(m.Faces, [3]uint32{f[1], f[0], f[2]})
			}
		}
		p := polyhedronOf(t, m)
		c := p.Convex()
		checkOutside(t, fmt.Sprintf("seed %d", seed), m, c)
		_, ok := p.Closed()
		if ok {
			closed++
		}
		if c.Convex && !(ok && !c.Outside && p.VolumeSign() > 0) {
			t.Errorf("seed %d: %+v", seed, c)
		}
	}
	if closed < 100 {
		t.Errorf("only %d were closed", closed)
	}
}

func changed(rng *rand.Rand, p geom.Vec) geom.Vec {
	k := rng.IntN(3)
	switch rng.IntN(3) {
	case 0:
		p[k] = math.Nextafter(p[k], float64(rng.IntN(2)*200-100))
	case 1:
		p[k] += (rng.Float64() - 0.5) / 8
	default:
		p = p.Scale(0.5)
	}
	return p
}

func TestClosedNamesTheEdge(t *testing.T) {
	mesh := func(faces ...[3]uint32) meshgen.Indexed {
		return meshgen.Indexed{Vertices: cube().Vertices, Faces: faces}
	}
	without := func(i int) meshgen.Indexed {
		m := cube()
		m.Faces = slices.Delete(m.Faces, i, i+1)
		return m
	}
	for _, row := range []struct {
		name  string
		mesh  meshgen.Indexed
		fault convex.Edge
	}{
		{"one triangle", mesh([3]uint32{5, 3, 4}), convex.Edge{V: 3, W: 4, Out: 1}},
		{"the same twice", mesh([3]uint32{1, 2, 3}, [3]uint32{2, 3, 1}), convex.Edge{V: 1, W: 2, Out: 2}},
		{"three at an edge", mesh([3]uint32{1, 2, 3}, [3]uint32{2, 1, 4}, [3]uint32{2, 1, 5}), convex.Edge{V: 1, W: 2, Out: 1, Back: 2}},
		{"the first face missing", without(0), convex.Edge{V: 0, W: 2, Back: 1}},
		{"nothing", mesh(), convex.Edge{}},
		{"only points", mesh([3]uint32{1, 1, 2}), convex.Edge{}},
	} {
		if fault, closed := polyhedronOf(t, row.mesh).Closed(); closed || fault != row.fault {
			t.Errorf("%s: %+v, %v", row.name, fault, closed)
		}
	}
}

func TestPolyhedronOfBadInput(t *testing.T) {
	for _, row := range []struct {
		vertices []geom.Vec
		faces    [][3]uint32
		want     string
	}{
		{[]geom.Vec{{}, {}}, [][3]uint32{{0, 1, 1}, {0, 2, 1}}, "corner 1 of face 1 is vertex 2 of only 2"},
		{nil, [][3]uint32{{math.MaxUint32, 0, 0}}, "corner 0 of face 0 is vertex 4294967295 of only 0"},
		{[]geom.Vec{{}, {0, math.Inf(1), 0}}, [][3]uint32{{0, 0, 1}}, "corner 2 of face 0, vertex 1, is not finite: [0 +Inf 0]"},
	} {
		if _, err := convex.PolyhedronOf(row.vertices, row.faces); err == nil || !strings.Contains(err.Error(), row.want) {
			t.Errorf("%v: want %s", err, row.want)
		}
	}
}

// TestVolumeSignIsExact has bodies whose volume is far below the rounding of float64: a
// wedge of one last place beside one turned over, and a body of all scales.
func TestVolumeSignIsExact(t *testing.T) {
	base := []geom.Vec{{1, 1, 1}, {3, 1.5, 1.25}, {1.5, 3, 1.75}}
	tetrahedron := func(top geom.Vec) meshgen.Indexed { // outwards if the top is above the base
		return meshgen.Indexed{Vertices: append(slices.Clone(base), top), Faces: [][3]uint32{{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}}}
	}
	middle := base[0].Scale(0.5).Add(base[1].Scale(0.25)).Add(base[2].Scale(0.25))
	for _, scale := range []float64{1, 0x1p-330, 0x1p+330, 0x1p-1020, 0x1p+1020} {
		for step := -1; step <= 1; step++ {
			top := middle
			if step != 0 {
				top[2] = math.Nextafter(top[2], top[2]+float64(step))
			}
			m := mapped(tetrahedron(top), func(v geom.Vec) geom.Vec { return v.Scale(scale) })
			if got := polyhedronOf(t, m).VolumeSign(); got != step {
				t.Errorf("moved by %d last places at scale %g: %d", step, scale, got)
			}
			if got := polyhedronOf(t, flipped(m)).VolumeSign(); got != -step {
				t.Errorf("moved by %d last places at scale %g, turned: %d", step, scale, got)
			}
		}
	}
	// The signed volumes of a body and of the same turned over cancel, but for the wedge.
	for step := -1; step <= 1; step++ {
		top := middle
		if step != 0 {
			top[2] = math.Nextafter(top[2], top[2]+float64(step))
		}
		all := meshgen.Join(cube(), shifted(flipped(cube()), geom.Vec{1e6, 1e6, 1e6}), tetrahedron(top))
		if got := polyhedronOf(t, all).VolumeSign(); got != step {
			t.Errorf("bodies that cancel and a wedge of %d last places: %d", step, got)
		}
	}
	wild := tetrahedron(geom.Vec{1e-300, -2e-310, 1e300})
	if got := polyhedronOf(t, wild).VolumeSign(); got != 1 {
		t.Errorf("a body of all scales: %d", got)
	}
}

func BenchmarkConvex(b *testing.B) {
	sphere := meshgen.Icosphere(8, geom.Vec{}, 1)
	dented := meshgen.Indexed{Vertices: slices.Clone(sphere.Vertices), Faces: sphere.Faces}
	dented.Vertices[1000] = dented.Vertices[1000].Scale(0.999)
	for _, row := range []struct {
		name   string
		mesh   meshgen.Indexed
		convex bool
	}{{"sphere", sphere, true}, {"dented", dented, false}} {
		b.Run(fmt.Sprintf("%s of %d triangles/PolyhedronOf", row.name, len(row.mesh.Faces)), func(b *testing.B) {
			for b.Loop() {
				polyhedronOf(b, row.mesh)
			}
		})
		p := polyhedronOf(b, row.mesh)
		b.Run(fmt.Sprintf("%s of %d triangles/Convex", row.name, len(row.mesh.Faces)), func(b *testing.B) {
			for b.Loop() {
				if p.Convex().Convex != row.convex {
					b.Fatal(row.name)
				}
			}
		})
	}
}
