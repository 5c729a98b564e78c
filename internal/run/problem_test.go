package run

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/loader"
)

// A hint names the option that an error is about. The type of the error and the options decide.
func TestHint(t *testing.T) {
	limit := func(s string) check.Policy {
		p, err := check.ParsePolicy(s)
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	noUnit := &againstError{"hulls.stl", fmt.Errorf("a limit: %w", check.ErrNoUnit)}
	distance := check.Length{Value: 1, Unit: "mm"}
	for _, c := range []struct {
		err  error
		o    check.Options
		want string
	}{
		{&loader.UnsupportedError{Feature: "glTF 1.0"}, check.Options{}, ""},
		{errors.New("nothing matches this glob"), check.Options{}, ""},
		{noUnit, check.Options{Checks: check.Clearance, Clearance: distance, Policy: limit("overlap:area>1mm2")}, "--clearance"},
		{noUnit, check.Options{Policy: limit("overlap:area>1mm2"), Hulls: check.HullOptions{Gap: distance}}, "--fail-on"},
		{noUnit, check.Options{Policy: limit("hull_gap:depth>1cm")}, "--fail-on"},
		{noUnit, check.Options{Policy: limit("overlap:area>1"), Hulls: check.HullOptions{Gap: distance}}, "--hull-gap"},
	} {
		if got := problem("a.glb", c.err, &c.o).Hint; !strings.Contains(got, c.want) || (got == "") != (c.want == "") {
			t.Errorf("%v: %q, want %q", c.err, got, c.want)
		}
	}
}
