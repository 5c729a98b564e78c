package json

import (
	"errors"
	"fmt"
	"regexp"

	"github.com/meshcheck/meshcheck"
	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/check/hulls"
	"github.com/meshcheck/meshcheck/check/parts"
	"github.com/meshcheck/meshcheck/check/self"
	"github.com/meshcheck/meshcheck/report"
)

// What a report may say of the format and the unit of a file.
var (
	fileFormats = []string{"glb", "gltf", "stl"}
	fileUnits   = []string{"m", ""}
)

var sha256Text = regexp.MustCompile(`^[0-9a-f]{64}$`)

// file reads one file. What a checked file must have, and another may not, is known
// only at its end.
func (d *jsonReader) file(f *report.File) error {
	var status meshcheck.Status
	var problem report.Problem
	var counts check.Counts
	var meshes []self.Result
	var summary parts.Summary
	var pairs []parts.Pair
	var hulls hulls.Result
	has := map[string]bool{}
	note := func(name string, read func() error) field {
		return field{name, false, func() error { has[name] = true; return read() }}
	}
	err := d.object([]field{
		{"path", true, d.text(&f.Path)},
		note("sha256", d.hash(&f.SHA256)),
		note("format", d.chosen(&f.Format, fileFormats)),
		{"against", false, d.companion(&f.Against)},
		note("unit", d.chosen(&f.Unit, fileUnits)),
		{"status", true, enum(d, &status, statuses...)},
		note("error", d.problem(&problem)),
		{"warnings", true, d.texts(&f.Warnings)},
		{"options", false, func() error { f.Options = &meshcheck.Options{}; return d.options(f.Options)() }},
		note("counts", d.counts(&counts)),
		note("meshes", func() error { return list(d, &meshes, d.mesh) }),
		note("objects", d.objects(&summary)),
		note("between", func() error { return list(d, &pairs, d.pairResult) }),
		note("hulls", d.hulls(&hulls)),
		note("baseline", d.baseline(&f.Baseline)),
	})
	if err != nil {
		return err
	}
	if has["error"] {
		f.Problem = &problem
	}
	if has["meshes"] {
		f.Result = &meshcheck.Result{Status: status, Meshes: meshes}
	}
	if has["objects"] != has["between"] || has["between"] && !has["meshes"] {
		return errors.New("the fields \"objects\" and \"between\" stand together, beside \"meshes\", or not at all")
	}
	if has["between"] {
		f.Result.Between, f.Result.Pairs = &summary, pairs
		if err := checkBetween(f.Result); err != nil {
			return err
		}
	}
	if has["hulls"] {
		if f.Result == nil {
			return errors.New("the field \"hulls\" stands beside \"meshes\" or not at all")
		}
		f.Result.Hulls = &hulls
		if err := checkHulls(f.Result); err != nil {
			return err
		}
	}
	if err := checkFile(f, status, counts, has); err != nil {
		return err
	}
	return checkBaseline(f, status)
}

func (d *jsonReader) companion(to **report.Companion) func() error {
	return func() error {
		c := &report.Companion{}
		*to = c
		return d.object([]field{{"path", true, d.text(&c.Path)}, {"sha256", false, d.hash(&c.SHA256)}})
	}
}

func (d *jsonReader) chosen(to *string, words []string) func() error {
	return func() error {
		var n int
		err := d.oneOf(&n, words...)()
		if err == nil {
			*to = words[n]
		}
		return err
	}
}

func (d *jsonReader) hash(to *string) func() error {
	return func() error {
		err := d.text(to)()
		if err == nil && !sha256Text.MatchString(*to) {
			err = errors.New("is not 64 hexadecimal digits")
		}
		return err
	}
}

func (d *jsonReader) problem(p *report.Problem) func() error {
	return func() error {
		return d.object([]field{
			{"kind", true, d.chosen(&p.Kind, []string{"format", "unsupported", "io", "memory", "timeout"})},
			{"message", true, d.text(&p.Message)},
			{"place", false, d.text(&p.Place)},
		})
	}
}

// checkFile sees to it that a file has all fields of its status, and adds up its
// counts.
func checkFile(f *report.File, status meshcheck.Status, counts check.Counts, has map[string]bool) error {
	checked := has["meshes"]
	if !checked && status != meshcheck.NotChecked {
		return fmt.Errorf("a file with the status %q has meshes", status)
	}
	for _, name := range []string{"unit", "counts"} {
		if has[name] != checked {
			return fmt.Errorf("the fields %q and \"meshes\" stand together or not at all", name)
		}
	}
	if !checked {
		return nil
	}
	if has["error"] || !has["sha256"] || !has["format"] {
		return errors.New("a file with meshes has a hash and a format, and no error")
	}
	for i := range f.Result.Meshes {
		m := &f.Result.Meshes[i]
		if m.Index != i {
			return fmt.Errorf("mesh %d has the index %d", i, m.Index)
		}
		if err := add(&f.Result.Counts, m.Counts); err != nil {
			return err
		}
	}
	if f.Result.Counts.ByRule != counts.ByRule || f.Result.Counts.Failed != counts.Failed {
		return errors.New("the counts are not the sums over the meshes")
	}
	return nil
}
