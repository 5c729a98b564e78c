package drawing

import (
	"bytes"
	"context"
	"errors"
	"image"
	"image/color"
	_ "image/jpeg" // decoders of what pages embed
	_ "image/png"
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/meshcheck/meshcheck/internal/scenetest"
	"github.com/meshcheck/meshcheck/mesh"
)

// quad is the unit square in the plane z = 0, with texture coordinates equal to its positions.
func quad(c *mesh.BaseColor) *mesh.Scene {
	m := scenetest.Sheet(1).Mesh("quad")
	m.Parts[0].Color = c
	return scenetest.SceneOf(m)
}

// mapped returns a color with a texture, on the corners of quad.
func mapped(transform mesh.UVTransform, wrap [2]mesh.Wrap, uvs ...float32) *mesh.BaseColor {
	return &mesh.BaseColor{Factor: [3]float64{1, 0.5, 0}, Map: &mesh.TextureMap{
		UV: mesh.UVSet{F32: uvs}, Transform: transform, Wrap: wrap,
	}}
}

// plain returns a texture of one color.
func plain(side int, c color.Color) mesh.Texture {
	return mesh.Texture{Name: "plain", Width: side, Height: side, Decode: func(context.Context) (image.Image, error) {
		m := image.NewRGBA(image.Rect(0, 0, side, side))
		for k := range side * side {
			m.Set(k%side, k/side, c)
		}
		return m, nil
	}}
}

