package json

import (
	"errors"
	"fmt"
	"math"

	"github.com/meshcheck/meshcheck"
	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/check/parts"
	"github.com/meshcheck/meshcheck/report"
)

// settleChecks sees to it that the checks stand in their order, and that there are no
// options of others.
func settleChecks(o *meshcheck.Options, checks []check.Set) error {
	for _, c := range checks {
		if o.Checks >= c {
			return errors.New("the checks are not in their order, or one stands there twice")
		}
		o.Checks |= c
	}
	between := o.Checks&^check.Self != 0
	switch {
	case len(checks) > 0 && !between, !between && (o.Allow != nil || o.PartsOf != check.ByMesh):
		return errors.New("there are options of checks beside self, and no such check")
	case o.Checks.Has(check.Clearance) != (o.Clearance.Value > 0):
		return errors.New("the check of clearance and the field \"clearance\" stand together or not at all")
	}
	return nil
}

func (d *jsonReader) objects(s *parts.Summary) func() error {
	return func() error {
		return d.object([]field{
			{"count", true, d.natural(&s.Objects)},
			{"pairs", true, d.pairCounts(s)},
			{"clearance", false, d.limit(&s.Clearance)},
			{"left_out", false, d.leftOut(&s.LeftOut)},
			{"truncated", true, d.flag(&s.Truncated)},
			{"not_checked", true, func() error { return list(d, &s.NotChecked, d.objectProblem) }},
		})
	}
}

func (d *jsonReader) leftOut(o *parts.LeftOut) func() error {
	return func() error {
		return d.object([]field{
			{"lower_level", true, d.natural(&o.LowerLevels)},
			{"no_scene", true, d.natural(&o.NoScene)},
			{"other_scene", true, d.natural(&o.OtherScenes)},
		})
	}
}

func (d *jsonReader) objectProblem(p *check.ObjectProblem) error {
	return d.object([]field{
		{"object", true, d.objectOf(&p.Object)},
		{"reason", true, d.text(&p.Reason)},
	})
}

func (d *jsonReader) pairCounts(s *parts.Summary) func() error {
	return func() error {
		members := []field{{"allowed", true, d.natural(&s.Allowed)}}
		rules := check.Between.Rules()
		all := make([]int, len(rules))
		var failing []failingKind
		for i, k := range rules {
			members = append(members, field{k.Word(), true, d.natural(&all[i])})
			failing = append(failing, failingKind{k.Word(), &all[i], &s.Counts[k][check.Error], k.Severity() == check.Error})
		}
		if err := d.failing(members, failing); err != nil {
			return err
		}
		for i, k := range rules { // settlePairs knows the policy
			s.Counts[k][check.Info] = all[i] - s.Counts[k][check.Error]
		}
		return nil
	}
}

func (d *jsonReader) objectOf(o *check.Object) func() error {
	return func() error {
		o.Instance, o.Mesh, o.Part, o.Shell = -1, -1, -1, -1
		return d.object([]field{
			{"path", true, d.text(&o.Path)},
			{"instance", false, d.natural(&o.Instance)},
			{"mesh", false, d.natural(&o.Mesh)},
			{"name", true, d.text(&o.Name)},
			{"part", false, d.natural(&o.Part)},
			{"shell", false, d.natural(&o.Shell)},
		})
	}
}

