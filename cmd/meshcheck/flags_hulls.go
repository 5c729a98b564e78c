package main

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/internal/batch"
	"github.com/meshcheck/meshcheck/internal/cache"
	"github.com/meshcheck/meshcheck/internal/fserror"
	"github.com/meshcheck/meshcheck/internal/model"
	"github.com/meshcheck/meshcheck/loader"
	"github.com/meshcheck/meshcheck/mesh"
	"github.com/meshcheck/meshcheck/report"
)

// hullFiles are two files that are checked together: the hulls, and the meshes they belong to.
type hullFiles struct{ hulls, against string }

// judgesHulls reports whether any setting is a requirement on collision hulls.
func (s *settings) judgesHulls() bool {
	return s.Profile.Name != "" || s.HullGap.Value > 0 || s.HullExcess.Value > 0 || s.hulls.hulls != ""
}

// validHulls fails for flags for hulls that have no effect or contradict others.
func (s *settings) validHulls(paths []string, checks check.Set) error {
	h := &s.hulls
	switch {
	case (h.hulls == "") != (h.against == ""):
		return &failure{statusUsage, errors.New("--hulls and --against must be used together"), "meshcheck --hulls collision.stl --against visual.stl"}
	case h.hulls != "" && len(paths) > 0:
		return &failure{statusUsage, fmt.Errorf("--hulls cannot be combined with other files: %s", shown(paths[0])), "check it in a run of its own"}
	case h.hulls != "" && s.inputs.filesFrom != "":
		return &failure{statusUsage, errors.New("--hulls cannot be combined with other files: --files-from"), "check them in a run of their own"}
	case h.hulls == "-" && h.against == "-":
		return &failure{statusUsage, errors.New("standard input (-) can be read only once"), ""}
	case s.judgesHulls() && checks != 0 && !checks.Has(check.Hulls),
		len(s.HullNames) > 0 && checks != 0 && checks&(check.Hulls|check.Between) == 0:
		return &failure{statusUsage, errors.New("options for collision hulls are given, but hulls are not checked"), `add "hulls" to --checks`}
	case slices.Contains(s.HullNames, check.NoHullNames) && (len(s.HullNames) > 1 || s.judgesHulls() || checks.Has(check.Hulls)):
		return &failure{statusUsage, errors.New(`--hull-names none switches collision hulls off, but other options ask for them`), ""}
	}
	return nil
}

// againstError is an error about the file of --against.
type againstError struct {
	path string
	err  error
}

func (e *againstError) Error() string { return shown(e.path) + ": " + fserror.Cause(e.err).Error() }
func (e *againstError) Unwrap() error { return e.err }

// against adds the meshes of --against to the scene of hulls, and marks the hulls.
func (r *runner) against(ctx context.Context, c *checked, scene *mesh.Scene, s *batch.Share, o *check.Options, subject *cache.Subject) (*mesh.Scene, error) {
	path := r.settings.hulls.against // only a flag can set it
	if path == "" {
		return scene, nil
	}
	visual, err := model.Open(ctx, path, loader.Options{Workers: s.Threads(), Unit: r.layers.Of(path).Unit, MaxTriangles: r.settings.MaxTriangles, MaxMemory: r.memory, Side: subject.Reading(1), Named: c.naming(1)})
	if visual != nil {
		c.File.Against = &report.Companion{Path: path, SHA256: visual.SHA256}
		subject.Read(1, visual.SHA256)
	}
	if err != nil {
		return nil, &againstError{path, err}
	}
	for i := range scene.Meshes {
		o.Hulls.Meshes = append(o.Hulls.Meshes, i)
	}
	joined, err := model.Join(scene, visual.Scene, r.settings.hulls.hulls, path)
	if err != nil {
		return nil, &againstError{path, err}
	}
	return joined, nil
}
