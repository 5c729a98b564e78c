package loader_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/meshcheck/meshcheck/internal/loadertest"
	"github.com/meshcheck/meshcheck/loader"
)

// Files of other formats are named, but their format is unknown.
func TestForeignFormats(t *testing.T) {
	zip := "PK\x03\x04" + strings.Repeat("\x00", 22)
	for text, want := range map[string]string{
		zip + "\x05\x00\x00\x00a.txt...":                 "a ZIP file, but neither a 3MF nor a USD file",
		"BLENDER-v402":                                   "a Blender file",
		"<?xml version=\"1.0\"?>\n<COLLADA xmlns=\"a\">": "a Collada file",
		"ISO-10303-21;\nHEADER;":                         "a STEP file",
	} {
		_, format, err := loadertest.Decode(t, []byte(text))
		if !errors.Is(err, loader.ErrUnknownFormat) || format != "" || err.Error() != "this is "+want+": export glTF, FBX, OBJ or STL" {
			t.Errorf("%.20q: %q, %v, want %s", text, format, err, want)
		}
	}
	for _, text := range []string{"PK", "v", "v 1 2", "v one two three\n", "# nothing\n", "o my god\n", strings.Repeat("#\n", 1<<14)} {
		if _, _, err := loadertest.Decode(t, []byte(text)); !errors.Is(err, loader.ErrUnknownFormat) {
			t.Errorf("%.20q: %v", text, err)
		}
	}
}

func TestForeignFormat(t *testing.T) {
	for path, want := range map[string]string{"a/b.MAX": "a 3ds Max file", "x.usdz": "", "fbx": "", "chair.glb": "", "": ""} {
		if got := loader.ForeignFormat(path); got != want {
			t.Errorf("%s: %q, want %q", path, got, want)
		}
	}
}

func TestUnknownFormat(t *testing.T) {
	for name, data := range map[string]string{
		"empty":                "",
		"blank":                " \n\n",
		"ZIP":                  "PK\x03\x04" + strings.Repeat("\x00", 200),
		"PNG":                  "\x89PNG\r\n\x1a\n" + strings.Repeat("\x00", 200),
		"HTML":                 "<!doctype html><title>Not found</title>" + strings.Repeat("<p>no</p>", 30),
		"few bytes":            "\x00\x01\x02",
		"word like solid":      "solidity\nfacet",
		"prose without facets": "sold",
	} {
		if _, format, err := loadertest.Decode(t, []byte(data)); !errors.Is(err, loader.ErrUnknownFormat) || format != "" {
			t.Errorf("%s: %q, %v", name, format, err)
		}
	}
	if _, _, err := loadertest.Decode(t, nil); err == nil || !strings.Contains(err.Error(), "empty") {
		t.Errorf("an empty file: %v", err)
	}
}

func TestCancelledSTL(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, data := range [][]byte{loadertest.BinarySTL("", loadertest.RandomSoup(10)), loadertest.TextSTL("a", "%g", loadertest.RandomSoup(10)), loadertest.SquareModel().GLB()} {
		if s, _, err := loader.Decode(ctx, data, nil, loader.Options{}); !errors.Is(err, context.Canceled) || s != nil {
			t.Errorf("Decode = %v, %v", s, err)
		}
	}
}
