package report

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
		j.value(func(l *jsonLine) { l.severities(&s.Counts, rule) })
	}
	j.close("}")
	lines(j, "not_checked", s.NotChecked, (*jsonLine).objectProblem)
	j.key("groups")
	j.open("[")
	for i := range s.Groups {
		j.next()
		j.hullGroup(&s.Groups[i])
	}
	j.close("]")
	j.close("}")
}

func (l *jsonLine) severities(c *check.Totals, rule check.Rule) {
	l.open('{')
	for _, s := range check.Severities() {
		l.int(s.String(), c[rule][s])
	}
	l.close('}')
}

func (j *jsonWriter) hullGroup(g *hulls.Group) {
	j.open("{")
	j.field("name", g.Name)
	lines(j, "visuals", g.Visuals, func(l *jsonLine, _ int, o *check.Object) { l.object(o) })
	lines(j, "hulls", g.Hulls, func(l *jsonLine, _ int, h *hulls.Hull) { l.hull(h) })
	lines(j, "findings", g.Findings, func(l *jsonLine, _ int, f *hulls.Finding) { l.hullFinding(f) })
	if g.Omitted > 0 {
		j.field("omitted", g.Omitted)
	}
	for _, c := range []struct {
		name     string
		coverage *hulls.Coverage
	}{{"gap", g.Gap}, {"excess", g.Excess}} {
		if c.coverage != nil {
			j.key(c.name)
			j.value(func(l *jsonLine) { l.coverage(c.coverage) })
		}
	}
	j.key("volumes")
	j.value(func(l *jsonLine) {
		l.open('{')
		l.finite("visuals", g.VisualVolume)
		l.finite("hulls", g.HullVolume)
		l.close('}')
	})
	j.close("}")
}

func (l *jsonLine) hull(h *hulls.Hull) {
	l.open('{')
	l.key("object")
	l.object(&h.Object)
	l.string("shape", h.Shape.String())
	l.string("scheme", h.Scheme)
	l.int("vertices", h.Vertices)
	l.int("faces", h.Faces)
	if !h.Box.Empty() {
		l.points("box", h.Box.Min, h.Box.Max)
	}
	l.finite("volume", h.Volume)
	l.finite("rounding", h.Rounding)
	l.close('}')
}

func (l *jsonLine) hullFinding(f *hulls.Finding) {
	l.open('{')
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
		l.key("overlap")
		l.open('{')
		l.finite("depth", o.Depth)
		if o.Translation.Finite() {
			l.key("translation")
			l.point(o.Translation)
		}
		l.finite("volume", o.Volume)
		l.close('}')
	}
	l.close('}')
}

func (l *jsonLine) coverage(c *hulls.Coverage) {
	l.open('{')
	l.finite("greatest", c.Greatest)
	l.finite("error", c.Error)
	l.points("places", c.Places[:]...)
	l.finite("percentile_95", c.Percentile95)
	l.int("samples", c.Samples)
	l.close('}')
}
