package picture

import (
	"bytes"
	"image"
	"image/png"
	"math"
	"sync"
	"testing"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/meshgen"
	"github.com/meshcheck/meshcheck/internal/scenetest"
	"github.com/meshcheck/meshcheck/mesh"
	"github.com/meshcheck/meshcheck/report/drawing"
	"github.com/meshcheck/meshcheck/report/palette"
)

func excerptOf(t *testing.T, s *mesh.Scene, r *check.Result, o drawing.Options) *drawing.Excerpt {
	t.Helper()
	e, err := drawing.NewExcerpt(t.Context(), s, r, o)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// painterOf returns a painter of the first mesh of a scene.
func painterOf(t *testing.T, s *mesh.Scene) *Painter {
	t.Helper()
	return NewPainter(excerptOf(t, s, scenetest.CheckedScene(t, s), drawing.Options{}).Meshes[0])
}

func decodePicture(t *testing.T, b []byte) image.Image {
	t.Helper()
	img, err := png.Decode(bytes.NewReader(b))
	if err != nil {
		t.Fatal(err)
	}
	if img.Bounds() != image.Rect(0, 0, Width, Height) {
		t.Fatalf("a picture of %v", img.Bounds())
	}
	return img
}

// The finding, a line or an area, has the colour of its rule, and no other rule's colour occurs.
func TestPictureShowsTheKind(t *testing.T) {
	for path, rule := range map[string]check.Rule{
		"kinds/crossing.stl":          check.Crossing,
		"kinds/crossing_far_away.stl": check.Crossing,
		"kinds/crossing_tiny.stl":     check.Crossing,
		"kinds/through_edge.stl":      check.Crossing,
		"kinds/overlap_same.stl":      check.Overlap,
		"kinds/overlap_star.stl":      check.Overlap,
		"kinds/duplicate_same.stl":    check.Duplicate,
	} {
		img := decodePicture(t, painterOf(t, scenetest.Fixture(t, path)).Region(0))
		least := 400
		if rule == check.Crossing {
			least = 30
		}
		if n := scenetest.HuePixels(img, img.Bounds(), palette.Of(rule, check.Error), 0.992); n < least {
			t.Errorf("%s: %d pixels have the colour of %s", path, n, rule)
		}
		for _, other := range check.Self.Rules() {
			if other == check.Nonfinite || palette.Of(other, check.Error) == palette.Of(rule, check.Error) {
				continue
			}
			if n := scenetest.HuePixels(img, img.Bounds(), palette.Of(other, check.Error), 0.992); other != rule && n > 20 {
				t.Errorf("%s: %d pixels have the colour of %s", path, n, other)
			}
		}
	}
}

// The cut has the colour of crossings, and the triangles are only tinted.
func TestPictureShowsTheCut(t *testing.T) {
	img := decodePicture(t, painterOf(t, scenetest.Fixture(t, "kinds/crossing.stl")).Region(0))
	cut, tinted := 0, 0
	for y := range Height {
		for x := range Width {
			if r, g, b, _ := img.At(x, y).RGBA(); r > 3*b {
				cut++
				if x < 80 || x > 160 || y < 50 || y > 110 {
					t.Fatalf("the colour of crossings at %d,%d", x, y)
				}
			} else if r > g+g/8 && r > b+b/8 {
				tinted++
			}
		}
	}
	if cut < 20 || tinted < 4000 {
		t.Errorf("%d pixels of the cut, %d of its triangles", cut, tinted)
	}
}

// If large triangles share a small area, only that area has the full colour of the rule.
func TestPictureShowsTheCommonArea(t *testing.T) {
	for name, c := range map[string]struct {
		other geom.Triangle
		rule  check.Rule
		most  int
	}{
		"a tiny area":  {geom.Triangle{{-4, 3, 0}, {0.01, 3, 0}, {-4, 3.01, 0}}, check.Overlap, 300},
		"a large area": {geom.Triangle{{0, 0, 0}, {7, 0, 0}, {0, 7, 0}}, check.Overlap, Width * Height},
		"a tiny cut":   {geom.Triangle{{1, 1, -0.1}, {1.02, 1, -0.1}, {1.01, 1.02, 0.5}}, check.Crossing, 300},
	} {
		soup := []geom.Triangle{{{0, 0, 0}, {8, 0, 0}, {0, 8, 0}}, c.other}
		img := decodePicture(t, painterOf(t, scenetest.SceneOf(meshgen.Mesh("", soup))).Region(0))
		n := scenetest.HuePixels(img, img.Bounds(), palette.Of(c.rule, check.Error), 0.992)
		if n < 5 || n > c.most || c.most > 300 && n < 3000 {
			t.Errorf("%s: %d pixels in the colour of the rule", name, n)
		}
	}
}

// Findings hidden on all sides shine through.
func TestPictureShinesThrough(t *testing.T) {
	soup := append(meshgen.Box(geom.Vec{-1, -1, -1}, geom.Vec{2, 2, 2}).Soup(),
		geom.Triangle{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, geom.Triangle{{0.2, 0.2, -0.5}, {0.3, 0.2, 0.5}, {0.2, 0.4, 0.5}})
	x := painterOf(t, scenetest.SceneOf(meshgen.Mesh("", soup)))
	v := x.focusOn(x.regions[0])
	c := v.choose(240, 160)
	around, own := v.draw(&c, false)
	if own.visible(around) > 0 {
		t.Fatal("the closed box hides nothing")
	}
	img := decodePicture(t, x.Region(0))
	tinted := 0
	for y := range Height {
		for x := range Width {
			if r, _, b, _ := img.At(x, y).RGBA(); r > b+b/12 {
				tinted++
			}
		}
	}
	cut := scenetest.HuePixels(img, img.Bounds(), palette.Of(check.Crossing, check.Error), 0.992)
	if cut < 30 || tinted < 1000 {
		t.Errorf("%d pixels of the hidden crossing, %d of its triangles", cut, tinted)
	}
}

// A locator marks only small regions.
func TestPictureLocator(t *testing.T) {
	pin := geom.Triangle{{0.9, 0, -0.1}, {1.3, 0.01, 0.1}, {1.3, 0.03, 0.1}}
	soup := append(meshgen.Sphere(100, 51, geom.Vec{}).Soup(), pin)
	small := painterOf(t, scenetest.SceneOf(meshgen.Mesh("", soup)))
	v := small.focusOn(small.regions[0])
	if times := geom.Box(small.view.Box).Diagonal() / 2 / v.unit; times < 4 {
		t.Fatalf("the mesh is only %g times as large as the region", times)
	}
	c := v.choose(Width*oversampling, Height*oversampling)
	_, own := v.draw(&c, true)
	left, top := own.freeCorner(locatorSize)
	const size = locatorSize / oversampling
	corner := image.Rect(0, 0, size, size).Add(image.Pt(left/oversampling, top/oversampling))
	if n := scenetest.HuePixels(decodePicture(t, small.Region(0)), corner, palette.Of(check.Crossing, check.Error), 0.992); n < 10 || n > 200 {
		t.Errorf("%d pixels of a mark in the corner", n)
	}
	large := painterOf(t, scenetest.Fixture(t, "kinds/overlap_star.stl"))
	corner = image.Rect(Width-size, Height-size, Width, Height)
	if n := scenetest.HuePixels(decodePicture(t, large.Region(0)), corner, palette.Of(check.Overlap, check.Error), 0.992); n > 0 {
		t.Errorf("%d pixels of a mark where the whole mesh is in view", n)
	}
}

func TestPictureOfNothing(t *testing.T) {
	x := painterOf(t, scenetest.Fixture(t, "kinds/crossing.stl"))
	for _, region := range []int{-1, 1, math.MaxInt} {
		if x.Region(region) != nil {
			t.Errorf("there is a picture of region %d", region)
		}
	}
	for _, name := range []string{"one", "one line", "one point", "clean"} {
		if painterOf(t, scenetest.ExcerptScenes()[name]).Region(0) != nil {
			t.Errorf("there is a picture of a region of %s", name)
		}
	}
}

// Pictures are small, and the same however many are made concurrently.
func TestPictureAlways(t *testing.T) {
	for name, s := range scenetest.ExcerptScenes() {
		for _, o := range []drawing.Options{{}, {Triangles: 60}} {
			for _, x := range excerptOf(t, s, scenetest.CheckedScene(t, s), o).Meshes {
				painter := NewPainter(x)
				var made [4][]byte
				var wait sync.WaitGroup
				for k := range made {
					wait.Go(func() { made[k] = painter.Region(0) })
				}
				wait.Wait()
				for _, p := range made {
					if len(p) > 16_000 || !bytes.Equal(p, made[0]) {
						t.Errorf("%s: %d bytes, and another time %d", name, len(made[0]), len(p))
					}
				}
			}
		}
	}
}

// The size and position of a model do not change its pictures.
func TestPictureScale(t *testing.T) {
	soup := meshgen.Join(meshgen.Sphere(30, 16, geom.Vec{}), meshgen.Sphere(30, 16, geom.Vec{0.25, 0.25, 0.125})).Soup()
	want := painterOf(t, scenetest.SceneOf(meshgen.Mesh("", soup))).Region(0)
	for _, scale := range []float64{0x1p-90, 0x1p-40, 0x1p40, 0x1p110} {
		x := painterOf(t, scenetest.SceneOf(meshgen.Mesh("", meshgen.Scale(soup, scale))))
		if !bytes.Equal(x.Region(0), want) {
			t.Errorf("at scale %g the picture is another", scale)
		}
	}
}

// No triangle of a finding is seen edge-on, and no line end-on.
func TestBestDirections(t *testing.T) {
	rng := meshgen.Rand(5)
	for range 300 {
		direction := func() geom.Vec { return geom.Vec{rng.NormFloat64(), rng.NormFloat64(), rng.NormFloat64()}.Unit() }
		c := cut{normals: [2]geom.Vec{direction(), direction()}, weight: 1}
		c.along = c.normals[0].Cross(c.normals[1]).Unit()
		for axis := range 3 {
			best := bestDirections([]cut{c}, 3, axis, false)[0].direction
			for _, n := range c.normals {
				if x := math.Abs(n.Dot(best)); x < 0.3 {
					t.Errorf("%+v is seen from %v: at %g of its width", c, best, x)
				}
			}
			if x := math.Abs(c.along.Dot(best)); x > 0.9 {
				t.Errorf("%+v is seen from %v, along its line", c, best)
			}
		}
	}
}
