package source

import (
	"errors"
	"math"
	"testing"
)

func TestCharge(t *testing.T) {
	in := &Input{Format: "x", MaxMemory: 1 << 30}
	if err := in.Hold(10); err != nil {
		t.Fatal(err)
	}
	var format *FormatError
	var limit *LimitError
	for _, c := range []struct{ count, size int }{{1, int(Budget(10)) + 1}, {math.MaxInt, 8}, {math.MaxInt, math.MaxInt}} {
		if err := in.Charge("place", c.count, c.size); !errors.As(err, &format) || format.Place != "place" {
			t.Errorf("%d of %d bytes: %v", c.count, c.size, err)
		}
	}
	if err := in.Charge("", 1, int(Budget(10))); err != nil {
		t.Errorf("the whole budget: %v", err)
	}
	if err := in.Charge("", 1, 1); !errors.As(err, &format) {
		t.Errorf("a byte more: %v", err)
	}
	if err := in.Reserve(1 << 30); !errors.As(err, &limit) || limit.Needs != 1<<30+10+Budget(10) {
		t.Errorf("more than MaxMemory: %v", err)
	}
}

func TestLimits(t *testing.T) {
	in := &Input{MaxMemory: 100, MaxTriangles: 5}
	for _, c := range []struct {
		err  error
		fits bool
	}{
		{in.LimitTriangles(5), true}, {in.LimitTriangles(6), false}, {(&Input{}).LimitTriangles(math.MaxInt64), true},
		{in.LimitMemory(40, 60), true}, {in.LimitMemory(40, 61), false}, {in.LimitMemory(40, math.MaxInt64), false},
	} {
		var limit *LimitError
		if fits := c.err == nil; fits != c.fits || !fits && (!errors.As(c.err, &limit) || limit.Needs <= limit.Most) {
			t.Errorf("%v, want fits = %v", c.err, c.fits)
		}
	}
}

func TestSidePath(t *testing.T) {
	for uri, want := range map[string]string{
		"a.bin": "a.bin", "a/./b.bin": "a/b.bin", "a%20b.bin": "a b.bin", "a b.bin": "a b.bin", "./a": "a", "a/b:c": "a/b:c",
		"": "", ".": "", "..": "", "a/../b": "", "%2e%2e/a": "", "/a": "", "C:a": "", "file:a": "", `a\b`: "", "a%00": "", "a?b": "", "a#b": "", "a%2": "",
	} {
		if got, err := SidePath(uri); got != want || (err != nil) != (want == "") {
			t.Errorf("%q: %q, %v; want %q", uri, got, err, want)
		}
	}
}

// TestProgress: the total is unknown at first, never shrinks, and is done at the end.
func TestProgress(t *testing.T) {
	var calls [][2]int64
	p := NewProgress(func(done, total int64) { calls = append(calls, [2]int64{done, total}) })
	p.Add(1)
	p.Grow(10)
	p.GrowTo(5)
	p.Add(2)
	p.GrowTo(20)
	p.Finish()
	p.Finish()
	want := [][2]int64{{1, -1}, {3, 10}, {20, 20}}
	if len(calls) != len(want) {
		t.Fatalf("calls %v, want %v", calls, want)
	}
	for i := range want {
		if calls[i] != want[i] {
			t.Errorf("call %d: %v, want %v", i, calls[i], want[i])
		}
	}
}
