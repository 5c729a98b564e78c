package json

import (
	"errors"
	"fmt"
	"io"
	"math"

	"github.com/meshcheck/meshcheck"
	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/report"
)

// Read reads a report that JSON wrote: written again, it gives the same bytes.
// What the schema leaves out because it is not finite comes back as such, corners as
// NaN, sizes as +Inf.
//
// Any bytes may be handed in. The error says what is wrong and where, such as
// "files[0].meshes[2].findings[17]": no JSON, another schema, a field that is missing,
// unknown or of the wrong type, a number that no check gives, an index that is out of
// range, or counts that do not add up.
func Read(r io.Reader) (*report.Report, error) {
	all, err := openJSON(r)
	if err != nil {
		return nil, err
	}
	var files []report.File
	for {
		f, err := all.Next()
		switch {
		case err == io.EOF:
			out := all.Report()
			out.Files = files
			return out, nil
		case err != nil:
			return nil, err
		}
		files = append(files, *f)
	}
}

// schema reads the version of the report's schema. There is one so far.
func (d *jsonReader) schema() error {
	var n int
	err := d.natural(&n)()
	if err == nil && n != 1 {
		err = fmt.Errorf("is %d, and this meshcheck reads schema 1", n)
	}
	return err
}

func (d *jsonReader) tool(version *string) func() error {
	return func() error {
		var name int
		return d.object([]field{
			{"name", true, d.oneOf(&name, "meshcheck")},
			{"version", true, d.text(version)},
		})
	}
}

func (d *jsonReader) options(o *meshcheck.Options) func() error {
	return func() error {
		tolerance := func() error {
			return d.object([]field{
				{"value", true, d.size(&o.Tolerance.Value)},
				{"relative", true, d.flag(&o.Tolerance.Relative)},
			})
		}
		var checks []check.Set
		err := d.object([]field{
			{"tolerance", true, tolerance},
			{"touch", true, d.flag(&o.ListTouches)},
			{"max_findings", true, d.natural(&o.MaxFindings)},
			{"fail_on", false, d.policy(&o.Policy)},
			{"checks", false, func() error {
				return list(d, &checks, func(c *check.Set) error { return enum(d, c, check.All.Members()...)() })
			}},
			{"parts_of", false, enum(d, &o.PartsOf, check.ByMesh, check.ByShell, check.ByPrimitive)},
			{"allow", false, d.texts(&o.Allow)},
			{"clearance", false, d.length(&o.Clearance)},
			{"hulls", false, d.hullOptions(&o.Hulls)},
		})
		if err == nil {
			err = settleChecks(o, checks)
		}
		if o.MaxFindings == 0 {
			o.MaxFindings = -1 // the options' zero is their default
		}
		return err
	}
}

func (d *jsonReader) summary(s *report.Summary) func() error {
	return func() error {
		return d.object([]field{
			{"status", true, enum(d, &s.Status, statuses...)},
			{"files", true, d.natural(&s.Files)},
			{"passed", true, d.natural(&s.Passed)},
			{"failed", true, d.natural(&s.Failed)},
			{"not_checked", true, d.natural(&s.NotChecked)},
			{"counts", true, d.counts(&s.Counts)},
			{"interrupted", false, d.flag(&s.Interrupted)},
			{"unreached", false, d.natural(&s.Unreached)},
			{"accepted", false, func() error { s.Baseline = true; return d.natural(&s.Accepted)() }},
		})
	}
}

// statuses are the verdicts there are.
var statuses = []meshcheck.Status{meshcheck.Pass, meshcheck.Fail, meshcheck.NotChecked}

// counts returns a reader for counts by kind, and meshCounts one for those of a mesh.
func (d *jsonReader) counts(c *check.Counts) func() error {
	return func() error { return d.settled(c, d.kinds(c)) }
}

func (d *jsonReader) meshCounts(c *check.Counts) func() error {
	return func() error {
		return d.settled(c, append(d.kinds(c), field{"through_edge", true, d.natural(&c.ThroughEdge)}))
	}
}

func (d *jsonReader) kinds(c *check.Counts) []field {
	var members []field
	for _, k := range check.Self.Rules() {
		members = append(members, field{k.String(), true, d.natural(&c.ByRule[k])})
	}
	return members
}

// add adds counts from a report, whose sums may be beyond measure.
func add(c *check.Counts, d check.Counts) error {
	*c = c.Add(d)
	for _, n := range append(c.ByRule[:], c.ThroughEdge) { // of which those that fail are a part
		if n > math.MaxInt/2 {
			return errors.New("the counts are beyond reason")
		}
	}
	return nil
}
