package loader_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/meshcheck/meshcheck/loader"
)

// Files of other formats are named, and are of an unknown format all the same.
func TestForeignFormats(t *testing.T) {
	zip := "PK\x03\x04" + strings.Repeat("\x00", 22)
	for text, want := range map[string]string{
		"Kaydara FBX Binary  \x00\x1a\x00":               "an FBX file",
		"; FBX 7.4.0 project file\n":                     "an FBX file",
		"#usda 1.0\n":                                    "a USD file",
		"PXR-USDC\x00\x08":                               "a USD file",
		zip + "\x06\x00\x00\x00a.usdc...":                "a USD file",
		zip + "\x05\x00\x00\x00a.txt...":                 "a ZIP file, but not a 3MF file",
		"BLENDER-v402":                                   "a Blender file",
		"<?xml version=\"1.0\"?>\n<COLLADA xmlns=\"a\">": "a Collada file",
		"ISO-10303-21;\nHEADER;":                         "a STEP file",
	} {
		_, format, err := decode(t, []byte(text))
		if !errors.Is(err, loader.ErrUnknownFormat) || format != "" || err.Error() != "this is "+want+": export glTF, OBJ or STL" {
			t.Errorf("%.20q: %q, %v, want %s", text, format, err, want)
		}
	}
	for _, text := range []string{"PK", "v", "v 1 2", "v one two three\n", "# nothing\n", "o my god\n", strings.Repeat("#\n", 1<<14)} {
		if _, _, err := decode(t, []byte(text)); !errors.Is(err, loader.ErrUnknownFormat) {
			t.Errorf("%.20q: %v", text, err)
		}
	}
}

func TestForeignFormat(t *testing.T) {
	for path, want := range map[string]string{"a/b.MAX": "a 3ds Max file", "x.usdz": "a USD file", "fbx": "", "chair.glb": "", "": ""} {
		if got := loader.ForeignFormat(path); got != want {
			t.Errorf("%s: %q, want %q", path, got, want)
		}
	}
}
