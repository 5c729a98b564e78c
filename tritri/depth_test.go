package tritri_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/meshgen"
	"github.com/meshcheck/meshcheck/tritri"
)

func TestDepth(t *testing.T) {
	for _, row := range []struct {
		why  string
		t, u geom.Triangle
		want float64
	}{
		{"a tip through the face", floor, tri(2, 2, -1, 3, 2, 9, 2, 3, 9), 1},
		{"a tip a hair through the face", floor, tri(2, 2, -hair, 3, 2, 9, 2, 3, 9), hair},
		{"all but a tip through the face", floor, tri(2, 2, 1, 3, 2, -9, 2, 3, -9), 1},
		{"edges hooked into each other", tri(-8, 0, 0, 8, 0, 0, 0, -8, 0), tri(0, -0.5, -8, 0, -0.5, 8, 0, 8, 0), 0.5},
		{"a wall near the rim, out sideways", floor, tri(0.25, 9, -9, 0.25, -9, -9, 0.25, 0, 9), 0.25},
		{"edges hooked at the hypotenuse", floor, tri(3.75, 3.75, -9, 3.75, 3.75, 9, 9, 9, 0), 0.5 / math.Sqrt2},
	} {
		for _, o := range orders {
			for _, q := range orders {
				tt, uu := o.of(row.t), q.of(row.u)
				for range 2 {
					if got := tritri.Depth(&tt, &uu); math.Abs(got-row.want) > 1e-15*size(tt, uu) {
						t.Errorf("%s: Depth(%v, %v) = %v, want %v", row.why, tt, uu, got, row.want)
					}
					tt, uu = uu, tt
				}
			}
		}
	}
}

// TestDepthByKind: the interiors of two triangles in different planes meet exactly
// where the depth is not 0, up to rounding.
func TestDepthByKind(t *testing.T) {
	for _, row := range pairs {
		depth := tritri.Depth(&row.t, &row.u)
		if rounding := 1e-15 * size(row.t, row.u); depth > rounding != (row.want.Kind == tritri.Crossing) {
			t.Errorf("%s: depth %g", row.why, depth)
		}
	}
}

// eachPair calls f with all pairs of some soups of whole triangles.
func eachPair(t *testing.T, makers []string, f func(rng *rand.Rand, tt, uu geom.Triangle)) {
	t.Helper()
	for _, name := range makers {
		for seed := range soupsOfEach(t) {
			rng := meshgen.Rand(seed)
			soup := makerOf(t, name)(rng, 10)
			for i := range soup {
				for j := range i {
					if !soup[i].Degenerate() && !soup[j].Degenerate() {
						f(rng, soup[j], soup[i])
					}
				}
			}
		}
	}
}

// TestDepthIsLeast: a move along the best of the eleven axes, a little longer than
// the depth, separates two triangles exactly; a little shorter, none does, and no
// other direction either.
func TestDepthIsLeast(t *testing.T) {
	n := 0
	eachPair(t, []string{"random", "snapped", "duplicates"}, func(rng *rand.Rand, tt, uu geom.Triangle) {
		depth := tritri.Depth(&tt, &uu)
		if depth < 1e-6*size(tt, uu) {
			return
		}
		n++
		axes := separatingAxes(tt, uu)
		if !slipsOut(tt, uu, axes, depth*(1+1e-6)) {
			t.Errorf("%v and %v still meet when moved by the depth %g", tt, uu, depth)
		}
		for range 8 {
			axes = append(axes, direction(rng))
		}
		if slipsOut(tt, uu, axes, depth*(1-1e-6)) {
			t.Errorf("%v and %v are apart before they are moved by the depth %g", tt, uu, depth)
		}
	})
	if n < 100 {
		t.Errorf("only %d pairs were moved", n)
	}
}

// separatingAxes returns both normals and the nine cross products of edges, at
// length 1.
func separatingAxes(t, u geom.Triangle) []geom.Vec {
	axes := []geom.Vec{t.Normal(), u.Normal()}
	for i := range t {
		for j := range u {
			axes = append(axes, t[(i+1)%3].Sub(t[i]).Cross(u[(j+1)%3].Sub(u[j])))
		}
	}
	out := axes[:0]
	for _, a := range axes {
		if n := a.Norm(); n > 0 {
			out = append(out, a.Scale(1/n))
		}
	}
	return out
}

