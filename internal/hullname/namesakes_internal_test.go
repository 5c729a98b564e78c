package hullname

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/meshgen"
	"github.com/meshcheck/meshcheck/internal/pollctx"
	"github.com/meshcheck/meshcheck/mesh"
)

// slowBest is the instance that joinNamed joins a hull with, by visits of all instances; -1 for none.
func slowBest(h *Search, f *Hull, name string) int {
	best, bestRank := -1, ranks
	for i := range h.Instances {
		rank := slowRank(h, i, name)
		if h.Only[i] || rank == ranks {
			continue
		}
		if rank < bestRank || rank == bestRank && slowNearer(h, f.Instance, i, best) {
			best, bestRank = i, rank
		}
	}
	return best
}

// slowRank returns in which way an instance answers to a name, ranks for none.
func slowRank(h *Search, i int, name string) int {
	node, own := h.Instances[i].Name, h.scene.Meshes[h.Instances[i].Mesh].Name
	for k, is := range [ranks]bool{node == name, own == name, strings.EqualFold(node, name), strings.EqualFold(own, name),
		strings.EqualFold(local(node), name), strings.EqualFold(local(own), name), strings.EqualFold(inner(node), name), strings.EqualFold(inner(own), name)} {
		if is && name != "" {
			return k
		}
	}
	return ranks
}

// slowNearer reports whether instance i is a better body for hull f than j.
func slowNearer(h *Search, f, i, j int) bool {
	if a, b := h.Instances[i].LowerLevel, h.Instances[j].LowerLevel; a != b {
		return b
	}
	above := h.above(f)
	if a, b := h.above(i) == above, h.above(j) == above; a != b {
		return a
	}
	at := h.originOf(f)
	return h.originOf(i).Sub(at).Norm() < h.originOf(j).Sub(at).Norm()
}

// TestNamesakes compares the bodies of hulls among instances of the same names with those that
// visits of all instances find.
func TestNamesakes(t *testing.T) {
	names := []string{"Bench", "bench", "BENCH", "a:Bench", "Yard|Bench", "Yard|a:bench|Dupli|3", " Bench", "Seat", "UCX_Bench_01", "b:UCX_Seat", "UCX_a:Bench", ""}
	joined := 0
	for seed := range uint64(300) {
		rng := meshgen.Rand(seed)
		s := &mesh.Scene{}
		for range 4 {
			s.Meshes = append(s.Meshes, &mesh.Mesh{Name: names[rng.IntN(len(names))]})
		}
		size := 1 + rng.IntN(4)
		for range 1 + rng.IntN(80) {
			name := names[rng.IntN(len(names))]
			in := mesh.Instance{Name: name, Path: fmt.Sprint("/", rng.IntN(4), "/", name), Mesh: rng.IntN(4), World: geom.Identity(), LowerLevel: rng.IntN(4) == 0}
			for k := range 3 {
				in.World[k][3] = float64(rng.IntN(size)) / 3
			}
			s.Instances = append(s.Instances, in)
		}
		h := found(t, s, &check.HullOptions{})
		for k := range h.Hulls {
			f := &h.Hulls[k]
			for _, name := range names {
				want, got := slowBest(h, f, name), -1
				if n := h.named(name); n != nil {
					got = h.best(f, n)
					joined++
				}
				if got != want {
					t.Fatalf("seed %d: hull %d is one of instance %d by the name %q, want %d", seed, f.Instance, got, name, want)
				}
			}
		}
	}
	if joined < 10_000 {
		t.Error("only", joined, "hulls have bodies")
	}
}

// TestPrefixes compares the mesh whose name begins that of a hull with that of all prefixes.
func TestPrefixes(t *testing.T) {
	rng := meshgen.Rand(7)
	letters := []rune("aAbKİſé\u212aȺ")
	word := func() string {
		w := make([]rune, 1+rng.IntN(4))
		for i := range w {
			w[i] = letters[rng.IntN(len(letters))]
		}
		return string(w)
	}
	for range 2000 {
		h := found(t, sceneOf("/"+word(), "/"+word(), "/"+word(), "/x/UCX_none"), &check.HullOptions{})
		name := word() + word()
		want := 0
		for end := range len(name) + 1 {
			if utf8Boundary(name, end) && h.named(name[:end]) != nil {
				want = end
			}
		}
		got := 0
		for _, end := range slices.Backward(h.prefixes(name)) {
			if h.named(name[:end]) != nil {
				got = end
				break
			}
		}
		if got != want {
			t.Fatalf("the first %d bytes of %q name a mesh, want %d", got, name, want)
		}
	}
}

func utf8Boundary(s string, at int) bool { return at == len(s) || s[at]&0xC0 != 0x80 }

// TestManyNamesakes: finding the nearest of many instances of one name, or the longest prefix of a
// long name, must not cost the square of their number.
func TestManyNamesakes(t *testing.T) {
	const n = 20_000
	long := strings.Repeat("x", 300_000)
	for _, row := range []struct {
		why string
		at  func(i int) geom.Vec
	}{
		{why: "all in one place", at: func(int) geom.Vec { return geom.Vec{} }},
		{why: "in a row", at: func(i int) geom.Vec { return geom.Vec{0, float64(i), 0} }},
		{why: "on a plane", at: func(i int) geom.Vec { return geom.Vec{5, float64(i % 141), float64(i / 141)} }},
	} {
		s := sceneOf()
		for i := range 2 * n {
			in := mesh.Instance{Path: "/A", Name: "A", World: geom.Identity()}
			if i >= n {
				in.Path, in.Name = fmt.Sprintf("/g/UCX_A[%d]", i), "UCX_A"
			}
			for k, v := range row.at(i % n) {
				in.World[k][3] = v
			}
			s.Instances = append(s.Instances, in)
		}
		h := found(t, s, &check.HullOptions{})
		for k := range h.Hulls {
			if body := h.Hulls[k].Body.Visuals[0]; row.why != "all in one place" && body != k || body > k {
				t.Fatalf("%s: hull %d is one of instance %d", row.why, k, body)
			}
		}
	}
	h := found(t, sceneOf("/xy", "/g/"+long), &check.HullOptions{Names: []string{"/g/*"}})
	if len(h.Hulls) != 1 || len(h.Hulls[0].Orphan) != 1 {
		t.Errorf("a long name: %+v", h.Hulls)
	}
}

// TestFindEnds: a search whose context has ended fails, wherever it is.
func TestFindEnds(t *testing.T) {
	s := sceneOf("/Bench", "/a/Bench", "/b/UCX_Bench_01", "/b/UCX_Bench_02")
	for n := int64(1); ; n++ {
		ctx := pollctx.CancelAt(t.Context(), n)
		h, err := Find(ctx, s, &check.HullOptions{})
		if ctx.Context.Err() == nil {
			if err != nil || n < 6 {
				t.Errorf("%d polls: %v", n, err)
			}
			return
		}
		if h != nil || !errors.Is(err, context.Canceled) {
			t.Fatalf("ended at poll %d: %v, %v", n, h, err)
		}
	}
}
