package main

import (
	"runtime"
	"slices"
	"strings"
	"time"
)

// schedule predicts the time of a check on many processors. It measures the tasks of each call of
// parallel.Tasks one after another, and gives each to the first processor that would be free. What
// runs outside of tasks is serial. Memory and caches are taken to be as fast for many processors as
// for one.
type schedule struct {
	processors int
	open       []frame // calls that have begun, one within the other; first the check itself
	steps      []step
	last       string // the call that ended last
}

// frame is a call, or the check itself.
type frame struct {
	name    string
	workers int
	tasks   []task
	task    task // that is running
	since   time.Duration
}

// task is the time that a task takes by itself, and the time when calls within it have all
// processors.
type task struct{ Work, Span time.Duration }

// step is a call, or what is serial between two calls.
type step struct {
	Name   string
	Serial bool
	Time   task
}

func newSchedule(processors int) *schedule {
	return &schedule{processors: processors, open: []frame{{name: "the check", since: clock()}}, last: "the start"}
}

// pause adds the time since the last event to the innermost task, and to its serial steps if it is
// the check itself. next is the call that begins or ends.
func (s *schedule) pause(next string) {
	f := &s.open[len(s.open)-1]
	took := clock() - f.since
	f.task.Work += took
	f.task.Span += took
	if len(s.open) == 1 {
		s.steps = append(s.steps, step{between(s.last, next), true, task{took, took}})
	}
}

// resume begins to measure the innermost task.
func (s *schedule) resume() { s.open[len(s.open)-1].since = clock() }

// Begin begins a call.
func (s *schedule) Begin(workers, _ int) {
	name := caller()
	s.pause(name)
	s.open = append(s.open, frame{name: name, workers: workers})
	s.resume()
}

// TaskDone ends a task.
func (s *schedule) TaskDone() {
	s.pause("")
	f := &s.open[len(s.open)-1]
	f.tasks, f.task = append(f.tasks, f.task), task{}
	s.resume()
}

// End ends a call.
func (s *schedule) End() {
	n := len(s.open) - 1
	call := &s.open[n]
	t := call.scheduled(s.processors)
	if s.open = s.open[:n]; n == 1 {
		s.steps = append(s.steps, step{call.name, false, t})
		s.last = call.name
	}
	around := &s.open[n-1].task
	around.Work += t.Work
	around.Span += t.Span
	s.resume()
}

// end ends the check.
func (s *schedule) end() { s.pause("the end") }

// scheduled returns the time of a call on some processors. Each task goes to the first free worker.
func (f *frame) scheduled(processors int) (all task) {
	free := make([]time.Duration, f.workers)
	for _, t := range f.tasks {
		w := 0
		for k := range free {
			if free[k] < free[w] {
				w = k
			}
		}
		free[w] += t.Span
		all.Work += t.Work
	}
	// Tasks with calls within them cannot all have all processors.
	all.Span = max(slices.Max(free), all.Work/time.Duration(processors))
	return all
}

// between names what is serial between two calls.
func between(last, next string) string {
	if last == next {
		return "within " + next
	}
	return last + " to " + next
}

// caller returns the name of the function that called parallel.Tasks or parallel.Ranges.
func caller() string {
	var pcs [16]uintptr
	frames := runtime.CallersFrames(pcs[:runtime.Callers(1, pcs[:])])
	within := false // package parallel
	for {
		f, more := frames.Next()
		name := strings.TrimPrefix(f.Function, "github.com/meshcheck/meshcheck/")
		if strings.HasPrefix(name, "internal/parallel.") {
			within = true
		} else if within || !more {
			return short(name)
		}
	}
}

// short returns a function's name without the folder, the type and closures.
func short(name string) string {
	name = name[strings.LastIndexByte(name, '/')+1:]
	name = strings.ReplaceAll(name, "[...]", "")
	parts := slices.DeleteFunc(strings.Split(name, "."), func(p string) bool {
		return strings.HasPrefix(p, "(") || strings.HasPrefix(p, "func") || strings.Trim(p, "0123456789") == ""
	})
	return strings.Join(parts, ".")
}
