package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/meshcheck/meshcheck/convex"
	"github.com/meshcheck/meshcheck/geom"
)

// report is the line of JSON that every driver prints.
type report struct {
	Peer    string   `json:"peer"`
	Version string   `json:"version"`
	Methods []figure `json:"methods"`
}

// figure is one method on one set.
type figure struct {
	Set         string  `json:"set"`
	Question    string  `json:"question"` // boolean, distance or depth
	Method      string  `json:"method"`
	NS          float64 `json:"ns"` // of processor time per pair
	Failures    int     `json:"failures"`
	MedianError float64 `json:"median_error"` // relative to the truth
	MaxError    float64 `json:"max_error"`
}

// version is the commit, set by the linker.
var version = "unknown"

func measureFiles(w io.Writer, paths []string) error {
	all := report{Peer: "meshcheck", Version: version}
	for _, path := range paths {
		pairs, err := readPairs(path)
		if err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		name := strings.TrimSuffix(filepath.Base(path), ".pairs")
		figures, err := measureSet(name, pairs)
		if err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		all.Methods = append(all.Methods, figures...)
	}
	return json.NewEncoder(w).Encode(all)
}

func measureSet(name string, pairs []pair) ([]figure, error) {
	t := trial{name: name}
	for i := range pairs {
		a, err := setOf(&pairs[i].a)
		if err != nil {
			return nil, err
		}
		b, err := setOf(&pairs[i].b)
		if err != nil {
			return nil, err
		}
		t.sets = append(t.sets, [2]convex.Set{a, b})
		t.truths = append(t.truths, pairs[i].truth)
	}
	runtime.GC() // otherwise a collection would run during the first passes
	t.boolean("GJK", convex.Intersect)
	if pairs[0].truth > 0 {
		t.length("distance", "GJK", func(a, b convex.Set) float64 { return convex.Distance(a, b).Distance })
		return t.figures, nil
	}
	t.length("depth", "EPA", func(a, b convex.Set) float64 { return convex.Penetrate(a, b).Depth })
	t.length("depth", "MPR", func(a, b convex.Set) float64 { return convex.PortalDepth(a, b).Depth })
	return t.figures, nil
}

// setOf returns a shape in the form of package convex: in the world, except for a hull,
// which keeps its frame as in the peers.
func setOf(s *shape) (convex.Set, error) {
	p, q := s.ends()
	switch s.kind {
	case sphere:
		return convex.Sphere{Center: s.center(), Radius: s.size[0]}, nil
	case capsule:
		return convex.Capsule{A: p, B: q, Radius: s.size[0]}, nil
	case cylinder:
		return convex.Cylinder{A: p, B: q, Radius: s.size[0]}, nil
	case box:
		b := &geom.OBB{Center: s.center()}
		for k, half := range s.size {
			b.Half[k] = s.axis(k).Scale(half)
		}
		return b, nil
	}
	h, err := convex.HullOf(context.Background(), s.vertices)
	if err != nil {
		return nil, err
	}
	return convex.Placed{Set: h, World: s.pose}, nil
}

// trial runs the methods one after the other on the pairs of a set.
type trial struct {
	name    string
	sets    [][2]convex.Set
	truths  []float64
	figures []figure
}

func (t *trial) boolean(method string, meets func(a, b convex.Set) bool) {
	failures := 0
	for i, s := range t.sets {
		if meets(s[0], s[1]) == (t.truths[i] > 0) {
			failures++
		}
	}
	ns := t.nanoseconds(func(a, b convex.Set) float64 {
		if meets(a, b) {
			return 1
		}
		return 0
	})
	t.figures = append(t.figures, figure{Set: t.name, Question: "boolean", Method: method, NS: ns, Failures: failures})
}

// length counts results that are not positive as failures.
func (t *trial) length(question, method string, value func(a, b convex.Set) float64) {
	var errors []float64
	for i, s := range t.sets {
		truth := math.Abs(t.truths[i])
		if x := value(s[0], s[1]); x > 0 {
			errors = append(errors, math.Abs(x-truth)/truth)
		}
	}
	f := figure{Set: t.name, Question: question, Method: method, Failures: len(t.sets) - len(errors)}
	if len(errors) > 0 {
		f.MedianError, f.MaxError = median(errors), slices.Max(errors)
	}
	f.NS = t.nanoseconds(value)
	t.figures = append(t.figures, f)
}

// nanoseconds returns the median over passes of a pair's time.
func (t *trial) nanoseconds(answer func(a, b convex.Set) float64) float64 {
	var passes []float64
	for range 15 {
		start, sum := processorTime(), 0.0
		for _, s := range t.sets {
			sum += answer(s[0], s[1])
		}
		passes = append(passes, 1e9*(processorTime()-start)/float64(len(t.sets)))
		runtime.KeepAlive(sum)
	}
	return median(passes)
}

func median(all []float64) float64 {
	sorted := slices.Sorted(slices.Values(all))
	n := len(sorted)
	return (sorted[(n-1)/2] + sorted[n/2]) / 2
}
