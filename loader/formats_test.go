package loader

import (
	"strings"
	"testing"

	"github.com/meshcheck/meshcheck/loader/source"
)

// TestRecognize has beginnings that match more than one format: the more certain one is used.
func TestRecognize(t *testing.T) {
	// header is that of a binary STL file of two facets.
	header := func(begin string) string { return begin + strings.Repeat("\x00", 80-len(begin)) + "\x02\x00\x00\x00" }
	for _, c := range []struct {
		name, head string
		size       int64
		format     Format
		certainty  source.Certainty
	}{
		{"GLB", "glTF\x02\x00\x00\x00", 1000, GLB, source.Certain},
		{"GLB of the size of an STL file", header("glTF\x02\x00\x00\x00"), 184, GLB, source.Certain},
		{"GLB of version 9", header("glTF\x09\x00\x00\x00"), 185, GLB, source.Likely},
		{"binary STL that begins as a GLB", header("glTF exporter"), 184, STL, source.Certain},
		{"binary STL that begins as text", header("solid a"), 184, STL, source.Certain},
		{"binary STL that begins as JSON", header("{"), 184, STL, source.Certain},
		{"JSON of another size", header("{"), 185, GLTF, source.Likely},
		{"JSON", "\ufeff\n{", 3, GLTF, source.Likely},
		{"text STL", "solid a\nfacet", 100, STL, source.Likely},
		{"truncated binary STL", header("made by"), 100, STL, source.Possible},
		{"ZIP archive of which more is to come", header("PK\x03\x04"), 100, ThreeMF, source.Likely},
		{"ZIP archive without relationships", header("PK\x03\x04"), 84, "", source.NoMatch},
		{"USD package", "PK\x03\x04" + strings.Repeat("\x00", 22) + "\x06\x00\x00\x00a.usdc", 100, USD, source.Likely},
		{"binary USD", "PXR-USDC", 100, USD, source.Certain},
		{"text USD", "#usda 1.0\n", 100, USD, source.Certain},
		{"a comment", "#usdas\nv 1 2 3\n", 100, OBJ, source.Likely},
		{"PLY", "ply\nformat", 100, PLY, source.Certain},
		{"binary STL that begins as PLY", header("ply "), 184, STL, source.Certain},
		{"OFF", "# a\nCOFF 1 2 3", 100, OFF, source.Likely},
		{"OBJ", "# a\n\nmtllib a.mtl", 100, OBJ, source.Likely},
		{"OBJ behind something else", "hello\nv 0 0 0\n", 100, OBJ, source.Possible},
		{"text", strings.Repeat("text ", 50), 250, "", source.NoMatch},
		{"nothing", "", 0, "", source.NoMatch},
	} {
		if got := recognize([]byte(c.head), c.size); got.format != c.format || got.certainty != c.certainty {
			t.Errorf("%s: %q with certainty %d, want %q with %d", c.name, got.format, got.certainty, c.format, c.certainty)
		}
	}
}

// TestStreamedFormatsAreCertain: a format that is decoded while it is read is recognized from the
// beginning that is read for this purpose.
func TestStreamedFormatsAreCertain(t *testing.T) {
	head := strings.Repeat("\x00", 80) + "\x90\xd0\x03\x00"
	got := recognize([]byte(head+strings.Repeat("\x00", streamHead-len(head))), 84+50*250_000)
	if got.stream == nil || got.format != STL || got.certainty != source.Certain {
		t.Errorf("%q with certainty %d", got.format, got.certainty)
	}
}
