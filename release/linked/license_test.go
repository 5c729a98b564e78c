package linked

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const isc = `ISC License

Copyright 2020 Somebody

Permission to use, copy, modify, and/or distribute this software for any purpose with or without fee is hereby granted,
provided that the above copyright notice and this permission notice appear in all copies.

THE SOFTWARE IS PROVIDED "AS IS" AND THE AUTHOR DISCLAIMS ALL WARRANTIES WITH REGARD TO THIS SOFTWARE INCLUDING ALL
IMPLIED WARRANTIES OF MERCHANTABILITY AND FITNESS. IN NO EVENT SHALL THE AUTHOR BE LIABLE FOR ANY SPECIAL, DIRECT,
INDIRECT, OR CONSEQUENTIAL DAMAGES OR ANY DAMAGES WHATSOEVER RESULTING FROM LOSS OF USE, DATA OR PROFITS, WHETHER IN AN
ACTION OF CONTRACT, NEGLIGENCE OR OTHER TORTIOUS ACTION, ARISING OUT OF OR IN CONNECTION WITH THE USE OR PERFORMANCE OF
THIS SOFTWARE.
`

// TestReadLicense: which files count, and that a module without a known licence is an error.
func TestReadLicense(t *testing.T) {
	apache, err := os.ReadFile("../../LICENSE")
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range []struct {
		name  string
		files map[string]string
		ids   []string // nil for an error
	}{
		{"one", map[string]string{"LICENSE": isc}, []string{"ISC"}},
		{"lines of Windows", map[string]string{"license.txt": strings.ReplaceAll(isc, "\n", "\r\n")}, []string{"ISC"}},
		{"two, and a notice", map[string]string{"LICENSE-ISC.md": isc, "COPYING": string(apache), "NOTICE": "By somebody."}, []string{"Apache-2.0", "ISC"}},
		{"in a package", map[string]string{"LICENSE": isc, "deep/LICENSE": string(apache)}, []string{"Apache-2.0", "ISC"}},
		{"only in a package", map[string]string{"deep/LICENSE": isc}, nil},
		{"none", map[string]string{"README": isc, "license.go": "package license"}, nil},
		{"a notice only", map[string]string{"NOTICE": isc}, nil},
		{"unknown", map[string]string{"LICENSE": "Ask me before you use it."}, nil},
	} {
		dir := t.TempDir()
		if err := os.Mkdir(filepath.Join(dir, "deep"), 0o777); err != nil {
			t.Fatal(err)
		}
		for name, text := range row.files {
			if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		got, err := readLicense([]string{dir, filepath.Join(dir, "deep")})
		if (err == nil) != (row.ids != nil) || !slices.Equal(got.IDs, row.ids) {
			t.Errorf("%s: %q, %v", row.name, got.IDs, err)
		}
		if strings.Contains(got.Text, "\r") || row.files["NOTICE"] != "" && err == nil && !strings.Contains(got.Text, "By somebody.") {
			t.Errorf("%s: the text is\n%q", row.name, got.Text)
		}
	}
	if _, err := readLicense(nil); err == nil {
		t.Error("a module without a folder has a licence")
	}
}
