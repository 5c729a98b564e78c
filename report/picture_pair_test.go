package report

import (
	"image"
	"testing"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
)

// portraitOf draws the pair of a scene that has a kind.
func portraitOf(t *testing.T, name string, kind check.Rule) image.Image {
	t.Helper()
	o := pairOptions
	o.Clearance.Value = 2
	s := fixture(t, "scenes/"+name)
	r := checkedPairs(t, s, o)
	e, err := NewExcerpt(t.Context(), s, r, ExcerptOptions{})
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range e.Pairs {
		if r.Pairs[x.Pair].Rule == kind {
			return decodePicture(t, x.Portrait())
		}
	}
	t.Fatalf("%s has no %s", name, kind)
	return nil
}

// bodyPixels returns how many pixels of img in r have about the hue of an object.
func bodyPixels(img image.Image, r image.Rectangle, of role) int {
	return huePixels(img, r, bodyColors[of])
}

// huePixels returns how many pixels of img in r have about a hue.
func huePixels(img image.Image, r image.Rectangle, want rgb) (n int) {
	direction := unit(geom.Vec{float64(want[0]), float64(want[1]), float64(want[2])})
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x := r.Min.X; x < r.Max.X; x++ {
			cr, cg, cb, _ := img.At(x, y).RGBA()
			if unit(geom.Vec{float64(cr), float64(cg), float64(cb)}).Dot(direction) > 0.996 {
				n++
			}
		}
	}
	return n
}

// Both objects are in the picture in their colours, and what was found in that of its
// kind.
func TestPortraitShowsBoth(t *testing.T) {
	for _, row := range []struct {
		scene string
		kind  check.Rule
		found check.Rule
	}{
		{"ring_and_l.glb", check.TooNear, check.Nonfinite},
		{"bar_in_channel.glb", check.TooNear, check.Nonfinite},
		{"mirrored_overlap.glb", check.PartsCrossing, check.Crossing},
	} {
		img := portraitOf(t, row.scene, row.kind)
		for _, r := range []role{roleFirst, roleSecond} {
			if n := bodyPixels(img, img.Bounds(), r); n < 100 {
				t.Errorf("%s: %d pixels in the colour of object %d", row.scene, n, r)
			}
		}
		if n := pixelsOf(img, img.Bounds(), row.found); row.found == check.Crossing && n < 100 {
			t.Errorf("%s: %d pixels in the colour of a %s", row.scene, n, row.found)
		}
	}
}

// What lies inside another object is seen, in its own colour.
func TestPortraitLooksInside(t *testing.T) {
	img := portraitOf(t, "cube_in_sphere_in_cone.glb", check.Contained)
	if n := bodyPixels(img, image.Rect(70, 40, 170, 120), roleFirst); n < 1000 {
		t.Errorf("%d pixels in the middle have the colour of what lies inside", n)
	}
}

// The line between the nearest points is drawn.
func TestPortraitShowsTheGap(t *testing.T) {
	img := portraitOf(t, "ring_and_l.glb", check.TooNear)
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

// A mesh has pictures of its regions and none of a pair.
func TestPortraitOfAMesh(t *testing.T) {
	x := excerptOf(t, fixture(t, "kinds/crossing.stl"), ExcerptOptions{}).Meshes[0]
	if x.Portrait() != nil {
		t.Error("a mesh has a portrait")
	}
}
