package json

import (
	"github.com/meshcheck/meshcheck"
	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/check/parts"
)

// between writes what was checked between the objects of a file, if anything was.
func (j *jsonWriter) between(r *meshcheck.Result) {
	s := r.Between
	if s == nil {
		return
	}
	j.key("objects")
	j.open("{")
	j.field("count", s.Objects)
	j.key("pairs")
	j.value(func(l *Line) { l.PairCounts(s) })
	if s.Clearance > 0 {
		j.key("clearance")
		j.value(func(l *Line) { l.number(s.Clearance) })
	}
	if s.LeftOut.Total() > 0 {
		j.key("left_out")
		j.value(func(l *Line) { l.leftOut(&s.LeftOut) })
	}
	j.field("truncated", s.Truncated)
	lines(j, "not_checked", s.NotChecked, (*Line).objectProblem)
	j.close("}")
	j.key("between")
	j.open("[")
	for i := range r.Pairs {
		j.next()
		j.pair(&r.Pairs[i])
	}
	j.close("]")
}

func (j *jsonWriter) pair(p *parts.Pair) {
	j.open("{")
	for _, side := range []struct {
		name   string
		object *check.Object
	}{{"a", &p.A}, {"b", &p.B}} {
		j.key(side.name)
		j.value(func(l *Line) { l.Object(side.object) })
	}
	j.field("verdict", p.Rule.PairWord())
	if p.Severity != p.Rule.Severity() {
		j.field("severity", p.Severity.String())
	}
	j.optional("inner", InnerOf(p))
	j.optional("reason", p.Reason)
	j.optional("allowed", p.Allowed)
	if p.Rule == check.PartsTouch {
		j.field("within_rounding", p.WithinRounding)
	}
	j.key("size")
	j.value(func(l *Line) { l.PairSize(p) })
	if p.Nearest != nil {
		j.key("nearest")
		j.value(func(l *Line) { l.Nearest(p.Nearest) })
	}
	j.key("counts")
	j.value(func(l *Line) { l.MeshCounts(p.Counts) })
	j.field("truncated", p.Truncated)
	j.field("region_count", p.RegionCount)
	lines(j, "regions", p.Regions, (*Line).region)
	lines(j, "findings", p.Findings, func(l *Line, _ int, f *check.Finding) { l.finding(f) })
	j.close("}")
}

// InnerOf names the object that lies inside the other, or may.
func InnerOf(p *parts.Pair) string {
	if p.Rule != check.Contained && p.Rule != check.PartsNotChecked {
		return ""
	}
	return [...]string{"a", "b"}[p.Inner]
}

// PairSize writes how deep a pair is and where, or how near.
func (l *Line) PairSize(p *parts.Pair) {
	l.Open('{')
	l.finite("rounding", p.Rounding)
	if p.DepthOf != parts.NoDepth {
		l.finite("depth", p.Depth)
		l.finite("depth_error", p.DepthError)
		l.string("depth_of", p.DepthOf.String())
		l.Key("deepest")
		l.point(p.Deepest) // in an object that is within reach, and so finite
	}
	l.Close('}')
}

func (l *Line) objectProblem(_ int, p *check.ObjectProblem) {
	l.Open('{')
	l.Key("object")
	l.Object(&p.Object)
	l.string("reason", p.Reason)
	l.Close('}')
}

// Object writes what an object is called.
func (l *Line) Object(o *check.Object) {
	l.Open('{')
	l.string("path", o.Path)
	if o.Instance >= 0 && o.Path != "" {
		l.int("instance", o.Instance)
	}
	if o.Mesh >= 0 {
		l.int("mesh", o.Mesh)
	}
	l.string("name", o.Name)
	if o.Part >= 0 {
		l.int("part", o.Part)
	}
	if o.Shell >= 0 {
		l.int("shell", o.Shell)
	}
	l.Close('}')
}

// PairCounts writes numbers of pairs by rule.
func (l *Line) PairCounts(s *parts.Summary) {
	l.Open('{')
	for _, k := range check.Between.Rules() {
		l.int(k.Word(), s.Counts.Of(k))
	}
	l.int("allowed", s.Allowed)
	l.failing(func(yield func(string, int, int, bool)) {
		for _, k := range check.Between.Rules() {
			yield(k.Word(), s.Counts.Of(k), s.Counts[k][check.Error], k.Severity() == check.Error)
		}
	})
	l.Close('}')
}

func (l *Line) leftOut(o *parts.LeftOut) {
	l.Open('{')
	l.int("lower_level", o.LowerLevels)
	l.int("no_scene", o.NoScene)
	l.int("other_scene", o.OtherScenes)
	l.Close('}')
}
