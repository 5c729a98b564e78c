package loader_test

import (
	"encoding/binary"
	"errors"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/meshcheck/meshcheck/internal/loadertest"
	"github.com/meshcheck/meshcheck/loader"
)

// TestUTF16 has text in UTF-16, which is refused with that reason.
func TestUTF16(t *testing.T) {
	for _, c := range []struct {
		text   string
		format loader.Format
		why    string
	}{
		{`{"asset":{"version":"2.0"},"nodes":[{"name":"größe 大"}]}`, loader.GLTF, "the file is UTF-16; glTF must be UTF-8"},
		{"\r\n {\r\n\t\"asset\": {\"version\": \"2.0\"}}", loader.GLTF, "the file is UTF-16; glTF must be UTF-8"},
		{"solid größe\nfacet normal 0 0 1\n", loader.STL, "the file is UTF-16; text STL must be ASCII or UTF-8"},
		{"SOLID\nendsolid", loader.STL, "the file is UTF-16; text STL must be ASCII or UTF-8"},
	} {
		for _, order := range []binary.AppendByteOrder{binary.LittleEndian, binary.BigEndian} {
			for _, mark := range []string{"", "\ufeff"} {
				var data []byte
				for _, unit := range utf16.Encode([]rune(mark + c.text)) {
					data = order.AppendUint16(data, unit)
				}
				loadertest.WantFormatError(t, data, c.format, "", c.why)
			}
		}
	}
}

// TestUTF16LookAlikes: a binary STL may have anything in its header.
func TestUTF16LookAlikes(t *testing.T) {
	xyz := loadertest.RandomSoup(4)
	for _, header := range []string{"{\x00", "\x00{", "{\x00\"\x00a", "s\x00o\x00l\x00i\x00d\x00 \x00", "\xff\xfe{\x00\"\x00", "\xff\xfe"} {
		s, format, err := loadertest.Decode(t, loadertest.BinarySTL(header, xyz))
		if err != nil || format != loader.STL || !loadertest.SameBits(loadertest.Soup(s.Meshes[0]), xyz) {
			t.Errorf("a header of %q: %v", header, err)
		}
	}
	long := strings.Repeat("l\x00", 200)
	for _, text := range []string{"\xff\xfe{", "\xfe\xff", "\x00s\x00o\x00l\x00i\x00d\x00e\x00r", "\xff\xfep\x00" + long, "\xfe\xff\x00" + long} {
		if _, _, err := loadertest.Decode(t, []byte(text)); !errors.Is(err, loader.ErrUnknownFormat) {
			t.Errorf("%q: %v", text, err)
		}
	}
}
