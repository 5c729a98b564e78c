package posed

import (
	"math"
	"slices"
	"testing"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/meshgen"
	"github.com/meshcheck/meshcheck/tritri"
)

func surfaceOf(m meshgen.Indexed) *Surface {
	return NewSurface(len(m.Vertices), m.Faces, []Object{{End: len(m.Faces), Self: true}}, nil)
}

// TestFans: closed fans, open ones, and faces that are no fan.
func TestFans(t *testing.T) {
	for _, row := range []struct {
		name  string
		faces [][3]uint32
		want  []uint32 // the faces at vertex 0 in order, nil for no fan
		end   uint32
	}{
		{"one face", [][3]uint32{{0, 1, 2}}, []uint32{0}, 2},
		{"closed", [][3]uint32{{0, 1, 2}, {3, 1, 0}, {0, 2, 3}}, []uint32{0, 2, 1}, 1},
		{"open", [][3]uint32{{0, 2, 3}, {0, 1, 2}}, []uint32{1, 0}, 3},
		{"two fans", [][3]uint32{{0, 1, 2}, {0, 3, 4}}, nil, irregular},
		{"two closed fans", [][3]uint32{{0, 1, 2}, {0, 2, 3}, {0, 3, 1}, {0, 4, 5}, {0, 5, 6}, {0, 6, 4}}, nil, irregular},
		{"a closed fan and an open one", [][3]uint32{{0, 1, 2}, {0, 2, 3}, {0, 3, 1}, {0, 4, 5}}, nil, irregular},
		{"three faces at an edge", [][3]uint32{{0, 1, 2}, {0, 1, 3}, {0, 4, 1}}, nil, irregular},
		{"three faces at an edge, backwards", [][3]uint32{{0, 2, 1}, {0, 3, 1}, {0, 1, 4}}, nil, irregular},
		{"windings that differ", [][3]uint32{{0, 1, 2}, {0, 3, 2}}, nil, irregular},
		{"a fan that runs into itself", [][3]uint32{{0, 1, 2}, {0, 2, 3}, {0, 3, 2}}, nil, irregular},
		{"a duplicate", [][3]uint32{{0, 1, 2}, {0, 1, 2}}, nil, irregular},
		{"a vertex twice", [][3]uint32{{0, 0, 2}, {0, 1, 2}}, []uint32{1}, 2},
	} {
		m := meshgen.Indexed{Vertices: make([]geom.Vec, 7), Faces: row.faces}
		s := surfaceOf(m)
		var got []uint32
		for _, c := range s.fans.around(0) {
			got = append(got, c.face)
		}
		if s.fans.end[0] != row.end || row.want != nil && !slices.Equal(got, row.want) {
			t.Errorf("%s: faces %v to %v, want %v to %v", row.name, got, s.fans.end[0], row.want, row.end)
		}
	}
}

// TestCertificatesAreTrue: no two faces at a certified vertex go through each other or touch, and
// hardly a vertex of smooth surfaces is not certified.
func TestCertificatesAreTrue(t *testing.T) {
	for _, row := range []struct {
		name  string
		mesh  meshgen.Indexed
		least float64 // share of vertices that are certified without jitter
	}{
		{"sphere", meshgen.Icosphere(3, geom.Vec{}, 1), 1},
		{"grid", meshgen.Grid(20, 20, nil), 1},
		{"torus", meshgen.Torus(30, 12, 3, 1), 1},
		{"box", meshgen.Box(geom.Vec{}, geom.Vec{1, 1, 1}), 1},
		{"concave", meshgen.LShape(3, 1), 0.8},
		{"cone", meshgen.Cone(50, geom.Vec{}, 1, 2), 0.9},
		{"wound twice", windings(2), 0.9},
	} {
		rng := meshgen.Rand(1)
		q := surfaceOf(row.mesh).NewSearcher()
		for frame := range 40 {
			m := meshgen.Jitter(rng, row.mesh, float64(frame)/60, 0)
			if frame%3 == 2 {
				m = meshgen.Jitter(rng, row.mesh, float64(frame)/60, 1.0/8)
			}
			if err := q.Pairs(t.Context(), m.Vertices, nil, func(Pair) bool { return true }); err != nil {
				t.Fatal(err)
			}
			sure, of := 0, 0
			for v, certified := range q.certified {
				fan := q.surface.fans.around(v)
				if len(fan) > 1 {
					of++
				}
				if !certified {
					continue
				}
				sure++
				for k, c := range fan {
					for _, d := range fan[k+1:] {
						t1, t2 := q.Triangle(c.face), q.Triangle(d.face)
						if m := tritri.Relate(&t1, &t2); m.Kind != tritri.Apart {
							t.Fatalf("%s, frame %d: vertex %d is certified, but faces %d and %d are a %v", row.name, frame, v, c.face, d.face, m.Kind)
						}
					}
				}
			}
			if share := float64(sure) / float64(of); frame == 0 && share < row.least {
				t.Errorf("%s: %.2f of the vertices are certified, want %v", row.name, share, row.least)
			}
		}
	}
}

// windings is a disc around vertex 0 that makes so many turns before it closes, with others beside
// it that make one turn.
func windings(turns int) meshgen.Indexed {
	const spokes = 11
	m := meshgen.Icosphere(1, geom.Vec{5, 0, 0}, 1)
	centre := uint32(len(m.Vertices))
	m.Vertices = append(m.Vertices, geom.Vec{})
	for k := range spokes {
		sin, cos := math.Sincos(2 * math.Pi * float64(turns*k) / spokes)
		m.Vertices = append(m.Vertices, geom.Vec{cos, sin, 0})
		m.Faces = append(m.Faces, [3]uint32{centre, centre + 1 + uint32(k), centre + 1 + uint32((k+1)%spokes)})
	}
	return m
}
