package loader

import (
	"bytes"
	"errors"
	"path/filepath"
	"slices"
	"strings"

	"github.com/meshcheck/meshcheck/loader/source"
)

// foreign has a row for each format that is not read but can be named, by the content of the file
// or else by the ending of its name. If a format is to be read, its row moves to decoders.
var foreign = []struct {
	name    string // with its article
	endings []string
	matches func(data []byte) bool // nil for a format that is known only by its endings
}{
	{"a Blender file", []string{".blend"}, begins("BLENDER")},
	{"a Collada file", []string{".dae"}, func(data []byte) bool { return has(data, "<COLLADA") }},
	{"an X3D file", []string{".x3d", ".x3db", ".x3dv"}, func(data []byte) bool { return has(data, "<X3D") }},
	{"a VRML file", []string{".wrl", ".vrml"}, begins("#VRML ")},
	{"a STEP file", []string{".step", ".stp"}, begins("ISO-10303-21;")},
	{"a Maya file", []string{".ma", ".mb"}, begins("//Maya ASCII")},
	{"a Rhino file", []string{".3dm"}, begins("3D Geometry File Format")},
	{"an Alembic file", []string{".abc"}, begins("Ogawa")},
	{"a ZIP file, but neither a 3MF nor a USD file", nil, begins(source.ZIPSignature)},
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

// ForeignFormat returns what a file is by the ending of its name, such as "an FBX file", if its
// format is known but not read, or "".
func ForeignFormat(path string) string {
	ending := strings.ToLower(filepath.Ext(path))
	for i := range foreign {
		if slices.Contains(foreign[i].endings, ending) {
			return foreign[i].name
		}
	}
	return ""
}

// ForeignEndings returns the endings of file names in formats that are known but not read, in lower
// case with their dots.
func ForeignEndings() []string {
	var all []string
	for i := range foreign {
		all = append(all, foreign[i].endings...)
	}
	return all
}

// ForeignContent returns the ending of the format of a file that begins with data, if the format is
// known but not read, or "".
func ForeignContent(data []byte) string {
	for i := range foreign {
		if f := &foreign[i]; f.endings != nil && f.matches != nil && f.matches(data) {
			return f.endings[0]
		}
	}
	return ""
}

// foreignError is ErrUnknownFormat for a file whose format is known.
type foreignError struct{ name string }

func (e *foreignError) Error() string { return "this is " + e.name + ": export glTF, FBX, OBJ or STL" }
func (e *foreignError) Unwrap() error { return ErrUnknownFormat }

// isForeign reports whether an error of unknown names a format.
func isForeign(err error) bool {
	var named *foreignError
	return errors.As(err, &named)
}

// unknown returns the error for a file that is in none of the formats that are read. It is about
// the content alone.
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

// foreignEnds is the number of bytes at the beginning and at the end of a file that are searched
// for words. The directory of a ZIP file is at its end.
const foreignEnds = 1 << 12

// has reports whether the beginning or the end of a file contains a word.
func has(data []byte, word string) bool {
	n := min(len(data), foreignEnds)
	return bytes.Contains(data[:n], []byte(word)) || bytes.Contains(data[len(data)-n:], []byte(word))
}
