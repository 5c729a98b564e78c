// Package linked says which modules a program is made of, and under which licences they are.
package linked

import (
	"bytes"
	"cmp"
	"debug/buildinfo"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
)

// Standard is the path by which the modules of a program name the standard library.
const Standard = "std"

// Module is a module of a program.
type Module struct {
	Path    string
	Version string
	Sum     string   // as in go.sum, "" for the standard library
	Needs   []string // paths of the modules whose packages it imports, sorted
	License License
}

// listed is a package as "go list -deps -json" describes it.
type listed struct {
	Dir, ImportPath string
	Standard        bool
	Imports         []string
	Module          *struct {
		Path, Version, Dir string
		Main               bool
	}
}

// module returns the path of the module of a package.
func (p *listed) module() string {
	if p.Standard {
		return Standard
	}
	return p.Module.Path
}

// Modules returns the modules of a program: the standard library first, its own module left out.
// needs are the paths of those that its own packages import. list is what "go list -deps -json"
// prints for the same target, goRoot the folder of the Go installation. A module without a
// licence is an error.
func Modules(program, list []byte, goRoot string) (out []Module, needs []string, err error) {
	packages, err := parse(list)
	if err != nil {
		return nil, nil, err
	}
	info, err := buildinfo.Read(bytes.NewReader(program))
	if err != nil {
		return nil, nil, err
	}
	out = []Module{{Path: Standard, Version: info.GoVersion}}
	for _, m := range info.Deps {
		if m.Replace != nil {
			return nil, nil, fmt.Errorf("module %s is replaced", m.Path)
		}
		out = append(out, Module{Path: m.Path, Version: m.Version, Sum: m.Sum})
	}
	edges, folders := graph(packages), foldersOf(packages)
	folders[Standard] = []string{goRoot}
	for i := range out {
		m := &out[i]
		m.Needs = edges[m.Path]
		if m.License, err = readLicense(folders[m.Path]); err != nil {
			return nil, nil, fmt.Errorf("module %s %s: %w", m.Path, m.Version, err)
		}
	}
	return out, edges[info.Main.Path], nil
}

// parse reads a stream of JSON objects.
func parse(list []byte) ([]listed, error) {
	var out []listed
	for d := json.NewDecoder(bytes.NewReader(list)); ; {
		var p listed
		err := d.Decode(&p)
		if errors.Is(err, io.EOF) {
			return out, nil
		}
		if err != nil {
			return nil, err
		}
		if !p.Standard && p.Module == nil {
			return nil, fmt.Errorf("package %s has no module", p.ImportPath)
		}
		out = append(out, p)
	}
}

// graph returns for each module the modules that its packages import.
func graph(packages []listed) map[string][]string {
	of := map[string]string{}
	for _, p := range packages {
		of[p.ImportPath] = p.module()
	}
	needs := map[string][]string{}
	for _, p := range packages {
		m := p.module()
		for _, path := range p.Imports {
			if n := of[path]; n != "" && n != m {
				needs[m] = append(needs[m], n)
			}
		}
	}
	for m, paths := range needs {
		slices.Sort(paths)
		needs[m] = slices.Compact(paths)
	}
	return needs
}

// foldersOf returns for each module its folder and then those of its packages, which may be
// under other licences.
func foldersOf(packages []listed) map[string][]string {
	folders := map[string][]string{}
	for _, p := range packages {
		if p.Standard || p.Module.Main {
			continue
		}
		if len(folders[p.Module.Path]) == 0 {
			folders[p.Module.Path] = []string{p.Module.Dir}
		}
		if p.Dir != p.Module.Dir {
			folders[p.Module.Path] = append(folders[p.Module.Path], p.Dir)
		}
	}
	for _, dirs := range folders {
		slices.SortFunc(dirs[1:], cmp.Compare[string])
	}
	return folders
}
