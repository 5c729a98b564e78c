package parallel

import "context"

// Observer is told of calls of Tasks, which then run their tasks one after another on the calling
// goroutine, as worker 0. So each can be measured as if it had a processor for itself.
type Observer interface {
	// Begin is called before the tasks, with the greatest number of workers that could run them.
	Begin(workers, tasks int)
	// TaskDone is called after each task.
	TaskDone()
	// End is called after all tasks.
	End()
}

type observerKey struct{}

// Observe returns a context in which o is told of the calls that have several workers and tasks. They
// must all come from one goroutine.
func Observe(ctx context.Context, o Observer) context.Context {
	return context.WithValue(ctx, observerKey{}, o)
}

// observed is Tasks for a context with an observer.
func observed(ctx context.Context, o Observer, workers, n int, f func(worker, task int)) error {
	o.Begin(workers, n)
	defer o.End()
	for task := 0; task < n && ctx.Err() == nil; task++ {
		f(0, task)
		o.TaskDone()
	}
	return ctx.Err()
}
