package picture

import (
	"math"
	"testing"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/meshgen"
)

// TestLayerAgainstSamples compares triangles with a separate test of every sample.
func TestLayerAgainstSamples(t *testing.T) {
	rng := meshgen.Rand(11)
	for round := range 400 {
		size := math.Pow(10, 4*rng.Float64())
		var tri geom.Triangle
		for k := range tri {
			tri[k] = geom.Vec{20 + size*(rng.Float64()-0.5), 15 + size*(rng.Float64()-0.5), rng.Float64()}
		}
		l := newLayer(40, 30)
		l.triangle(&tri, 77, 78)
		area := math.Abs(tri[1].Sub(tri[0]).Cross(tri[2].Sub(tri[0]))[2])
		for k, got := range l.color {
			p := geom.Vec{float64(k%l.w) + 0.5, float64(k/l.w) + 0.5}
			inside := math.Inf(1) // the least distance from the edges
			sum := 0.0
			for i := range tri {
				a, b := tri[i], tri[(i+1)%3]
				turn := math.Abs((b[0]-a[0])*(p[1]-a[1]) - (b[1]-a[1])*(p[0]-a[0]))
				sum += turn
				inside = min(inside, turn/math.Hypot(b[0]-a[0], b[1]-a[1]))
			}
			if sum > area*(1+1e-9) {
				inside = -inside
			}
			if math.Abs(inside) < 1e-6 || math.Abs(inside-rimWidth) < 1e-6 {
				continue // too close to decide
			}
			want := ink(0)
			switch {
			case inside < 0:
			case inside < rimWidth && area >= 2*rimArea:
				want = 78
			default:
				want = 77
			}
			if got != want {
				t.Fatalf("round %d: %v: sample %v has shade %d, want %d", round, tri, p, got, want)
			}
			if want > 0 {
				if z, on := float64(l.depth[k]), depthAt(tri, p); math.Abs(z-on) > 1e-4*(1+size*size/area) {
					t.Fatalf("round %d: %v: sample %v is at depth %g, want %g", round, tri, p, z, on)
				}
			}
		}
	}
}

// depthAt returns the depth of a triangle's plane at p.
func depthAt(t geom.Triangle, p geom.Vec) float64 {
	n := t.Normal()
	return t[0][2] - (n[0]*(p[0]-t[0][0])+n[1]*(p[1]-t[0][1]))/n[2]
}

// The nearer triangle is visible, whichever is drawn first.
func TestLayerDepth(t *testing.T) {
	near := geom.Triangle{{-9, -9, 2}, {99, -9, 2}, {-9, 99, 2}}
	far := geom.Triangle{{-9, -9, 1}, {99, -9, 1}, {-9, 99, 1}}
	for _, order := range [][2]int{{0, 1}, {1, 0}} {
		l := newLayer(8, 8)
		for _, k := range order {
			l.triangle([]*geom.Triangle{&near, &far}[k], ink(5+k), ink(5+k))
		}
		for k, got := range l.color {
			if got != 5 {
				t.Fatalf("sample %d has shade %d", k, got)
			}
		}
	}
}

// Triangles without width are not drawn.
func TestLayerOddTriangles(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	for _, tri := range []geom.Triangle{
		{}, {{1, 1}, {5, 5}, {9, 9}}, {{nan, 0}, {9, 0}, {0, 9}}, {{nan, nan}, {nan, nan}, {nan, nan}},
		{{inf, 0}, {0, inf}, {-inf, -inf}},
	} {
		l := newLayer(16, 16)
		l.triangle(&tri, 1, 1)
		for k, got := range l.color {
			if got != 0 {
				t.Fatalf("%v: sample %d is drawn", tri, k)
			}
		}
	}
}

// TestLineAgainstSamples compares lines with the distance of every sample.
func TestLineAgainstSamples(t *testing.T) {
	rng := meshgen.Rand(12)
	for round := range 300 {
		size := math.Pow(10, 5*rng.Float64())
		point := func() geom.Vec { return geom.Vec{20 + size*(rng.Float64()-0.5), 15 + size*(rng.Float64()-0.5)} }
		p, q := point(), point()
		width := 1 + 5*rng.Float64()
		canvas := newCanvas(40, 30)
		canvas.line(p, q, width, lineColor)
		for k := range 40 * 30 {
			c := geom.Vec{float64(k%40) + 0.5, float64(k/40) + 0.5}
			d := q.Sub(p)
			s := min(max(c.Sub(p).Dot(d)/d.Dot(d), 0), 1)
			off := c.Sub(p.Lerp(q, s)).Norm()
			if math.Abs(off-width/2) > 1e-3 && (canvas.samples[k] == lineColor) != (off < width/2) {
				t.Fatalf("round %d: from %v to %v, %g wide: sample %v at %g is drawn: %v", round, p, q, width, c, off, canvas.samples[k] == lineColor)
			}
		}
	}
}

// Nothing is painted beyond the limit of overdraw.
func TestOverdraw(t *testing.T) {
	l := newLayer(16, 16)
	for k := range 3 * overdraw {
		z := float64(k)
		l.triangle(&geom.Triangle{{-40, -40, z}, {90, -40, z}, {-40, 90, z}}, 1, 1)
	}
	for k, z := range l.depth {
		if z != overdraw-1 {
			t.Fatalf("sample %d has the depth %g after %d layers, want that of layer %d", k, z, 3*overdraw, overdraw-1)
		}
	}
}

// A locator goes where it hides nothing, or else least.
func TestFreeCorner(t *testing.T) {
	const w, h = Width * oversampling, Height * oversampling
	l := newLayer(w, h)
	for k, c := range []struct{ left, top, marks int }{
		{w - locatorSize, h - locatorSize, 30}, {0, h - locatorSize, 20}, {w - locatorSize, 0, 10}, {0, 0, 40}, {w - locatorSize, 0, 0},
	} {
		if left, top := l.freeCorner(locatorSize); left != c.left || top != c.top {
			t.Errorf("after %d corners: %d,%d, want %d,%d", k, left, top, c.left, c.top)
		}
		for i := range c.marks {
			l.color[(c.top+5)*w+c.left+5+i] = 1
		}
	}
}
