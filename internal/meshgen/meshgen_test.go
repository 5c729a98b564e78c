package meshgen

import (
	"bytes"
	"math"
	"reflect"
	"strings"
	"testing"

	"github.com/hschendel/stl"

	"github.com/meshcheck/meshcheck/geom"
)

func TestSolidsAreClosedAndOfTheStatedSize(t *testing.T) {
	cases := []struct {
		name             string
		mesh             Indexed
		vertices, faces  int
		characteristic   int // V - E + F, 2 for a ball and 0 for a torus
		volume, relative float64
	}{
		{"tetrahedron", Tetrahedron(geom.Vec{}, geom.Vec{1}, geom.Vec{0, 1}, geom.Vec{0, 0, 1}), 4, 4, 2, 1. / 6, 0},
		{"tetrahedron given inside out", Tetrahedron(geom.Vec{}, geom.Vec{0, 1}, geom.Vec{1}, geom.Vec{0, 0, 1}), 4, 4, 2, 1. / 6, 0},
		{"box", Box(geom.Vec{-1, 0, 2}, geom.Vec{1, 3, 6}), 8, 12, 2, 24, 0},
		{"prism", Prism([][2]float64{{0, 0}, {4, 0}, {4, 4}, {2, 1}, {0, 4}}, 0, 2), 10, 16, 2, 20, 0},
		{"sweep", Sweep([][2]float64{{0, 0}, {2, 0}, {0, 2}}, 3, func(i int, p [2]float64) geom.Vec {
			return geom.Vec{p[0], p[1], float64(i)}
		}), 12, 20, 2, 6, 0},
		{"cylinder", Cylinder(64, geom.Vec{5, 5, 5}, 2, 3), 128, 252, 2, 12 * math.Pi, 0.01},
		{"frustum", Frustum(8, geom.Vec{}, 1, geom.Vec{0.5, 0, 2}, 0.5), 16, 28, 2, 7. / 6 * 2 * math.Sqrt2, 1e-6},
		{"cone", Cone(64, geom.Vec{1, 2, 3}, 1, 3), 65, 126, 2, math.Pi, 0.01},
		{"ring", Ring(64, geom.Vec{}, 1, 2, 1), 256, 512, 0, 3 * math.Pi, 0.01},
		{"L", LShape(3, 2), 12, 20, 2, 10, 1e-6},
		{"U", UChannel(4, 2), 16, 28, 2, 20, 1e-6},
		{"torus", Torus(64, 32, 2, 0.5), 2048, 4096, 0, math.Pi * math.Pi, 0.02},
		{"icosphere 0", Icosphere(0, geom.Vec{1, 1, 1}, 2), 12, 20, 2, 20.29, 0.001},
		{"icosphere 3", Icosphere(3, geom.Vec{1, 1, 1}, 1), 642, 1280, 2, 4. / 3 * math.Pi, 0.02},
		{"subdivided box", Subdivide(Box(geom.Vec{}, geom.Vec{1, 1, 1}), 2), 98, 192, 2, 1, 0},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			if len(c.mesh.Vertices) != c.vertices || len(c.mesh.Faces) != c.faces {
				t.Errorf("%d vertices, %d triangles, want %d, %d", len(c.mesh.Vertices), len(c.mesh.Faces), c.vertices, c.faces)
			}
			edges, open := edgesOf(c.mesh)
			if open != 0 {
				t.Errorf("%d edges are not used once in each direction", open)
			}
			if x := c.vertices - edges + c.faces; x != c.characteristic {
				t.Errorf("Euler characteristic %d, want %d", x, c.characteristic)
			}
			if v := volume(c.mesh); math.Abs(v-c.volume) > c.relative*c.volume+1e-12 {
				t.Errorf("volume %v, want %v", v, c.volume)
			}
			checkFloat32(t, c.mesh.Soup())
		})
	}
}

