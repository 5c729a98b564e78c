package run

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"image"
	"image/png"
	"os"
	"reflect"
	"testing"

	"github.com/meshcheck/meshcheck/internal/config"
	"github.com/meshcheck/meshcheck/internal/input"
	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/assets"
)

// texturedTriangle returns a glTF of a triangle with a white texture.
func texturedTriangle(t *testing.T, side int) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := png.Encode(&b, image.NewGray(image.Rect(0, 0, side, side))); err != nil {
		t.Fatal(err)
	}
	const points = "AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAAAAAAAAAAAAAAAIA/AAAAAAAAAAAAAIA/"
	return fmt.Appendf(nil, `{"asset":{"version":"2.0"},"buffers":[{"byteLength":60,"uri":"data:;base64,%s"}],
"bufferViews":[{"buffer":0,"byteLength":36},{"buffer":0,"byteOffset":36,"byteLength":24}],
"accessors":[{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3"},{"bufferView":1,"componentType":5126,"count":3,"type":"VEC2"}],
"images":[{"uri":"data:image/png;base64,%s"}],"textures":[{"source":0}],"materials":[{"pbrMetallicRoughness":{"baseColorTexture":{"index":0}}}],
"meshes":[{"primitives":[{"attributes":{"POSITION":0,"TEXCOORD_0":1},"material":0}]}],"nodes":[{"mesh":0}]}`, points, base64.StdEncoding.EncodeToString(b.Bytes()))
}

// Files share the memory for textures, which no file has more of than there is, and what is drawn does
// not depend on the number of threads. Reports that show no textures have none.
func TestTextures(t *testing.T) {
	t.Chdir(t.TempDir())
	var inputs []input.File
	for i := range 6 {
		name := fmt.Sprint(i, ".gltf")
		if err := os.WriteFile(name, texturedTriangle(t, 700), 0o666); err != nil {
			t.Fatal(err)
		}
		inputs = append(inputs, input.File{Path: name})
	}
	draw := func(threads int, memory int64, needs report.Needs) (all []*assets.File) {
		settings := config.New()
		r := Run{
			Layers: config.NewLayers(nil, &settings, nil), Threads: threads, Memory: memory, Needs: needs, Inputs: inputs,
			Progress: func(int) (_, _ func(done, total int64)) { return nil, nil },
		}
		err := r.Do(t.Context(), func(_ int, o Outcome) bool { all = append(all, o.Model); return true })
		if err != nil || len(all) != len(inputs) || all[0] == nil {
			t.Fatalf("%d files, %v", len(all), err)
		}
		return all
	}
	pages := report.Needs{Files: true, Excerpt: true, Textures: true}
	one := draw(1, 64<<20, pages)
	if n := len(one[5].Excerpt.Textures); n != 1 || one[5].Excerpt.Textures[0].MIME == "" {
		t.Fatalf("%d textures, %q", n, one[5].Excerpt.ColorNotes)
	}
	if four := draw(4, 64<<20, pages); !reflect.DeepEqual(one, four) {
		t.Error("another drawing with more threads")
	}
	if few := draw(4, 16<<20, pages); len(few[0].Excerpt.Textures) > 0 || len(few[0].Excerpt.ColorNotes) != 1 {
		t.Errorf("within little memory: %d textures, %q", len(few[0].Excerpt.Textures), few[0].Excerpt.ColorNotes)
	}
	pages.Textures = false
	if bare := draw(4, 64<<20, pages); len(bare[0].Excerpt.Textures) > 0 || len(bare[0].Excerpt.Paints) != 1 {
		t.Errorf("without textures: %d", len(bare[0].Excerpt.Textures))
	}
}
