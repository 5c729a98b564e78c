package pose_test

import (
	"errors"
	"math"
	"runtime"
	"slices"
	"testing"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/mesh/pose"
)

// sampled returns the translation, or the image of (1, 0, 0) under the rotation, of a node with one channel.
func sampled(t *testing.T, p pose.Property, s pose.Sampler, time float64) geom.Vec {
	t.Helper()
	if s.Width = 3; p == pose.Rotation {
		s.Width = 4
	}
	r := &pose.Rig{
		Nodes: []pose.Node{identity(-1)},
		Clips: []pose.Clip{{Channels: []pose.Channel{{Node: 0, Property: p, Sampler: &s}}}},
	}
	e := pose.NewEvaluator(r)
	if err := e.Pose(0, time); err != nil {
		t.Fatal(err)
	}
	m := e.World(0)
	if p == pose.Rotation {
		return m.Apply(geom.Vec{1, 0, 0})
	}
	return m.Apply(geom.Vec{})
}

// along returns vectors along the x axis.
func along(x ...float32) pose.Values {
	var f []float32
	for _, v := range x {
		f = append(f, v, 0, 0)
	}
	return pose.Floats(3, f)
}

// TestTranslations: the value of a channel at times at, between and beyond its keys.
func TestTranslations(t *testing.T) {
	times, one := pose.Floats(1, []float32{1, 2, 4}), pose.Floats(1, []float32{1})
	for _, c := range []struct {
		name     string
		s        pose.Sampler
		time, at float64
	}{
		{"step before the first key", pose.Sampler{Interpolation: pose.Step, Times: times, Values: along(5, 6, 8)}, 0, 5},
		{"step at a key", pose.Sampler{Interpolation: pose.Step, Times: times, Values: along(5, 6, 8)}, 2, 6},
		{"step just before a key", pose.Sampler{Interpolation: pose.Step, Times: times, Values: along(5, 6, 8)}, math.Nextafter(2, 0), 5},
		{"step at the last key", pose.Sampler{Interpolation: pose.Step, Times: times, Values: along(5, 6, 8)}, 4, 8},
		{"step after the last key", pose.Sampler{Interpolation: pose.Step, Times: times, Values: along(5, 6, 8)}, 1e9, 8},
		{"linear before the first key", pose.Sampler{Interpolation: pose.Linear, Times: times, Values: along(5, 6, 8)}, -1, 5},
		{"linear between", pose.Sampler{Interpolation: pose.Linear, Times: times, Values: along(5, 6, 8)}, 2.5, 6.5},
		{"linear at a key", pose.Sampler{Interpolation: pose.Linear, Times: times, Values: along(5, 6, 8)}, 2, 6},
		{"linear after the last key", pose.Sampler{Interpolation: pose.Linear, Times: times, Values: along(5, 6, 8)}, 5, 8},
		{"one key, before", pose.Sampler{Interpolation: pose.Linear, Times: one, Values: along(5)}, 0, 5},
		{"one key, after", pose.Sampler{Interpolation: pose.Linear, Times: one, Values: along(5)}, 2, 5},
		{"one key of a spline", pose.Sampler{Interpolation: pose.Cubic, Times: one, Values: along(1, 5, 2)}, 2, 5},
		// 2u³ - 3u² + 1 = 27/32, u³ - 2u² + u = 9/64, -2u³ + 3u² = 5/32, u³ - u² = -3/64 at u = 1/4, over 2 seconds.
		{"cubic", pose.Sampler{Interpolation: pose.Cubic, Times: times, Values: along(9, 9, 9, 9, 32, 64, 128, 96, 9)}, 2.5, 27 + 2*9 + 15 - 2*6},
		{"cubic at a key", pose.Sampler{Interpolation: pose.Cubic, Times: times, Values: along(9, 9, 9, 9, 32, 64, 128, 96, 9)}, 2, 32},
		{"cubic after the last key", pose.Sampler{Interpolation: pose.Cubic, Times: times, Values: along(9, 9, 9, 9, 32, 64, 128, 96, 9)}, 7, 96},
		{"normalized integers", pose.Sampler{Interpolation: pose.Linear, Times: times, Values: pose.Values{F32: []float32{-127, 0, 0, 9, 127, 0, 0, 9, 0, 0, 0}, Stride: 4, Divisor: 127}}, 1.5, 0},
	} {
		if got := sampled(t, pose.Translation, c.s, c.time); got != (geom.Vec{c.at, 0, 0}) {
			t.Errorf("%s: %v, want %v", c.name, got, c.at)
		}
	}
}

// TestRotations: where the x axis points, in degrees about z.
func TestRotations(t *testing.T) {
	z := func(scale float64, degrees ...float64) pose.Values {
		var f []float32
		for _, d := range degrees {
			s, c := math.Sincos(d * math.Pi / 360)
			f = append(f, 0, 0, float32(scale*s), float32(scale*c))
		}
		return pose.Floats(4, f)
	}
	negated := z(1, 0, 90)
	for i := 4; i < 8; i++ {
		negated.F32[i] = -negated.F32[i]
	}
	times := pose.Floats(1, []float32{0, 1})
	for _, c := range []struct {
		name          string
		mode          pose.Interpolation
		values        pose.Values
		time, degrees float64
	}{
		{"a third of the way", pose.Linear, z(1, 0, 90), 1. / 3, 30},
		{"not of unit length", pose.Linear, z(0.7, 0, 90), 1. / 3, 30},
		{"the short way, though the numbers go the long one", pose.Linear, negated, 0.5, 45},
		{"more than half a turn apart", pose.Linear, z(1, 0, 270), 0.5, -45},
		{"nearly half a turn", pose.Linear, z(1, 0, 179), 0.5, 89.5},
		{"equal", pose.Linear, z(1, 50, 50), 0.25, 50},
		{"nearly equal", pose.Linear, z(1, 50, 50.0001), 0.5, 50.00005},
		{"step", pose.Step, z(3, 0, 90), 0.9, 0},
		{"step at the key", pose.Step, z(3, 0, 90), 1, 90},
		// The value halfway is the mean of the two, of a length that is divided by.
		{"cubic", pose.Cubic, pose.Floats(4, slices.Concat(make([]float32, 4), z(2, 0).F32, make([]float32, 8), z(2, 90).F32, make([]float32, 4))), 0.5, 45},
	} {
		got := sampled(t, pose.Rotation, pose.Sampler{Interpolation: c.mode, Times: times, Values: c.values}, c.time)
		s, cos := math.Sincos(c.degrees * math.Pi / 180)
		if got.Sub(geom.Vec{cos, s, 0}).Norm() > 1e-7 || math.Abs(got.Norm()-1) > 1e-15 {
			t.Errorf("%s: %v, want %v degrees", c.name, got, c.degrees)
		}
	}
}