func TestSheetsHaveOnlyTheirRimOpen(t *testing.T) {
	cases := []struct {
		name                  string
		mesh                  Indexed
		vertices, faces, open int
	}{
		{"grid", Grid(3, 5, nil), 24, 30, 16},
		{"hilly grid", Grid(4, 4, func(x, y float64) float64 { return math.Sin(x) * y }), 25, 32, 16},
		{"sphere", Sphere(9, 7, geom.Vec{0, 0, 3}), 63, 108, 18},
	}
	for _, c := range cases {
		if len(c.mesh.Vertices) != c.vertices || len(c.mesh.Faces) != c.faces {
			t.Errorf("%s: %d vertices, %d triangles, want %d, %d", c.name, len(c.mesh.Vertices), len(c.mesh.Faces), c.vertices, c.faces)
		}
		if _, open := edgesOf(c.mesh); open != c.open {
			t.Errorf("%s: %d open edges, want %d", c.name, open, c.open)
		}
		checkFloat32(t, c.mesh.Soup())
	}
}

func TestSoupsAreDeterministicAndFloat32(t *testing.T) {
	for _, m := range Makers() {
		a, b, other := m.Make(Rand(3), 40), m.Make(Rand(3), 40), m.Make(Rand(4), 40)
		if !sameBits(a, b) {
			t.Errorf("%s: one seed, two soups", m.Name)
		}
		if sameBits(a, other) {
			t.Errorf("%s: two seeds, one soup", m.Name)
		}
		if len(a) < 20 || len(a) > 60 {
			t.Errorf("%s: %d triangles where about 40 were asked for", m.Name, len(a))
		}
		checkFloat32(t, a)
	}
}

func TestCoplanarIsExactlyCoplanar(t *testing.T) {
	for seed := range uint64(50) {
		soup := Coplanar(Rand(seed), 20)
		var n, origin geom.Vec
		for _, tri := range soup {
			if n == (geom.Vec{}) {
				n, origin = tri.Normal(), tri[0]
			}
			for _, v := range tri {
				// Small integers: float64 arithmetic is exact.
				if n.Dot(v.Sub(origin)) != 0 {
					t.Fatalf("seed %d: %v is off the plane", seed, v)
				}
			}
		}
	}
}

func TestChangesKeepWhatTheyPromise(t *testing.T) {
	soup := Random(Rand(1), 10, 1)
	if got := FlipWinding(FlipWinding(soup)); !reflect.DeepEqual(got, soup) {
		t.Error("flipping twice changes the soup")
	}
	axes, signs := [3]int{1, 2, 0}, [3]float64{1, -1, 1}
	got := soup
	for range 6 {
		got = SwapAxes(got, axes, signs)
	}
	if !reflect.DeepEqual(got, soup) {
		t.Error("a signed cycle of the axes, six times over, is not the identity")
	}
	if got := Scale(Scale(soup, 1<<20), 1./(1<<20)); !reflect.DeepEqual(got, soup) {
		t.Error("scaling by a power of two and back is not exact")
	}
	permuted, from := PermuteTriangles(Rand(2), soup)
	for i, k := range from {
		if permuted[i] != soup[k] {
			t.Errorf("triangle %d is not old triangle %d", i, k)
		}
	}
	for i, tri := range PermuteCorners(Rand(2), soup) {
		if tri.Normal().Dot(soup[i].Normal()) <= 0 {
			t.Errorf("triangle %d lost its winding", i)
		}
	}
	if got := Translate(soup, geom.Vec{1, 2, 3})[0][0]; got != round(soup[0][0].Add(geom.Vec{1, 2, 3})) {
		t.Errorf("translated to %v", got)
	}
	box := Box(geom.Vec{}, geom.Vec{1, 1, 1})
	jittered := Jitter(Rand(5), box, 0.2, 0.125)
	for i, v := range jittered.Vertices {
		for k := range v {
			if math.Abs(v[k]-box.Vertices[i][k]) > 0.2+0.0625 || math.Mod(v[k], 0.125) != 0 {
				t.Errorf("vertex %d moved to %v", i, v)
			}
		}
	}
	if box.Vertices[7] != (geom.Vec{1, 1, 1}) {
		t.Error("jitter changed its argument")
	}
}

