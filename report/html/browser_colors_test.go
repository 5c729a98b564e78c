package html

import (
	"context"
	"image"
	"image/color"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/longtest"
	"github.com/meshcheck/meshcheck/internal/scenetest"
	"github.com/meshcheck/meshcheck/mesh"
	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/drawing"
	"github.com/meshcheck/meshcheck/report/reporttest"
)

// The colors of the quarters of a texture: where u and v are small, where only u is large, and so on.
var quarters = [4]color.NRGBA{{230, 20, 20, 255}, {20, 200, 20, 255}, {20, 20, 230, 255}, {230, 210, 20, 255}}

// texturedQuad is a square in the plane z = 0 whose texture has its rows along x.
func texturedQuad() *mesh.Scene {
	m := scenetest.Sheet(1).Mesh("quad")
	m.Parts[0].Color = &mesh.BaseColor{Factor: [3]float64{1, 1, 1}, Map: &mesh.TextureMap{
		UV: mesh.UVSet{F32: []float32{0, 0, 1, 0, 1, 1, 0, 1}}, Transform: mesh.IdentityUV, Wrap: [2]mesh.Wrap{mesh.ClampToEdge, mesh.ClampToEdge},
	}}
	s := scenetest.SceneOf(m)
	s.Textures = []mesh.Texture{{Name: "quarters", Width: 64, Height: 64, Decode: func(context.Context) (image.Image, error) {
		img := image.NewNRGBA(image.Rect(0, 0, 64, 64))
		for k := range 64 * 64 {
			img.Set(k%64, k/64, quarters[k%64/32+2*(k/64/32)])
		}
		return img, nil
	}}}
	return s
}

// coloredPage is the page of a scene with its colors, within the bounds.
func coloredPage(t *testing.T, s *mesh.Scene, o drawing.Options) *report.Report {
	t.Helper()
	r := &report.Report{Version: "0.1.0", Files: []report.File{{Path: "quad.glb", Format: "stl", Result: scenetest.CheckedScene(t, s)}}}
	reporttest.Attach(t, &r.Files[0], s, report.Needs{Excerpt: true}, o)
	return r
}

// quarterPixels returns the number and the mean place of the pixels that look most like each quarter.
func quarterPixels(img image.Image) (n [4]int, at [4][2]float64) {
	for y := img.Bounds().Min.Y; y < img.Bounds().Max.Y; y++ {
		for x := img.Bounds().Min.X; x < img.Bounds().Max.X; x++ {
			r, g, b, _ := img.At(x, y).RGBA()
			q := -1
			switch {
			case 2*r > 3*max(g, b):
				q = 0
			case 2*g > 3*max(r, b):
				q = 1
			case 2*b > 3*max(r, g):
				q = 2
			case 2*min(r, g) > 3*b:
				q = 3
			default:
				continue
			}
			n[q]++
			at[q][0] += float64(x)
			at[q][1] += float64(y)
		}
	}
	for q := range n {
		at[q][0], at[q][1] = at[q][0]/float64(n[q]), at[q][1]/float64(n[q])
	}
	return n, at
}

// A texture is where its coordinates put it: no quarter is missing, and the order of the quarters is
// that of the texture. The button and its key switch to grey and back.
func TestBrowserTexture(t *testing.T) {
	longtest.Skip(t, "drives a browser")
	b := openPage(t, startBrowser(t), coloredPage(t, texturedQuad(), drawing.Options{}))
	b.settle()
	b.wait(`document.querySelector("[data-do=colours]")?.checkVisibility()`)
	n, at := quarterPixels(b.screenshot(".view canvas"))
	for q := range n {
		if n[q] < 500 {
			t.Fatalf("the quarters have %v pixels", n)
		}
	}
	// Seen from above, v is to the left of u; y grows down.
	u, v := [2]float64{at[1][0] - at[0][0], at[1][1] - at[0][1]}, [2]float64{at[2][0] - at[0][0], at[2][1] - at[0][1]}
	if turn := u[0]*v[1] - u[1]*v[0]; turn >= 0 {
		t.Errorf("the quarters are mirrored: %v", at)
	}
	for axis := range 2 {
		if d := at[0][axis] + at[3][axis] - at[1][axis] - at[2][axis]; d < -40 || d > 40 {
			t.Errorf("the quarters are out of order: %v", at)
		}
	}
	b.key("c")
	b.wait(`document.querySelector("[data-do=colours]").ariaPressed === "false"`)
	b.wait(`(document.activeElement.blur(), true)`) // the outline of the focus is blue
	b.settle()
	if n, _ := quarterPixels(b.screenshot(".view canvas")); n != [4]int{} {
		t.Errorf("in grey the quarters have %v pixels", n)
	}
	b.run(chromedp.Click("[data-do=colours]", chromedp.ByQuery))
	b.settle()
	if again, _ := quarterPixels(b.screenshot(".view canvas")); again != n {
		t.Errorf("back in color the quarters have %v pixels, before %v", again, n)
	}
}

