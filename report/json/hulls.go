package json

import (
	"github.com/meshcheck/meshcheck"
	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/check/hulls"
)

// hulls writes what was found about collision hulls, if they were checked.
func (j *jsonWriter) hulls(r *meshcheck.Result) {
	s := r.Hulls
	if s == nil {
		return
	}
	j.key("hulls")
	j.open("{")
	j.field("profile", s.Profile)
	j.key("counts")
	j.open("{")
	for _, rule := range check.Hulls.Rules() {
		j.key(rule.String())
		j.value(func(l *Line) { l.Severities(&s.Counts, rule) })
	}
	j.close("}")
	lines(j, "not_checked", s.NotChecked, (*Line).objectProblem)
	j.key("groups")
	j.open("[")
	for i := range s.Groups {
		j.next()
		j.hullGroup(&s.Groups[i])
	}
	j.close("]")
	j.close("}")
}

// Severities writes numbers of findings by rule and severity.
func (l *Line) Severities(c *check.Totals, rule check.Rule) {
	l.Open('{')
	for _, s := range check.Severities() {
		l.int(s.String(), c[rule][s])
	}
	l.Close('}')
}

func (j *jsonWriter) hullGroup(g *hulls.Group) {
	j.open("{")
	j.field("name", g.Name)
	lines(j, "visuals", g.Visuals, func(l *Line, _ int, o *check.Object) { l.Object(o) })
	lines(j, "hulls", g.Hulls, func(l *Line, _ int, h *hulls.Hull) { l.hull(h) })
	lines(j, "findings", g.Findings, func(l *Line, _ int, f *hulls.Finding) { l.hullFinding(f) })
	if g.Omitted > 0 {
		j.field("omitted", g.Omitted)
	}
	for _, c := range []struct {
		name     string
		coverage *hulls.Coverage
	}{{"gap", g.Gap}, {"excess", g.Excess}} {
		if c.coverage != nil {
			j.key(c.name)
			j.value(func(l *Line) { l.coverage(c.coverage) })
		}
	}
	j.key("volumes")
	j.value(func(l *Line) {
		l.Open('{')
		l.finite("visuals", g.VisualVolume)
		l.finite("hulls", g.HullVolume)
		l.Close('}')
	})
	j.close("}")
}

func (l *Line) hull(h *hulls.Hull) {
	l.Open('{')
	l.Key("object")
	l.Object(&h.Object)
	l.string("shape", h.Shape.String())
	l.string("scheme", h.Scheme)
	l.int("vertices", h.Vertices)
	l.int("faces", h.Faces)
	if !h.Box.Empty() {
		l.points("box", h.Box.Min, h.Box.Max)
	}
	l.finite("volume", h.Volume)
	l.finite("rounding", h.Rounding)
	l.Close('}')
}

func (l *Line) hullFinding(f *hulls.Finding) {
	l.Open('{')
	l.string("rule", f.Rule.String())
	l.string("severity", f.Severity.String())
	if f.Hull >= 0 {
		l.int("hull", f.Hull)
	}
	if f.Other >= 0 {
		l.int("other", f.Other)
	}
	l.finite("value", f.Value)
	l.finite("limit", f.Limit)
	l.string("reason", f.Reason)
	l.points("places", f.Places...)
	if o := f.Overlap; o != nil {
		l.Key("overlap")
		l.Open('{')
		l.finite("depth", o.Depth)
		if o.Translation.Finite() {
			l.Key("translation")
			l.point(o.Translation)
		}
		l.finite("volume", o.Volume)
		l.Close('}')
	}
	l.Close('}')
}

func (l *Line) coverage(c *hulls.Coverage) {
	l.Open('{')
	l.finite("greatest", c.Greatest)
	l.finite("error", c.Error)
	l.points("places", c.Places[:]...)
	l.finite("percentile_95", c.Percentile95)
	l.int("samples", c.Samples)
	l.Close('}')
}
