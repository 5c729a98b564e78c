package world_test

import (
	"math"
	"slices"
	"testing"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/meshgen"
	"github.com/meshcheck/meshcheck/internal/world"
	"github.com/meshcheck/meshcheck/mesh"
)

func weld(t *testing.T, m meshgen.Indexed) *mesh.Welded {
	t.Helper()
	w, err := mesh.Weld(t.Context(), 1, m.Mesh(""))
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// TestIndex: equal triangles with equal numbers make one shape, others do not.
func TestIndex(t *testing.T) {
	x := world.NewIndex()
	shape := func(w *mesh.Welded, from []uint32, parts ...world.PartRange) *world.Shape {
		s, err := x.Shape(t.Context(), 1, &world.Mesh{Welded: w}, from, parts)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	box := func() *mesh.Welded { return weld(t, meshgen.Box(geom.Vec{}, geom.Vec{1, 1, 1})) }
	whole := world.PartRange{Triangles: 12}
	first := shape(box(), nil, whole)
	if shape(box(), nil, whole) != first {
		t.Error("the same box is another shape")
	}
	for why, s := range map[string]*world.Shape{
		"larger":        shape(weld(t, meshgen.Box(geom.Vec{}, geom.Vec{1, 1, 2})), nil, whole),
		"in two parts":  shape(box(), nil, world.PartRange{Triangles: 6}, world.PartRange{First: 6, Triangles: 6}),
		"other numbers": shape(box(), []uint32{12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23}, whole),
	} {
		if s == first {
			t.Errorf("a box that is %s is the same shape", why)
		}
	}
}

// TestShape: a box with a triangle that is degenerate and one that is not finite.
func TestShape(t *testing.T) {
	m := meshgen.Box(geom.Vec{-1, -1, -1}, geom.Vec{1, 2, 1})
	n := uint32(len(m.Vertices))
	m.Vertices = append(m.Vertices, geom.Vec{math.NaN(), 0, 0})
	m.Faces = append(m.Faces, [3]uint32{0, 1, 1}, [3]uint32{0, 1, n})
	s, err := world.NewShape(t.Context(), 1, &world.Mesh{Welded: weld(t, m)}, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	if s.Count != 12 || s.Nonfinite != 1 || s.MaxAbs() != (geom.Vec{1, 2, 1}) || s.Box.Diagonal() != math.Sqrt(17) {
		t.Errorf("%d triangles, %d not finite, in %v", s.Count, s.Nonfinite, s.Box)
	}
	if got := s.Surface().Degenerate; !slices.Equal(got, []uint32{12}) {
		t.Errorf("degenerate: %v", got)
	}
	if s.ConvexHull() != nil {
		t.Error("a surface that is not closed is that of a convex body")
	}
}

// TestConvexHull is of boxes, inside out as well, and of none of what has a dent.
func TestConvexHull(t *testing.T) {
	inward := meshgen.Box(geom.Vec{}, geom.Vec{1, 1, 1})
	for i, f := range inward.Faces {
		inward.Faces[i] = [3]uint32{f[0], f[2], f[1]}
	}
	for _, row := range []struct {
		name   string
		m      meshgen.Indexed
		convex bool
	}{
		{"box", meshgen.Box(geom.Vec{}, geom.Vec{1, 1, 1}), true},
		{"box inside out", inward, true},
		{"L", meshgen.LShape(2, 1), false},
	} {
		s, err := world.NewShape(t.Context(), 1, &world.Mesh{Welded: weld(t, row.m)}, nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		if h := s.ConvexHull(); (h != nil) != row.convex {
			t.Errorf("%s: convex %v", row.name, h != nil)
		}
	}
}

// TestPiece: a piece has the triangles asked for, and vertices in the order of their use.
func TestPiece(t *testing.T) {
	w := weld(t, meshgen.Box(geom.Vec{}, geom.Vec{1, 1, 1}))
	c := world.NewCutter(w)
	for _, faces := range [][]uint32{{7, 2}, {0, 1, 2, 3}, {11}} {
		p := c.Piece(faces)
		next := uint32(0)
		for i, f := range faces {
			if p.Triangle(i) != w.Triangle(int(f)) {
				t.Errorf("triangle %d of %v is %v, want %v", i, faces, p.Triangle(i), w.Triangle(int(f)))
			}
			for _, v := range p.Faces[i] {
				if v > next {
					t.Errorf("piece %v: vertex %d comes before %d", faces, v, next)
				}
				next = max(next, v+1)
			}
		}
		if int(next) != len(p.Vertices) {
			t.Errorf("piece %v has %d vertices, and uses %d", faces, len(p.Vertices), next)
		}
	}
}

// TestRounding: points that float32 has rounded are within the bound.
func TestRounding(t *testing.T) {
	rng := meshgen.Rand(1)
	for k := range 2000 {
		var in mesh.Instance
		exact := geom.Identity()
		for i := range exact {
			for j := range exact[i] {
				exact[i][j] = 10 * rng.NormFloat64()
				in.World[i][j] = float64(float32(exact[i][j]))
			}
		}
		p := geom.Vec{100 * rng.NormFloat64(), rng.NormFloat64(), 0.01 * rng.NormFloat64()}
		var stored, maxAbs geom.Vec
		for i, x := range p {
			stored[i] = float64(float32(x))
			maxAbs[i] = math.Abs(stored[i])
		}
		r := world.RoundingOf(&in, 0)
		if off := in.World.Apply(stored).Sub(exact.Apply(p)).Norm(); off > r.Within(maxAbs)*(1+1e-6) {
			t.Fatalf("point %d: off by %g, said to be within %g", k, off, r.Within(maxAbs))
		}
	}
	if r := (world.Rounding{Flat: 3}); r.Within(geom.Vec{}) != 3 {
		t.Error("a flattened object has a rounding of its own")
	}
}
