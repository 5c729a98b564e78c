package main

import (
	"bytes"
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/meshgen"
)

// TestNoDirectionHasLessOverlap descends from random directions, and must never get
// below the stated depth. It must get close to it, which shows that the search works.
func TestNoDirectionHasLessOverlap(t *testing.T) {
	const seed = 7
	for _, breed := range breeds {
		rng := meshgen.Rand(seed)
		for i := range 4 {
			a, b := breed.a(rng), breed.b(rng)
			if err := states[i%2+1].place(rng, &a, &b); err != nil {
				t.Fatal(err)
			}
			truth, n, err := separation(&a, &b)
			if err != nil || truth >= 0 {
				t.Fatalf("%s, seed %d, pair %d: %v apart, %v", breed.name, seed, i, truth, err)
			}
			if o := overlap(&a, &b, n); math.Abs(o+truth) > 1e-12 {
				t.Errorf("%s, seed %d, pair %d: depth %v, along its direction %v", breed.name, seed, i, -truth, o)
			}
			lowest := math.Inf(1)
			for range 60 {
				lowest = min(lowest, descend(&a, &b, direction(rng)))
			}
			if lowest < -truth-1e-13 || lowest > -truth+1e-3 {
				t.Errorf("%s, seed %d, pair %d: depth %v, found %v", breed.name, seed, i, -truth, lowest)
			}
		}
	}
}

// descend returns the overlap where no step from n to any side lowers it.
func descend(a, b *shape, n geom.Vec) float64 {
	value := overlap(a, b, n)
	for step := 0.25; step > 1e-7; {
		s := n.Perpendicular()
		better := false
		for k := range 12 {
			sin, cos := math.Sincos(2 * math.Pi * float64(k) / 12)
			m := n.Add(s.Scale(step * cos)).Add(n.Cross(s).Scale(step * sin))
			m = m.Unit()
			if o := overlap(a, b, m); o < value {
				n, value, better = m, o, true
				break
			}
		}
		if !better {
			step /= 2
		}
	}
	return value
}

// TestApart checks distances, which are proved as they are computed, for the span
// that the sets promise.
func TestApart(t *testing.T) {
	const seed = 8
	for _, breed := range breeds {
		rng := meshgen.Rand(seed)
		for i := range 20 {
			a, b := breed.a(rng), breed.b(rng)
			if err := placeApart(rng, &a, &b); err != nil {
				t.Fatal(err)
			}
			distance, _, err := separation(&a, &b)
			if err != nil || distance < 0.01-1e-13 {
				t.Errorf("%s, seed %d, pair %d: distance %v, %v", breed.name, seed, i, distance, err)
			}
		}
	}
}

// TestHullsAreClosed counts faces and vertices: Euler's formula for triangles.
func TestHullsAreClosed(t *testing.T) {
	rng := meshgen.Rand(9)
	for range 20 {
		s := newHull(rng)
		if got, want := len(s.faces), 2*len(s.vertices)-4; got != want {
			t.Errorf("%d faces of %d vertices, want %d", got, len(s.vertices), want)
		}
	}
}

func TestFilesReadBack(t *testing.T) {
	rng := meshgen.Rand(10)
	want := encode([]pair{{newHull(rng), newBox(rng), 0.5}, {newSphere(rng), newCapsule(rng), -0.25}})
	path := filepath.Join(t.TempDir(), "some.pairs")
	for _, size := range []int{len(want), len(want) - 1, 3} {
		if err := os.WriteFile(path, want[:size], 0o644); err != nil {
			t.Fatal(err)
		}
		pairs, err := readPairs(path)
		if size == len(want) && (err != nil || !bytes.Equal(encode(pairs), want)) {
			t.Errorf("read %d pairs that differ from what was written: %v", len(pairs), err)
		}
		if size < len(want) && err == nil {
			t.Errorf("%d of %d bytes were taken for a file", size, len(want))
		}
	}
}
