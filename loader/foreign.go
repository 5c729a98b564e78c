package loader

import (
	"bytes"
	"errors"
	"path/filepath"
	"slices"
	"strings"
)

// foreign has a row for each format that is recognized only to be named: by its content, or
// else by the ending of the file's name. A format that is to be read loses its row and gets one of
// decoders.
var foreign = []struct {
	name    string // with its article
	endings []string
	matches func(data []byte) bool // nil for a format that is known by endings alone
}{
	{"an FBX file", []string{".fbx"}, begins("Kaydara FBX Binary", "; FBX ")},
	{"a USD file", []string{".usd", ".usda", ".usdc", ".usdz"}, isUSD},
	{"a Blender file", []string{".blend"}, begins("BLENDER")},
	{"a Collada file", []string{".dae"}, func(data []byte) bool { return has(data, "<COLLADA") }},
	{"an X3D file", []string{".x3d", ".x3db", ".x3dv"}, func(data []byte) bool { return has(data, "<X3D") }},
	{"a VRML file", []string{".wrl", ".vrml"}, begins("#VRML ")},
	{"a STEP file", []string{".step", ".stp"}, begins("ISO-10303-21;")},
	{"a Maya file", []string{".ma", ".mb"}, begins("//Maya ASCII")},
	{"a Rhino file", []string{".3dm"}, begins("3D Geometry File Format")},
	{"an Alembic file", []string{".abc"}, begins("Ogawa")},
	{"a ZIP file, but not a 3MF file", nil, isZIP},
	{"a 3ds Max file", []string{".max"}, nil},
	{"a 3DS file", []string{".3ds"}, nil},
	{"a Cinema 4D file", []string{".c4d"}, nil},
	{"a Houdini file", []string{".hip", ".hiplc", ".hipnc", ".bgeo"}, nil},
	{"a LightWave file", []string{".lwo"}, nil},
	{"a Modo file", []string{".lxo"}, nil},
	{"a ZBrush file", []string{".ztl", ".zpr"}, nil},
	{"a SketchUp file", []string{".skp"}, nil},
	{"a VRM file", []string{".vrm"}, nil},
	{"an MMD file", []string{".pmd", ".pmx"}, nil},
	{"a MagicaVoxel file", []string{".vox"}, nil},
	{"an IGES file", []string{".iges", ".igs"}, nil},
	{"an AMF file", []string{".amf"}, nil},
	{"a VTK file", []string{".vtk", ".vtp"}, nil},
	{"an IFC file", []string{".ifc"}, nil},
	{"a JT file", []string{".jt"}, nil},
	{"a Parasolid file", []string{".x_t", ".x_b"}, nil},
	{"an ACIS file", []string{".sat", ".sab"}, nil},
	{"a SolidWorks file", []string{".sldprt", ".sldasm"}, nil},
	{"an Inventor file", []string{".ipt", ".iam"}, nil},
	{"a CATIA file", []string{".catpart", ".catproduct"}, nil},
	{"a Fusion file", []string{".f3d"}, nil},
	{"a FreeCAD file", []string{".fcstd"}, nil},
}

// ForeignFormat returns what a file that is not read is by the ending of its name, such as
// "an FBX file", or "" if nothing is known of the ending.
func ForeignFormat(path string) string {
	ending := strings.ToLower(filepath.Ext(path))
	for i := range foreign {
		if slices.Contains(foreign[i].endings, ending) {
			return foreign[i].name
		}
	}
	return ""
}

// ForeignEndings returns the endings of the names of models in formats that are not read, in lower
// case with their dots.
func ForeignEndings() []string {
	var all []string
	for i := range foreign {
		all = append(all, foreign[i].endings...)
	}
	return all
}

// ForeignContent returns the ending of the format that is not read in which a file is that begins
// with data, or "" if it is in none.
func ForeignContent(data []byte) string {
	for i := range foreign {
		if f := &foreign[i]; f.endings != nil && f.matches != nil && f.matches(data) {
			return f.endings[0]
		}
	}
	return ""
}

// foreignError is ErrUnknownFormat for a file whose format has a name.
type foreignError struct{ name string }

func (e *foreignError) Error() string { return "this is " + e.name + ": export glTF, OBJ or STL" }
func (e *foreignError) Unwrap() error { return ErrUnknownFormat }

// isForeign reports whether an error of unknown names a format.
func isForeign(err error) bool {
	var named *foreignError
	return errors.As(err, &named)
}

// unknown returns the error for a file in none of the formats that are read. It goes by the
// content alone, like the format of other files.
func unknown(data []byte) error {
	for i := range foreign {
		if matches := foreign[i].matches; matches != nil && matches(data) {
			return &foreignError{foreign[i].name}
		}
	}
	return ErrUnknownFormat
}

// begins returns a function that reports whether a file begins with one of the texts.
func begins(texts ...string) func(data []byte) bool {
	return func(data []byte) bool {
		for _, text := range texts {
			if bytes.HasPrefix(data, []byte(text)) {
				return true
			}
		}
		return false
	}
}

// foreignEnds is how much of the beginning and the end of a file is searched for words: a
// ZIP file lists its members at the end.
const foreignEnds = 1 << 12

// has reports whether the beginning or the end of a file contains a word.
func has(data []byte, word string) bool {
	n := min(len(data), foreignEnds)
	return bytes.Contains(data[:n], []byte(word)) || bytes.Contains(data[len(data)-n:], []byte(word))
}

func isZIP(data []byte) bool { return bytes.HasPrefix(data, []byte("PK\x03\x04")) }

// isUSD reports whether a file is a USD file, or a ZIP file whose first member is one.
func isUSD(data []byte) bool {
	if begins("#usda", "PXR-USDC")(data) {
		return true
	}
	const header, nameLength = 30, 26
	if !isZIP(data) || len(data) < header {
		return false
	}
	n := int(data[nameLength]) | int(data[nameLength+1])<<8
	name := data[header:min(len(data), header+n)]
	for _, ending := range []string{".usd", ".usdc", ".usda"} {
		if bytes.HasSuffix(name, []byte(ending)) {
			return true
		}
	}
	return false
}