// TestZeroRotation: a spline may pass through a rotation of length 0, where its keys are none.
func TestZeroRotation(t *testing.T) {
	values := make([]float32, 24)
	values[7], values[19] = 1, -1
	s := &pose.Sampler{Interpolation: pose.Cubic, Times: pose.Floats(1, []float32{0, 1}), Values: pose.Floats(4, values), Width: 4}
	r := &pose.Rig{Nodes: []pose.Node{identity(-1)}, Clips: []pose.Clip{{}, {Channels: []pose.Channel{{Property: pose.Rotation, Sampler: s, Index: 7}}}}}
	e := pose.NewEvaluator(r)
	var zero *pose.ZeroRotationError
	if err := e.Pose(1, 0.5); !errors.As(err, &zero) || zero.Clip != 1 || zero.Channel != 7 || zero.Time != 0.5 {
		t.Errorf("%v", err)
	}
	if err := e.Pose(1, 0.25); err != nil {
		t.Error(err)
	}
}

// TestSamples: which times of a clip are looked at.
func TestSamples(t *testing.T) {
	frames := func(rate float64, from, to int) pose.Values {
		var f []float32
		for k := from; k <= to; k++ {
			f = append(f, float32(float64(k)/rate))
		}
		return pose.Floats(1, f)
	}
	list := func(x ...float32) pose.Values { return pose.Floats(1, x) }
	for _, c := range []struct {
		name string
		keys []pose.Values
		rate float64
		n    int
		some []float64
	}{
		{"no keys", nil, 30, 0, nil},
		{"one key", []pose.Values{list(0.5)}, 30, 1, []float64{0.5}},
		{"keys only", []pose.Values{list(0, 1), list(0, 0.25, 2)}, 0, 4, []float64{0, 0.25, 1, 2}},
		{"two keys", []pose.Values{list(0, 1)}, 4, 5, []float64{0, 0.25, 0.5, 0.75, 1}},
		{"steps are equal", []pose.Values{list(0, 1)}, 3.5, 5, []float64{0, 0.25, 0.5, 0.75, 1}},
		{"each gap by itself", []pose.Values{list(0, 0.25, 1)}, 2, 4, []float64{0, 0.25, 0.625, 1}},
		{"30 frames a second, as they are stored", []pose.Values{frames(30, 0, 3000)}, 30, 3001, nil},
		{"30 frames a second, far from zero", []pose.Values{frames(30, 30000, 33000)}, 30, 3001, nil},
		{"24 frames a second", []pose.Values{frames(24, 0, 240)}, 30, 481, nil},
		{"60 frames a second", []pose.Values{frames(60, 0, 600)}, 30, 601, nil},
		{"10 seconds at 30 frames", []pose.Values{list(0, 10)}, 30, 301, nil},
		{"a hundredth more than a step", []pose.Values{list(0, 0.2525)}, 4, 3, nil},
	} {
		clip := pose.Clip{Keys: c.keys}
		got, ok := clip.Samples(c.rate, c.n)
		if !ok || len(got) != c.n || c.some != nil && !slices.Equal(got, c.some) {
			t.Errorf("%s: %d samples %v, want %d: %v", c.name, len(got), ok, c.n, c.some)
		}
		for k := 1; k < len(got); k++ {
			if got[k] <= got[k-1] || c.rate > 0 && got[k]-got[k-1] > 1.01/c.rate {
				t.Errorf("%s: from %v to %v", c.name, got[k-1], got[k])
			}
		}
		if c.n > 0 {
			if _, ok := clip.Samples(c.rate, c.n-1); ok {
				t.Errorf("%s: more than the limit", c.name)
			}
		}
	}
	// Without the memory that these would take.
	for _, keys := range [][]pose.Values{{list(0, math.MaxFloat32)}, {frames(1e6, 0, 1e6), list(0, 1)}} {
		clip := pose.Clip{Keys: keys}
		if _, ok := clip.Samples(30, 100_000); ok {
			t.Error("samples without a limit")
		}
	}
}

// TestManyLists: a time is not copied once for each of many lists of keys.
func TestManyLists(t *testing.T) {
	const n = 20_000
	var clip pose.Clip
	for k := range n {
		clip.Keys = append(clip.Keys, pose.Floats(1, []float32{float32(k*7919%n) / 64}))
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	times, ok := clip.Samples(30, 100_000)
	runtime.ReadMemStats(&after)
	if !ok || len(times) != n || !slices.IsSorted(times) {
		t.Errorf("%d samples", len(times))
	}
	if used := after.TotalAlloc - before.TotalAlloc; used > 16<<20 {
		t.Errorf("%d bytes allocated for %d lists", used, n)
	}
}
