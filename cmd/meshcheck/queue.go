package main

import (
	"context"
	"fmt"
	"sync"

	"golang.org/x/sync/semaphore"

	"github.com/meshcheck/meshcheck/internal/cache"
	"github.com/meshcheck/meshcheck/internal/input"
	"github.com/meshcheck/meshcheck/report"
)

// ahead is how many files may be done or under way behind the first one that is not
// done: enough to go on for a while beside a slow file.
const ahead = 256

// queue hands the files of a run out in their order, as far as there is memory for
// them, and takes what became of them back in that order. No more than a few files are
// held at a time, however many there are.
type queue struct {
	inputs []input.File
	budget int64
	weigh  func(path string) int64           // bytes that a file is expected to need
	look   func(ctx context.Context, j *job) // sets found and draw; nil if nothing is known
	memory *semaphore.Weighted
	room   chan struct{}       // a token for each file handed out and not yet delivered
	done   [ahead]chan checked // of file i at i % ahead

	mu   sync.Mutex
	next int           // the next file to hand out
	last chan struct{} // closed when the one before it has its memory
}

func newQueue(inputs []input.File, budget int64, weigh func(string) int64) *queue {
	q := &queue{inputs: inputs, budget: budget, weigh: weigh, memory: semaphore.NewWeighted(budget), room: make(chan struct{}, ahead)}
	q.last = make(chan struct{})
	close(q.last)
	for i := range q.done {
		q.done[i] = make(chan checked, 1)
	}
	return q
}

// job is a file to check and the memory that it was granted.
type job struct {
	input.File
	number  int
	granted int64
	refused *report.Problem // why it is not to be opened, or nil
	found   *cache.Found    // its result, if that is known, or nil
	draw    bool            // and a report is to have the model as well
	turn    chan struct{}   // closed when the file before has its memory
	had     chan struct{}   // to be closed when this one has
}

// take waits for the next file and for memory for it. There is none when all have been
// handed out or the context has ended.
//
// Memory goes to files in their order, so the first one that is not delivered always has
// its own, and those behind it, whose results may hold the rest, wait for it and not
// it for them.
func (q *queue) take(ctx context.Context) (job, bool) {
	j, ok := q.hand(ctx)
	if !ok {
		return job{}, false
	}
	if j.Err == nil {
		q.measure(ctx, &j)
	}
	select {
	case <-j.turn:
	case <-ctx.Done():
		return job{}, false
	}
	if q.memory.Acquire(ctx, j.granted) != nil {
		return job{}, false
	}
	close(j.had)
	return j, true
}

// hand waits for a place for the next file.
func (q *queue) hand(ctx context.Context) (job, bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.next == len(q.inputs) || ctx.Err() != nil {
		return job{}, false
	}
	select {
	case q.room <- struct{}{}:
	case <-ctx.Done():
		return job{}, false
	}
	j := job{File: q.inputs[q.next], number: q.next, turn: q.last, had: make(chan struct{})}
	q.last = j.had
	q.next++
	return j, true
}

// measure finds out what a file is to be granted. Of one whose result is known, and whose
// model nobody needs, that is what the result takes.
func (q *queue) measure(ctx context.Context, j *job) {
	if q.look != nil {
		q.look(ctx, j)
	}
	if f := j.found; f != nil && !j.draw {
		c := checked{file: f.File, json: f.JSON}
		j.granted = min(c.size(), q.budget)
		return
	}
	j.granted, j.refused = q.admit(j.Path)
}

// admit returns what a file is expected to need, or why it cannot be checked.
func (q *queue) admit(path string) (int64, *report.Problem) {
	need := q.weigh(path)
	if need > q.budget {
		return 0, &report.Problem{Kind: "memory", Message: fmt.Sprintf("needs about %s, --memory is %s", about(need), memorySize(q.budget))}
	}
	if need < 0 {
		need = q.budget // nobody knows, so nothing else is loaded beside it
	}
	return need, nil
}

// put hands in what became of a file. Of the memory that it was granted it keeps what
// the result takes.
func (q *queue) put(j job, c checked) {
	c.held = min(j.granted, c.size())
	q.memory.Release(j.granted - c.held)
	q.done[j.number%ahead] <- c
}

// result returns where the result of a file will come. It is received once, and then
// delivered.
func (q *queue) result(number int) <-chan checked { return q.done[number%ahead] }

// delivered gives back what is left of a file's memory, and its place.
func (q *queue) delivered(c checked) {
	q.memory.Release(c.held)
	<-q.room
}

// Sizes of the pieces of a result in memory, in bytes. A finding has two faces of three
// corners each, and the points where they meet.
const (
	findingSize = 512
	regionSize  = 256
	meshSize    = 1024
	stringSize  = 16
)

// size is about what a result takes in memory.
func (c *checked) size() int64 {
	f := &c.file
	n := len(c.json)
	for _, names := range c.named {
		for _, name := range names {
			n += stringSize + len(name)
		}
	}
	if f.Result == nil {
		return int64(meshSize + n)
	}
	for i := range f.Result.Meshes {
		m := &f.Result.Meshes[i]
		n += meshSize + findingSize*len(m.Findings) + regionSize*len(m.Regions)
	}
	for i := range f.Result.Pairs {
		n += meshSize + findingSize*len(f.Result.Pairs[i].Findings)
	}
	if f.Excerpt != nil {
		n += pageModels / 2 // as much as a page gives to one file
	}
	return int64(n)
}
