package glb

import (
	"encoding/binary"
	"fmt"

	"github.com/qmuntal/gltf"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/report/drawing"
)

// motionExtras are the extras of a view that moves, for the viewer of pages. Its Accessors are also "stored",
// "joints", "weights", "rest", "targets", "targetPoints", "clip0", "mix0" and so on for each clip, "placePoints"
// and "placeSpots".
type motionExtras struct {
	Influences  int       `json:"influences"`
	RestWeights []float32 `json:"restWeights"`
	// Targets are the numbers of points of each.
	Targets []int       `json:"targets"`
	Clips   []clipFacts `json:"clips"`
	Places  []placeFact `json:"places"`
}

type clipFacts struct {
	Clip    int       `json:"clip"`
	Name    string    `json:"name"`
	Samples int       `json:"samples"`
	Of      []int     `json:"of"`
	Times   []float64 `json:"times"`
	Keys    []int     `json:"keys"`
	Moved   []int     `json:"moved"`
	Blended []int     `json:"blended"`
}

// placeFact is a place. Index is that of its issue in the list of the section.
type placeFact struct {
	Index    int               `json:"index"`
	Clip     int               `json:"clip"`
	Sample   int               `json:"sample"`
	Objects  [2]int            `json:"objects"`
	Findings []drawing.Finding `json:"findings"`
	Omitted  int               `json:"omitted"`
	Spots    int               `json:"spots"`
	Box      *drawing.Bounds   `json:"box,omitempty"`
	Rest     drawing.Single    `json:"rest"`
}

// Motion returns a motion as a GLB: its view as View writes it, and what moves it.
//
// The numbers of clips are in the order that compresses best: all samples of the first matrix, then those
// of the second, and so on. Weights are signed.
func Motion(of *drawing.Motion) []byte {
	return newView(of.View, func(m *markedModel, x *viewExtras) {
		m.addMotion(of, x)
	})
}

// addMotion adds what moves a view.
func (m *markedModel) addMotion(of *drawing.Motion, x *viewExtras) {
	to := &motionExtras{Influences: of.Influences, RestWeights: notNil(of.RestWeights), Targets: []int{}, Clips: []clipFacts{}, Places: []placeFact{}}
	x.Motion = to
	x.Accessors["stored"] = m.positions(of.Stored)
	x.Accessors["joints"] = m.wide(len(of.Joints), func(i int) uint32 { return uint32(of.Joints[i]) })
	x.Accessors["weights"] = m.wide(len(of.Weights), func(i int) uint32 { return uint32(of.Weights[i]) })
	x.Accessors["rest"] = m.positions(triples(of.Rest))
	m.addTargets(of, x)
	for k := range of.Clips {
		c := &of.Clips[k]
		to.Clips = append(to.Clips, clipFacts{c.Clip, c.Name, c.Samples, notNil(c.Of), notNil(c.Times), notNil(c.Keys), notNil(c.Moved), notNil(c.Blended)})
		if len(c.Matrices) > 0 {
			x.Accessors[fmt.Sprint("clip", k)] = m.positions(triples(turned(c.Matrices, len(c.Moved), 12)))
		}
		if len(c.Weights) > 0 {
			x.Accessors[fmt.Sprint("mix", k)] = m.positions(triples(turned(c.Weights, len(c.Blended), 1)))
		}
	}
	m.addMotionPlaces(of, x)
}

// addTargets adds the morph targets, one after another.
func (m *markedModel) addTargets(of *drawing.Motion, x *viewExtras) {
	var deltas []drawing.Single
	var points []uint32
	for k := range of.Targets {
		t := &of.Targets[k]
		x.Motion.Targets = append(x.Motion.Targets, len(t.Points))
		deltas, points = append(deltas, t.Deltas...), append(points, t.Points...)
	}
	if len(points) > 0 {
		x.Accessors["targets"], x.Accessors["targetPoints"] = m.positions(deltas), m.numbers(points)
	}
}

// addMotionPlaces adds the places, and the points of each one after another.
func (m *markedModel) addMotionPlaces(of *drawing.Motion, x *viewExtras) {
	var points, spots []drawing.Single
	for k := range of.Places {
		p := &of.Places[k]
		fact := placeFact{p.At.Index, p.Clip, p.Sample, p.Objects, p.Findings, p.Omitted, len(p.Places), nil, p.Rest}
		if !geom.Box(p.Box).Empty() {
			fact.Box = &p.Box
		}
		x.Motion.Places = append(x.Motion.Places, fact)
		for i := range p.Findings {
			points = append(points, p.Findings[i].Points...)
		}
		spots = append(spots, p.Places...)
	}
	if len(points) > 0 {
		x.Accessors["placePoints"] = m.positions(points)
	}
	if len(spots) > 0 {
		x.Accessors["placeSpots"] = m.positions(spots)
	}
}

// wide adds numbers of four bytes and returns their accessor.
func (m *markedModel) wide(n int, at func(i int) uint32) int {
	raw := make([]byte, 0, 4*n)
	for i := range n {
		raw = binary.LittleEndian.AppendUint32(raw, at(i))
	}
	return m.attribute(gltf.Accessor{ComponentType: gltf.ComponentUshort, Type: gltf.AccessorScalar}, raw, 4)
}

// turned returns rows of so many numbers, given for each sample, with all samples of a row side by side.
func turned(samples []float32, rows, width int) []float32 {
	out := make([]float32, 0, len(samples))
	stride := rows * width
	for row := range rows {
		for from := row * width; from < len(samples); from += stride {
			out = append(out, samples[from:from+width]...)
		}
	}
	return out
}

// triples returns numbers in threes, the last with zeros.
func triples(numbers []float32) []drawing.Single {
	out := make([]drawing.Single, (len(numbers)+2)/3)
	for i, x := range numbers {
		out[i/3][i%3] = x
	}
	return out
}

func notNil[T any](s []T) []T {
	if s == nil {
		return []T{}
	}
	return s
}