func TestSTLReadsBackWithAnIndependentLibrary(t *testing.T) {
	soup := Random(Rand(7), 25, 1)
	var binary, text bytes.Buffer
	if err := WriteSTL(&binary, soup); err != nil {
		t.Fatal(err)
	}
	if err := WriteASCIISTL(&text, "a name", soup); err != nil {
		t.Fatal(err)
	}
	if binary.Len() != 84+50*len(soup) {
		t.Errorf("%d bytes", binary.Len())
	}
	if !strings.HasPrefix(text.String(), "solid a name\n") || !strings.HasSuffix(text.String(), "endsolid a name\n") {
		t.Error("the name is not on the first and last line")
	}
	for format, data := range map[string][]byte{"binary": binary.Bytes(), "ASCII": text.Bytes()} {
		solid, err := stl.ReadAll(bytes.NewReader(data))
		if err != nil {
			t.Fatalf("%s: %v", format, err)
		}
		for i, tri := range solid.Triangles {
			for c, v := range tri.Vertices {
				if (geom.Vec{float64(v[0]), float64(v[1]), float64(v[2])}) != soup[i][c] {
					t.Fatalf("%s: triangle %d corner %d is %v, want %v", format, i, c, v, soup[i][c])
				}
			}
		}
		if len(solid.Triangles) != len(soup) {
			t.Errorf("%s: %d triangles", format, len(solid.Triangles))
		}
	}
}

func TestMeshesHoldTheSoup(t *testing.T) {
	m := Join(Box(geom.Vec{}, geom.Vec{1, 1, 1}), Cone(5, geom.Vec{3}, 1, 1))
	soup := m.Soup()
	for name, got := range map[string]int{"indexed": m.Mesh("m").Triangles(), "soup": Mesh("m", soup).Triangles()} {
		if got != len(soup) {
			t.Errorf("%s: %d triangles, want %d", name, got, len(soup))
		}
	}
	for i := range soup {
		if a, b := m.Mesh("m").Parts[0].Triangle(i), Mesh("m", soup).Parts[0].Triangle(i); a != soup[i] || b != soup[i] {
			t.Fatalf("triangle %d is %v and %v, want %v", i, a, b, soup[i])
		}
	}
}

// edgesOf counts the edges of m, and how many are not used once in each direction.
func edgesOf(m Indexed) (edges, open int) {
	used := map[[2]uint32]int{}
	for _, f := range m.Faces {
		for k := range f {
			used[[2]uint32{f[k], f[(k+1)%3]}]++
		}
	}
	for e, n := range used {
		back := used[[2]uint32{e[1], e[0]}]
		if n != 1 || back != 1 {
			open++
		}
		if e[0] < e[1] || back == 0 {
			edges++
		}
	}
	return edges, open
}

// volume returns the signed volume of a closed mesh, positive if it is wound outwards.
func volume(m Indexed) float64 {
	sum := 0.0
	for _, t := range m.Soup() {
		sum += geom.TripleProduct(t[0], t[1], t[2]) / 6
	}
	return sum
}

func checkFloat32(t *testing.T, soup []geom.Triangle) {
	t.Helper()
	for i, tri := range soup {
		for _, v := range tri {
			for _, x := range v {
				if float64(float32(x)) != x && !math.IsNaN(x) {
					t.Fatalf("triangle %d: %v is not a float32", i, x)
				}
			}
		}
	}
}

func sameBits(a, b []geom.Triangle) bool {
	var x, y bytes.Buffer
	WriteSTL(&x, a)
	WriteSTL(&y, b)
	return bytes.Equal(x.Bytes(), y.Bytes())
}
