package drawing

import (
	"context"
	"math"
	"slices"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/checks/geometry"
	"github.com/meshcheck/meshcheck/internal/checks/hulls"
)

// HullPlaces returns the places of a finding about hulls: none, one, or two of which the second is
// where a distance ends. An overlap has one place; then arrow is true and the second point is where
// the translation that resolves the overlap moves the first.
func HullPlaces(h *check.HullFinding) (places []geom.Vec, arrow bool) {
	if h.Overlap != nil && len(h.Places) > 1 {
		return []geom.Vec{h.Places[1], h.Places[1].Add(h.Overlap.Translation)}, true
	}
	return h.Places[:min(len(h.Places), 2)], false
}

// hullEdges draws the hulls of a group by their edges.
type hullEdges struct {
	ctx      context.Context
	geometry *geometry.Geometry // nil if the model is not available
	result   *check.Result
	room     *int // lines that may still be drawn
	number   int  // of group
	group    *check.HullGroup
	// model is nil until it is needed, and if the scene is not available or does not contain the
	// group.
	model *hulls.Model
	lost  bool
}

// drawing draws a finding with lines only: the edges of its hulls, and its places with the line
// between them.
func (e *hullEdges) drawing(h *check.HullFinding) (d Drawing) {
	places, _ := HullPlaces(h)
	if points := singles(places); Holdable(points) {
		if len(points) == 2 {
			d.Lines = append(d.Lines, [2]geom.Vec(points))
		}
		d.Points = points
	} else {
		d.Undrawn++
	}
	for _, k := range []int{h.Hull, h.Other} {
		if k < 0 {
			continue
		}
		if b := e.group.Hulls[k].Box; b.Empty() || !Holdable([]geom.Vec{b.Min, b.Max}) {
			d.Undrawn++
			continue
		}
		d.Lines = append(d.Lines, e.of(k)...)
	}
	return d
}

// singles rounds points to float32.
func singles(points []geom.Vec) []geom.Vec {
	out := make([]geom.Vec, len(points))
	for i, p := range points {
		for k, x := range p {
			out[i][k] = float64(float32(x)) + 0 // no -0
		}
	}
	return out
}

// of returns the edges of a hull, or of its box if there are too many or none, or if the model is
// not available.
func (e *hullEdges) of(k int) [][2]geom.Vec {
	if e.model == nil && e.geometry != nil && !e.lost {
		var err error
		e.model, err = e.geometry.HullModel(e.ctx, e.result, e.number, 1)
		e.lost = err != nil
	}
	var edges [][2]geom.Vec
	if e.model != nil && e.model.SurfaceSize(k) <= trianglesPerObject {
		edges = creases(e.model.Surface(k))
	}
	if len(edges) == 0 || len(edges) > *e.room {
		return boxEdges(geom.OBBOf(e.group.Hulls[k].Box, geom.Identity()))
	}
	*e.room -= len(edges)
	return edges
}

// creaseCosine is the cosine of twelve degrees: flatter edges belong to round surfaces.
const creaseCosine = 0.9781

// creases returns the edges at which a surface ends or bends, in the order of their first
// triangles.
func creases(surface []geom.Triangle) (edges [][2]geom.Vec) {
	sides := map[[2]geom.Vec][]geom.Vec{} // normals beside each edge
	var order [][2]geom.Vec
	for k := range surface {
		t := &surface[k]
		n := t.Normal().Unit()
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