func (d *jsonReader) pairResult(p *parts.Pair) error {
	inner, rounding, severe := -1, false, false
	err := d.object([]field{
		{"a", true, d.objectOf(&p.A)},
		{"b", true, d.objectOf(&p.B)},
		{"verdict", true, d.verdict(&p.Rule)},
		{"severity", false, func() error { severe = true; return d.severity(&p.Severity)() }},
		{"inner", false, d.oneOf(&inner, "a", "b")},
		{"reason", false, d.text(&p.Reason)},
		{"allowed", false, d.text(&p.Allowed)},
		{"within_rounding", false, func() error { rounding = true; return d.flag(&p.WithinRounding)() }},
		{"size", true, d.pairSize(p)},
		{"nearest", false, d.nearest(p)},
		{"counts", true, d.meshCounts(&p.Counts)},
		{"truncated", true, d.flag(&p.Truncated)},
		{"region_count", true, d.natural(&p.RegionCount)},
		{"regions", true, func() error {
			return list(d, &p.Regions, func(r *check.Region) error { return d.region(r) })
		}},
		{"findings", true, func() error { return list(d, &p.Findings, d.finding) }},
	})
	if err != nil {
		return err
	}
	if !severe {
		p.Severity = p.Rule.Severity()
	}
	nested := p.Rule == check.Contained || p.Rule == check.PartsNotChecked
	switch {
	case nested != (inner >= 0):
		return fmt.Errorf("a pair of the verdict %q and the field \"inner\" do not agree", p.Rule.PairWord())
	case rounding != (p.Rule == check.PartsTouch):
		return fmt.Errorf("a pair of the verdict %q and the field \"within_rounding\" do not agree", p.Rule.PairWord())
	case (p.Nearest != nil) != (p.Rule == check.TooNear):
		return fmt.Errorf("a pair of the verdict %q and the field \"nearest\" do not agree", p.Rule.PairWord())
	case (p.Reason != "") != (p.Rule == check.PartsNotChecked):
		return fmt.Errorf("a pair of the verdict %q and the field \"reason\" do not agree", p.Rule.PairWord())
	}
	p.Inner = max(inner, 0)
	return nil
}

// verdict reads what two objects are found to be.
func (d *jsonReader) verdict(to *check.Rule) func() error {
	return func() error {
		rules := check.Between.Rules()
		words := make([]string, len(rules))
		for i, k := range rules {
			words[i] = k.PairWord()
		}
		var n int
		err := d.oneOf(&n, words...)()
		if err == nil {
			*to = rules[n]
		}
		return err
	}
}

func (d *jsonReader) pairSize(p *parts.Pair) func() error {
	return func() error {
		var of int
		var depth, where bool
		p.Rounding, p.Depth = math.Inf(1), 0
		err := d.object([]field{
			{"rounding", false, d.size(&p.Rounding)},
			{"depth", false, d.size(&p.Depth)},
			{"depth_error", false, d.size(&p.DepthError)},
			{"depth_of", false, func() error {
				depth = true
				return d.oneOf(&of, parts.DepthOfTranslation.String(), parts.DepthOfSurface.String(), parts.DepthOfReach.String())()
			}},
			{"deepest", false, func() error { where = true; return d.point(&p.Deepest) }},
		})
		if err != nil || !depth {
			return err
		}
		p.DepthOf = parts.DepthOfTranslation + parts.DepthOf(of)
		if !where {
			err = errors.New("a depth has no place")
		}
		return err
	}
}

// checkBetween sees to it that pairs fit the meshes and the counts.
func checkBetween(r *meshcheck.Result) error {
	var listed check.Totals
	byRule := 0
	for i := range r.Pairs {
		p := &r.Pairs[i]
		if err := checkPair(r, p); err != nil {
			return fmt.Errorf("pair %d: %w", i, err)
		}
		if report.Allowed(p) {
			byRule++
		} else {
			listed[p.Rule][p.Severity]++
		}
	}
	for _, k := range check.Between.Rules() {
		if listed.Of(k) > r.Between.Counts.Of(k) {
			return fmt.Errorf("more pairs are %s than are counted", k.PairWord())
		}
	}
	if byRule > r.Between.Allowed {
		return errors.New("more pairs are allowed than are counted")
	}
	return nil
}

func checkPair(r *meshcheck.Result, p *parts.Pair) error {
	for _, o := range []*check.Object{&p.A, &p.B} {
		if o.Mesh < 0 || o.Mesh >= len(r.Meshes) {
			return errors.New("an object's mesh is missing or out of range")
		}
	}
	if len(p.Regions) > p.RegionCount {
		return fmt.Errorf("%d of %d regions are listed", len(p.Regions), p.RegionCount)
	}
	if n := p.Nearest; n != nil && (!hasFace(&r.Meshes[p.A.Mesh], &n.Faces[0]) || !hasFace(&r.Meshes[p.B.Mesh], &n.Faces[1])) {
		return errors.New("the nearest triangles are not of the objects")
	}
	for i := range p.Findings {
		f := &p.Findings[i]
		if f.B == nil || !hasFace(&r.Meshes[p.A.Mesh], &f.A) || !hasFace(&r.Meshes[p.B.Mesh], f.B) || f.Region >= len(p.Regions) {
			return fmt.Errorf("finding %d is not of a triangle of each object", i)
		}
	}
	return nil
}
