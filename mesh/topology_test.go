package mesh_test

import (
	"slices"
	"sync"
	"testing"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/meshgen"
	"github.com/meshcheck/meshcheck/mesh"
)

// shellsSlowly spreads the smallest vertex of each shell until nothing changes.
func shellsSlowly(w *mesh.Welded) (shell []uint32, count int) {
	least := make([]uint32, len(w.Vertices))
	for v := range least {
		least[v] = uint32(v)
	}
	for changed := true; changed; {
		changed = false
		for i, f := range w.Faces {
			if !w.Finite(i) {
				continue
			}
			m := min(least[f[0]], least[f[1]], least[f[2]])
			for _, v := range f {
				if least[v] != m {
					least[v], changed = m, true
				}
			}
		}
	}
	number := map[uint32]uint32{}
	for _, m := range least {
		if _, ok := number[m]; !ok {
			number[m] = uint32(len(number))
		}
		shell = append(shell, number[m])
	}
	return shell, len(number)
}

func TestShells(t *testing.T) {
	for seed := range uint64(40) {
		rng := meshgen.Rand(seed)
		n := 1 + rng.IntN(300)
		// About as many points as corners make some shells of every size.
		soup := meshgen.Sprinkle(rng, meshgen.Snapped(rng, n, n+rng.IntN(3*n), 40))
		w := weld(t, meshgen.Mesh("soup", soup))
		shell, count, err := w.Shells(t.Context(), 1+int(seed%3))
		if err != nil {
			t.Fatal(err)
		}
		wantShell, wantCount := shellsSlowly(w)
		if count != wantCount || !slices.Equal(shell, wantShell) {
			t.Fatalf("seed %d: %d shells, want %d", seed, count, wantCount)
		}
	}
}

func TestShellsOfSolids(t *testing.T) {
	box := meshgen.Box(geom.Vec{0, 0, 0}, geom.Vec{1, 1, 1})
	inside := meshgen.Icosphere(1, geom.Vec{0.5, 0.5, 0.5}, 0.25)
	apart := meshgen.Tetrahedron(geom.Vec{5, 5, 5}, geom.Vec{6, 5, 5}, geom.Vec{5, 6, 5}, geom.Vec{5, 5, 6})
	corner := meshgen.Box(geom.Vec{1, 1, 1}, geom.Vec{2, 2, 2})
	for _, row := range []struct {
		why  string
		mesh meshgen.Indexed
		want int
	}{
		{"nothing", meshgen.Indexed{}, 0},
		{"one solid", box, 1},
		{"one inside the other and one far off", meshgen.Join(box, inside, apart), 3},
		{"a corner in common", meshgen.Join(box, corner), 1},
		{"the same twice", meshgen.Join(box, box), 1},
	} {
		_, got, err := weld(t, row.mesh.Mesh("")).Shells(t.Context(), 2)
		if err != nil || got != row.want {
			t.Errorf("%s: %d shells, want %d", row.why, got, row.want)
		}
	}
}

func TestFans(t *testing.T) {
	for seed := range uint64(20) {
		rng := meshgen.Rand(seed)
		w := weld(t, meshgen.Mesh("soup", meshgen.Sprinkle(rng, meshgen.Snapped(rng, 200, 60, 6))))
		skip := make([]bool, len(w.Faces))
		for i := range skip {
			skip[i] = !w.Finite(i) || i%7 == 3
		}
		fans := fansOf(t, w, skip)
		for v := range w.Vertices {
			var want []mesh.Corner
			for i, f := range w.Faces {
				if skip[i] {
					continue
				}
				for k, c := range f { // a degenerate triangle may have a vertex twice
					if c == uint32(v) {
						want = append(want, mesh.Corner(4*i+k))
					}
				}
			}
			if got := fans.Around(uint32(v)); !slices.Equal(got, want) {
				t.Fatalf("seed %d: around vertex %d: %v, want %v", seed, v, got, want)
			}
		}
		var removed []uint32
		for i := range skip {
			if !skip[i] && rng.IntN(1+int(seed)) == 0 {
				skip[i], removed = true, append(removed, uint32(i))
			}
		}
		want := fansOf(t, w, skip)
		fans.Remove(w, removed, skip)
		for v := range w.Vertices {
			if got, want := fans.Around(uint32(v)), want.Around(uint32(v)); !slices.Equal(got, want) {
				t.Fatalf("seed %d: around vertex %d are %v after %v were removed, want %v", seed, v, got, removed, want)
			}
		}
	}
}

