package geom

import (
	"math"
	"testing"
)

func TestBox(t *testing.T) {
	unit := EmptyBox().Include(Vec{}).Include(Vec{1, 1, 1})
	for _, row := range []struct {
		why  string
		b    Box
		want bool
	}{
		{"touching faces meet", Box{Vec{1, 0, 0}, Vec{2, 1, 1}}, true},
		{"touching corners meet", Box{Vec{1, 1, 1}, Vec{2, 2, 2}}, true},
		{"apart on the last axis only", Box{Vec{0, 0, 1.5}, Vec{1, 1, 2}}, false},
		{"inside", Box{Vec{0.2, 0.2, 0.2}, Vec{0.3, 0.3, 0.3}}, true},
		{"empty meets nothing", EmptyBox(), false},
	} {
		if got := unit.Intersects(row.b); got != row.want {
			t.Errorf("%s: %v", row.why, got)
		}
		if got := row.b.Intersects(unit); got != row.want {
			t.Errorf("%s, the other way round: %v", row.why, got)
		}
	}
	if !EmptyBox().Empty() || unit.Empty() {
		t.Error("Empty is wrong")
	}
	if EmptyBox().Union(unit) != unit {
		t.Error("uniting with the empty box changes a box")
	}
	if EmptyBox().Diagonal() != 0 || unit.Diagonal() != math.Hypot(math.Sqrt2, 1) {
		t.Error("Diagonal is wrong")
	}
}

func TestFinite(t *testing.T) {
	for _, row := range []struct {
		v    Vec
		want bool
	}{
		{Vec{}, true}, {Vec{math.MaxFloat64, -math.MaxFloat64, 5e-324}, true},
		{Vec{math.NaN(), 0, 0}, false}, {Vec{0, math.Inf(1), 0}, false}, {Vec{0, 0, math.Inf(-1)}, false},
	} {
		if got := row.v.Finite(); got != row.want {
			t.Errorf("%v: %v", row.v, got)
		}
	}
}

func TestFiniteMaps(t *testing.T) {
	if good := Scaling(math.MaxFloat64); !good.Finite() {
		t.Errorf("%v is not finite", good)
	}
	for row := range 3 {
		for column := range 4 {
			for _, x := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
				bad := Identity()
				if bad[row][column] = x; bad.Finite() {
					t.Errorf("%v is finite", bad)
				}
			}
		}
	}
}

func TestFiniteTriangles(t *testing.T) {
	if good := (Triangle{{}, {1, 0, 0}, {0, math.MaxFloat64, 0}}); !good.Finite() {
		t.Errorf("%v is not finite", good)
	}
	for k := range 3 {
		var bad Triangle
		if bad[k][k] = math.NaN(); bad.Finite() {
			t.Errorf("%v is finite", bad)
		}
	}
}

func TestPerpendicular(t *testing.T) {
	for _, v := range []Vec{{1, 0, 0}, {0, -2, 0}, {0, 0, 3}, {1, 1, 1}, {-1, 2, 1e-9}, {3e200, 4e200, 1e200}, {1e-300, 0, 2e-300}} {
		w := v.Perpendicular()
		if math.Abs(w.Norm()-1) > 1e-15 || math.Abs(w.Dot(v.Unit())) > 1e-15 {
			t.Errorf("%v is not a unit vector perpendicular to %v", w, v)
		}
	}
	if w := (Vec{}).Perpendicular(); w != (Vec{}) {
		t.Errorf("%v is perpendicular to the zero vector", w)
	}
}

func TestTripleProduct(t *testing.T) {
	u, v, w := Vec{2, 0, 0}, Vec{1, 3, 0}, Vec{5, 7, 4}
	for _, row := range []struct {
		u, v, w Vec
		want    float64
	}{{u, v, w, 24}, {v, w, u, 24}, {w, u, v, 24}, {v, u, w, -24}, {u, w, v, -24}, {w, v, u, -24}, {u, v, u.Add(v), 0}} {
		if got := TripleProduct(row.u, row.v, row.w); got != row.want {
			t.Errorf("%v, %v, %v: %g, want %g", row.u, row.v, row.w, got, row.want)
		}
	}
}

