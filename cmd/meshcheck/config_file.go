package main

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

	"github.com/meshcheck/meshcheck/check"
)

// configName is the file that is looked for.
const configName = ".meshcheck.yaml"

// maxConfig is the size of the largest configuration that is read, in bytes.
const maxConfig = 1 << 20

// configuration is a file of settings.
type configuration struct {
	path     string // as messages name it
	folder   string // absolute, which globs are relative to
	text     []byte
	section  section
	override []section
}

// section is a list of values for keys, for all files or for those that a glob matches.
type section struct {
	files  []string
	values []value
}

// value is the value of a key and where it stands.
type value struct {
	key    *key
	put    func(s *settings)
	origin string
}

// find returns the path of the configuration to use, "" for none.
func (c *configFlags) find() (string, error) {
	switch {
	case c.ignore && c.file != "" && c.file != "none":
		return "", &failure{statusUsage, errors.New("--config and --no-config do not go together"), ""}
	case c.ignore || c.file == "none":
		return "", nil
	case c.file != "":
		return c.file, nil
	}
	folder, err := os.Getwd()
	if err != nil {
		return "", nil // a folder that is gone has none above
	}
	for {
		path := filepath.Join(folder, configName)
		if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() {
			if here, err := os.Getwd(); err == nil {
				if near, err := filepath.Rel(here, path); err == nil {
					return near, nil
				}
			}
			return path, nil
		} else if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return "", &failure{statusUsage, fmt.Errorf("%s: %w", shown(path), cause(err)), "--no-config does without it"}
		}
		above := filepath.Dir(folder)
		if above == folder {
			return "", nil
		}
		folder = above
	}
}

// readConfiguration reads the file at path.
func readConfiguration(path string) (*configuration, error) {
	text, err := readSome(path)
	if err != nil {
		return nil, &failure{statusUsage, fmt.Errorf("%s: %w", shown(path), cause(err)), ""}
	}
	folder, err := filepath.Abs(filepath.Dir(path))
	if err != nil {
		return nil, &failure{statusUsage, fmt.Errorf("%s: %w", shown(path), err), ""}
	}
	c := &configuration{path: path, folder: folder, text: text}
	if err := c.parse(text); err != nil {
		return nil, &failure{statusUsage, fmt.Errorf("%s:%s", shown(path), shown(err.Error())),
			`"meshcheck config --schema" prints what a configuration can have`}
	}
	return c, nil
}

// openRegular opens a file. What is none, such as a pipe, could keep the run waiting
// for ever.
func openRegular(path string) (*os.File, error) {
	info, err := os.Stat(path)
	if err == nil && !info.Mode().IsRegular() {
		err = errors.New("not a regular file")
	}
	if err != nil {
		return nil, err
	}
	return os.Open(path)
}

// readSome reads a file that is not too large for a configuration.
func readSome(path string) ([]byte, error) {
	f, err := openRegular(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, maxConfig+1))
	if err == nil && len(text) > maxConfig {
		err = fmt.Errorf("it is larger than %d bytes, and no configuration", maxConfig)
	}
	return bytes.TrimPrefix(text, []byte("\ufeff")), err
}

func (c *configuration) parse(text []byte) error {
	root, err := parseYAML(text)
	if root == nil || err != nil {
		return err
	}
	names := append(keyNames(), "overrides")
	return eachKey(root, names, func(name string, at, n ast.Node) error {
		if name == "overrides" {
			return c.parseOverrides(n)
		}
		return c.section.add(c, name, at, n)
	})
}

func (c *configuration) parseOverrides(n ast.Node) error {
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
			return s.add(c, name, at, n)
		})
		if err == nil && s.files == nil {
			err = at(n, errors.New(`an override needs "files": a glob, or a list of globs`))
		}
		if err != nil {
			return err
		}
		c.override = append(c.override, s)
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

// place tells the settings what their paths are relative to.
func (c *configuration) place(s *settings) {
	s.inputs.folder = c.folder
	if file := filepath.FromSlash(string(s.baseline.file)); file != "" && !filepath.IsAbs(file) {
		s.baseline.file = baselinePath(filepath.Join(filepath.Dir(c.path), file))
	}
}

// add reads the value of a key.
func (s *section) add(c *configuration, name string, place, n ast.Node) error {
	k := keyOf(name)
	put, err := k.read(n)
	if err != nil {
		return err
	}
	line, _ := placeOf(place)
	s.values = append(s.values, value{k, put, fmt.Sprintf("%s:%d", shown(c.path), line)})
	return nil
}

// matches reports whether the section is for a file. A glob without a slash is for the
// name of a file in any folder, another for its path from the folder of the configuration.
func (s *section) matches(folder, path string) bool {
	if path == "-" {
		return false
	}
	near := pathFrom(folder, path)
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

// pathFrom returns a path relative to a folder, with slashes, or if there is none from the root.
func pathFrom(folder, path string) string {
	absolute, err := filepath.Abs(path)
	if err != nil {
		return filepath.ToSlash(path)
	}
	near, err := filepath.Rel(folder, absolute)
	if err != nil {
		near = absolute
	}
	return filepath.ToSlash(near)
}

// effective are settings, and where each value of them came from: by key, and for fail-on
// by item.
type effective struct {
	settings settings
	origins  map[string]string
}

// take applies the values of a section.
func (e *effective) take(s *section) {
	e.overrule(func(name string) bool {
		for _, v := range s.values {
			if v.key.name == name {
				return true
			}
		}
		return false
	}, func() {
		for _, v := range s.values {
			if v.key.name == "severities" { // which fail-on counts for more than
				e.put(&v)
			}
		}
		for _, v := range s.values {
			if v.key.name != "severities" {
				e.put(&v)
			}
		}
	})
}

// put applies a value and notes where it came from.
func (e *effective) put(v *value) {
	var alone settings
	v.put(&alone)
	v.put(&e.settings)
	e.origins[v.key.name] = v.origin
	e.notePolicy(check.Policy(alone.failOn), v.origin)
}

// overrule applies something that gives some keys. Checks that are given without a
// clearance do away with the clearance of before, unless they have that check.
func (e *effective) overrule(gives func(name string) bool, apply func()) {
	apply()
	if gives("checks") && !gives("clearance") && !check.Set(e.settings.checks).Has(check.Clearance) {
		e.settings.clearance = clearance{}
		delete(e.origins, "clearance")
	}
}

// notePolicy notes where verdicts came from.
func (e *effective) notePolicy(p check.Policy, origin string) {
	for _, item := range p.Items() {
		name, _, _ := strings.Cut(item, ":")
		e.origins["fail-on:"+name] = origin
	}
}
