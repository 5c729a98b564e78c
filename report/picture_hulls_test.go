package report

import (
	"testing"

	"github.com/meshcheck/meshcheck"
	"github.com/meshcheck/meshcheck/check"
)

// What hulls stand for is in the picture of a group, as far as it sticks out in the colour
// for that, and so are the hulls.
func TestHullPicture(t *testing.T) {
	x := hullsOf(t, "hulls/implicit_balls.gltf", meshcheck.Options{}).Files[0].Excerpt.Hulls[0]
	img := decodePicture(t, x.HullPicture(-1))
	if n := huePixels(img, img.Bounds(), kindColors[check.Crossing]); n < 100 {
		t.Errorf("%d pixels of a mesh that sticks out", n)
	}
	if n := huePixels(img, img.Bounds(), rgb{0x7d, 0xa6, 0xd9}) + huePixels(img, img.Bounds(), kindColors[check.Overlap]); n < 100 {
		t.Errorf("%d pixels of hulls", n)
	}
	for k, m := range x.hulls.marks {
		if img := x.HullPicture(k); len(m.points) == 0 || img == nil || len(img) > 20_000 {
			t.Errorf("finding %d: %d points, a picture of %d bytes", k, len(m.points), len(img))
		}
	}
	if x.HullPicture(99) != nil || excerptOf(t, fixture(t, "kinds/crossing.stl"), ExcerptOptions{}).Meshes[0].HullPicture(0) != nil {
		t.Error("a picture of nothing")
	}
}

// Two hulls that are in each other have two colours, and the way apart is white.
func TestHullPictureOverlap(t *testing.T) {
	x := hullsOf(t, "hulls/overlap.glb", meshcheck.Options{}).Files[0].Excerpt.Hulls[0]
	img := decodePicture(t, x.HullPicture(0))
	for _, r := range []role{roleFirst, roleSecond} {
		if n := bodyPixels(img, img.Bounds(), r); n < 300 {
			t.Errorf("%d pixels in the colour of hull %d", n, r)
		}
	}
	if n := huePixels(img, img.Bounds(), rgb{0xff, 0xff, 0xff}); n < 20 {
		t.Errorf("%d white pixels", n)
	}
}
