package wheel

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"

	"github.com/BurntSushi/toml"
)

// distribution is the name of the Python package, of its distribution and of the program.
const distribution = "meshcheck"

// project is what this package reads of the table "project" of a pyproject.toml.
type project struct {
	Name           string              `toml:"name"`
	Description    string              `toml:"description"`
	Readme         string              `toml:"readme"`
	License        string              `toml:"license"`
	RequiresPython string              `toml:"requires-python"`
	Dependencies   []string            `toml:"dependencies"`
	Keywords       []string            `toml:"keywords"`
	Classifiers    []string            `toml:"classifiers"`
	Dynamic        []string            `toml:"dynamic"`
	Optional       map[string][]string `toml:"optional-dependencies"`
	URLs           map[string]string   `toml:"urls"`
}

// metadata returns the content of the file METADATA, from pyproject.toml and the file that it names as readme.
func (w *Wheel) metadata(version string) ([]byte, error) {
	p, err := readProject(w.Source)
	if err != nil {
		return nil, err
	}
	readme, err := fs.ReadFile(w.Source, p.Readme)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	field := func(name string, values ...string) {
		for _, v := range values {
			fmt.Fprintf(&b, "%s: %s\n", name, v)
		}
	}
	field("Metadata-Version", "2.4")
	field("Name", p.Name)
	field("Version", version)
	field("Summary", p.Description)
	field("Keywords", strings.Join(p.Keywords, ","))
	field("License-Expression", p.License)
	for _, name := range slices.Sorted(maps.Keys(w.Info)) {
		if license, ok := strings.CutPrefix(name, "licenses/"); ok {
			field("License-File", license)
		}
	}
	field("Classifier", p.Classifiers...)
	for _, name := range slices.Sorted(maps.Keys(p.URLs)) {
		field("Project-URL", name+", "+p.URLs[name])
	}
	field("Requires-Python", p.RequiresPython)
	field("Requires-Dist", p.Dependencies...)
	for _, extra := range slices.Sorted(maps.Keys(p.Optional)) {
		field("Provides-Extra", extra)
		for _, d := range p.Optional[extra] {
			field("Requires-Dist", fmt.Sprintf("%s; extra == %q", d, extra))
		}
	}
	field("Description-Content-Type", "text/markdown")
	b.WriteString("\n")
	b.Write(readme)
	return b.Bytes(), nil
}

// readProject reads pyproject.toml. A member that metadata would leave out is an error.
func readProject(source fs.FS) (*project, error) {
	text, err := fs.ReadFile(source, "pyproject.toml")
	if err != nil {
		return nil, err
	}
	var f struct {
		Project project `toml:"project"`
	}
	read, err := toml.Decode(string(text), &f)
	if err != nil {
		return nil, fmt.Errorf("pyproject.toml: %w", err)
	}
	for _, key := range read.Undecoded() {
		if key[0] == "project" {
			return nil, fmt.Errorf("pyproject.toml: %s is not known here", key)
		}
	}
	if p := &f.Project; p.Name != distribution || !slices.Equal(p.Dynamic, []string{"version"}) {
		return nil, errors.New("pyproject.toml: not the project meshcheck with a dynamic version")
	}
	return &f.Project, nil
}
