package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/meshcheck/meshcheck"
	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/report"
)

// someInputs returns n files that are not there.
func someInputs(n int) []input {
	inputs := make([]input, n)
	for i := range inputs {
		inputs[i].path = fmt.Sprint(i)
	}
	return inputs
}

// However large the files and their results are and whichever is done first: they come
// in their order, no more memory is given out than there is, and no file is left behind.
func TestQueue(t *testing.T) {
	const budget, files = 1000_000, 3000
	random := rand.New(rand.NewPCG(7, 1)) // seed 7
	needs := make(map[string]int64)
	inputs := someInputs(files)
	for i := range inputs {
		needs[inputs[i].path] = int64(random.IntN(budget / 3))
		switch i % 50 {
		case 7:
			needs[inputs[i].path] = budget + 1 + int64(i)
		case 9:
			needs[inputs[i].path] = -1 // a pipe
		case 11:
			inputs[i].err = errNoModels
		}
	}
	q := newQueue(inputs, budget, func(path string) int64 { return needs[path] })
	var used, most atomic.Int64
	var workers sync.WaitGroup
	for w := range 8 {
		workers.Go(func() {
			random := rand.New(rand.NewPCG(7, uint64(w)))
			for j, ok := q.take(t.Context()); ok; j, ok = q.take(t.Context()) {
				now := used.Add(j.granted)
				most.Store(max(most.Load(), now))
				var c checked
				c.file.Path = j.path
				c.file.Problem = j.refused
				if j.refused == nil {
					c.file.Result = &meshcheck.Result{Meshes: []meshcheck.MeshResult{{Findings: make([]check.Finding, random.IntN(400))}}}
				}
				used.Add(-j.granted)
				q.put(j, c)
			}
		})
	}
	refused := 0
	for i := range inputs {
		c := <-q.result(i)
		if c.file.Path != inputs[i].path {
			t.Fatalf("file %d is %s", i, c.file.Path)
		}
		if p := c.file.Problem; p != nil {
			refused++
			if p.Kind != "memory" || p.Message != "needs about 1MB, --memory is 1MB" {
				t.Errorf("file %d: %+v", i, p)
			}
		}
		q.delivered(c)
	}
	workers.Wait()
	if refused != files/50 {
		t.Errorf("%d files were refused, want %d", refused, files/50)
	}
	if most.Load() > budget || most.Load() < budget/2 {
		t.Errorf("%d bytes at once, of %d", most.Load(), budget)
	}
	if !q.memory.TryAcquire(budget) || len(q.room) != 0 {
		t.Error("memory or places were not given back")
	}
}

// A slow file at the front holds up no more than a few files, and these hold no more
// memory than their results take.
func TestQueueBehindASlowFile(t *testing.T) {
	const budget = 100 * meshSize
	q := newQueue(someInputs(10*ahead), budget, func(path string) int64 {
		if path == "0" {
			return budget / 2
		}
		return budget / 20
	})
	slow, _ := q.take(t.Context())
	for range 40 {
		j, ok := q.take(t.Context())
		if !ok {
			t.Fatal("nothing is handed out")
		}
		q.put(j, checked{file: report.File{Path: j.path, Problem: &report.Problem{}}})
	}
	if q.memory.TryAcquire(budget/2 - 40*meshSize + 1) {
		t.Error("results that nobody has taken hold no memory")
	}
	q.put(slow, checked{})
	for i := range 41 {
		q.delivered(<-q.result(i))
	}
	if !q.memory.TryAcquire(budget) {
		t.Error("memory was not given back")
	}
}

func TestQueueIsShort(t *testing.T) {
	q := newQueue(someInputs(10*ahead), 1, func(string) int64 { return 0 })
	for i := range ahead {
		if j, ok := q.take(t.Context()); !ok || j.number != i {
			t.Fatalf("file %d: %d, %v", i, j.number, ok)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	over := make(chan bool)
	go func() {
		_, ok := q.take(ctx)
		over <- ok
	}()
	select {
	case <-over:
		t.Error("a file is handed out though the first one is not done")
	default:
	}
	cancel()
	if <-over {
		t.Error("a file is handed out after the end")
	}
}
