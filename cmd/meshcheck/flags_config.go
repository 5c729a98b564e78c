package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/pflag"

	"github.com/meshcheck/meshcheck/check"
)

// policyName is a flag for the name of one of the built-in policies.
type policyName string

func (p *policyName) Type() string   { return "NAME" }
func (p *policyName) String() string { return string(*p) }

func (p *policyName) Set(s string) error {
	if _, ok := check.PresetOf(s); !ok {
		return fmt.Errorf("not one of %s", strings.Join(check.PresetNames(), ", "))
	}
	*p = policyName(s)
	return nil
}

// failOn is a flag for what fails. One that is given again adds to it.
type failOn check.Policy

func (f *failOn) Type() string { return "LIST" }

func (f *failOn) String() string {
	p := check.Policy(*f)
	return strings.Join(p.Items(), ",")
}

func (f *failOn) Set(s string) error {
	p, err := check.ParsePolicy(s)
	if err != nil {
		return fmt.Errorf("%w%s", err, nearestItem(s))
	}
	*f = failOn(check.Policy(*f).With(p))
	return nil
}

// nearestItem asks whether another name was meant by the first item that is none.
func nearestItem(list string) string {
	for item := range strings.SplitSeq(list, ",") {
		name, _, _ := strings.Cut(strings.TrimSpace(item), ":")
		if _, err := check.ParsePolicy(name); err != nil {
			if near := nearest(name, check.PolicyNames()); near != "" {
				return fmt.Sprintf("; %q?", near)
			}
			return ""
		}
	}
	return ""
}

// truth is a flag that is on or off.
type truth bool

func (t *truth) Type() string     { return "bool" }
func (t *truth) IsBoolFlag() bool { return true }

func (t *truth) String() string {
	if *t {
		return "true"
	}
	return "false"
}

func (t *truth) Set(s string) error {
	switch s {
	case "true":
		*t = true
	case "false":
		*t = false
	default:
		return errors.New("neither true nor false")
	}
	return nil
}

// configFlags say where a configuration is.
type configFlags struct {
	file   string
	ignore bool
}

// declareConfig declares the flags for configuration and policy, and notes which of those
// that have a key in it were given.
func (s *settings) declareConfig(f *pflag.FlagSet) {
	f.StringVar(&s.config.file, "config", "", "the configuration to use (default .meshcheck.yaml, found upward)")
	f.BoolVar(&s.config.ignore, "no-config", false, "use no configuration")
	f.Var(&s.policy, "policy", "a set of rules: strict, game, print, collision")
	f.Var(&s.failOn, "fail-on", "what fails: 'crossing,overlap:area>1e-4,touch:off'")
	s.given = f.Changed
}
