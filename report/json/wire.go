package json

import (
	"strconv"

	"github.com/meshcheck/meshcheck"
	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/check/hulls"
	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/wording"
)

// The types and methods of this file are the pieces of the JSON report that stand
// on one line, in the order of the report. What a report has few of is left to
// encoding/json. Numbers and points that are not finite have no form in JSON and
// are left out.

type jsonTool struct {
	Name    string `json:"name"`
	Version string `json:"version"`
}

type jsonOptions struct {
	Tolerance   jsonTolerance `json:"tolerance"`
	Touch       bool          `json:"touch"`
	MaxFindings int           `json:"max_findings"`
	FailOn      []string      `json:"fail_on,omitempty"`
	// Of a check between objects; left out if there was none.
	Checks  []string `json:"checks,omitempty"`
	PartsOf string   `json:"parts_of,omitempty"`
	Allow   []string `json:"allow,omitempty"`
	// Of a check of clearance.
	Clearance *jsonLength `json:"clearance,omitempty"`
	// Of a check of hulls; left out where all is at its default.
	Hulls *jsonHulls `json:"hulls,omitempty"`
}

type jsonLength struct {
	Value float64 `json:"value"`
	Unit  string  `json:"unit"`
}

type jsonHulls struct {
	Profile string      `json:"profile"`
	Names   []string    `json:"names,omitempty"`
	Gap     *jsonLength `json:"gap,omitempty"`
	Excess  *jsonLength `json:"excess,omitempty"`
}

func wireLength(l check.Length) *jsonLength {
	if l.Value == 0 {
		return nil
	}
	return &jsonLength{l.Value, l.Unit}
}

func wireHulls(o *hulls.Options) *jsonHulls {
	if o.Profile == nil && o.Names == nil && o.Gap.Value == 0 && o.Excess.Value == 0 {
		return nil
	}
	wire := &jsonHulls{Profile: "none", Gap: wireLength(o.Gap), Excess: wireLength(o.Excess)}
	if o.Profile != nil {
		wire.Profile = toUTF8(o.Profile.Name)
	}
	for _, name := range o.Names {
		wire.Names = append(wire.Names, toUTF8(name))
	}
	return wire
}

type jsonTolerance struct {
	Value    float64 `json:"value"`
	Relative bool    `json:"relative"`
}

type jsonCompanion struct {
	Path   string `json:"path"`
	SHA256 string `json:"sha256,omitempty"`
}

type jsonProblem struct {
	Kind    string `json:"kind"`
	Message string `json:"message"`
	Place   string `json:"place,omitempty"`
}

// WireOptions returns options as the report has them.
func WireOptions(o meshcheck.Options) jsonOptions {
	most := o.MaxFindings
	if most == 0 {
		most = meshcheck.DefaultMaxFindings
	}
	wire := jsonOptions{
		Tolerance:   jsonTolerance{o.Tolerance.Value, o.Tolerance.Relative},
		Touch:       o.ListTouches,
		MaxFindings: max(most, 0),
		FailOn:      o.Policy.Items(),
	}
	if o.Checks&^check.Self != 0 {
		for _, c := range o.Checks.Members() {
			wire.Checks = append(wire.Checks, c.String())
		}
		wire.PartsOf = o.PartsOf.String()
		for _, rule := range o.Allow {
			wire.Allow = append(wire.Allow, toUTF8(rule))
		}
	}
	if o.Checks.Has(check.Clearance) {
		wire.Clearance = wireLength(o.Clearance)
	}
	wire.Hulls = wireHulls(&o.Hulls)
	return wire
}

func (l *Line) summary(s report.Summary) {
	l.Open('{')
	l.string("status", s.Status.String())
	l.int("files", s.Files)
	l.int("passed", s.Passed)
	l.int("failed", s.Failed)
	l.int("not_checked", s.NotChecked)
	l.Key("counts")
	l.Counts(s.Counts)
	if s.Interrupted {
		l.bool("interrupted", true)
		l.int("unreached", s.Unreached)
	}
	if s.Baseline {
		l.int("accepted", s.Accepted)
	}
	l.Close('}')
}

func (l *Line) part(p *check.PartInfo) {
	l.Open('{')
	l.string("name", p.Name)
	l.int("first", p.First)
	l.int("triangles", p.Triangles)
	l.Close('}')
}

