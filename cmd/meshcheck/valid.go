package main

import (
	"errors"
	"fmt"
	"os"
	"slices"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/internal/config"
	"github.com/meshcheck/meshcheck/internal/fserror"
	"github.com/meshcheck/meshcheck/internal/input"
	"github.com/meshcheck/meshcheck/report/formats"
)

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

// validShard fails for runs that cannot be sharded.
func (s *settings) validShard(paths []string) error {
	wrong := func(text, hint string) error { return &failure{statusUsage, errors.New(text), hint} }
	switch {
	case s.shard.of == 0:
		return nil
	case s.hulls.hulls != "":
		return wrong("--hulls checks one file, which has no shards", "leave out --shard")
	case s.baseline.mode != baselineUse:
		return wrong("a baseline is written, pruned and checked in one run, not in shards", `"meshcheck --shard 1/4 --baseline FILE PATH..." uses one`)
	case slices.Contains(paths, "-"):
		return wrong("a model from standard input (-) has no path, which decides the shard", "check it in a run of its own")
	}
	return nil
}

// validRoot fails for a root of USD layers that is no folder.
func (s *settings) validRoot() error {
	if s.USDRoot == "" {
		return nil
	}
	info, err := os.Stat(s.USDRoot)
	if err == nil && !info.IsDir() {
		err = errors.New("not a folder")
	}
	if err != nil {
		return &failure{statusUsage, fmt.Errorf("--usd-root %s: %w", shown(s.USDRoot), fserror.Cause(err)), ""}
	}
	return nil
}

// addUV is the hint for options that need the check uv.
const addUV = `add "uv" to --checks`

// drawsUVs reports whether the report at a path shows only UV sets.
func drawsUVs(path string) bool {
	format, err := formats.FormatOf(path)
	return err == nil && formats.NeedsOf(format).Layouts
}

// validLayers fails if the settings for some file contradict each other, or if a report shows
// a check that no file gets.
func validLayers(l *config.Layers, flags *settings, inputs []input.File) error {
	last := l.Base()
	if err := validChecks(last, flags); err != nil {
		return err
	}
	uvs := last.Checks.Has(check.UV)
	for i := range inputs {
		s := l.Of(inputs[i].Path)
		if s == last {
			continue
		}
		last = s
		if err := validChecks(s, flags); err != nil {
			return err
		}
		uvs = uvs || s.Checks.Has(check.UV)
	}
	if i := slices.IndexFunc(flags.outputs, drawsUVs); i >= 0 && !uvs {
		return &failure{statusUsage, fmt.Errorf("-o %s draws UV sets, but UV sets are not checked", shown(flags.outputs[i])), addUV}
	}
	return nil
}

// validChecks fails for flags of a check that does not run, and for a check without a setting
// that it needs. A configuration may have settings that a run does not use.
func validChecks(s *config.Settings, flags *settings) error {
	o := s.Options()
	objects := o.AllChecks()&check.Between != 0
	pieces := objects || s.Checks == 0 || s.Checks.Has(check.Hulls) // hulls have pieces as well
	switch {
	case s.Checks.Has(check.Clearance) && s.Clearance.Value == 0:
		return &failure{statusUsage, errors.New("--checks clearance needs a distance"), "--clearance 0.5mm sets it"}
	case !objects && len(flags.Allow) > 0:
		return &failure{statusUsage, errors.New("--allow is for pairs of objects, but objects are not checked"), `add "--checks parts"`}
	case !pieces && flags.PartsOf != 0:
		return &failure{statusUsage, errors.New("--parts-of is for objects, but objects are not checked"), `add "--checks parts"`}
	}
	given := flags.Options()
	given.Checks = s.Checks
	if c, unused := given.Unused(); unused {
		things := c.Words().Things()
		return &failure{statusUsage, fmt.Errorf("options for %s are given, but %[1]s are not checked", things), fmt.Sprintf("add %q to --checks", c)}
	}
	return nil
}