// The whole model has its textures wherever it shows a mesh.
func TestBrowserColoredScene(t *testing.T) {
	longtest.Skip(t, "drives a browser")
	s := texturedQuad()
	for k := range 2 {
		s.Instances = append(s.Instances, scenetest.At(0, []string{"/left", "/right"}[k], geom.Vec{1.5 * float64(k), 0, 0}))
	}
	b := openPage(t, startBrowser(t), coloredPage(t, s, drawing.Options{}))
	b.settle()
	b.key("0")
	b.wait(`document.querySelector(".view").dataset.stage === "scene"`)
	b.settle()
	n, at := quarterPixels(b.screenshot(".view canvas"))
	for q := range n {
		if n[q] < 300 {
			t.Fatalf("the quarters have %v pixels", n)
		}
	}
	for axis := range 2 {
		if d := at[0][axis] + at[3][axis] - at[1][axis] - at[2][axis]; d < -40 || d > 40 {
			t.Errorf("the quarters are out of order: %v", at)
		}
	}
}

// Without room for a texture the surface has its average color; colors of vertices and factors need no
// texture. The page says which textures it lacks. A model without colors has no button.
func TestBrowserColors(t *testing.T) {
	longtest.Skip(t, "drives a browser")
	browser := startBrowser(t)
	red := &mesh.BaseColor{Factor: [3]float64{1, 0, 0}}
	tinted := &mesh.BaseColor{Factor: [3]float64{1, 1, 1}, Vertices: []uint8{0, 200, 0, 0, 200, 0, 0, 200, 0, 0, 200, 0}}
	average := texturedQuad()
	average.Textures[0].Decode = func(context.Context) (image.Image, error) {
		img := image.NewNRGBA(image.Rect(0, 0, 64, 64))
		for k := range img.Pix {
			img.Pix[k] = []uint8{10, 10, 240, 255}[k%4]
		}
		return img, nil
	}
	of := func(c *mesh.BaseColor) *mesh.Scene {
		m := scenetest.Sheet(1).Mesh("quad")
		m.Parts[0].Color = c
		s := scenetest.SceneOf(m)
		s.ColorNotes = []string{"texture wood: it ends early"}
		return s
	}
	for name, row := range map[string]struct {
		s *mesh.Scene
		o drawing.Options
		q int // the quarter of that color, -1 for none
	}{
		"factor": {of(red), drawing.Options{}, 0}, "vertices": {of(tinted), drawing.Options{}, 1},
		"average": {average, drawing.Options{Textures: 1}, 2}, "none": {of(nil), drawing.Options{}, -1},
	} {
		b := openPage(t, browser, coloredPage(t, row.s, row.o))
		b.settle()
		n, _ := quarterPixels(b.screenshot(".view canvas"))
		for q := range n {
			if (n[q] > 500) != (q == row.q) {
				t.Errorf("%s: %v pixels", name, n)
			}
		}
		if shown := eval[bool](b, `document.querySelector("[data-do=colours]").checkVisibility()`); shown != (row.q >= 0) {
			t.Errorf("%s: the button is visible: %v", name, shown)
		}
		if text := eval[string](b, `document.querySelector(".view .omitted").textContent`); strings.Contains(text, "texture wood: it ends early") != (name == "factor") && name != "vertices" {
			t.Errorf("%s: the view says %q", name, text)
		}
	}
}

// The note below a picture is short, whatever the names of textures are. The page has all notes.
func TestColorNotes(t *testing.T) {
	s := texturedQuad()
	s.ColorNotes = []string{"texture " + strings.Repeat("wood", 60) + ": it ends early", "texture b: it is <empty>"}
	page := htmlOf(t, coloredPage(t, s, drawing.Options{}))
	if note := colorNote(s.ColorNotes); len(note) > noteLimit+20 || !strings.HasSuffix(note, "it ends early; and 1 more") {
		t.Errorf("the note is %q", note)
	}
	if !strings.Contains(page, "<li><bdi>"+s.ColorNotes[0]+"</bdi></li><li><bdi>texture b: it is &lt;empty&gt;</bdi></li>") {
		t.Error("the page does not list the notes")
	}
	for _, notes := range [][]string{nil, {"texture b: it is empty"}} {
		if got := colorNote(notes); got != strings.Join(notes, "") {
			t.Errorf("%q: the note is %q", notes, got)
		}
	}
}

// Pages are the same bytes each time, and textures keep their bounds.
func TestColorsOnPages(t *testing.T) {
	page := htmlOf(t, coloredPage(t, texturedQuad(), drawing.Options{}))
	if again := htmlOf(t, coloredPage(t, texturedQuad(), drawing.Options{Workers: 3})); page != again {
		t.Error("other bytes with more workers")
	}
	if n := strings.Count(page, `data-stage="texture-`); n != 1 {
		t.Errorf("%d textures", n)
	}
	if bare := htmlOf(t, coloredPage(t, texturedQuad(), drawing.Options{Textures: -1})); strings.Contains(bare, `data-stage="texture-`) || !strings.Contains(bare, `"texture":-1`) {
		t.Error("without textures the page has some, or no colors")
	}
}
