package off_test

import (
	"strings"
	"testing"

	"github.com/meshcheck/meshcheck/internal/loadertest"
	"github.com/meshcheck/meshcheck/loader"
)

func TestDecode(t *testing.T) {
	plain := "|: " + loadertest.Face3 + "\n"
	for name, c := range map[string]struct{ text, want string }{
		"plain":                 {"OFF\n3 1 3\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n", plain},
		"no number of edges":    {"OFF\n3 1\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2", plain},
		"on the keyword's line": {"OFF 3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2", plain},
		"without a space":       {"OFF3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2", plain},
		"comments":              {"# a\n#b\nOFF # c\n\n# d\n3 1 0 # e\n0 0 0# f\n# g\n1 0 0\n\n0 1 0 #\n3 0 1 2# h", plain},
		"CR LF":                 {"OFF\r\n3 1 3\r\n0 0 0\r\n1 0 0\r\n0 1 0\r\n3 0 1 2\r\n", plain},
		"CR":                    {"OFF\r3 1 3\r0 0 0\r1 0 0\r0 1 0\r3 0 1 2\r", plain},
		"byte order mark":       {"\ufeffOFF\n3 1 3\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n", plain},
		"colours and all that":  {"STCNOFF\n3 1 3\n0 0 0 1 x\n1 0 0 9\n0 1 0 9\n3 0 1 2 0.5 0.5 z\nrubbish", plain},
		"polygons, short faces": {"COFF\n4 3 0\n0 0 0\n1 0 0\n1 1 0\n0 1 0\n2 0 1\n4 0 1 2 3\n3 0 1 3", "|: (0,0,0)(1,0,0)(1,1,0)#1 (0,0,0)(1,1,0)(0,1,0)#1 " + loadertest.Face3 + "#2\n"},
		"nothing":               {"OFF 0 0 0", ""},
		"float64":               {"OFF\n3 1 3\n0.1 0 0\n1 0 0\n0 1 0\n3 0 1 2\n", "|: (0.1,0,0)(1,0,0)(0,1,0)\n"},
	} {
		s, format, err := loader.Decode(t.Context(), []byte(c.text), nil, loader.Options{})
		if err != nil || format != loader.OFF {
			t.Errorf("%s: %v, %v", name, format, err)
			continue
		}
		if got := loadertest.Faces(s); got != c.want {
			t.Errorf("%s: got %q, want %q", name, got, c.want)
		}
	}
}

func TestRefused(t *testing.T) {
	for text, want := range map[string]string{
		"4OFF\n1 0 0\n0 0 0 1":                            `off: 4OFF is not supported`,
		"nOFF\n3\n1 0 0\n0 0 0":                           `off: nOFF is not supported`,
		"C4nOFF\n3\n1 0 0\n0 0 0":                         `off: C4nOFF is not supported`,
		"OFF BINARY\n\x00\x00\x00\x01":                    `off: binary OFF is not supported`,
		"OFF\n3\n0 0 0\n0 0 0\n":                          `off: line 2: the number of faces is missing`,
		"OFF\n3 1 0\n0 0 0\n1 0\n0 1 0\n3 0 1 2":          `off: vertex 1 (line 4): too few numbers`,
		"OFF\n3 1 0\n0 0 0\n1 0 1,5\n0 1 0\n3 0 1 2":      `off: vertex 1 (line 4): "1,5" is not a number`,
		"OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 3":        `off: face 0 (line 6): vertex 3 does not exist: the file has 3, the first of which is 0`,
		"OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1":          `off: face 0 (line 6): the file ends here, but its header claims 1 of them`,
		"OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1\n2":       `off: face 0 (line 6): too few numbers`,
		"OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n-3 0 1 2":       `off: face 0 (line 6): has -3 corners`,
		"OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2.0":      `off: face 0 (line 6): "2.0" is not an integer`,
		"OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n99999999 0 1 2": `off: face 0 (line 6): has 99999999 corners, more than 65536`,
		"OFF\n999999999999 1 0\n0 0 0\n":                  `off: line 2: the header claims 999999999999 vertices, more than the remaining 11 bytes can hold`,
		"OFF\n3 1 0\n0 0 0\n1 0 0\n":                      `off: vertex 2 (line 5): the file ends here, but its header claims 3 of them`,
		"O\x00F\x00F\x00\n\x001\x00":                      `off: the file is UTF-16; OFF must be ASCII or UTF-8`,
	} {
		s, _, err := loader.Decode(t.Context(), []byte(text), nil, loader.Options{})
		if err == nil || err.Error() != want || s != nil {
			t.Errorf("%.60q: %v, want %s", text, err, want)
		}
	}
	if _, format, err := loader.Decode(t.Context(), []byte("OFFICE 3 1 0"+strings.Repeat(" ", 99)), nil, loader.Options{}); format != "" || err == nil {
		t.Errorf("a text that begins with OFFICE: %s, %v", format, err)
	}
}

func FuzzDecodeOFF(f *testing.F) {
	f.Add([]byte("STCNOFF4 2 0 # a\n0 0 0 1\n1 0 0\n\n1 1 0#b\n0 1 0\n4 0 1 2 3 9\n2 0 1"))
	loadertest.SeedFiles(f, ".off")
	f.Fuzz(loadertest.DecodeFuzzed)
}

// TestUVs: texture coordinates are not read. That is an error only if they are asked for.
func TestUVs(t *testing.T) {
	loadertest.WantUVs(t, "NOFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2", "")
	loadertest.WantUVs(t, "STOFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2", "off: reading UVs of this format is not supported")
}