// Counts writes numbers of findings by rule.
func (l *Line) Counts(c check.Counts) {
	l.Open('{')
	l.kinds(c)
	l.Close('}')
}

// MeshCounts writes those of a mesh.
func (l *Line) MeshCounts(c check.Counts) {
	l.Open('{')
	l.kinds(c)
	l.int("through_edge", c.ThroughEdge)
	l.Close('}')
}

// kinds writes the members that all objects of counts have.
func (l *Line) kinds(c check.Counts) {
	l.int("crossing", c.Of(check.Crossing))
	l.int("overlap", c.Of(check.Overlap))
	l.int("duplicate", c.Of(check.Duplicate))
	l.int("touch", c.Of(check.Touch))
	l.int("degenerate", c.Of(check.Degenerate))
	l.int("nonfinite", c.Of(check.Nonfinite))
	l.failing(func(yield func(string, int, int, bool)) {
		for _, k := range check.Self.Rules() {
			yield(k.String(), c.Of(k), c.Failed[k], k.Severity() == check.Error)
		}
	})
}

// failing writes how many of each kind fail, of the kinds where a policy makes that another
// number than it is without one: all or none.
func (l *Line) failing(each func(yield func(name string, all, failed int, fails bool))) {
	open := false
	each(func(name string, all, failed int, fails bool) {
		if failed == wording.Either(fails, all, 0) {
			return
		}
		if !open {
			l.Key("failing")
			l.Open('{')
			open = true
		}
		l.int(name, failed)
	})
	if open {
		l.Close('}')
	}
}

// severity writes how much something matters, where a policy makes that another severity
// than it is without one.
func (l *Line) severity(s, usual check.Severity) {
	if s != usual {
		l.string("severity", s.String())
	}
}

func (l *Line) region(id int, r *check.Region) {
	l.Open('{')
	l.int("id", id)
	l.Key("counts")
	l.Counts(r.Counts)
	if r.Counts.ThroughEdge > 0 {
		l.int("through_edge", r.Counts.ThroughEdge)
	}
	l.points("box", r.Box.Min, r.Box.Max)
	l.finite("depth", r.Depth)
	l.finite("area", r.Area)
	l.finite("length", r.Length)
	l.Key("parts")
	l.Open('[')
	for _, p := range r.Parts {
		l.next()
		*l = strconv.AppendInt(*l, int64(p), 10)
	}
	l.Close(']')
	l.Close('}')
}

// finding writes f with the fields that apply to its kind.
func (l *Line) finding(f *check.Finding) {
	l.Open('{')
	l.string("kind", f.Rule.String())
	l.severity(f.Severity, f.Rule.Severity())
	l.face("a", &f.A)
	if f.B != nil {
		l.pair(f)
	}
	l.Close('}')
}

// pair writes the members that only a finding of two triangles has.
func (l *Line) pair(f *check.Finding) {
	l.face("b", f.B)
	l.bool("same_shell", f.SameShell)
	flat := f.Rule == check.Overlap || f.Rule == check.Duplicate
	switch {
	case f.Rule == check.Crossing:
		l.bool("through_edge", f.ThroughEdge)
	case flat:
		l.string("facing", f.Facing.String())
	}
	l.meeting(f)
	if flat {
		l.finite("area", f.Area)
	}
	l.finite("depth", f.Depth)
	if f.Region >= 0 {
		l.int("region", f.Region)
	}
}

// meeting writes where the two triangles of f meet, a segment, a polygon or
// neither. Triangles in one plane that only touch have a "polygon" of one or two
// corners, which is a segment here, so that a polygon always has an inside.
func (l *Line) meeting(f *check.Finding) {
	switch n := len(f.Polygon); {
	case n >= 3:
		l.points("polygon", f.Polygon...)
	case n > 0 && f.Rule == check.Touch:
		l.points("segment", f.Polygon[0], f.Polygon[n-1])
	default:
		l.points("segment", f.Segment...)
	}
}

func (l *Line) face(name string, f *check.Face) {
	l.Key(name)
	l.Open('{')
	l.int("part", f.Part)
	l.int("triangle", f.Triangle)
	l.int("in_part", f.InPart)
	l.points("corners", f.Corners[:]...)
	l.Close('}')
}
