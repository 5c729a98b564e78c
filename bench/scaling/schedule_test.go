package main

import (
	"context"
	"runtime"
	"testing"
	"time"

	"github.com/meshcheck/meshcheck/internal/parallel"
)

// TestScheduled: each task goes to the first free worker, and calls within tasks need processors, too.
func TestScheduled(t *testing.T) {
	for _, test := range []struct {
		workers    int
		spans      []time.Duration
		work, want time.Duration
	}{
		{1, []time.Duration{3, 1, 2}, 0, 6},
		{2, []time.Duration{3, 1, 2, 4}, 0, 7},
		{4, []time.Duration{3, 1, 2, 9}, 0, 9},
		{2, []time.Duration{1, 1}, 8, 5}, // 10 of work
	} {
		f := frame{workers: test.workers}
		for k, span := range test.spans {
			work := span
			if k == 0 {
				work += test.work
			}
			f.tasks = append(f.tasks, task{work, span})
		}
		if got := f.scheduled(test.workers).Span; got != test.want {
			t.Errorf("tasks of %v for %d workers take %d, want %d", test.spans, test.workers, got, test.want)
		}
	}
}

// TestSchedule: steps are named by the functions that run tasks, and calls within tasks belong to theirs.
func TestSchedule(t *testing.T) {
	runtime.LockOSThread() // for the clock
	defer runtime.UnlockOSThread()
	s := newSchedule(4)
	ctx := parallel.Observe(context.Background(), s)
	for range 2 {
		outer(ctx)
	}
	s.end()
	want := []string{"the start to scaling.outer", "scaling.outer", "within scaling.outer", "scaling.outer", "scaling.outer to the end"}
	if len(s.steps) != len(want) {
		t.Fatalf("steps: %v", s.steps)
	}
	for k, step := range s.steps {
		if step.Name != want[k] || step.Serial != (k%2 == 0) || step.Time.Work < step.Time.Span {
			t.Errorf("step %d: %+v, want %q", k, step, want[k])
		}
	}
}

func outer(ctx context.Context) {
	_ = parallel.Tasks(ctx, 4, 2, func(_, task int) {
		_ = parallel.Ranges(ctx, 4, 100, 10, func(_, _ int) { time.Sleep(time.Microsecond) })
	})
}

func TestShort(t *testing.T) {
	for name, want := range map[string]string{
		"mesh.(*welder[...]).split.func1":              "mesh.split",
		"internal/boxtree.(*Builder).Build.func2.1":    "boxtree.Build",
		"internal/checks/self.preparation.buildTree":   "self.preparation.buildTree",
		"github.com/meshcheck/meshcheck.Check.func1.2": "meshcheck.Check",
	} {
		if got := short(name); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
}
