package config

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
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
	Path string // as given
	Text []byte

	folder   string // absolute; globs are relative to it
	sections []section
}

// section holds the settings for the files that its globs match.
type section struct {
	files  []string // nil for all
	values layer
}

// Find returns the path of the configuration in the working folder or the nearest folder
// above it, "" if there is none. Its error is an *fs.PathError.
func Find() (string, error) {
	here, err := os.Getwd()
	if err != nil {
		return "", nil // the working folder was deleted
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

// Read reads the configuration at path. Errors in its text are of type *SyntaxError.
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

// readText reads a file of at most largest bytes.
func readText(path string) ([]byte, error) {
	f, err := input.OpenRegular(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, largest+1))
	if err == nil && len(text) > largest {
		err = fmt.Errorf("it is larger than %d bytes, too large for a configuration", largest)
	}
	return bytes.TrimPrefix(text, []byte("\ufeff")), err
}

func (f *File) parse() error {
	root, err := parseYAML(f.Text)
	if root == nil || err != nil {
		return err
	}
	f.sections = []section{{values: layer{}}}
	return eachMember(root, append(names(keys), "overrides"), func(name string, key, value ast.Node) error {
		if name == "overrides" {
			return f.parseOverrides(value)
		}
		return f.add(f.sections[0].values, name, key, value)
	})
}

func (f *File) parseOverrides(n ast.Node) error {
	list, ok := n.(*ast.SequenceNode)
	if !ok {
		return fmt.Errorf("a list of sections with files was expected, not %s", kindOf(n))
	}
	for _, n := range list.Values {
		s := section{values: layer{}}
		err := eachMember(n, append(names(overrideKeys()), filesKey.name), func(name string, key, value ast.Node) error {
			if name == filesKey.name {
				set, err := filesKey.read(value)
				set(&s)
				return err
			}
			return f.add(s.values, name, key, value)
		})
		if err == nil && s.files == nil {
			err = at(n, errors.New(`an override needs "files": a glob, or a list of globs`))
		}
		if err != nil {
			return err
		}
		f.sections = append(f.sections, s)
	}
	return nil
}

// filesKey is for the globs of an override.
var filesKey = newKey("files", "globs for paths from the folder of the configuration, without a slash for names in any folder",
	globs(), func(s *section) *[]string { return &s.files })

func globs() kind[[]string] {
	k := texts("", func(glob string) error {
		if glob == "" || !doublestar.ValidatePattern(glob) {
			return errors.New("not a valid pattern")
		}
		return nil
	})
	k.schema, k.needed = listSchema(textSchema, true), true
	return k
}

// add reads the value of a key and adds it to a layer.
func (f *File) add(to layer, name string, place, n ast.Node) error {
	i := slices.IndexFunc(keys, func(k key[Settings]) bool { return k.name == name })
	set, err := keys[i].read(n)
	to[name] = value{fmt.Sprintf("%s:%d", wording.Printable(f.Path, wording.PathLimit), place.GetToken().Position.Line), set}
	return err
}

// matches reports whether the section applies to a file. A glob without a slash matches the
// file's name in any folder; with a slash, its path relative to the folder of the
// configuration. No glob matches a file without a path.
func (s *section) matches(folder, path string) bool {
	if s.files == nil || path == "" || path == "-" {
		return s.files == nil
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

// place sets the folder that paths in the settings are relative to.
func (f *File) place(s *Settings) {
	s.Folder = f.folder
	s.Baseline, s.USDRoot = f.beside(s.Baseline), f.beside(s.USDRoot)
}

// beside returns a path of the configuration from the working folder, "" for "".
func (f *File) beside(path string) string {
	if path = filepath.FromSlash(path); path == "" || filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(filepath.Dir(f.Path), path)
}
