package config

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
	"github.com/goccy/go-yaml/ast"
	"github.com/meshcheck/meshcheck/internal/input"
	"github.com/meshcheck/meshcheck/report/wording"
)

// Name is the file that Find looks for.
const Name = ".meshcheck.yaml"

// largest is the size of the largest configuration that is read, in bytes.
const largest = 1 << 20

// File is a configuration file.
type File struct {
	Path string // as it was named
	Text []byte

	folder    string // absolute, which globs are relative to
	section   section
	overrides []section
}

// section is a list of values for keys, for all files or for those that a glob matches.
type section struct {
	files  []string
	values []value
}

// value is the value of a key and where it stands.
type value struct {
	key    *key
	put    func(s *Settings)
	origin string
}

// Find returns the path of the configuration in the working folder or the nearest one above
// it, "" if there is none. Its error is an *fs.PathError with the path that cannot be looked
// at.
func Find() (string, error) {
	here, err := os.Getwd()
	if err != nil {
		return "", nil // a folder that is gone has none above
	}
	for folder := here; ; folder = filepath.Dir(folder) {
		path := filepath.Join(folder, Name)
		info, err := os.Stat(path)
		switch {
		case err == nil && info.Mode().IsRegular():
			if near, err := filepath.Rel(here, path); err == nil {
				return near, nil
			}
			return path, nil
		case err != nil && !errors.Is(err, fs.ErrNotExist):
			return "", err
		case filepath.Dir(folder) == folder:
			return "", nil
		}
	}
}

// Read reads the configuration at path. What is wrong in it is a *SyntaxError.
func Read(path string) (*File, error) {
	text, err := readText(path)
	if err != nil {
		return nil, err
	}
	folder, err := filepath.Abs(filepath.Dir(path))
	if err != nil {
		return nil, err
	}
	f := &File{Path: path, Text: text, folder: folder}
	if err := f.parse(); err != nil {
		return nil, err
	}
	return f, nil
}

// readText reads a file that is not too large for a configuration.
func readText(path string) ([]byte, error) {
	f, err := input.OpenRegular(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, largest+1))
	if err == nil && len(text) > largest {
		err = fmt.Errorf("it is larger than %d bytes, and no configuration", largest)
	}
	return bytes.TrimPrefix(text, []byte("\ufeff")), err
}

func (f *File) parse() error {
	root, err := parseYAML(f.Text)
	if root == nil || err != nil {
		return err
	}
	names := append(keyNames(), "overrides")
	return eachKey(root, names, func(name string, at, n ast.Node) error {
		if name == "overrides" {
			return f.parseOverrides(n)
		}
		return f.section.add(f.Path, name, at, n)
	})
}

func (f *File) parseOverrides(n ast.Node) error {
	list, ok := n.(*ast.SequenceNode)
	if !ok {
		return at(n, fmt.Errorf("a list of sections with files was expected, not %s", kindOf(n)))
	}
	names := append(fileKeyNames(), "files")
	for _, n := range list.Values {
		var s section
		err := eachKey(n, names, func(name string, at, n ast.Node) error {
			if name == "files" {
				return s.readFiles(n)
			}
			return s.add(f.Path, name, at, n)
		})
		if err == nil && s.files == nil {
			err = at(n, errors.New(`an override needs "files": a glob, or a list of globs`))
		}
		if err != nil {
			return err
		}
		f.overrides = append(f.overrides, s)
	}
	return nil
}

// readFiles reads the globs of an override.
func (s *section) readFiles(n ast.Node) error {
	globs, err := textsOf(n)
	if err == nil && len(globs) == 0 {
		err = at(n, errors.New("there is no glob, and the section would be for no file"))
	}
	if err != nil {
		return err
	}
	for i, glob := range globs {
		if glob == "" || !doublestar.ValidatePattern(glob) {
			return at(elementOf(n, i), fmt.Errorf("%q is not a valid pattern", glob))
		}
	}
	s.files = globs
	return nil
}

// add reads the value of a key of the configuration at path.
func (s *section) add(path, name string, place, n ast.Node) error {
	k := keyOf(name)
	put, err := k.read(n)
	if err != nil {
		return err
	}
	line, _ := placeOf(place)
	s.values = append(s.values, value{k, put, fmt.Sprintf("%s:%d", wording.Printable(path, longestText), line)})
	return nil
}

// matches reports whether the section is for a file. A glob without a slash is for the
// name of a file in any folder, another for its path from the folder of the configuration.
func (s *section) matches(folder, path string) bool {
	if path == "-" {
		return false
	}
	near := input.RelativePath(folder, path)
	for _, glob := range s.files {
		if !strings.Contains(glob, "/") {
			glob = "**/" + glob
		}
		if doublestar.MatchUnvalidated(strings.TrimPrefix(glob, "./"), near) {
			return true
		}
	}
	return false
}

// place tells the settings what their paths are relative to.
func (f *File) place(s *Settings) {
	s.Folder = f.folder
	if path := filepath.FromSlash(string(s.Baseline)); path != "" && !filepath.IsAbs(path) {
		s.Baseline = Path(filepath.Join(filepath.Dir(f.Path), path))
	}
}
