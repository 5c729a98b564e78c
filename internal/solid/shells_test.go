package solid_test

import (
	"slices"
	"testing"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/meshgen"
	"github.com/meshcheck/meshcheck/internal/pollctx"
	"github.com/meshcheck/meshcheck/internal/solid"
	"github.com/meshcheck/meshcheck/mesh"
)

// TestVolumesOf: the signs of volumes are exact, also where float64 cannot tell, and at all scales.
func TestVolumesOf(t *testing.T) {
	box := func(x, size float64) []geom.Triangle {
		return meshgen.Box(geom.Vec{x, 0, 0}, geom.Vec{x + size, size, size}).Soup()
	}
	// A tetrahedron with edges of millions and a volume of one sixth.
	const far = 1 << 23
	p, q, r, s := geom.Vec{}, geom.Vec{far, far - 1, 0}, geom.Vec{far + 1, far, 0}, geom.Vec{far, far, 1}
	thin := []geom.Triangle{{p, r, q}, {p, q, s}, {q, r, s}, {r, p, s}}
	flat := []geom.Triangle{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 0, 0}, {0, 1, 0}, {1, 0, 0}}}
	for name, row := range map[string]struct {
		soup  []geom.Triangle
		signs []int
		total int
	}{
		"a box":                   {box(0, 1), []int{1}, 1},
		"inside out":              {meshgen.FlipWinding(box(0, 1)), []int{-1}, -1},
		"both, that cancel":       {slices.Concat(box(0, 1), meshgen.FlipWinding(box(7, 1))), []int{1, -1}, 0},
		"all but cancelling":      {slices.Concat(box(0, 1), meshgen.FlipWinding(box(7, 1-0x1p-20))), []int{1, -1}, 1},
		"one open":                {slices.Concat(box(0, 1)[1:], box(9, 1)), []int{0, 1}, 1},
		"two sides of a sheet":    {flat, []int{0}, 0},
		"a box with a triangle":   {append(box(0, 1), flat[0]), []int{0}, 0},
		"a box twice":             {slices.Concat(box(0, 1), box(0, 1)), []int{1}, 1},
		"thin":                    {thin, []int{1}, 1},
		"thin, the other way":     {meshgen.FlipWinding(thin), []int{-1}, -1},
		"denormal":                {meshgen.Scale(box(0, 1), 0x1p-140), []int{1}, 1},
		"huge":                    {meshgen.Scale(box(0, 1), 0x1p+126), []int{1}, 1},
		"huge and denormal, both": {slices.Concat(meshgen.Scale(box(0, 1), 0x1p+126), meshgen.FlipWinding(meshgen.Scale(box(3, 1), 0x1p-140))), []int{1, -1}, 1},
	} {
		w, err := mesh.Weld(t.Context(), 1, meshgen.Mesh("", row.soup))
		if err != nil {
			t.Fatal(err)
		}
		for workers := 1; workers < 4; workers++ {
			v := volumesOf(t, w, workers)
			if !slices.Equal(v.Sign, row.signs) || v.Total != row.total {
				t.Errorf("%s: %+v, want %v and %d", name, v, row.signs, row.total)
			}
		}
	}
}

func volumesOf(t *testing.T, w *mesh.Welded, workers int) solid.Volumes {
	t.Helper()
	shell, count, err := w.Shells(t.Context(), workers)
	if err != nil {
		t.Fatal(err)
	}
	v, err := solid.VolumesOf(t.Context(), workers, w, fansOf(t, w), nil, shell, count)
	if err != nil {
		t.Fatal(err)
	}
	// The same where some triangles are not in the fans.
	skip, others := make([]bool, len(w.Faces)), []uint32(nil)
	for i := 0; i < len(skip); i += 3 {
		skip[i], others = true, append(others, uint32(i))
	}
	fans, err := w.Fans(t.Context(), workers, skip)
	if err != nil {
		t.Fatal(err)
	}
	got, err := solid.VolumesOf(t.Context(), workers, w, fans, others, shell, count)
	if err != nil || !slices.Equal(got.Sign, v.Sign) || got.Total != v.Total {
		t.Errorf("%+v, %v with other triangles, want %+v", got, err, v)
	}
	return v
}

func fansOf(t *testing.T, w *mesh.Welded) mesh.Fans {
	t.Helper()
	fans, err := w.Fans(t.Context(), 1, make([]bool, len(w.Faces)))
	if err != nil {
		t.Fatal(err)
	}
	return fans
}

// TestVolumesOfStops: exact sums ask the context often.
func TestVolumesOfStops(t *testing.T) {
	sheet := meshgen.Sphere(60, 60, geom.Vec{}).Soup()
	w, err := mesh.Weld(t.Context(), 1, meshgen.Mesh("", slices.Concat(sheet, meshgen.FlipWinding(sheet))))
	if err != nil {
		t.Fatal(err)
	}
	shell, count, _ := w.Shells(t.Context(), 1)
	ctx := pollctx.CancelAt(t.Context(), 0)
	if _, err := solid.VolumesOf(ctx, 1, w, fansOf(t, w), nil, shell, count); err != nil || ctx.Polls() < int64(len(w.Faces)/1024) {
		t.Fatalf("%d polls for %d triangles, %v", ctx.Polls(), len(w.Faces), err)
	}
	for n := int64(1); n <= ctx.Polls(); n += 7 {
		if _, err := solid.VolumesOf(pollctx.CancelAt(t.Context(), n), 1, w, fansOf(t, w), nil, shell, count); err == nil {
			t.Fatalf("not cancelled by poll %d of %d", n, ctx.Polls())
		}
	}
}
