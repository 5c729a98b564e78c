package main

import (
	"bytes"
	"fmt"
	"os"
	"path"
	"slices"

	"github.com/meshcheck/meshcheck/release/archive"
	"github.com/meshcheck/meshcheck/release/bom"
	"github.com/meshcheck/meshcheck/release/deb"
	"github.com/meshcheck/meshcheck/release/manifest"
	"github.com/meshcheck/meshcheck/release/npm"
	"github.com/meshcheck/meshcheck/release/target"
	"github.com/meshcheck/meshcheck/release/wheel"
)

// release is what is made, and where.
type release struct {
	version string
	targets []target.Target
	source  source
	manual  manual
	license []byte
	changes []byte
	out     folder
}

// build makes a release.
func build(r release) error {
	temp, err := os.MkdirTemp("", "meshcheck-release-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(temp)
	if r.manual, err = writeManual(r.version, temp, r.source); err != nil {
		return err
	}
	if r.license, err = os.ReadFile("LICENSE"); err != nil {
		return err
	}
	if r.changes, err = os.ReadFile("CHANGELOG.md"); err != nil {
		return err
	}
	for _, t := range r.targets {
		p, err := buildProgram(t, r.version, temp)
		if err != nil {
			return err
		}
		if err := r.pack(p); err != nil {
			return fmt.Errorf("%s: %w", t, err)
		}
	}
	launcher, err := npm.Launcher(r.targets, r.version, r.source.time, r.license)
	if err := r.add("npm/"+npm.File(r.version), launcher, err); err != nil {
		return err
	}
	if err := r.manifests(); err != nil {
		return err
	}
	return r.out.finish()
}

// add writes a file of the release that was made without an error.
func (r *release) add(name string, data []byte, err error) error {
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return r.out.write(name, data)
}

// pack writes all that is made from the program for one target.
func (r *release) pack(p program) error {
	data, err := r.archive(p)
	if err := r.add(p.Archive(r.version), data, err); err != nil {
		return err
	}
	data, err = bom.Write(bom.Program{
		Version: r.version, Target: p.Target, Data: p.data, Time: r.source.time, Modules: p.modules, Needs: p.needs,
	})
	if err := r.add(p.Folder(r.version)+".cdx.json", data, err); err != nil {
		return err
	}
	licenses := []archive.File{archive.Text("LICENSE", r.license), archive.Text("THIRD_PARTY_LICENSES", p.notices)}
	data, err = npm.Program(p.Target, r.version, r.source.time, p.data, licenses)
	if err := r.add("npm/"+npm.ProgramFile(p.Target, r.version), data, err); err != nil {
		return err
	}
	if err := r.wheel(p); err != nil {
		return err
	}
	if p.OS != "linux" {
		return nil
	}
	data, err = r.debian(p)
	return r.add(deb.Name(r.version, p.Arch), data, err)
}

// wheel writes the Python package for the target of a program.
func (r *release) wheel(p program) error {
	w := wheel.Wheel{
		Version: r.version, OS: p.OS, Arch: p.Arch, Program: p.data, Time: r.source.time, Source: os.DirFS("integrations/python"),
		Info: map[string][]byte{"licenses/LICENSE": r.license, "licenses/THIRD_PARTY_LICENSES": p.notices},
	}
	name, err := w.Name()
	if err != nil {
		return err
	}
	var data bytes.Buffer
	err = w.Write(&data)
	return r.add("pypi/"+name, data.Bytes(), err)
}

// archive returns the archive that users download.
func (r *release) archive(p program) ([]byte, error) {
	files := slices.Concat([]archive.File{
		archive.Program(p.Program(), p.data),
		archive.Text("LICENSE", r.license),
		archive.Text("THIRD_PARTY_LICENSES", p.notices),
		archive.Text("CHANGELOG.md", r.changes),
	}, r.manual.completions, r.manual.pages)
	for i := range files {
		files[i].Name = p.Folder(r.version) + "/" + files[i].Name
	}
	if p.OS == "windows" {
		return archive.Zip(files, r.source.time)
	}
	return archive.TarGz(files, r.source.time)
}

// debianPlaces are where Debian's shells look for completions.
var debianPlaces = map[string]string{
	"meshcheck.bash": "usr/share/bash-completion/completions/meshcheck",
	"_meshcheck":     "usr/share/zsh/vendor-completions/_meshcheck",
	"meshcheck.fish": "usr/share/fish/vendor_completions.d/meshcheck.fish",
}

// debian returns the Debian package.
func (r *release) debian(p program) ([]byte, error) {
	files := []archive.File{archive.Program("usr/bin/meshcheck", p.data)}
	for _, page := range r.manual.pages {
		text, err := archive.Gzip(page.Data)
		if err != nil {
			return nil, err
		}
		files = append(files, archive.Text("usr/share/"+page.Name+".gz", text))
	}
	for _, c := range r.manual.completions {
		if place := debianPlaces[path.Base(c.Name)]; place != "" {
			files = append(files, archive.Text(place, c.Data))
		}
	}
	changes, err := archive.Gzip(r.changes)
	if err != nil {
		return nil, err
	}
	files = append(files, archive.Text("usr/share/doc/meshcheck/CHANGELOG.md.gz", changes))
	files = append(files, archive.Text("usr/share/doc/meshcheck/THIRD_PARTY_LICENSES", p.notices))
	return deb.Write(deb.Package{Version: r.version, Arch: p.Arch, Time: r.source.time, Files: files, Modules: p.modules})
}

// manifests writes the files for package managers that download the archives.
func (r *release) manifests() error {
	m := manifest.Release{Version: r.version, Time: r.source.time, Sums: map[target.Target]string{}}
	for _, t := range r.targets {
		m.Sums[t] = r.out.sums[t.Archive(r.version)]
	}
	text, err := manifest.Homebrew(m)
	if err := r.add("homebrew/meshcheck.rb", text, err); err != nil {
		return err
	}
	text, err = manifest.Scoop(m)
	if err := r.add("scoop/meshcheck.json", text, err); err != nil {
		return err
	}
	files, err := manifest.Winget(m)
	for name, text := range files {
		if err := r.add("winget/"+name, text, err); err != nil {
			return err
		}
	}
	return err
}
