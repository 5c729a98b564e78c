// Archives that are the same for all systems.

package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"

	"github.com/meshcheck/meshcheck/release/archive"
	"github.com/meshcheck/meshcheck/release/linked"
)

// siteName returns the name of the site for browsers, without the ending of the archive.
func siteName(version string) string { return "meshcheck-web-" + version }

// blenderFile returns the file name of the extension for Blender.
func blenderFile(version string) string { return "meshcheck-blender-" + version + ".zip" }

// site writes the archive with the site for browsers.
func (r *release) site(temp string) error {
	folder := filepath.Join(temp, "site")
	build := exec.Command("web/build", folder, r.version)
	build.Env, build.Stderr = goEnv(), os.Stderr
	if err := build.Run(); err != nil {
		return fmt.Errorf("web/build: %w", err)
	}
	list, root, err := packagesFor([]string{"GOOS=js", "GOARCH=wasm"})
	if err != nil {
		return err
	}
	modules, err := linked.Listed(goVersion, list, root)
	if err != nil {
		return err
	}
	top := siteName(r.version) + "/"
	files := []archive.File{
		archive.Text(top+"LICENSE", r.license), archive.Text(top+"THIRD_PARTY_LICENSES", linked.Notices(modules)),
	}
	entries, err := os.ReadDir(folder)
	if err != nil {
		return err
	}
	for _, e := range entries {
		data, err := os.ReadFile(filepath.Join(folder, e.Name()))
		if err != nil {
			return err
		}
		files = append(files, archive.Text(top+e.Name(), data))
	}
	data, err := archive.Zip(files, r.source.time)
	return r.add(siteName(r.version)+".zip", data, err)
}

// blender writes the extension for Blender. Its licence is in it, and differs from that of the rest.
func (r *release) blender(temp string) error {
	python := "python3"
	if runtime.GOOS == "windows" {
		python = "python"
	}
	path := filepath.Join(temp, blenderFile(r.version))
	out, err := exec.Command(python, "integrations/blender/build", path, r.version).CombinedOutput()
	if errors.Is(err, exec.ErrNotFound) {
		return errors.New("no python3, which is needed")
	}
	if err != nil {
		return fmt.Errorf("integrations/blender/build: %w\n%s", err, out)
	}
	data, err := os.ReadFile(path)
	return r.add(blenderFile(r.version), data, err)
}
