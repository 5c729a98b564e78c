package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/meshcheck/meshcheck"
	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/loader"
	"github.com/meshcheck/meshcheck/mesh"
	"github.com/meshcheck/meshcheck/report"
)

// hullFlags say what collision hulls are and what they must keep to.
type hullFlags struct {
	profile     hullProfile
	names       hullNames
	gap, excess clearance
	// hulls is a file of hulls, against the file of what they stand for.
	hulls, against string
}

// hullProfile is a flag for the name of a profile.
type hullProfile struct{ meshcheck.HullProfile }

func (p *hullProfile) Type() string   { return "NAME" }
func (p *hullProfile) String() string { return p.Name }

func (p *hullProfile) Set(s string) error {
	found, ok := meshcheck.ProfileOf(s)
	if !ok {
		return fmt.Errorf("not one of %s", strings.Join(profileNames(), ", "))
	}
	p.HullProfile = found
	return nil
}

func profileNames() []string {
	var names []string
	for _, p := range meshcheck.Profiles() {
		names = append(names, p.Name)
	}
	return names
}

// hullNames is a flag for patterns of names, one each time it is given.
type hullNames []string

func (n *hullNames) Type() string   { return "GLOB" }
func (n *hullNames) String() string { return strings.Join(*n, " ") }

func (n *hullNames) Set(s string) error {
	if err := meshcheck.HullName(s); err != nil {
		return err
	}
	*n = append(*n, s)
	return nil
}

// options returns what the flags mean to the library.
func (h *hullFlags) options() meshcheck.HullOptions {
	o := meshcheck.HullOptions{Names: h.names, Gap: check.Length(h.gap), Excess: check.Length(h.excess)}
	if h.profile.Name != "" {
		o.Profile = &h.profile.HullProfile
	}
	return o
}

// given reports whether any of the flags is.
func (h *hullFlags) given() bool {
	return h.profile.Name != "" || len(h.names) > 0 || h.gap.Value > 0 || h.excess.Value > 0 || h.hulls != ""
}

// validHulls reports flags for hulls that go with nothing.
func (s *settings) validHulls(paths []string, checks checks) error {
	h := &s.hulls
	switch {
	case (h.hulls == "") != (h.against == ""):
		return &failure{statusUsage, errors.New("--hulls and --against go together"), "meshcheck --hulls collision.stl --against visual.stl"}
	case h.hulls != "" && len(paths) > 0:
		return &failure{statusUsage, fmt.Errorf("--hulls takes no other file: %s", shown(paths[0])), "check it in a run of its own"}
	case h.hulls != "" && s.inputs.filesFrom != "":
		return &failure{statusUsage, errors.New("--hulls takes no other file: --files-from"), "check them in a run of their own"}
	case h.hulls == "-" && h.against == "-":
		return &failure{statusUsage, errors.New("standard input (-) can be read only once"), ""}
	case h.given() && checks != 0 && !check.Set(checks).Has(check.Hulls):
		return &failure{statusUsage, errors.New("there are options for collision hulls, which are not checked"), `add "hulls" to --checks`}
	}
	return nil
}

// againstError is what is wrong with the file of what hulls stand for.
type againstError struct {
	path string
	err  error
}

func (e *againstError) Error() string { return shown(e.path) + ": " + cause(e.err).Error() }
func (e *againstError) Unwrap() error { return e.err }

// against adds to the scene of hulls what they stand for, and marks the hulls.
func (r *runner) against(ctx context.Context, c *checked, scene *mesh.Scene, s *share, o *meshcheck.Options, noted *cacheCase) (*mesh.Scene, error) {
	path := r.settings.hulls.against // of the command line alone
	if path == "" {
		return scene, nil
	}
	model, err := open(ctx, path, loader.Options{Workers: s.threads, MaxTriangles: r.settings.maxTriangles.n, MaxMemory: r.memory, Side: noted.reading(1), Named: c.naming(1)})
	if model != nil {
		c.file.Against = &report.Companion{Path: path, SHA256: model.SHA256}
		noted.read(1, model.SHA256)
	}
	if err != nil {
		return nil, &againstError{path, err}
	}
	for i := range scene.Meshes {
		o.Hulls.Meshes = append(o.Hulls.Meshes, i)
	}
	return joinFiles(scene, model.Scene, r.settings.hulls.hulls, path)
}

// joinFiles puts a file of hulls and the file of what they stand for together. Meshes
// without names get those of their files.
func joinFiles(hulls, visual *mesh.Scene, hullsPath, visualPath string) (*mesh.Scene, error) {
	joined, err := mesh.Join(hulls, visual)
	if err != nil {
		return nil, &againstError{visualPath, err}
	}
	if hulls.Unit != visual.Unit {
		joined.Warnings = append(joined.Warnings, fmt.Sprintf("only one of %s and %s has a unit of length: the numbers of the other are taken for %s as well",
			filepath.Base(hullsPath), filepath.Base(visualPath), joined.Unit))
	}
	for i, m := range joined.Meshes {
		if m.Name == "" {
			named := *m
			named.Name = filepath.Base(visualPath)
			if i < len(hulls.Meshes) {
				named.Name = filepath.Base(hullsPath)
			}
			joined.Meshes[i] = &named
		}
	}
	return joined, nil
}
