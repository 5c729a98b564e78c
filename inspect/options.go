package inspect

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/meshcheck/meshcheck"
	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/internal/config"
	"github.com/meshcheck/meshcheck/mesh"
	"github.com/meshcheck/meshcheck/report/formats"
)

// Options say what to check and which reports to write. The zero value checks as meshcheck.Check does
// by default, and writes nothing.
type Options struct {
	// Check are the options of the check of each model. Its Workers are the goroutines for all models
	// together. Its Progress is not used: see Progress below.
	Check meshcheck.Options
	// Unit, Root and MaxTriangles are those of loader.Options, for each file.
	Unit         string
	Root         string
	MaxTriangles int
	// Timeout limits the time that one file takes to load and check. 0 means no limit.
	Timeout time.Duration
	// Memory limits what models take that are checked at the same time, in bytes: files that do not fit
	// wait. 0 means three quarters of what the system lets the process have.
	Memory int64

	// Reports are the paths of reports. The ending of each selects its format: "report.html",
	// "report.json", and all others of formats.Endings. A path that ends in a slash is a folder of pages.
	// Reports appear when they are complete, and never replace a model that was read.
	Reports []string
	// Output, if not nil, gets one more report, in the Format: one of formats.Names.
	Output io.Writer
	Format string

	// Progress, if not nil, is called from time to time. Calls never overlap. It must not call back
	// into this package.
	Progress func(Progress)
}

// Progress is how far the work on one of the models has come.
type Progress struct {
	// Path of the model, as given.
	Path string
	// Loading reports whether the model is being loaded, and Done and Total are bytes: each byte of a
	// file counts twice, when it is read and when it is decoded. Total is -1 while it is unknown.
	// Otherwise the model is being checked, and they are triangles.
	Loading     bool
	Done, Total int64
}

// settings returns the settings for all files. It fails for options that are wrong for any.
func (o *Options) settings(ctx context.Context) (*config.Settings, error) {
	if err := o.validate(ctx); err != nil {
		return nil, err
	}
	s, err := config.Of(o.Check)
	if err != nil {
		return nil, err
	}
	s.Unit, s.USDRoot, s.MaxTriangles, s.Timeout = o.Unit, o.Root, o.MaxTriangles, o.Timeout
	return &s, nil
}

// validate fails for options that are wrong whatever is checked.
func (o *Options) validate(ctx context.Context) error {
	if o.Output != nil && !slices.Contains(formats.Names(), o.Format) {
		return fmt.Errorf("there is no report format %q; formats are %s", o.Format, strings.Join(formats.Names(), ", "))
	}
	if o.Output == nil && o.Format != "" {
		return fmt.Errorf("the format %q is for Output, which is nil", o.Format)
	}
	if err := o.unused(); err != nil {
		return err
	}
	if o.MaxTriangles < 0 || o.Timeout < 0 || o.Memory < 0 {
		return fmt.Errorf("a limit is negative: %d triangles, %v, %d bytes", o.MaxTriangles, o.Timeout, o.Memory)
	}
	c := o.Check
	c.Progress, c.Hulls.Meshes = nil, nil
	_, err := meshcheck.Check(ctx, &mesh.Scene{Unit: "m"}, c)
	return err
}

// unused fails for options and reports of a check that does not run: nobody should take them for
// checked.
func (o *Options) unused() error {
	uv, objects := o.Check.Checks.Has(check.UV), o.Check.AllChecks()&check.Between != 0
	if c, unused := o.Check.Unused(); unused {
		return fmt.Errorf("options for %s are given, but %[1]s are not checked", c.Words().Things())
	}
	switch {
	case !objects && o.Check.Allow != nil:
		return errors.New("pairs of objects are allowed, but objects are not checked")
	case uv:
		return nil
	}
	for _, path := range o.Reports {
		if format, err := formats.FormatOf(path); err == nil && formats.NeedsOf(format).Layouts {
			return fmt.Errorf("%s draws UV sets, but UV sets are not checked", path)
		}
	}
	if o.Output != nil && formats.NeedsOf(o.Format).Layouts {
		return fmt.Errorf("%s draws UV sets, but UV sets are not checked", o.Format)
	}
	return nil
}
