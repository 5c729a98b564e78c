package json

import (
	"errors"
	"fmt"
	"math"

	"github.com/meshcheck/meshcheck"
	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/check/hulls"
	"github.com/meshcheck/meshcheck/geom"
)

func (d *jsonReader) hulls(s *hulls.Result) func() error {
	return func() error {
		return d.object([]field{
			{"profile", true, d.text(&s.Profile)},
			{"counts", true, d.hullCounts(&s.Counts)},
			{"not_checked", true, func() error { return list(d, &s.NotChecked, d.objectProblem) }},
			{"groups", true, func() error { return list(d, &s.Groups, d.hullGroup) }},
		})
	}
}

// hullOptions reads the options of the check. A profile that is not known here has nothing
// but its name.
func (d *jsonReader) hullOptions(o *hulls.Options) func() error {
	return func() error {
		var name string
		err := d.object([]field{
			{"profile", true, d.text(&name)},
			{"names", false, d.texts(&o.Names)},
			{"gap", false, d.length(&o.Gap)},
			{"excess", false, d.length(&o.Excess)},
		})
		p, known := hulls.ProfileOf(name)
		if !known {
			p = hulls.Profile{Name: name}
		}
		o.Profile = &p
		return err
	}
}

func (d *jsonReader) hullCounts(c *check.Totals) func() error {
	return func() error {
		var members []field
		for _, rule := range check.Hulls.Rules() {
			members = append(members, field{rule.String(), true, func() error {
				var by []field
				for _, s := range check.Severities() {
					by = append(by, field{s.String(), true, d.natural(&c[rule][s])})
				}
				return d.object(by)
			}})
		}
		return d.object(members)
	}
}

func (d *jsonReader) hullGroup(g *hulls.Group) error {
	return d.object([]field{
		{"name", true, d.text(&g.Name)},
		{"visuals", true, func() error {
			return list(d, &g.Visuals, func(o *check.Object) error { return d.objectOf(o)() })
		}},
		{"hulls", true, func() error { return list(d, &g.Hulls, d.hull) }},
		{"findings", true, func() error { return list(d, &g.Findings, d.hullFinding) }},
		{"omitted", false, d.natural(&g.Omitted)},
		{"gap", false, d.coverage(&g.Gap)},
		{"excess", false, d.coverage(&g.Excess)},
		{"volumes", true, func() error {
			g.VisualVolume, g.HullVolume = math.Inf(1), math.Inf(1)
			return d.object([]field{
				{"visuals", false, d.size(&g.VisualVolume)},
				{"hulls", false, d.size(&g.HullVolume)},
			})
		}},
	})
}

func (d *jsonReader) hull(h *hulls.Hull) error {
	h.Box, h.Volume, h.Rounding = geom.EmptyBox(), math.Inf(1), math.Inf(1)
	return d.object([]field{
		{"object", true, d.objectOf(&h.Object)},
		{"shape", true, enum(d, &h.Shape, hulls.Shapes()...)},
		{"scheme", true, d.text(&h.Scheme)},
		{"vertices", true, d.natural(&h.Vertices)},
		{"faces", true, d.natural(&h.Faces)},
		{"box", false, d.box(&h.Box)},
		{"volume", false, d.size(&h.Volume)},
		{"rounding", false, d.size(&h.Rounding)},
	})
}

func (d *jsonReader) hullFinding(f *hulls.Finding) error {
	f.Hull, f.Other = -1, -1
	f.Value, f.Limit = math.Inf(1), math.Inf(1)
	return d.object([]field{
		{"rule", true, enum(d, &f.Rule, check.Hulls.Rules()...)},
		{"severity", true, enum(d, &f.Severity, check.Severities()...)},
		{"hull", false, d.natural(&f.Hull)},
		{"other", false, d.natural(&f.Other)},
		{"value", false, d.size(&f.Value)},
		{"limit", false, d.size(&f.Limit)},
		{"reason", true, d.text(&f.Reason)},
		{"places", false, d.points(&f.Places, 1, 2)},
		{"overlap", false, func() error {
			f.Overlap = &hulls.Overlap{Depth: math.Inf(1), Translation: nowhere, Volume: math.Inf(1)}
			return d.object([]field{
				{"depth", false, d.size(&f.Overlap.Depth)},
				{"translation", false, func() error { return d.point(&f.Overlap.Translation) }},
				{"volume", false, d.size(&f.Overlap.Volume)},
			})
		}},
	})
}

// nowhere stands for a place that a report leaves out, as a number of it is not finite.
var nowhere = geom.Vec{math.Inf(1), math.Inf(1), math.Inf(1)}

func (d *jsonReader) coverage(to **hulls.Coverage) func() error {
	return func() error {
		c := &hulls.Coverage{Greatest: math.Inf(1), Error: math.Inf(1), Percentile95: math.Inf(1)}
		places := []geom.Vec{nowhere, nowhere}
		err := d.object([]field{
			{"greatest", false, d.size(&c.Greatest)},
			{"error", false, d.size(&c.Error)},
			{"places", false, func() error { places = nil; return d.points(&places, 2, 2)() }},
			{"percentile_95", false, d.size(&c.Percentile95)},
			{"samples", true, d.natural(&c.Samples)},
		})
		if err == nil {
			c.Places, *to = [2]geom.Vec(places), c
		}
		return err
	}
}

// checkHulls sees to it that groups fit the meshes and the counts.
func checkHulls(r *meshcheck.Result) error {
	var listed check.Totals
	omitted := 0
	for i := range r.Hulls.Groups {
		g := &r.Hulls.Groups[i]
		if err := checkHullGroup(r, g); err != nil {
			return fmt.Errorf("group %d of hulls: %w", i, err)
		}
		for k := range g.Findings {
			listed[g.Findings[k].Rule][g.Findings[k].Severity]++
		}
		omitted += g.Omitted
	}
	for i := range r.Hulls.NotChecked {
		if o := &r.Hulls.NotChecked[i].Object; o.Mesh >= len(r.Meshes) {
			return errors.New("a hull that is not checked has a mesh that is out of range")
		}
	}
	for s, n := range r.Hulls.Counts[check.HullsOverlap] {
		more := max(0, min(omitted, n-listed[check.HullsOverlap][s]))
		listed[check.HullsOverlap][s] += more
		omitted -= more
	}
	if listed != r.Hulls.Counts || omitted > 0 {
		return errors.New("the counts of findings about hulls are not their numbers")
	}
	return nil
}

func checkHullGroup(r *meshcheck.Result, g *hulls.Group) error {
	for i := range g.Visuals {
		if o := &g.Visuals[i]; o.Mesh < 0 || o.Mesh >= len(r.Meshes) {
			return errors.New("the mesh of a visual is out of range")
		}
	}
	for i := range g.Hulls {
		if g.Hulls[i].Object.Mesh >= len(r.Meshes) {
			return errors.New("the mesh of a hull is out of range")
		}
	}
	for i := range g.Findings {
		f := &g.Findings[i]
		if f.Hull >= len(g.Hulls) || f.Other >= len(g.Hulls) {
			return fmt.Errorf("finding %d is of a hull that there is not", i)
		}
		if (f.Overlap != nil) != (f.Rule == check.HullsOverlap) || (f.Other >= 0) != (f.Overlap != nil) {
			return fmt.Errorf("finding %d of %s and its fields \"other\" and \"overlap\" do not agree", i, f.Rule)
		}
		if f.Other >= 0 && (f.Hull < 0 || f.Hull == f.Other) {
			return fmt.Errorf("finding %d is not of two hulls", i)
		}
	}
	return nil
}
