package json

import (
	"errors"
	"fmt"
	"strings"

	"github.com/meshcheck/meshcheck"
	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/wording"
)

// policy reads the items of a policy.
func (d *jsonReader) policy(p *check.Policy) func() error {
	return func() error {
		var items []string
		if err := d.texts(&items)(); err != nil || len(items) == 0 {
			return err
		}
		read, err := check.ParsePolicy(strings.Join(items, ","))
		if err != nil {
			return err
		}
		if again := read.Items(); strings.Join(again, ",") != strings.Join(items, ",") {
			return errors.New("the items are not in their order and form")
		}
		*p = read
		return nil
	}
}

// settled reads counts with their members, and finds how many fail.
func (d *jsonReader) settled(c *check.Counts, members []field) error {
	var failed []failingKind
	for _, k := range check.Self.Rules() {
		failed = append(failed, failingKind{k.String(), &c.ByRule[k], &c.Failed[k], k.Severity() == check.Error})
	}
	return d.failing(members, failed)
}

// failingKind is a kind with how many there are and how many of them fail.
type failingKind struct {
	name        string
	all, failed *int
	fails       bool // where no policy says otherwise
}

// failing reads an object of counts, of which a member may say how many fail.
func (d *jsonReader) failing(members []field, kinds []failingKind) error {
	said := map[string]bool{}
	err := d.object(append(members, field{"failing", false, func() error {
		var of []field
		for _, k := range kinds {
			of = append(of, field{k.name, false, func() error { said[k.name] = true; return d.natural(k.failed)() }})
		}
		return d.object(of)
	}}))
	if err != nil {
		return err
	}
	for _, k := range kinds {
		usual := wording.Either(k.fails, *k.all, 0)
		switch {
		case !said[k.name]:
			*k.failed = usual
		case *k.failed > *k.all || *k.failed == usual:
			return fmt.Errorf("%d of %d %s fail, which is too many, or need not be said", *k.failed, *k.all, k.name)
		}
	}
	return nil
}

// severity returns a reader for a severity that is not the usual one.
func (d *jsonReader) severity(s *check.Severity) func() error {
	return enum(d, s, append(check.Severities(), check.Off)...)
}

// checkPolicy sees to it that what fails in a file is what its options say, as far as
// they do without a look at sizes.
func checkPolicy(f *report.File, o *meshcheck.Options) error {
	if f.Result == nil {
		return nil
	}
	for i := range f.Result.Meshes {
		m := &f.Result.Meshes[i]
		if err := checkFailed(&m.Counts, o.Policy); err != nil {
			return fmt.Errorf("mesh %d: %w", i, err)
		}
		for k := range m.Regions {
			if err := checkFailed(&m.Regions[k].Counts, o.Policy); err != nil {
				return fmt.Errorf("mesh %d: region %d: %w", i, k, err)
			}
		}
	}
	if f.Result.Between == nil {
		return nil
	}
	return settlePairs(&f.Result.Between.Counts, o.Policy)
}

// settlePairs gives those pairs their severity that do not fail, of which a report has only
// the number.
func settlePairs(c *check.Totals, p check.Policy) error {
	for _, k := range check.Between.Rules() {
		v, rest := p.Of(k), c[k][check.Info]
		if err := agrees(c.Of(k), c[k][check.Error], v); err != nil {
			return fmt.Errorf("pairs: %s: %w", k.PairWord(), err)
		}
		c[k][check.Info] = 0
		c[k][v.Within()] += rest
	}
	return nil
}

func checkFailed(c *check.Counts, p check.Policy) error {
	for _, k := range check.Self.Rules() {
		if err := agrees(c.Of(k), c.Failed[k], p.Of(k)); err != nil {
			return fmt.Errorf("%s: %w", k, err)
		}
	}
	return nil
}

// agrees fails where a verdict makes all fail, or none, and a count says otherwise.
func agrees(all, failed int, v check.Verdict) error {
	if v.Limit.Of == check.NoMeasure && failed != wording.Either(v.Severity == check.Error, all, 0) {
		return fmt.Errorf("%d of %d fail, which is not what the options say", failed, all)
	}
	return nil
}
