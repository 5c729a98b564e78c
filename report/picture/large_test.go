package picture

import (
	"bytes"
	"image"
	"image/jpeg"
	"testing"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/internal/meshgen"
	"github.com/meshcheck/meshcheck/internal/scenetest"
	"github.com/meshcheck/meshcheck/report/drawing"
	"github.com/meshcheck/meshcheck/report/palette"
)

func decodeLarge(t *testing.T, b []byte) image.Image {
	t.Helper()
	img, err := jpeg.Decode(bytes.NewReader(b))
	if err != nil {
		t.Fatal(err)
	}
	if img.Bounds() != image.Rect(0, 0, LargeWidth, LargeHeight) || len(b) > 120_000 {
		t.Fatalf("a picture of %v, %d bytes", img.Bounds(), len(b))
	}
	return img
}

// A large picture shows what a small one shows, of meshes, pairs and hulls.
func TestLargePicture(t *testing.T) {
	s := scenetest.Fixture(t, "kinds/crossing.stl")
	x := excerptOf(t, s, scenetest.CheckedScene(t, s), drawing.Options{}).Meshes[0]
	img := decodeLarge(t, NewLargePainter(x, nil).Region(0))
	if n := scenetest.HuePixels(img, img.Bounds(), palette.Of(check.Crossing, check.Error), 0.992); n < 150 {
		t.Errorf("%d pixels have the colour of crossings", n)
	}
	if NewLargePainter(x, nil).Region(7) != nil || NewLargePainter(x, nil).Pair() != nil {
		t.Error("there are pictures of what the view does not show")
	}
	s = scenetest.Fixture(t, "hulls/bench.glb")
	decodeLarge(t, NewLargePainter(excerptOf(t, s, scenetest.CheckedPairs(t, s, check.Options{}), drawing.Options{}).Hulls[0], nil).Hull(0))
}

// The rest of the scene is behind a view, darker than the view, and not in a small picture.
func TestLargePictureInScene(t *testing.T) {
	s := scenetest.Fixture(t, "scenes/town.glb")
	e := excerptOf(t, s, scenetest.CheckedPairs(t, s, check.Options{Checks: check.Parts}), drawing.Options{})
	alone, within := decodeLarge(t, NewLargePainter(e.Pairs[0], nil).Pair()), decodeLarge(t, NewLargePainter(e.Pairs[0], e.Scene).Pair())
	empty := func(img image.Image) (n int) {
		for y := range LargeHeight {
			for x := range LargeWidth {
				if r, g, b, _ := img.At(x, y).RGBA(); r>>8 < 0x30 && g>>8 < 0x36 && b>>8 < 0x3e && b > r {
					n++
				}
			}
		}
		return n
	}
	if a, b := empty(alone), empty(within); a < LargeWidth*LargeHeight/4 || b > a/4 {
		t.Errorf("%d pixels are empty without the scene, %d in it", a, b)
	}
	for _, img := range []image.Image{alone, within} {
		if n := scenetest.HuePixels(img, img.Bounds(), palette.Of(check.Crossing, check.Error), 0.992); n < 300 {
			t.Errorf("%d pixels have the colour of crossings", n)
		}
	}
}

// A view that is not in the scene has nothing around it, and nothing in front of a view hides it.
func TestLargePictureOutsideScene(t *testing.T) {
	b := (&scenetest.Builder{}).Show(meshgen.Join(scenetest.Cube, scenetest.Box(0.5, 0.5, 0.5, 2, 2, 2)), scenetest.Moved(0, 0, 0)).
		Show(scenetest.Box(-50, -50, -50, 50, 50, 50), scenetest.Moved(0, 0, 0), scenetest.Moved(0, 200, 0))
	e := excerptOf(t, &b.Scene, scenetest.CheckedScene(t, &b.Scene), drawing.Options{})
	inside := decodeLarge(t, NewLargePainter(e.Meshes[0], e.Scene).Region(0))
	if n := scenetest.HuePixels(inside, inside.Bounds(), palette.Of(check.Crossing, check.Error), 0.992); n < 300 {
		t.Errorf("in a box, %d pixels have the colour of crossings", n)
	}
	e.Meshes[0].Objects[0].Instance = -1
	if !bytes.Equal(NewLargePainter(e.Meshes[0], e.Scene).Region(0), NewLargePainter(e.Meshes[0], &drawing.View{}).Region(0)) {
		t.Error("a mesh that no node shows stands in the scene")
	}
}
