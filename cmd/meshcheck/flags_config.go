package main

import (
	"errors"
	"fmt"
	"io/fs"

	"github.com/spf13/pflag"

	"github.com/meshcheck/meshcheck/internal/config"
	"github.com/meshcheck/meshcheck/internal/fserror"
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