// slipsOut reports whether u, moved by the given length along one of the
// directions or against it, is apart from t.
func slipsOut(t, u geom.Triangle, directions []geom.Vec, length float64) bool {
	for _, d := range directions {
		for _, s := range []float64{length, -length} {
			var moved geom.Triangle
			for k := range u {
				moved[k] = u[k].Add(d.Scale(s))
			}
			if r := tritri.Relate(&t, &moved); r.Kind == tritri.Apart {
				return true
			}
		}
	}
	return false
}

func direction(rng *rand.Rand) geom.Vec {
	for {
		d := geom.Vec{rng.NormFloat64(), rng.NormFloat64(), rng.NormFloat64()}
		if n := d.Norm(); n > 0.01 {
			return d.Scale(1 / n)
		}
	}
}

// TestDepthLaws: neither the order of the triangles nor that of the corners
// matters beyond rounding, and a power of two scales the depth exactly.
func TestDepthLaws(t *testing.T) {
	eachPair(t, []string{"random", "snapped", "slivers", "near coplanar"}, func(rng *rand.Rand, tt, uu geom.Triangle) {
		depth := tritri.Depth(&tt, &uu)
		near := func(law string, got float64) {
			if !(math.Abs(got-depth) <= 1e-15*size(tt, uu)) {
				t.Errorf("%v and %v: depth %g, and %g after a change of %s", tt, uu, depth, got, law)
			}
		}
		near("roles", tritri.Depth(&uu, &tt))
		v, w := orders[rng.IntN(6)].of(tt), orders[rng.IntN(6)].of(uu)
		near("corners", tritri.Depth(&v, &w))
		for _, scale := range []float64{0x1p-150, 0.25, 0x1p+200} {
			m := motion{axes: [3]int{0, 1, 2}, signs: [3]float64{1, 1, 1}, scale: scale}
			v, w := m.triangle(tt), m.triangle(uu)
			if got := tritri.Depth(&v, &w); got != depth*scale {
				t.Errorf("%v and %v: depth %g, scaled by %g %g", tt, uu, depth, scale, got)
			}
		}
	})
}

// TestDepthEqualsTwin compares with projections of all corners onto all axes, for edges that are
// nearly parallel among others: what an axis has lost to rounding must not make a depth too small.
func TestDepthEqualsTwin(t *testing.T) {
	compared := 0
	for seed := range uint64(3000) {
		rng := meshgen.Rand(seed)
		vector := func(size float64) geom.Vec {
			return geom.Vec{size * rng.NormFloat64(), size * rng.NormFloat64(), size * rng.NormFloat64()}
		}
		a := geom.Triangle{vector(1), vector(1), vector(1)}
		b := geom.Triangle{vector(1), vector(1), vector(1)}
		if seed%2 == 0 { // an edge along one of a's, turned by next to nothing
			b[0] = a[0].Add(a[1].Sub(a[0]).Scale(0.2)).Add(vector(math.Pow(10, -12*rng.Float64())))
			b[1] = b[0].Add(a[1].Sub(a[0]).Scale(rng.Float64())).Add(vector(math.Pow(10, -16*rng.Float64())))
		}
		if a.Degenerate() || b.Degenerate() {
			continue
		}
		compared++
		size := max(a.Box().Diagonal(), b.Box().Diagonal())
		if got, want := tritri.Depth(&a, &b), slowDepth(&a, &b); math.Abs(got-want) > 1e-11*size {
			t.Fatalf("seed %d: %v and %v: %v, want %v", seed, a, b, got, want)
		}
	}
	if compared < 2900 {
		t.Errorf("only %d pairs were compared", compared)
	}
}

// slowDepth is the least overlap of all corners' projections.
func slowDepth(a, b *geom.Triangle) float64 {
	least := math.Inf(1)
	project := func(axis geom.Vec) {
		low, high := [2]float64{math.Inf(1), math.Inf(1)}, [2]float64{math.Inf(-1), math.Inf(-1)}
		for k, t := range []*geom.Triangle{a, b} {
			for _, p := range t {
				x := axis.Dot(p.Sub(a[0])) / axis.Norm()
				low[k], high[k] = min(low[k], x), max(high[k], x)
			}
		}
		least = min(least, max(0, min(high[0]-low[1], high[1]-low[0])))
	}
	project(a.Normal())
	project(b.Normal())
	for i := range a {
		for j := range b {
			e, f := a[(i+1)%3].Sub(a[i]), b[(j+1)%3].Sub(b[j])
			if axis := e.Cross(f); axis.Norm() > 1e-8*e.Norm()*f.Norm() {
				project(axis)
			}
		}
	}
	return least
}
