package picture

import (
	"image"
	"testing"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/internal/scenetest"
	"github.com/meshcheck/meshcheck/report/drawing"
	"github.com/meshcheck/meshcheck/report/palette"
)

// pairPictureOf draws the pair of a scene with the given rule.
func pairPictureOf(t *testing.T, name string, rule check.Rule) image.Image {
	t.Helper()
	o := scenetest.PairOptions
	o.Clearance.Value = 2
	s := scenetest.Fixture(t, "scenes/"+name)
	r := scenetest.CheckedPairs(t, s, o)
	for _, x := range excerptOf(t, s, r, drawing.Options{}).Pairs {
		if r.Pairs()[x.Pair].Rule == rule {
			return decodePicture(t, NewPainter(x).Pair())
		}
	}
	t.Fatalf("%s has no %s", name, rule)
	return nil
}

// Both objects are in the picture in their colours, and the findings in that of their rule.
func TestPairPictureShowsBoth(t *testing.T) {
	for _, row := range []struct {
		scene string
		rule  check.Rule
		found check.Rule
	}{
		{"ring_and_l.glb", check.TooNear, check.Nonfinite},
		{"bar_in_channel.glb", check.TooNear, check.Nonfinite},
		{"mirrored_overlap.glb", check.PartsCrossing, check.Crossing},
	} {
		img := pairPictureOf(t, row.scene, row.rule)
		for k, color := range palette.Objects {
			if n := scenetest.HuePixels(img, img.Bounds(), color, 0.996); n < 100 {
				t.Errorf("%s: %d pixels in the colour of object %d", row.scene, n, k)
			}
		}
		if n := scenetest.HuePixels(img, img.Bounds(), palette.Of(row.found, check.Error), 0.992); row.found == check.Crossing && n < 100 {
			t.Errorf("%s: %d pixels in the colour of a %s", row.scene, n, row.found)
		}
	}
}

// An object inside another is visible, in its own colour.
func TestPairPictureLooksInside(t *testing.T) {
	img := pairPictureOf(t, "cube_in_sphere_in_cone.glb", check.Contained)
	if n := scenetest.HuePixels(img, image.Rect(70, 40, 170, 120), palette.Objects[0], 0.996); n < 1000 {
		t.Errorf("%d pixels in the middle have the colour of what lies inside", n)
	}
}

// The line between the nearest points is drawn.
func TestPairPictureShowsTheGap(t *testing.T) {
	img := pairPictureOf(t, "ring_and_l.glb", check.TooNear)
	white := 0
	for y := 30; y < 130; y++ {
		for x := 40; x < 200; x++ {
			if r, g, b, _ := img.At(x, y).RGBA(); min(r, g, b) > 0xe000 {
				white++
			}
		}
	}
	if white < 10 {
		t.Errorf("%d white pixels", white)
	}
}

// A mesh has pictures of its regions, but not of a pair.
func TestPairPictureOfAMesh(t *testing.T) {
	x := painterOf(t, scenetest.Fixture(t, "kinds/crossing.stl"))
	if x.Pair() != nil {
		t.Error("a mesh has a picture of a pair")
	}
}
