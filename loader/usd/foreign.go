package usd

import (
	"bytes"
	"path"
	"slices"
	"strings"

	"github.com/meshcheck/meshcheck/loader/source"
)

// foreignLayers are formats of which OpenUSD or programs with plugins for it make layers. OpenUSD
// decides by the ending of the name.
var foreignLayers = []struct {
	name    string
	endings []string
	begins  string // "" for a format that is known only by its endings
}{
	{"Alembic", []string{".abc"}, "Ogawa"},
	{"Alembic", nil, "\x89HDF\r\n"},
	{"FBX", []string{".fbx"}, "Kaydara FBX Binary"},
	{"glTF", []string{".gltf", ".glb"}, "glTF"},
	{"OBJ", []string{".obj"}, ""},
	{"STL", []string{".stl"}, ""},
	{"PLY", []string{".ply"}, "ply\n"},
	{"MaterialX", []string{".mtlx"}, ""},
	{"OpenVDB", []string{".vdb"}, ""},
	{"Draco", []string{".drc"}, "DRACO"},
}

// foreignEnding returns the format of a layer that is none of USD by the ending of its name, or "".
func foreignEnding(id string) string {
	ending := strings.ToLower(path.Ext(strings.TrimRight(id, "]")))
	for i := range foreignLayers {
		if slices.Contains(foreignLayers[i].endings, ending) {
			return foreignLayers[i].name
		}
	}
	return ""
}

// foreignContent returns the format of a layer that is none of USD by its content, or "".
func foreignContent(data []byte) string {
	for i := range foreignLayers {
		if f := &foreignLayers[i]; f.begins != "" && bytes.HasPrefix(data, []byte(f.begins)) {
			return f.name
		}
	}
	return ""
}

// foreign returns the error for a layer in another format.
func (l *layers) foreign(name, id string) error {
	return &source.HintError{
		Err:  &source.UnsupportedError{Format: l.Format, Feature: "the " + name + " layer " + source.Shorten(id)},
		Hint: "layers are read as .usda, .usdc and .usdz: convert it to one of them, or remove the arc that brings it in",
	}
}
