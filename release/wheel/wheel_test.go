package wheel_test

import (
	"archive/zip"
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/csv"
	"io"
	"os"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/meshcheck/meshcheck/release/wheel"
)

const source = "../../integrations/python"

func linux() *wheel.Wheel {
	return &wheel.Wheel{
		Version: "1.2.0-rc.1", OS: "linux", Arch: "amd64", Program: []byte("program"), Source: os.DirFS(source),
		Info: map[string][]byte{"licenses/LICENSE": []byte("license"), "sboms/meshcheck.cdx.json": []byte("{}")},
		Time: time.Date(2024, 2, 3, 4, 5, 6, 0, time.UTC),
	}
}

func write(t *testing.T, w *wheel.Wheel) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := w.Write(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// contents returns the files of a wheel by path, and their modes.
func contents(t *testing.T, data []byte) (map[string]string, map[string]os.FileMode) {
	t.Helper()
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	files, modes := map[string]string{}, map[string]os.FileMode{}
	for _, f := range z.File {
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		files[f.Name], modes[f.Name] = string(text), f.Mode()
		if want := time.Date(2024, 2, 3, 4, 5, 6, 0, time.UTC); !f.Modified.Equal(want) {
			t.Errorf("%s is of %s", f.Name, f.Modified)
		}
	}
	return files, modes
}

func TestWheel(t *testing.T) {
	first := write(t, linux())
	if !bytes.Equal(first, write(t, linux())) {
		t.Error("two wheels of the same files differ")
	}
	files, modes := contents(t, first)
	const program = "meshcheck-1.2.0rc1.data/scripts/meshcheck"
	if files[program] != "program" || modes[program] != 0o755 || modes["meshcheck/__init__.py"] != 0o644 {
		t.Errorf("the program is %q, modes %v", files[program], modes)
	}
	if _, ok := files["meshcheck/py.typed"]; !ok {
		t.Error("no py.typed")
	}
	for name := range files {
		if strings.Contains(name, "test") || strings.Contains(name, "__pycache__") {
			t.Errorf("the wheel has %s", name)
		}
	}
	metadata := files["meshcheck-1.2.0rc1.dist-info/METADATA"]
	for _, line := range []string{"Name: meshcheck", "Version: 1.2.0rc1", "License-File: LICENSE", "Requires-Python: >=3.9", "Requires-Dist: numpy>=1.21", "Project-URL: Source, https://github.com/meshcheck/meshcheck"} {
		if !strings.Contains(metadata, line+"\n") {
			t.Errorf("the metadata lacks %q:\n%s", line, metadata)
		}
	}
	record(t, files, "meshcheck-1.2.0rc1.dist-info/RECORD")
}

// record compares RECORD with the files of the wheel.
func record(t *testing.T, files map[string]string, name string) {
	t.Helper()
	rows, err := csv.NewReader(strings.NewReader(files[name])).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	if len(rows) != len(files) {
		t.Errorf("%d rows, %d files", len(rows), len(files))
	}
	for _, row := range rows {
		sum := sha256.Sum256([]byte(files[row[0]]))
		hash, size := "sha256="+base64.RawURLEncoding.EncodeToString(sum[:]), strconv.Itoa(len(files[row[0]]))
		if row[0] == name {
			hash, size = "", ""
		}
		if row[1] != hash || row[2] != size {
			t.Errorf("%v, want %s and %s", row, hash, size)
		}
	}
}

func TestName(t *testing.T) {
	for _, row := range []struct{ version, system, arch, want string }{
		{"1.0.0", "linux", "amd64", "meshcheck-1.0.0-py3-none-manylinux_2_17_x86_64.manylinux2014_x86_64.musllinux_1_1_x86_64.whl"},
		{"1.0.0", "linux", "arm64", "meshcheck-1.0.0-py3-none-manylinux_2_17_aarch64.manylinux2014_aarch64.musllinux_1_1_aarch64.whl"},
		{"v1.0.0", "darwin", "amd64", "meshcheck-1.0.0-py3-none-macosx_12_0_x86_64.whl"},
		{"1.0.0-beta2", "darwin", "arm64", "meshcheck-1.0.0b2-py3-none-macosx_12_0_arm64.whl"},
		{"1.0.0-alpha.1", "windows", "amd64", "meshcheck-1.0.0a1-py3-none-win_amd64.whl"},
		{"1.0.0-rc.3", "windows", "arm64", "meshcheck-1.0.0rc3-py3-none-win_arm64.whl"},
		{"devel", "linux", "amd64", ""},
		{"1.0.0-dirty", "linux", "amd64", ""},
		{"1.0.0", "js", "wasm", ""},
	} {
		w := wheel.Wheel{Version: row.version, OS: row.system, Arch: row.arch}
		if got, err := w.Name(); got != row.want || (err == nil) != (row.want != "") {
			t.Errorf("%s %s/%s: %s, %v", row.version, row.system, row.arch, got, err)
		}
	}
}

// TestWindowsProgram: the program keeps the ending that Windows needs.
func TestWindowsProgram(t *testing.T) {
	w := linux()
	w.OS = "windows"
	if files, _ := contents(t, write(t, w)); files["meshcheck-1.2.0rc1.data/scripts/meshcheck.exe"] != "program" {
		t.Error("no meshcheck.exe")
	}
}

// TestOtherProjects: what the metadata would leave out, or would have wrong, is an error.
func TestOtherProjects(t *testing.T) {
	for what, text := range map[string]string{
		"another name":      "[project]\nname = \"other\"\ndynamic = [\"version\"]\n",
		"a fixed version":   "[project]\nname = \"meshcheck\"\n",
		"an unknown member": "[project]\nname = \"meshcheck\"\ndynamic = [\"version\"]\nscripts = {a = \"b:c\"}\n",
		"no table":          "project",
	} {
		w := linux()
		w.Source = fstest.MapFS{"pyproject.toml": {Data: []byte(text)}, "README.md": {}}
		if err := w.Write(io.Discard); err == nil || !strings.Contains(err.Error(), "pyproject.toml") {
			t.Errorf("%s: %v", what, err)
		}
	}
}
