package poses

import (
	"context"
	"sync"

	"github.com/meshcheck/meshcheck/internal/parallel"
)

// ahead is how many samples, for each worker, are looked at before the ones before them are.
const ahead = 4

// inOrder looks at samples on several workers and calls add with what is found in each, in their order.
// Calls of add do not overlap.
func (s *scene) inOrder(ctx context.Context, workers []*worker, samples []sample, clipOf func(k int) int, add func(k int, f *found)) error {
	o := ordered{found: map[int]*found{}, limit: ahead * len(workers), add: add}
	o.changed.L = &o.mu
	err := parallel.Tasks(ctx, len(workers), len(samples), func(worker, k int) {
		f, err := workers[worker].sample(ctx, clipOf(samples[k].clip), samples[k].time)
		o.put(k, f, err)
	})
	if o.err != nil {
		return o.err
	}
	return err
}

// ordered are samples whose turn has not come.
type ordered struct {
	mu      sync.Mutex
	changed sync.Cond
	found   map[int]*found
	next    int
	limit   int
	err     error
	add     func(k int, f *found)
}

// put adds a sample. It waits as long as too many samples wait for one before them, and no longer than
// until a sample has failed.
func (o *ordered) put(k int, f *found, err error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if err != nil {
		if o.err == nil {
			o.err = err
		}
		o.changed.Broadcast()
		return
	}
	for k >= o.next+o.limit && o.err == nil {
		o.changed.Wait()
	}
	o.found[k] = f
	for o.err == nil {
		f, ok := o.found[o.next]
		if !ok {
			break
		}
		delete(o.found, o.next)
		o.add(o.next, f)
		o.next++
		o.changed.Broadcast()
	}
}
