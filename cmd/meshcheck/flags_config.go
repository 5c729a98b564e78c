package main

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"

	"github.com/spf13/pflag"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/internal/config"
	"github.com/meshcheck/meshcheck/internal/fserror"
	"github.com/meshcheck/meshcheck/internal/input"
	"github.com/meshcheck/meshcheck/report/formats"
)

// configFlags name the configuration.
type configFlags struct {
	file   string
	ignore bool
}

// declareConfig declares the flags for the configuration, and records which flags with a
// configuration key were given.
func (s *settings) declareConfig(f *pflag.FlagSet) {
	f.StringVar(&s.config.file, "config", "", "use the configuration at `PATH` (default: .meshcheck.yaml in the working folder or above)")
	f.BoolVar(&s.config.ignore, "no-config", false, "use no configuration")
	s.given = f.Changed
}

// find returns the path of the configuration to use, "" for none.
func (c *configFlags) find() (string, error) {
	switch {
	case c.ignore && c.file != "" && c.file != "none":
		return "", &failure{statusUsage, errors.New("--config and --no-config cannot be combined"), ""}
	case c.ignore || c.file == "none":
		return "", nil
	case c.file != "":
		return c.file, nil
	}
	path, err := config.Find()
	var at *fs.PathError
	if errors.As(err, &at) {
		return "", &failure{statusUsage, fmt.Errorf("%s: %w", shown(at.Path), at.Err), "--no-config ignores it"}
	}
	return path, err
}

// layers finds and reads the configuration. The receiver holds the flags.
func (s *settings) layers() (*config.Layers, error) {
	path, err := s.config.find()
	if err != nil || path == "" {
		return config.NewLayers(nil, &s.Settings, s.given), err
	}
	file, err := config.Read(path)
	var bad *config.SyntaxError
	switch {
	case errors.As(err, &bad):
		return nil, &failure{statusUsage, fmt.Errorf("%s:%s", shown(path), shown(bad.Error())),
			`"meshcheck config --schema" prints what a configuration can have`}
	case err != nil:
		return nil, &failure{statusUsage, fmt.Errorf("%s: %w", shown(path), fserror.Cause(err)), ""}
	}
	return config.NewLayers(file, &s.Settings, s.given), nil
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
	case !s.Checks.Has(check.UV) && (len(flags.UVUnique) > 0 || len(flags.UVPadding) > 0 || flags.Lightmap > 0 || flags.UVProfile.Name != ""):
		return &failure{statusUsage, errors.New("options for UV sets are given, but UV sets are not checked"), addUV}
	}
	return nil
}
