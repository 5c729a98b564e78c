// Package wheel writes Python wheels: the package of integrations/python together with the
// program for one platform, which pip then puts on the PATH of an environment.
package wheel

import (
	"archive/zip"
	"cmp"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
	"time"
)

// A Wheel describes the wheel to write. The same values give the same bytes.
type Wheel struct {
	// Version is the version of the program, such as 1.0.0 or 1.1.0-rc.1.
	Version string
	// OS and Arch name the platform of Program, as in GOOS and GOARCH.
	OS, Arch string
	// Program is the content of the program's file.
	Program []byte
	// Source is the folder integrations/python: its pyproject.toml, README.md and package.
	Source fs.FS
	// Info has more files for the folder of the wheel's metadata by their paths there, such as
	// licenses/LICENSE and sboms/meshcheck.cdx.json. Those in licenses/ are named in the metadata.
	Info map[string][]byte
	// Time is the time of all files in the wheel. A zip file has none before 1980.
	Time time.Time
}

// file is a file of a wheel.
type file struct {
	path    string
	content []byte
	mode    fs.FileMode
}

// Name returns the name that the file of the wheel must have. It fails for a version that
// Python cannot express, and for a platform without wheels.
func (w *Wheel) Name() (string, error) {
	version, err := pythonVersion(w.Version)
	if err != nil {
		return "", err
	}
	tags, err := platforms(w.OS, w.Arch)
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("%s-%s-py3-none-%s.whl", distribution, version, strings.Join(tags, ".")), nil
}

// Write writes the wheel. It fails for what Name fails for, for a Source that is not such a
// package, and for the errors of reading Source and writing to out.
func (w *Wheel) Write(out io.Writer) error {
	files, err := w.files()
	if err != nil {
		return fmt.Errorf("wheel: %w", err)
	}
	z := zip.NewWriter(out)
	for _, f := range files {
		h := &zip.FileHeader{Name: f.path, Method: zip.Deflate, Modified: w.Time.UTC()}
		h.SetMode(f.mode)
		to, err := z.CreateHeader(h)
		if err != nil {
			return fmt.Errorf("wheel: %w", err)
		}
		if _, err := to.Write(f.content); err != nil {
			return fmt.Errorf("wheel: %w", err)
		}
	}
	return z.Close()
}

// files returns the files of the wheel in order: the package, the program, the metadata.
func (w *Wheel) files() ([]file, error) {
	version, err := pythonVersion(w.Version)
	if err != nil {
		return nil, err
	}
	tags, err := platforms(w.OS, w.Arch)
	if err != nil {
		return nil, err
	}
	metadata, err := w.metadata(version)
	if err != nil {
		return nil, err
	}
	files, err := modules(w.Source)
	if err != nil {
		return nil, err
	}
	program := path.Join(distribution+"-"+version+".data", "scripts", distribution)
	if w.OS == "windows" {
		program += ".exe"
	}
	info := distribution + "-" + version + ".dist-info"
	files = append(files, file{program, w.Program, 0o755})
	for _, name := range slices.Sorted(maps.Keys(w.Info)) {
		files = append(files, file{path.Join(info, name), w.Info[name], 0o644})
	}
	files = append(files,
		file{path.Join(info, "WHEEL"), []byte(wheelFile(tags)), 0o644},
		file{path.Join(info, "METADATA"), metadata, 0o644})
	return append(files, file{path.Join(info, "RECORD"), record(files, path.Join(info, "RECORD")), 0o644}), nil
}

// modules returns the files of the Python package by path. Of the rest of the source, such as its tests,
// a wheel has nothing.
func modules(source fs.FS) ([]file, error) {
	var files []file
	err := fs.WalkDir(source, distribution, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || path.Ext(name) != ".py" && d.Name() != "py.typed" {
			return err
		}
		content, err := fs.ReadFile(source, name)
		files = append(files, file{name, content, 0o644})
		return err
	})
	slices.SortFunc(files, func(a, b file) int { return cmp.Compare(a.path, b.path) })
	return files, err
}

// wheelFile returns the content of the file WHEEL.
func wheelFile(tags []string) string {
	var b strings.Builder
	b.WriteString("Wheel-Version: 1.0\nGenerator: meshcheck\nRoot-Is-Purelib: false\n")
	for _, tag := range tags {
		fmt.Fprintf(&b, "Tag: py3-none-%s\n", tag)
	}
	return b.String()
}

// record returns the content of the file RECORD, which lists all files with their hashes, but for its own.
func record(files []file, own string) []byte {
	var b strings.Builder
	for _, f := range files {
		sum := sha256.Sum256(f.content)
		fmt.Fprintf(&b, "%s,sha256=%s,%d\n", f.path, base64.RawURLEncoding.EncodeToString(sum[:]), len(f.content))
	}
	fmt.Fprintf(&b, "%s,,\n", own)
	return []byte(b.String())
}
