package picture

import (
	"testing"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/internal/scenetest"
	"github.com/meshcheck/meshcheck/report/drawing"
	"github.com/meshcheck/meshcheck/report/palette"
)

// hullPainterOf returns a painter of the first group of hulls of a fixture.
func hullPainterOf(t *testing.T, path string) *Painter {
	t.Helper()
	s := scenetest.Fixture(t, path)
	return NewPainter(excerptOf(t, s, scenetest.CheckedPairs(t, s, check.Options{}), drawing.Options{}).Hulls[0])
}

// The picture of a group shows the visuals, coloured where they stick out, and the hulls.
func TestHullPicture(t *testing.T) {
	x := hullPainterOf(t, "hulls/implicit_balls.gltf")
	img := decodePicture(t, x.Hull(-1))
	orange := palette.RGB{0xe0, 0xa0, 0x70} // between the colour of the mesh and that of the greatest distance
	if n := scenetest.HuePixels(img, img.Bounds(), orange, 0.98); n < 100 {
		t.Errorf("%d pixels of a mesh that sticks out", n)
	}
	if n := scenetest.HuePixels(img, img.Bounds(), palette.RGB{0x7d, 0xa6, 0xd9}, 0.996) + scenetest.HuePixels(img, img.Bounds(), palette.Far[1], 0.996); n < 100 {
		t.Errorf("%d pixels of hulls", n)
	}
	for k, f := range x.view.Findings {
		if img := x.Hull(k); len(f.Points) == 0 || img == nil || len(img) > 20_000 {
			t.Errorf("finding %d: %d points, a picture of %d bytes", k, len(f.Points), len(img))
		}
	}
	if x.Hull(99) != nil || painterOf(t, scenetest.Fixture(t, "kinds/crossing.stl")).Hull(0) != nil {
		t.Error("a picture of nothing")
	}
}

// Two overlapping hulls have two colours, and the way apart is white.
func TestHullPictureOverlap(t *testing.T) {
	img := decodePicture(t, hullPainterOf(t, "hulls/overlap.glb").Hull(0))
	for k, color := range palette.Objects {
		if n := scenetest.HuePixels(img, img.Bounds(), color, 0.996); n < 300 {
			t.Errorf("%d pixels in the colour of hull %d", n, k)
		}
	}
	if n := scenetest.HuePixels(img, img.Bounds(), palette.RGB{0xff, 0xff, 0xff}, 0.996); n < 20 {
		t.Errorf("%d white pixels", n)
	}
}
