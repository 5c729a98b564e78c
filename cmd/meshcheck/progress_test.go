//go:build !js

package main

import (
	"bytes"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// drawn returns what p has written since the last call.
func drawn(b *bytes.Buffer) string {
	defer b.Reset()
	return b.String()
}

func TestProgressIsQuietForQuickFiles(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var b bytes.Buffer
		p := newProgress(&b, []string{"a.stl"})
		loading(p, 0)(50, 100)
		time.Sleep(progressDelay - time.Millisecond)
		checking(p, 0)(50, 100)
		p.erase()
		if got := drawn(&b); got != "" {
			t.Errorf("within %v it wrote %q", progressDelay, got)
		}
	})
}

func TestProgressShowsBothPhasesAndVanishes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var b bytes.Buffer
		p := newProgress(&b, []string{"models/a.stl", "models/b.stl"})
		time.Sleep(progressDelay)
		loading(p, 0)(30, 100)
		if got := drawn(&b); !strings.Contains(got, "1/2 loading a.stl") || !strings.Contains(got, "30%") {
			t.Errorf("loading: %q", got)
		}
		time.Sleep(progressEvery)
		checking(p, 0)(60, 100)
		if got := drawn(&b); !strings.Contains(got, "1/2 checking a.stl") || !strings.Contains(got, "60%") {
			t.Errorf("checking: %q", got)
		}
		p.next()
		if got := drawn(&b); !endsErased(got) {
			t.Errorf("the bar stays on the terminal: %q", got)
		}
		loading(p, 1)(10, 100)
		if got := drawn(&b); !strings.Contains(got, "2/2 loading b.stl") {
			t.Errorf("next file: %q", got)
		}
		p.erase()
		if got := drawn(&b); !endsErased(got) {
			t.Errorf("the bar stays on the terminal: %q", got)
		}
	})
}

// The total may grow after the bar was full; the bar must then continue.
func TestProgressGoesOnWhenTheTotalGrows(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var b bytes.Buffer
		p := newProgress(&b, []string{"a.stl"})
		report := checking(p, 0)
		time.Sleep(progressDelay)
		report(100, 100)
		drawn(&b)
		time.Sleep(progressEvery)
		report(150, 300)
		time.Sleep(progressEvery)
		report(240, 300)
		if got := drawn(&b); !strings.Contains(got, "80%") {
			t.Errorf("after growing: %q", got)
		}
	})
}

// The length of a pipe is known only at its end.
func TestProgressOfUnknownLength(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var b bytes.Buffer
		p := newProgress(&b, []string{"-"})
		report := loading(p, 0)
		time.Sleep(progressDelay)
		report(4e6, -1)
		if got := drawn(&b); !strings.Contains(got, "loading -") || !strings.Contains(got, "4.0 MB") {
			t.Errorf("unknown length: %q", got)
		}
		time.Sleep(progressEvery)
		report(6e6, 8e6)
		if got := drawn(&b); !strings.HasPrefix(got, "\x1b[2K\r") || !strings.Contains(got, "75%") {
			t.Errorf("known length: %q", got)
		}
	})
}

// Only the first unfinished file draws: later files do not, and neither do finished
// ones, whose callbacks may come late.
func TestProgressShowsOneFile(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var b bytes.Buffer
		p := newProgress(&b, []string{"a.stl", "b.stl", "c.stl"})
		p.next()
		time.Sleep(progressDelay)
		checking(p, 0)(1, 2)
		checking(p, 2)(1, 2)
		if got := drawn(&b); got != "" {
			t.Errorf("wrote %q", got)
		}
	})
}

// For any name, the line fits into 80 columns and has no control characters.
func TestProgressLineFits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var b bytes.Buffer
		paths := make([]string, 12345)
		for i := range paths {
			paths[i] = "\x1b[31m" + strings.Repeat("long", 50) + ".stl"
		}
		p := newProgress(&b, paths)
		p.front = 9999
		report := loading(p, 9999)
		time.Sleep(progressDelay)
		for done := int64(1); done < 10; done++ {
			report(done*1e10, 1e11)
			time.Sleep(time.Minute)
		}
		for line := range strings.SplitSeq(drawn(&b), "\r") {
			line = strings.TrimSuffix(strings.TrimPrefix(line, "\x1b[2K"), "\x1b[0K")
			if n := len([]rune(line)); n >= 80 {
				t.Errorf("%d columns: %q", n, line)
			}
			if strings.Contains(line, "\x1b") {
				t.Errorf("escape in %q", line)
			}
		}
	})
}

func TestNoProgressIsNoCallback(t *testing.T) {
	var p *progress
	if load, check := p.callbacks(0); load != nil || check != nil {
		t.Error("a callback that draws nothing costs time")
	}
	p.next()
	p.erase()
}

// endsErased reports whether the last output erases the line.
func endsErased(s string) bool { return strings.HasSuffix(s, "\x1b[2K\r") }

// A long phase shows its time in words.
func TestProgressSaysForHowLong(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var b bytes.Buffer
		p := newProgress(&b, []string{"a.stl"})
		time.Sleep(progressDelay)
		check := checking(p, 0)
		check(10, 100)
		if got := drawn(&b); strings.ContainsAny(got, ",:") {
			t.Errorf("at once: %q", got)
		}
		for after, want := range []string{"checking a.stl, 12 s ", "checking a.stl, 1 min 5 s "} {
			time.Sleep([]time.Duration{12 * time.Second, 53 * time.Second}[after])
			check(int64(50+after), 100)
			if got := drawn(&b); !strings.Contains(got, want) {
				t.Errorf("%q, want %q", got, want)
			}
		}
	})
}

func loading(p *progress, file int) func(done, total int64) {
	f, _ := p.callbacks(file)
	return f
}

func checking(p *progress, file int) func(done, total int64) {
	_, f := p.callbacks(file)
	return f
}
