// Package run checks many models: it loads each, checks it with its settings, keeps the result in a
// cache, and draws what reports show of it. It neither prints nor writes reports.
package run

import (
	"context"
	"fmt"
	"path/filepath"
	"sync"
	"time"

	"golang.org/x/sync/semaphore"

	"github.com/meshcheck/meshcheck/internal/batch"
	"github.com/meshcheck/meshcheck/internal/cache"
	"github.com/meshcheck/meshcheck/internal/config"
	"github.com/meshcheck/meshcheck/internal/input"
	"github.com/meshcheck/meshcheck/internal/limits"
	"github.com/meshcheck/meshcheck/internal/model"
	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/assets"
)

// Run says which models to check, and how.
type Run struct {
	Inputs []input.File
	// Against is the path of the model that the hulls of the only input belong to, "" for none.
	Against string
	Layers  *config.Layers
	Threads int   // at least 1
	Memory  int64 // for all models, in bytes
	// Needs are those of all reports.
	Needs report.Needs
	// Cache has the results of earlier runs; nil for none.
	Cache *cache.Cache
	// Members requests the JSON members of outcomes that go to the cache or come from it.
	Members bool
	// Known returns the outcome of an input in an earlier run with the same settings, the same needs and
	// the same number of inputs, if it still holds; else nil. It may be nil.
	Known func(input int) *Outcome
	// Progress returns the callbacks for an input, each nil if nobody watches: for bytes loaded and
	// for triangles checked.
	Progress func(input int) (loading, checking func(done, total int64))

	decodingOnce sync.Once
	decoding     *semaphore.Weighted // bytes for textures

	scopes sync.Map // cache.Scope by *config.Settings: one for all files that share them
}

// Outcome is what became of one input.
type Outcome struct {
	cache.Result
	// Model is what the reports show of it, nil for nothing.
	Model *assets.File
	Times Times
}

// Times are the times of the phases of one input, or of several, summed. For inputs that are checked
// concurrently the sum exceeds the elapsed time.
type Times struct {
	Load, Weld, Check, Report time.Duration
	Cached                    int // number of inputs found in the cache
}

// Add adds other times.
func (t *Times) Add(u Times) {
	t.Load += u.Load
	t.Weld += u.Weld
	t.Check += u.Check
	t.Report += u.Report
	t.Cached += u.Cached
}

// Do checks the inputs concurrently and delivers their outcomes in order, each as soon as all inputs
// before it are done, until deliver returns false. Paths of outcomes have slashes, on Windows as well.
// When the context ends, it delivers what is done, which may leave out inputs, and returns the
// context's cause.
func (r *Run) Do(ctx context.Context, deliver func(input int, o Outcome) bool) error {
	files := batch.Run[Outcome]{
		Items: len(r.Inputs), Threads: r.Threads, Memory: r.modelMemory(),
		Plan: r.plan, Size: Outcome.size,
		Deliver: func(i int, o Outcome) bool {
			if hint := foreign(&o.File); hint != "" { // cached results do not depend on the name
				o.File.Problem.Hint, o.JSON = hint, nil
			}
			in := &r.Inputs[i]
			if hint := rootHint(o.File.Problem, in, r.Layers.Of(in.Path), o.Named[0]); hint != "" {
				o.File.Problem.Hint, o.JSON = hint, nil
			}
			r.noteRoot(in, &o)
			o.File.Path = filepath.ToSlash(o.File.Path)
			return deliver(i, o)
		},
	}
	return files.Do(ctx)
}

// plan returns the task for an input.
func (r *Run) plan(ctx context.Context, number int) batch.Task[Outcome] {
	in := r.Inputs[number]
	if in.Err != nil {
		return failed(in.Path, problem(in.Path, in.Err, nil))
	}
	if r.Known != nil {
		if o := r.Known(number); o != nil {
			return batch.Done(*o, o.size())
		}
	}
	found, draw := r.look(ctx, &in)
	if found != nil && !draw {
		o := Outcome{Result: *found, Times: Times{Cached: 1}}
		return batch.Done(o, o.size())
	}
	need, size := r.need(in.Path)
	if need > r.Memory {
		return failed(in.Path, &report.Problem{Kind: "memory", Message: fmt.Sprintf("needs about %s, --memory is %s", limits.FormatBytes(need), limits.FormatBytes(r.Memory))})
	}
	return batch.Task[Outcome]{Need: need, Do: func(ctx context.Context, s *batch.Share) (Outcome, bool) {
		o := r.check(ctx, number, size, found, s)
		return o, o.File.Result != nil || ctx.Err() == nil // otherwise the outcome is unknown
	}}
}

// failed returns a task for an input that cannot be checked.
func failed(path string, p *report.Problem) batch.Task[Outcome] {
	return batch.Done(Outcome{Result: cache.Result{File: report.File{Path: path, Problem: p}}}, 0)
}

// need estimates the memory for loading and checking a file, and the file that it is checked
// against; -1 if that cannot be estimated. size is that of the file, as in batch.Need.
func (r *Run) need(path string) (need, size int64) {
	checks := r.Layers.Of(path).Checks
	need, size = batch.Need(path, checks, r.Threads)
	if need >= 0 && r.Against != "" && path != r.Against {
		beside, _ := batch.Need(r.Against, checks, r.Threads)
		if beside < 0 {
			return -1, size
		}
		need += beside
	}
	return need, size
}

// size estimates the memory of an outcome, in bytes.
func (o Outcome) size() int64 {
	const stringSize = 16
	n := len(o.JSON)
	for _, names := range o.Named {
		for _, name := range names {
			n += stringSize + len(name)
		}
	}
	if o.Model != nil && o.Model.Excerpt != nil {
		n += model.LargestExcerpt
	}
	return batch.Size(&o.File) + int64(n)
}