func coloredExcerpt(t *testing.T, s *mesh.Scene, o Options) *Excerpt {
	t.Helper()
	e, err := NewExcerpt(t.Context(), s, scenetest.CheckedScene(t, s), o)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// uvsOf returns the texture coordinates of all corners.
func uvsOf(c *Colors) (all [][2]float64) {
	for _, i := range c.UVOf {
		all = append(all, c.at(int(i)))
	}
	return all
}

// Texture coordinates are transformed, and moved by whole periods of their wrap mode. The wanted
// numbers are computed by hand. The corners of the two triangles are 0, 1, 2 and 0, 2, 3.
func TestColorCoordinates(t *testing.T) {
	repeat, clamp, mirror := mesh.Repeat, mesh.ClampToEdge, mesh.MirroredRepeat
	square := []float32{0, 0, 1, 0, 1, 1, 0, 1}
	far := []float32{7.25, -3, 8.25, -3, 8.25, -2, 7.25, -2}
	nan := float32(math.NaN())
	for name, row := range map[string]struct {
		transform mesh.UVTransform
		wrap      [2]mesh.Wrap
		uvs       []float32
		want      [4][2]float64 // of the corners 0 to 3
	}{
		"identity":     {mesh.IdentityUV, [2]mesh.Wrap{}, square, [4][2]float64{{0, 0}, {1, 0}, {1, 1}, {0, 1}}},
		"repeat":       {mesh.IdentityUV, [2]mesh.Wrap{repeat, repeat}, far, [4][2]float64{{0.25, 0}, {1.25, 0}, {1.25, 1}, {0.25, 1}}},
		"mirror":       {mesh.IdentityUV, [2]mesh.Wrap{mirror, mirror}, far, [4][2]float64{{1.25, 1}, {2.25, 1}, {2.25, 2}, {1.25, 2}}},
		"clamp":        {mesh.IdentityUV, [2]mesh.Wrap{clamp, clamp}, far, [4][2]float64{{7.25, -3}, {8.25, -3}, {8.25, -2}, {7.25, -2}}},
		"each its own": {mesh.IdentityUV, [2]mesh.Wrap{clamp, mirror}, far, [4][2]float64{{7.25, 1}, {8.25, 1}, {8.25, 2}, {7.25, 2}}},
		// A quarter turn takes (u, v) to (v, -u): u' = cos·u + sin·v, v' = -sin·u + cos·v.
		"rotation": {mesh.UVTransform{Rotation: math.Pi / 2, Scale: [2]float64{1, 1}}, [2]mesh.Wrap{clamp, clamp}, square, [4][2]float64{{0, 0}, {0, -1}, {1, -1}, {1, 0}}},
		"all":      {mesh.UVTransform{Offset: [2]float64{0.5, 0}, Rotation: math.Pi / 2, Scale: [2]float64{2, 3}}, [2]mesh.Wrap{clamp, clamp}, square, [4][2]float64{{0.5, 0}, {0.5, -2}, {3.5, -2}, {3.5, 0}}},
		"NaN":      {mesh.IdentityUV, [2]mesh.Wrap{}, []float32{nan, 0, 1, 0, 1, 1, 0, 1}, [4][2]float64{}},
		"too far":  {mesh.IdentityUV, [2]mesh.Wrap{clamp, clamp}, []float32{1e30, 0, 1, 0, 1, 1, 0, 1}, [4][2]float64{{0, 0}, {0, 0}, {0, 1}, {0, 1}}},
	} {
		s := quad(mapped(row.transform, row.wrap, row.uvs...))
		s.Textures = []mesh.Texture{plain(4, color.White)}
		got := uvsOf(coloredExcerpt(t, s, Options{}).Meshes[0].Colors)
		for k, corner := range []int{0, 1, 2, 0, 2, 3} {
			for axis, want := range row.want[corner] {
				if math.Abs(got[k][axis]-want) > 1e-4 {
					t.Errorf("%s: corner %d is at %v, want %v", name, corner, got[k], row.want[corner])
					break
				}
			}
		}
	}
}

// Integers that mean fractions are divided.
func TestColorNormalized(t *testing.T) {
	c := mapped(mesh.IdentityUV, [2]mesh.Wrap{}, 0, 0, 255, 0, 255, 255, 0, 255)
	c.Map.UV.Format = mesh.UVFormat{Component: mesh.Uint8, One: 255}
	s := quad(c)
	s.Textures = []mesh.Texture{plain(4, color.White)}
	if got := uvsOf(coloredExcerpt(t, s, Options{}).Meshes[0].Colors); got[2] != [2]float64{1, 1} {
		t.Errorf("%v", got)
	}
}

// Paints are those of the parts, colors of vertices are listed once, and the excerpt does not depend
// on the number of workers.
func TestColorPaints(t *testing.T) {
	s := quad(mapped(mesh.IdentityUV, [2]mesh.Wrap{1, 2}, 0, 0, 1, 0, 1, 1, 0, 1))
	s.Textures = []mesh.Texture{plain(8, color.NRGBA{1, 2, 3, 255}), plain(3000, color.NRGBA{200, 100, 50, 255})}
	s.Meshes[0].Parts[0].Color.Map.Texture = 1
	bare, tinted := scenetest.Sheet(2).Mesh("bare").Parts[0], scenetest.Sheet(3).Mesh("tinted").Parts[0]
	tinted.Color = &mesh.BaseColor{Factor: [3]float64{1, 1, 1}, Vertices: []uint8{9, 8, 7, 6, 5, 4, 9, 8, 7, 6, 5, 4}}
	s.Meshes[0].Parts = append(s.Meshes[0].Parts, bare, tinted)
	e := coloredExcerpt(t, s, Options{Workers: 1})
	c := e.Meshes[0].Colors
	want := []Paint{{Color: [3]uint8{255, 128, 0}, Wrap: [2]mesh.Wrap{1, 2}}, {Color: [3]uint8{255, 255, 255}, Texture: -1, Tinted: true}}
	if !reflect.DeepEqual(e.Paints, want) || !reflect.DeepEqual(c.Runs, []int{2, 0, 2, -1, 2, 1}) {
		t.Errorf("%+v, runs %v", e.Paints, c.Runs)
	}
	if !reflect.DeepEqual(c.Tints, [][3]uint8{{9, 8, 7}, {6, 5, 4}}) || !reflect.DeepEqual(c.TintOf, []uint32{0, 1, 0, 0, 0, 1}) {
		t.Errorf("tints %v of %v", c.TintOf, c.Tints)
	}
	m, _, err := image.Decode(bytes.NewReader(e.Textures[0].Data))
	if len(e.Textures) != 1 || err != nil || m.Bounds().Dx() != 1024 || e.Textures[0].Average != [3]uint8{200, 100, 50} {
		t.Errorf("%d textures, %v", len(e.Textures), err)
	}
	if again := coloredExcerpt(t, s, Options{Workers: 5}); !reflect.DeepEqual(e, again) {
		t.Error("another excerpt with more workers")
	}
}

// Textures keep their bounds: they become smaller, and in the end only their average color is left.
func TestColorBounds(t *testing.T) {
	noise := mesh.Texture{Name: "noise", Width: 512, Height: 256, Decode: func(context.Context) (image.Image, error) {
		m, rng := image.NewNRGBA(image.Rect(0, 0, 512, 256)), rand.New(rand.NewPCG(1, 2))
		for k := range m.Pix {
			m.Pix[k] = uint8(rng.Uint32())
		}
		return m, nil
	}}
	for _, row := range []struct{ bytes, width int }{{0, 512}, {50_000, 128}, {3_000, 32}, {300, 0}, {-1, -1}} {
		s := quad(mapped(mesh.IdentityUV, [2]mesh.Wrap{}, 0, 0, 1, 0, 1, 1, 0, 1))
		s.Textures = []mesh.Texture{noise}
		e := coloredExcerpt(t, s, Options{Textures: row.bytes})
		if row.width < 0 {
			if len(e.Textures) > 0 || e.Paints[0].Texture != -1 {
				t.Errorf("without textures: %d, %+v", len(e.Textures), e.Paints)
			}
			continue
		}
		x := &e.Textures[0]
		m, _, _ := image.DecodeConfig(bytes.NewReader(x.Data))
		if m.Width > 2*row.width || m.Width < row.width || (x.MIME == "") != (row.width == 0) || row.bytes > 0 && len(x.Data)*4/3 > row.bytes {
			t.Errorf("in %d bytes: %d pixels wide, %d bytes", row.bytes, m.Width, len(x.Data))
		}
		if a := x.Average; a[0] < 100 || a[0] > 155 {
			t.Errorf("%v on average", a)
		}
	}
}

// A texture that cannot be decoded is a note, and white.
func TestColorDamaged(t *testing.T) {
	s := quad(mapped(mesh.IdentityUV, [2]mesh.Wrap{}, 0, 0, 1, 0, 1, 1, 0, 1))
	s.Textures = []mesh.Texture{{Name: "wood", Width: 4, Height: 4, Decode: func(context.Context) (image.Image, error) { return nil, errors.New("it ends early") }}}
	s.ColorNotes = []string{"a note"}
	e := coloredExcerpt(t, s, Options{})
	if got := strings.Join(e.ColorNotes, "; "); got != "a note; texture wood: it ends early" || e.Textures[0].MIME != "" || e.Textures[0].Average != [3]uint8{255, 255, 255} {
		t.Errorf("%q, %+v", got, e.Textures)
	}
	if none := coloredExcerpt(t, quad(nil), Options{}); none.Paints != nil || none.Meshes[0].Colors != nil {
		t.Error("a scene without colors has some")
	}
}
