package config

import (
	"errors"
	"fmt"
	"strings"

	"github.com/meshcheck/meshcheck"
	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/internal/suggest"
)

// Checks is a list of checks, "self,parts".
type Checks check.Set

func (c *Checks) Type() string   { return "LIST" }
func (c *Checks) String() string { return check.Set(*c).String() }

func (c *Checks) Set(s string) error {
	set, ok := check.ParseSet(s)
	if !ok {
		return errors.New("not a list of self, parts, clearance and hulls, such as self,parts")
	}
	*c = Checks(set)
	return nil
}

// PartsOf is what the objects are.
type PartsOf meshcheck.PartsOf

func (p *PartsOf) Type() string   { return "PIECE" }
func (p *PartsOf) String() string { return meshcheck.PartsOf(*p).String() }

func (p *PartsOf) Set(s string) error {
	for _, of := range []meshcheck.PartsOf{meshcheck.ByMesh, meshcheck.ByShell, meshcheck.ByPrimitive} {
		if s == of.String() {
			*p = PartsOf(of)
			return nil
		}
	}
	return errors.New("not mesh, shell or primitive")
}

// Allow are rules for pairs of objects that may cross, one more each time it is set.
type Allow []string

func (a *Allow) Type() string   { return "A:B" }
func (a *Allow) String() string { return strings.Join(*a, " ") }

func (a *Allow) Set(s string) error {
	if err := meshcheck.AllowRule(s); err != nil {
		return err
	}
	*a = append(*a, s)
	return nil
}

// Distance is a distance above 0, "0.5mm". Its zero value is none.
type Distance check.Length

func (c *Distance) Type() string { return "DISTANCE" }

func (c *Distance) String() string {
	if *c == (Distance{}) {
		return ""
	}
	return check.Length(*c).String()
}

func (c *Distance) Set(s string) error {
	l, err := check.ParseLength(s)
	if err == nil && l.Value == 0 {
		err = errors.New("nothing is nearer than 0; --checks parts finds what crosses and touches")
	}
	if err == nil {
		*c = Distance(l)
	}
	return err
}

// PolicyName is the name of one of the built-in policies.
type PolicyName string

func (p *PolicyName) Type() string   { return "NAME" }
func (p *PolicyName) String() string { return string(*p) }

func (p *PolicyName) Set(s string) error {
	if _, ok := check.PresetOf(s); !ok {
		return fmt.Errorf("not one of %s", strings.Join(check.PresetNames(), ", "))
	}
	*p = PolicyName(s)
	return nil
}

// FailOn is what fails. One that is set again adds to it.
type FailOn check.Policy

func (f *FailOn) Type() string { return "LIST" }

func (f *FailOn) String() string {
	p := check.Policy(*f)
	return strings.Join(p.Items(), ",")
}

func (f *FailOn) Set(s string) error {
	p, err := check.ParsePolicy(s)
	if err != nil {
		return fmt.Errorf("%w%s", err, nearestItem(s))
	}
	*f = FailOn(check.Policy(*f).With(p))
	return nil
}

// nearestItem asks whether another name was meant by the first item that is none.
func nearestItem(list string) string {
	for item := range strings.SplitSeq(list, ",") {
		name, _, _ := strings.Cut(strings.TrimSpace(item), ":")
		if _, err := check.ParsePolicy(name); err != nil {
			return suggest.DidYouMean(name, check.PolicyNames())
		}
	}
	return ""
}

// Profile is the name of a profile.
type Profile struct{ meshcheck.HullProfile }

func (p *Profile) Type() string   { return "NAME" }
func (p *Profile) String() string { return p.Name }

func (p *Profile) Set(s string) error {
	found, ok := meshcheck.ProfileOf(s)
	if !ok {
		return fmt.Errorf("not one of %s", strings.Join(ProfileNames(), ", "))
	}
	p.HullProfile = found
	return nil
}

// ProfileNames returns the names of the built-in profiles.
func ProfileNames() []string {
	var names []string
	for _, p := range meshcheck.Profiles() {
		names = append(names, p.Name)
	}
	return names
}

// HullNames are patterns of names of collision hulls, one more each time it is set.
type HullNames []string

func (n *HullNames) Type() string   { return "GLOB" }
func (n *HullNames) String() string { return strings.Join(*n, " ") }

func (n *HullNames) Set(s string) error {
	if err := meshcheck.HullName(s); err != nil {
		return err
	}
	*n = append(*n, s)
	return nil
}
