package bvh

import (
	"context"
	"sync"
	"sync/atomic"
)

// parallel calls f for 0 ≤ i < n from so many goroutines. It leaves work undone
// when ctx is cancelled.
func parallel(ctx context.Context, workers, n int, f func(i int)) {
	const chunk = 256
	var next atomic.Int64
	var wg sync.WaitGroup
	for range max(1, min(workers, n/chunk)) {
		wg.Go(func() {
			for {
				from := int(next.Add(chunk)) - chunk
				if from >= n || ctx.Err() != nil {
					return
				}
				for i := from; i < min(n, from+chunk); i++ {
					f(i)
				}
			}
		})
	}
	wg.Wait()
}