func TestDegenerate(t *testing.T) {
	for _, row := range []struct {
		why  string
		t    Triangle
		want bool
	}{
		{"a point", Triangle{}, true},
		{"two equal corners", Triangle{{1, 2, 3}, {1, 2, 3}, {4, 5, 6}}, true},
		{"collinear in all three projections", Triangle{{0, 0, 0}, {1, 2, 3}, {2, 4, 6}}, true},
		{"collinear seen along x only", Triangle{{0, 0, 0}, {1, 1, 1}, {5, 2, 2}}, false},
		{"one ulp off the line", Triangle{{0, 0, 0}, {1, 1, 1}, {2, 2, math.Nextafter(2, 3)}}, false},
		{"a needle of denormals", Triangle{{0, 0, 0}, {5e-324, 0, 0}, {0, 5e-324, 0}}, false},
	} {
		if got := row.t.Degenerate(); got != row.want {
			t.Errorf("%s: %v", row.why, got)
		}
	}
}

func TestAffine(t *testing.T) {
	m := Affine{{0, -2, 0, 5}, {2, 0, 0, 0}, {0, 0, 2, -1}} // a quarter turn about z, scaled by 2
	if got, want := m.Apply(Vec{1, 2, 3}), (Vec{1, 2, 5}); got != want {
		t.Errorf("Apply: %v, want %v", got, want)
	}
	p := Vec{1, -2, 0.5}
	twice := m.Mul(m)
	if got, want := twice.Apply(p), m.Apply(m.Apply(p)); got != want {
		t.Errorf("Mul: %v, want %v", got, want)
	}
	scaled := m.ScaleInput(4)
	if got, want := scaled.Apply(p), m.Apply(p.Scale(4)); got != want {
		t.Errorf("ScaleInput: %v, want %v", got, want)
	}
	if one := Identity(); m.Singular() || one.Singular() {
		t.Error("an invertible map is called singular")
	}
	for _, flat := range []Affine{{}, {{1, 0, 0, 9}, {0, 1, 0, 9}, {0, 0, 0, 9}}, {{1, 2, 3, 0}, {2, 4, 6, 0}, {0, 0, 1, 0}}} {
		if !flat.Singular() {
			t.Errorf("%v is singular", flat)
		}
	}
}

func TestNormStaysFinite(t *testing.T) {
	for _, row := range []struct {
		v    Vec
		want float64
	}{
		{Vec{3e200, 4e200, 0}, 5e200}, {Vec{3e-200, 0, 4e-200}, 5e-200}, {Vec{}, 0},
	} {
		if got := row.v.Norm(); math.Abs(got-row.want) > 1e-15*row.want {
			t.Errorf("Norm(%v) = %g, want %g", row.v, got, row.want)
		}
	}
}

func TestUnit(t *testing.T) {
	for _, row := range []struct{ v, want Vec }{
		{Vec{}, Vec{}}, {Vec{0, -3, 0}, Vec{0, -1, 0}}, {Vec{3e200, 0, 4e200}, Vec{0.6, 0, 0.8}},
	} {
		if got := row.v.Unit(); got.Sub(row.want).Norm() > 1e-15 {
			t.Errorf("Unit(%v) = %v, want %v", row.v, got, row.want)
		}
	}
}

func TestCentroid(t *testing.T) {
	if got, want := (&Triangle{{0, 0, 3}, {6, 0, 0}, {0, 9, 0}}).Centroid(), (Vec{2, 3, 1}); got.Sub(want).Norm() > 1e-15 {
		t.Errorf("%v, want %v", got, want)
	}
}

func TestDeterminantAndMirrors(t *testing.T) {
	for _, row := range []struct {
		m    Affine
		want float64
	}{
		{Identity(), 1}, {Affine{{0, 1, 0, 5}, {2, 0, 0, 5}, {0, 0, 3, 5}}, -6}, {Affine{{0, 1, 0, 0}, {0, 0, 2, 0}, {3, 0, 0, 0}}, 6}, {Affine{}, 0},
	} {
		if got := row.m.Determinant(); got != row.want {
			t.Errorf("Determinant(%v) = %v, want %v", row.m, got, row.want)
		}
		if got := row.m.Mirrors(); got != (row.want < 0) {
			t.Errorf("Mirrors(%v) = %v", row.m, got)
		}
	}
}

func TestGrown(t *testing.T) {
	b := PointBox(Vec{1, -2, 0})
	if b.MaxAbs() != 2 || !b.Intersects(PointBox(Vec{1, -2, 0})) {
		t.Error("not the box of a point", b)
	}
	g := b.Grown(0.1)
	for k, p := range b.Min {
		if !(g.Min[k] < p-0.1 && g.Max[k] > p+0.1 && g.Max[k]-g.Min[k] < 0.2+1e-15) {
			t.Errorf("axis %d: %v", k, g)
		}
	}
	if e := EmptyBox().Grown(1); !e.Empty() {
		t.Errorf("no box grows to %v", e)
	}
}
