//go:build !js

package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/meshcheck/meshcheck/internal/terminal"
	"github.com/meshcheck/meshcheck/report/wording"
	"github.com/schollz/progressbar/v3"
)

const (
	// progressDelay is the pause in drawing after the start and after each result, so
	// that quick files do not flicker.
	progressDelay = 200 * time.Millisecond
	// progressEvery is the time from one drawing to the next.
	progressEvery = 100 * time.Millisecond
	// progressTime is the time after which the line shows how long a phase has taken.
	progressTime = 2 * time.Second
	// progressName and progressWidth are the longest file name and the length of the
	// bar, in columns. With the longest counts, rates and times the line stays below 80.
	progressName  = 16
	progressWidth = 10
)

// progress draws one bar for the first file that is not done. A nil progress
// draws nothing.
type progress struct {
	mu      sync.Mutex
	out     io.Writer
	paths   []string
	front   int                      // the file shown
	bar     *progressbar.ProgressBar // nil between phases
	kind    barKind                  // of bar
	begun   time.Time                // when bar was made
	quiet   time.Time                // nothing is drawn before then
	visible bool                     // something is on the terminal
}

// watchedProgress returns the progress of a run, nil unless it is seen on a terminal.
func watchedProgress(paths []string) *progress {
	if !terminal.Smart(os.Stderr) {
		return nil
	}
	return newProgress(os.Stderr, paths)
}

func newProgress(out io.Writer, paths []string) *progress {
	return &progress{out: out, paths: paths, quiet: time.Now().Add(progressDelay)}
}

// callbacks returns the callbacks for bytes loaded of a file, and for its triangles checked; nil if
// nothing is drawn.
func (p *progress) callbacks(file int) (loading, checking func(done, total int64)) {
	if p == nil {
		return nil, nil
	}
	loading = func(done, total int64) {
		if total > 0 { // then the loader counts a byte twice: once read, once decoded
			done, total = done/2, total/2
		}
		p.draw(file, "loading", done, total)
	}
	return loading, func(done, total int64) { p.draw(file, "checking", done, total) }
}

// barKind identifies what a bar shows; another kind needs another bar.
type barKind struct {
	phase string
	known bool // the total is known; otherwise the bar only shows activity
}

func (p *progress) draw(file int, phase string, done, total int64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if file != p.front || total == 0 {
		return
	}
	if kind := (barKind{phase, total > 0}); p.bar == nil || p.kind != kind {
		p.clear()
		p.kind, p.bar, p.begun = kind, p.newBar(kind, done, total), time.Now()
	}
	if p.kind.known {
		// A full bar is finished for good, but the total may still grow.
		done = min(done, total-1)
		if p.bar.GetMax64() != total {
			p.bar.ChangeMax64(total)
		}
	}
	if elapsed := time.Since(p.begun); elapsed >= progressTime {
		p.bar.Describe(p.describe(phase) + ", " + inWords(elapsed))
	}
	_ = p.bar.Set64(done)
}

func (p *progress) newBar(kind barKind, done, total int64) *progressbar.ProgressBar {
	// A bar that begins far from zero, as after a pipe, would show an absurd rate.
	rate := kind.phase == "loading" && done < total/4
	options := []progressbar.Option{
		progressbar.OptionSetWriter(visibly{p}),
		progressbar.OptionSetDescription(p.describe(kind.phase)),
		progressbar.OptionSetWidth(progressWidth),
		progressbar.OptionThrottle(progressEvery),
		progressbar.OptionUseANSICodes(true),
		progressbar.OptionSetElapsedTime(false),
		progressbar.OptionSetPredictTime(false), // the total may still grow
		progressbar.OptionShowBytes(rate || !kind.known),
	}
	if !kind.known {
		total = -1
		// It is drawn when something was read, not by its own clock.
		options = append(options, progressbar.OptionShowCount(), progressbar.OptionSetSpinnerChangeInterval(0))
	}
	return progressbar.NewOptions64(total, options...)
}

// inWords formats a time: "12 s", "2 min 5 s".
func inWords(d time.Duration) string {
	s := int(d.Seconds())
	if s < 60 {
		return fmt.Sprintf("%d s", s)
	}
	return fmt.Sprintf("%d min %d s", s/60, s%60)
}

// describe returns the name of the file shown and the phase.
func (p *progress) describe(phase string) string {
	text := phase + " " + wording.Printable(filepath.Base(p.paths[p.front]), progressName)
	if len(p.paths) > 1 {
		return fmt.Sprintf("%d/%d %s", p.front+1, len(p.paths), text)
	}
	return text
}

// next moves on to the next file.
func (p *progress) next() {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.front++
	p.clear()
}

// erase removes the bar from the terminal before other text is printed, and keeps it off
// for progressDelay.
func (p *progress) erase() {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.clear()
	p.quiet = time.Now().Add(progressDelay)
}

func (p *progress) clear() {
	if p.bar != nil && p.visible {
		_ = p.bar.Clear()
	}
	p.bar, p.visible = nil, false
}

// visibly is the writer of a bar. A bar begins with its phase, so that its rates and times
// are right; before quiet ends, its output is dropped. The caller holds the lock of p.
type visibly struct{ p *progress }

func (v visibly) Write(b []byte) (int, error) {
	if time.Now().Before(v.p.quiet) {
		return len(b), nil
	}
	v.p.visible = true
	return v.p.out.Write(b)
}
