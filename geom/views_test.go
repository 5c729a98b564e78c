package geom

import (
	"math/big"
	"math/rand/v2"
	"testing"
)

// TestGlance: a side that a glance is certain of is the exact one.
func TestGlance(t *testing.T) {
	for _, f := range families {
		t.Run(f.name, func(t *testing.T) {
			certain := 0
			for seed := range uint64(400) {
				point := f.point(rand.New(rand.NewPCG(seed, 4)))
				p := PlaneOf(point(), point(), point())
				u := Triangle{point(), point(), point()}
				side, height := p.Glance(&u)
				for k, s := range side {
					if s == 0 {
						continue
					}
					certain++
					if want := orient3DRat(p.a, p.b, p.c, u[k]); s != want {
						t.Fatalf("seed %d: corner %d is on side %d, want %d", seed, k, s, want)
					}
					if float64(s)*height[k] <= 0 {
						t.Fatalf("seed %d: side %d at height %g", seed, s, height[k])
					}
				}
			}
			t.Log(certain, "of 1200 certain")
		})
	}
}

// directionOf is what a view looks along.
func directionOf(w View) Vec {
	if w < 3 {
		var d Vec
		d[w] = 1
		return d
	}
	return diagonals[w-3]
}

// TestViews: an orientation that a view is certain of is the exact one, and along
// the axes it is that of Orient2D.
func TestViews(t *testing.T) {
	for _, f := range families {
		t.Run(f.name, func(t *testing.T) {
			var certain [7]int
			for seed := range uint64(400) {
				point := f.point(rand.New(rand.NewPCG(seed, 5)))
				u := Triangle{point(), point(), point()}
				views := ViewsOf(&u)
				if views != 0 && u.Degenerate() {
					t.Fatalf("seed %d: %v has views %b and is degenerate", seed, u, views)
				}
				for w := range View(7) {
					bits := views >> (2 * w) & 3
					if bits == 0 {
						continue
					}
					certain[w]++
					want := normalAlong(&u, directionOf(w))
					if got := map[Views]int{1: 1, 2: -1}[bits]; got != want {
						t.Fatalf("seed %d view %d: %d, want %d", seed, w, got, want)
					}
				}
			}
			t.Log("certain of 400 in each view:", certain)
		})
	}
}

// normalAlong is the exact sign of the inner product of u's normal and d.
func normalAlong(u *Triangle, d Vec) int {
	diff := func(k, axis int) *big.Rat { return new(big.Rat).Sub(rat(u[k][axis]), rat(u[0][axis])) }
	sum := new(big.Rat)
	for k := range 3 {
		i, j := next[k], next[next[k]]
		l, r := new(big.Rat).Mul(diff(1, i), diff(2, j)), new(big.Rat).Mul(diff(1, j), diff(2, i))
		sum.Add(sum, l.Sub(l, r).Mul(l, rat(d[k])))
	}
	return sum.Sign()
}

// TestViewSide: the sides of both lines of each view are exact where they are
// certain, the lines hold the view's direction, and they differ.
func TestViewSide(t *testing.T) {
	for w := range View(7) {
		d := directionOf(w)
		var lines [2]Vec
		for line := range 2 {
			// The line's plane by its values at the unit vectors.
			for k := range 3 {
				var e Vec
				e[k] = 1
				s, ok := w.Side(&e, &Vec{}, line)
				if !ok {
					t.Fatalf("view %d line %d is not certain of a unit vector", w, line)
				}
				lines[line][k] = float64(s)
			}
			if lines[line].Dot(d) != 0 {
				t.Errorf("view %d line %d: %v does not hold %v", w, line, lines[line], d)
			}
		}
		if n := lines[0].Cross(lines[1]); n == (Vec{}) {
			t.Errorf("view %d has one line twice", w)
		}
		for _, f := range families {
			for seed := range uint64(200) {
				point := f.point(rand.New(rand.NewPCG(seed, 6)))
				p, v := point(), point()
				for line, l := range lines {
					want := new(big.Rat)
					for k := range 3 {
						x := new(big.Rat).Sub(rat(p[k]), rat(v[k]))
						want.Add(want, x.Mul(x, rat(l[k])))
					}
					if got, ok := w.Side(&p, &v, line); ok && got != want.Sign() {
						t.Fatalf("%s, seed %d, view %d, line %d: %d, want %d", f.name, seed, w, line, got, want.Sign())
					}
				}
			}
		}
	}
}

func TestApplyBox(t *testing.T) {
	turn := Affine{{0, -2, 0, 5}, {2, 0, 0, 0}, {0, 0, -1, 1}}
	got := turn.ApplyBox(Box{Vec{0, 0, 0}, Vec{1, 2, 3}})
	if want := (Box{Vec{1, 0, -2}, Vec{5, 2, 1}}); got != want {
		t.Errorf("%v, want %v", got, want)
	}
	if !turn.ApplyBox(EmptyBox()).Empty() {
		t.Error("the image of nothing is something")
	}
}

// TestEachViews compares the views of many triangles with those of each one, which other
// code computes on some machines.
func TestEachViews(t *testing.T) {
	for _, f := range families {
		t.Run(f.name, func(t *testing.T) {
			point := f.point(rand.New(rand.NewPCG(6, 7)))
			seen := map[Views]bool{}
			for n := range 200 {
				ts := make([]Triangle, n)
				for i := range ts {
					ts[i] = Triangle{point(), point(), point()}
				}
				views := make([]Views, n)
				EachViews(ts, views)
				for i, v := range views {
					seen[v] = true
					if want := ViewsOf(&ts[i]); v != want {
						t.Fatalf("triangle %d of %d, %v: views %014b, want %014b", i, n, ts[i], v, want)
					}
				}
			}
			t.Log(len(seen), "different views")
		})
	}
}

func BenchmarkEachViews(b *testing.B) {
	const n = 1024
	point := families[0].point(rand.New(rand.NewPCG(6, 7)))
	ts, views := make([]Triangle, n), make([]Views, n)
	for i := range ts {
		ts[i] = Triangle{point(), point(), point()}
	}
	for name, f := range map[string]func([]Triangle, []Views){"go": eachViewsGo, "fastest": eachViews} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				f(ts, views)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/n, "ns/triangle")
		})
	}
}
