package excerpt

import (
	"testing"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/internal/scenetest"
	"github.com/meshcheck/meshcheck/report/palette"
)

// What hulls stand for is in the picture of a group, as far as it sticks out in the colour
// for that, and so are the hulls.
func TestHullPicture(t *testing.T) {
	e, _ := excerptOfHulls(t, scenetest.Fixture(t, "hulls/implicit_balls.gltf"))
	x := e.Hulls[0]
	img := decodePicture(t, x.HullPicture(-1))
	if n := scenetest.HuePixels(img, img.Bounds(), palette.Of(check.Crossing, check.Error), 0.996); n < 100 {
		t.Errorf("%d pixels of a mesh that sticks out", n)
	}
	if n := scenetest.HuePixels(img, img.Bounds(), palette.RGB{0x7d, 0xa6, 0xd9}, 0.996) + scenetest.HuePixels(img, img.Bounds(), palette.Of(check.Overlap, check.Error), 0.996); n < 100 {
		t.Errorf("%d pixels of hulls", n)
	}
	for k, m := range x.Hulls.Marks {
		if img := x.HullPicture(k); len(m.Points) == 0 || img == nil || len(img) > 20_000 {
			t.Errorf("finding %d: %d points, a picture of %d bytes", k, len(m.Points), len(img))
		}
	}
	if x.HullPicture(99) != nil || excerptOf(t, scenetest.Fixture(t, "kinds/crossing.stl"), Options{}).Meshes[0].HullPicture(0) != nil {
		t.Error("a picture of nothing")
	}
}

// Two hulls that are in each other have two colours, and the way apart is white.
func TestHullPictureOverlap(t *testing.T) {
	e, _ := excerptOfHulls(t, scenetest.Fixture(t, "hulls/overlap.glb"))
	x := e.Hulls[0]
	img := decodePicture(t, x.HullPicture(0))
	for k, color := range palette.Objects {
		if n := scenetest.HuePixels(img, img.Bounds(), color, 0.996); n < 300 {
			t.Errorf("%d pixels in the colour of hull %d", n, k)
		}
	}
	if n := scenetest.HuePixels(img, img.Bounds(), palette.RGB{0xff, 0xff, 0xff}, 0.996); n < 20 {
		t.Errorf("%d white pixels", n)
	}
}
