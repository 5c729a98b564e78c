package plane_test

import (
	"encoding/binary"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/longtest"
	"github.com/meshcheck/meshcheck/plane"
)

// FuzzOverlap compares Overlap with its rational twin for any two triangles.
func FuzzOverlap(f *testing.F) {
	for i, family := range families {
		t, u := family.make(rand.New(rand.NewPCG(uint64(i), 6)))
		f.Add(encode(append(t[:], u[:]...)))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		p := decode(data)
		if len(p) != 6 {
			return
		}
		a, b := plane.Triangle(p[:3]), plane.Triangle(p[3:])
		use(&a, &b)
		for _, c := range p {
			if !finite(c) {
				return
			}
		}
		if a.Winding() == 0 || b.Winding() == 0 {
			return
		}
		a, b = counterClockwise(a), counterClockwise(b)
		compare(t, &a, &b)
	})
}

// FuzzRectangle checks the hull and the rectangle of any points.
func FuzzRectangle(f *testing.F) {
	for i, cloud := range clouds {
		f.Add(encode(cloud.make(rand.New(rand.NewPCG(uint64(i), 7)), 9)))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		points := decode(data)
		if len(points) > 40 {
			return
		}
		plane.MinRectangle(points) // whatever they are
		kept := points[:0]
		for _, p := range points {
			if finite(p) {
				kept = append(kept, p)
			}
		}
		if err := checkRectangle(kept); err != "" {
			t.Errorf("%v: %s", kept, err)
		}
	})
}

// TestNothingPanics calls everything with what is no triangle: corners that are not finite,
// huge, tiny or equal.
func TestNothingPanics(t *testing.T) {
	odd := []float64{0, 1, -1, math.NaN(), math.Inf(1), math.Inf(-1), math.MaxFloat64, -math.MaxFloat64, 5e-324, 1e-200, 1e200}
	rng := rand.New(rand.NewPCG(1, 8))
	for range longtest.Rounds(t, 15_000, 40_000) {
		var p [6]geom.Vec2
		for i := range p {
			p[i] = geom.Vec2{odd[rng.IntN(len(odd))], odd[rng.IntN(len(odd))]}
			if rng.IntN(3) == 0 {
				p[i] = p[rng.IntN(len(p))]
			}
		}
		a, b := plane.Triangle(p[:3]), plane.Triangle(p[3:])
		use(&a, &b)
		plane.MinRectangle(p[:])
		plane.MinRectangle(plane.Hull(p[:]))
	}
}

// use calls everything that takes triangles or segments.
func use(a, b *plane.Triangle) {
	a.Winding()
	a.Area()
	plane.Overlap(a, b)
	plane.SharedArea(a, b)
	plane.SharedPolygon(nil, a, b)
	plane.DeeperThan(a, b, 1)
	s, o := plane.Segment{a[0], a[1]}, plane.Segment{b[0], b[1]}
	s.Nearest(&o)
	s.Distance(&o)
}

func finite(p geom.Vec2) bool { return p[0]-p[0] == 0 && p[1]-p[1] == 0 }

// encode and decode write points as their float64 numbers.
func encode(points []geom.Vec2) (data []byte) {
	for _, p := range points {
		for _, x := range p {
			data = binary.LittleEndian.AppendUint64(data, math.Float64bits(x))
		}
	}
	return data
}

func decode(data []byte) (points []geom.Vec2) {
	for ; len(data) >= 16; data = data[16:] {
		points = append(points, geom.Vec2{
			math.Float64frombits(binary.LittleEndian.Uint64(data)),
			math.Float64frombits(binary.LittleEndian.Uint64(data[8:])),
		})
	}
	return points
}
