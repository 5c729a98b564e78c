// Package npm writes the npm packages: one for each target, with the program in it, and one that
// depends on all of them and runs the one that npm installs.
package npm

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"time"

	"github.com/meshcheck/meshcheck/release/archive"
	"github.com/meshcheck/meshcheck/release/target"
)

//go:embed launcher.js
var launcher []byte

//go:embed README.md
var readme []byte

// manifest is a package.json.
type manifest struct {
	Name                 string            `json:"name"`
	Version              string            `json:"version"`
	Description          string            `json:"description"`
	Keywords             []string          `json:"keywords,omitempty"`
	Homepage             string            `json:"homepage"`
	Repository           repository        `json:"repository"`
	License              string            `json:"license"`
	Engines              map[string]string `json:"engines,omitempty"`
	Bin                  map[string]string `json:"bin,omitempty"`
	OptionalDependencies map[string]string `json:"optionalDependencies,omitempty"`
	OS                   []string          `json:"os,omitempty"`
	CPU                  []string          `json:"cpu,omitempty"`
	PreferUnplugged      bool              `json:"preferUnplugged,omitempty"`
}

type repository struct {
	Type string `json:"type"`
	URL  string `json:"url"`
}

func newManifest(name, version, description string) manifest {
	return manifest{
		Name: name, Version: version, Description: description, License: "Apache-2.0",
		Homepage:   "https://github.com/meshcheck/meshcheck",
		Repository: repository{"git", "git+https://github.com/meshcheck/meshcheck.git"},
	}
}

// names are what Node.js calls systems and processors.
var names = map[string]string{"linux": "linux", "darwin": "darwin", "windows": "win32", "amd64": "x64", "arm64": "arm64"}

func suffix(t target.Target) string { return names[t.OS] + "-" + names[t.Arch] }

// ProgramFile returns the file name of the package for a target.
func ProgramFile(t target.Target, version string) string {
	return "meshcheck-" + suffix(t) + "-" + version + ".tgz"
}

// File returns the file name of the package that users install.
func File(version string) string { return "meshcheck-" + version + ".tgz" }

// Program returns the package for a target. docs are further files of it, such as licences.
func Program(t target.Target, version string, modified time.Time, program []byte, docs []archive.File) ([]byte, error) {
	m := newManifest("@meshcheck/"+suffix(t), version, "The program of the package meshcheck for "+suffix(t))
	m.OS, m.CPU, m.PreferUnplugged = []string{names[t.OS]}, []string{names[t.Arch]}, true
	return pack(m, append([]archive.File{archive.Program("bin/"+t.Program(), program)}, docs...), modified)
}

// Launcher returns the package that users install.
func Launcher(targets []target.Target, version string, modified time.Time, license []byte) ([]byte, error) {
	m := newManifest("meshcheck", version, "Exact overlap checker for 3D meshes: finds every place where surfaces of a model cut or cover each other")
	m.Keywords = []string{"3d", "mesh", "gltf", "glb", "fbx", "usd", "stl", "self-intersection", "z-fighting", "validation"}
	m.Engines = map[string]string{"node": ">=18"}
	m.Bin = map[string]string{"meshcheck": "bin/meshcheck.js"}
	m.OptionalDependencies = map[string]string{}
	for _, t := range targets {
		m.OptionalDependencies["@meshcheck/"+suffix(t)] = version
	}
	return pack(m, []archive.File{
		archive.Program("bin/meshcheck.js", launcher), archive.Text("README.md", readme), archive.Text("LICENSE", license),
	}, modified)
}

// pack returns a package as "npm pack" lays it out.
func pack(m manifest, files []archive.File, modified time.Time) ([]byte, error) {
	var text bytes.Buffer
	e := json.NewEncoder(&text)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(m); err != nil {
		return nil, err
	}
	out := []archive.File{archive.Text("package/package.json", text.Bytes())}
	for _, f := range files {
		f.Name = "package/" + f.Name
		out = append(out, f)
	}
	return archive.TarGz(out, modified)
}
