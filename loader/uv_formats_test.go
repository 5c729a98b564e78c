package loader_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/meshcheck/meshcheck/fixtures/generate/encode"
	"github.com/meshcheck/meshcheck/loader"
)

// TestUVsOfOtherFormats: texture coordinates that are not read are no reason to say that there are none,
// and matter only to those who ask for them.
func TestUVsOfOtherFormats(t *testing.T) {
	const group = `<m:texture2dgroup xmlns:m="http://schemas.microsoft.com/3dmanufacturing/material/2015/02" id="9" texid="8"/>`
	uvs := "property float s\nproperty float t\n"
	for text, want := range map[string]string{
		corner3 + "f 1 2 3":                                   ``,
		corner3 + "vt 0 0\nf 1/1 2/1 3/1":                     `obj: reading UVs of formats other than glTF is not supported`,
		plyHead("ascii", 1, plyList) + plyCorners + "3 0 1 2": ``,
		plyHead("ascii", 1, plyList+"property list uchar float texcoord\n") + plyCorners + "3 0 1 2 0":                           `ply: reading UVs of formats other than glTF is not supported`,
		strings.Replace(plyHead("ascii", 0, plyList), "element face", uvs+"element face", 1) + "0 0 0 1 1\n1 0 0 1 1\n0 1 0 1 1": `ply: reading UVs of formats other than glTF is not supported`,
		"NOFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2":                                                                              ``,
		"STOFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2":                                                                             `off: reading UVs of formats other than glTF is not supported`,
		string(encode.ThreeMF(encode.Model("", cubeObject(1), cubeItem))):                                                        ``,
		string(encode.ThreeMF(encode.Model("", group+cubeObject(1), cubeItem))):                                                  `3mf: reading UVs of formats other than glTF is not supported`,
	} {
		if _, _, err := loader.Decode(t.Context(), []byte(text), nil, loader.Options{}); err != nil {
			t.Errorf("%.60q: %v", text, err)
		}
		_, _, err := loader.Decode(t.Context(), []byte(text), nil, loader.Options{UVs: true})
		var unsupported *loader.UnsupportedError
		if want == "" && err != nil || want != "" && (!errors.As(err, &unsupported) || err.Error() != want) {
			t.Errorf("%.60q: %v, want %q", text, err, want)
		}
	}
}