func TestFansOfNothing(t *testing.T) {
	w := weld(t, meshgen.Box(geom.Vec{}, geom.Vec{1, 1, 1}).Mesh(""))
	for v := range w.Vertices {
		fans := fansOf(t, w, slices.Repeat([]bool{true}, len(w.Faces)))
		if got := fans.Around(uint32(v)); len(got) != 0 {
			t.Errorf("all triangles skipped, and %v are around vertex %d", got, v)
		}
	}
	fansOf(t, weld(t, &mesh.Mesh{}), nil)
}

func fansOf(t *testing.T, w *mesh.Welded, skip []bool) mesh.Fans {
	t.Helper()
	fans, err := w.Fans(t.Context(), 2, skip)
	if err != nil {
		t.Fatal(err)
	}
	return fans
}

// TestFansOfManyVertices has enough of them for several workers.
func TestFansOfManyVertices(t *testing.T) {
	w := weld(t, meshgen.Sphere(400, 201, geom.Vec{}).Mesh(""))
	one, err := w.Fans(t.Context(), 1, make([]bool, len(w.Faces)))
	if err != nil {
		t.Fatal(err)
	}
	for _, workers := range []int{2, 4, 9} {
		many, err := w.Fans(t.Context(), workers, make([]bool, len(w.Faces)))
		if err != nil {
			t.Fatal(err)
		}
		for v := range w.Vertices {
			if got, want := many.Around(uint32(v)), one.Around(uint32(v)); len(want) < 3 || !slices.Equal(got, want) {
				t.Fatalf("around vertex %d: %v by %d workers, %v by one", v, got, workers, want)
			}
		}
	}
}

// TestUnion joins from many goroutines in different orders what a slow twin joins
// in one.
func TestUnion(t *testing.T) {
	for seed := range uint64(20) {
		rng := meshgen.Rand(seed)
		n := 2 + rng.IntN(3000)
		joins := make([][2]uint32, n*(1+rng.IntN(10))/8)
		for k := range joins {
			joins[k] = [2]uint32{uint32(rng.IntN(n)), uint32(rng.IntN(n))}
		}
		want := joinSlowly(n, joins)
		u := mesh.NewUnion(n)
		var wg sync.WaitGroup
		const workers = 4
		for g := range workers {
			wg.Go(func() {
				order := meshgen.Rand(uint64(g)).Perm(len(joins))
				for _, k := range order[:len(order)*3/4] {
					u.Join(joins[k][0], joins[k][1])
					u.Find(joins[k][1])
				}
				for k := g; k < len(joins); k += workers {
					u.Join(joins[k][1], joins[k][0])
				}
			})
		}
		wg.Wait()
		for i := range n {
			if got := u.Find(uint32(i)); got != want[i] {
				t.Fatalf("seed %d: Find(%d) = %d, want %d", seed, i, got, want[i])
			}
		}
	}
}

// joinSlowly returns for each element the smallest one of its set.
func joinSlowly(n int, joins [][2]uint32) []uint32 {
	least := make([]uint32, n)
	for i := range least {
		least[i] = uint32(i)
	}
	for _, j := range joins {
		a, b := least[j[0]], least[j[1]]
		for i, m := range least {
			if m == a || m == b {
				least[i] = min(a, b)
			}
		}
	}
	return least
}
