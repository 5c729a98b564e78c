package glb

import (
	"cmp"
	"context"
	"encoding/json"
	"math"
	"slices"

	"github.com/meshcheck/meshcheck"
	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/check/hulls"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/mesh"
	"github.com/meshcheck/meshcheck/report/excerpt"
	reportjson "github.com/meshcheck/meshcheck/report/json"
	"github.com/meshcheck/meshcheck/report/wording"
)

// hullExtras are the extras of a node about hulls: what the JSON report has of a finding.
type hullExtras struct {
	Kind     string            `json:"kind"`
	Severity string            `json:"severity"`
	Name     string            `json:"name,omitempty"`
	Hulls    []json.RawMessage `json:"hulls,omitempty"`
	Value    *float64          `json:"value,omitempty"`
	Limit    *float64          `json:"limit,omitempty"`
	Reason   string            `json:"reason"`
	Undrawn  int               `json:"undrawn,omitempty"`
}

// severityColors are of the set that excerpt.KindColors are from, and follow
// check.Severities.
var severityColors = [...]excerpt.RGB{check.Error: {0xd5, 0x5e, 0x00}, check.Warning: {0xe6, 0x9f, 0x00}, check.Info: {0x56, 0xb4, 0xe9}}

// extraHulls returns the counts of findings about hulls for the extras of a file; nil if
// they were not checked.
func extraHulls(s *hulls.Result) json.RawMessage {
	if s == nil {
		return nil
	}
	return reportjson.Marshal((*reportjson.HullCounts)(&s.Counts))
}

// addHulls adds a node for each finding about hulls, with lines alone, and returns their
// numbers: the edges of the hulls that it is about, and its places with the way from one to
// the other, which for two that overlap is the translation that ends it.
func (m *markedModel) addHulls(s *mesh.Scene, r *meshcheck.Result) (nodes []int) {
	if r.Hulls == nil {
		return nil
	}
	edges := hullEdges{scene: s, room: trianglesPerFile}
	for i := range r.Hulls.Groups {
		g := &r.Hulls.Groups[i]
		edges.group, edges.model, edges.lost = g, nil, false
		for k := range g.Findings {
			h := &g.Findings[k]
			d := edges.sketch(h).drawing()
			name := "meshcheck " + h.Rule.String() + " " + cmp.Or(wording.HullNames(r, g, h), wording.GroupName(g))
			nodes = append(nodes, m.addDrawing(name, tone{h.Rule.String(), severityColors[h.Severity]}, d, newHullExtras(g, h, d.undrawn)))
		}
	}
	return nodes
}

func newHullExtras(g *hulls.Group, h *hulls.Finding, undrawn int) hullExtras {
	e := hullExtras{
		Kind: h.Rule.String(), Severity: h.Severity.String(), Name: g.Name,
		Value: orNil(h.Value), Limit: orNil(h.Limit), Reason: h.Reason, Undrawn: undrawn,
	}
	for _, k := range []int{h.Hull, h.Other} {
		if k >= 0 {
			e.Hulls = append(e.Hulls, reportjson.Marshal(&g.Hulls[k].Object))
		}
	}
	return e
}

// hullEdges draws the hulls of a group.
type hullEdges struct {
	scene *mesh.Scene
	room  int // lines that may still be drawn
	group *hulls.Group
	// model is nil as long as nobody asked for it, and where the scene is not at hand or
	// the group is lost in it.
	model *hulls.Model
	lost  bool
}

// sketch draws a finding, all of which float32 can hold.
func (e *hullEdges) sketch(h *hulls.Finding) *sketch {
	s := &sketch{}
	mark := excerpt.NewHullMark(h, excerpt.Frame{Scale: 1})
	if points := vectors(mark.Points); markable(points) {
		if len(points) == 2 {
			s.lines = append(s.lines, [2]geom.Vec(points))
		}
		s.points = append(s.points, points...)
	} else {
		s.undrawn++
	}
	for _, k := range []int{h.Hull, h.Other} {
		if k < 0 {
			continue
		}
		if b := e.group.Hulls[k].Box; b.Empty() || !markable([]geom.Vec{b.Min, b.Max}) {
			s.undrawn++
			continue
		}
		s.lines = append(s.lines, e.of(k)...)
	}
	return s
}

func vectors(points []excerpt.Single) (out []geom.Vec) {
	for _, p := range points {
		out = append(out, p.Vec())
	}
	return out
}

// of returns the edges of a hull, or those of its box where they are too many or there
// are none, and where the model is not at hand.
func (e *hullEdges) of(k int) [][2]geom.Vec {
	if e.model == nil && e.scene != nil && !e.lost {
		// Without an end there is no error but that of a hull that is not found.
		var err error
		e.model, err = hulls.NewModel(context.Background(), e.scene, e.group, 1)
		e.lost = err != nil
	}
	var edges [][2]geom.Vec
	if e.model != nil && e.model.SurfaceSize(k) <= trianglesPerObject {
		edges = creases(e.model.Surface(k))
	}
	if len(edges) == 0 || len(edges) > e.room {
		return boxEdges(e.group.Hulls[k].Box)
	}
	e.room -= len(edges)
	return edges
}

// boxEdges returns the twelve edges of a box.
func boxEdges(b geom.Box) (edges [][2]geom.Vec) {
	for axis := range 3 {
		for corner := range 4 {
			p := b.Min
			for i, k := range []int{(axis + 1) % 3, (axis + 2) % 3} {
				if corner>>i&1 == 1 {
					p[k] = b.Max[k]
				}
			}
			q := p
			q[axis] = b.Max[axis]
			edges = append(edges, [2]geom.Vec{p, q})
		}
	}
	return edges
}

// creaseCosine is that of twelve degrees: edges that bend less are those of round surfaces.
const creaseCosine = 0.9781

// creases returns the edges at which a surface ends or bends, in the order of their first
// triangles.
func creases(surface []geom.Triangle) (edges [][2]geom.Vec) {
	sides := map[[2]geom.Vec][]geom.Vec{} // normals beside each edge
	var order [][2]geom.Vec
	for k := range surface {
		t := &surface[k]
		n := excerpt.Unit(t.Normal())
		for i := range t {
			e := [2]geom.Vec{t[i], t[(i+1)%3]}
			if slices.Compare(e[0][:], e[1][:]) > 0 {
				e[0], e[1] = e[1], e[0]
			}
			if sides[e] == nil {
				order = append(order, e)
			}
			sides[e] = append(sides[e], n)
		}
	}
	for _, e := range order {
		if n := sides[e]; len(n) != 2 || math.Abs(n[0].Dot(n[1])) < creaseCosine {
			edges = append(edges, e)
		}
	}
	return edges
}
