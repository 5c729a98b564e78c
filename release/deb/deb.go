// Package deb writes Debian packages.
package deb

import (
	"bytes"
	"crypto/md5"
	"fmt"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/blakesmith/ar"

	"github.com/meshcheck/meshcheck/release/archive"
	"github.com/meshcheck/meshcheck/release/linked"
)

// maintainer is who the package says to write to.
const maintainer = "The meshcheck authors <meshcheck@users.noreply.github.com>"

const description = `exact overlap checker for 3D meshes
 meshcheck finds every place where surfaces of a 3D model cut or cover each
 other, and says where it is, how deep it goes and which parts meet there. It
 reads glTF, FBX, USD, STL, OBJ, PLY, OFF and 3MF files, and writes pages to
 click through, marked models and reports for build servers.`

// Package is what a Debian package is made from.
type Package struct {
	Version string // as the release names it, such as 1.0.0 or 1.0.0-rc.1
	Arch    string
	Time    time.Time
	Files   []archive.File  // with their place, such as "usr/bin/meshcheck"
	Modules []linked.Module // what the program contains
}

// Name returns the file name of a package.
func Name(version, arch string) string { return "meshcheck_" + debian(version) + "_" + arch + ".deb" }

// debian returns a version in Debian's order, in which 1.0.0~rc.1 is before 1.0.0.
func debian(version string) string { return strings.Replace(version, "-", "~", 1) }

// Write returns the package.
func Write(p Package) ([]byte, error) {
	files, err := p.documented()
	if err != nil {
		return nil, err
	}
	control, err := archive.TarGz(p.control(files), p.Time)
	if err != nil {
		return nil, err
	}
	data, err := archive.TarGz(withFolders(files), p.Time)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	w := ar.NewWriter(&out)
	if err := w.WriteGlobalHeader(); err != nil {
		return nil, err
	}
	for _, f := range []archive.File{
		archive.Text("debian-binary", []byte("2.0\n")), archive.Text("control.tar.gz", control), archive.Text("data.tar.gz", data),
	} {
		if err := w.WriteHeader(&ar.Header{Name: f.Name, ModTime: p.Time, Mode: 0o100644, Size: int64(len(f.Data))}); err != nil {
			return nil, err
		}
		if _, err := w.Write(f.Data); err != nil {
			return nil, err
		}
	}
	return out.Bytes(), nil
}

// documented returns the files with those that Debian asks for.
func (p Package) documented() ([]archive.File, error) {
	changes := fmt.Sprintf("meshcheck (%s) unstable; urgency=medium\n\n  * Version %[2]s. The changes are in CHANGELOG.md of the sources.\n\n -- %[3]s  %[4]s\n",
		debian(p.Version), p.Version, maintainer, p.Time.UTC().Format(time.RFC1123Z))
	log, err := archive.Gzip([]byte(changes))
	if err != nil {
		return nil, err
	}
	files := slices.Concat(p.Files, []archive.File{
		archive.Text("usr/share/doc/meshcheck/changelog.gz", log),
		archive.Text("usr/share/doc/meshcheck/copyright", []byte(p.copyright())),
		// The Go runtime needs no library of the system.
		archive.Text("usr/share/lintian/overrides/meshcheck", []byte("meshcheck: statically-linked-binary [usr/bin/meshcheck]\n")),
	})
	slices.SortFunc(files, func(a, b archive.File) int { return strings.Compare(a.Name, b.Name) })
	return files, nil
}

// copyright says under which licences the package is. Debian has the text of Apache's licence
// elsewhere, and wants no copy of it here.
func (p Package) copyright() string {
	var b strings.Builder
	fmt.Fprintf(&b, `The sources are at https://github.com/meshcheck/meshcheck.

Copyright (C) %d the meshcheck authors
License: Apache-2.0; the text is in /usr/share/common-licenses/Apache-2.0

The program contains these modules. Their copyright and licences are in
/usr/share/doc/meshcheck/THIRD_PARTY_LICENSES.

`, p.Time.UTC().Year())
	for _, m := range p.Modules {
		fmt.Fprintf(&b, "  %s %s: %s\n", m.Path, m.Version, strings.Join(m.License.IDs, ", "))
	}
	return b.String()
}

// control returns the files that describe the package to dpkg.
func (p Package) control(files []archive.File) []archive.File {
	var sums strings.Builder
	var size int
	for _, f := range files {
		fmt.Fprintf(&sums, "%x  %s\n", md5.Sum(f.Data), f.Name)
		size += len(f.Data)
	}
	fields := fmt.Sprintf(`Package: meshcheck
Version: %s
Architecture: %s
Maintainer: %s
Installed-Size: %d
Section: graphics
Priority: optional
Homepage: https://github.com/meshcheck/meshcheck
Description: %s
`, debian(p.Version), p.Arch, maintainer, (size+1023)/1024, description)
	return []archive.File{
		{Name: "./", Mode: 0o755},
		archive.Text("./control", []byte(fields)),
		archive.Text("./md5sums", []byte(sums.String())),
	}
}

// withFolders returns files with names that start in "./", each after its folders.
func withFolders(files []archive.File) []archive.File {
	out := []archive.File{{Name: "./", Mode: 0o755}}
	seen := map[string]bool{".": true}
	for _, f := range files {
		var missing []string
		for dir := path.Dir(f.Name); !seen[dir]; dir = path.Dir(dir) {
			seen[dir] = true
			missing = append(missing, dir)
		}
		slices.Reverse(missing)
		for _, dir := range missing {
			out = append(out, archive.File{Name: "./" + dir + "/", Mode: 0o755})
		}
		out = append(out, archive.File{Name: "./" + f.Name, Mode: f.Mode, Data: f.Data})
	}
	return out
}
