package batch

import (
	"context"

	"golang.org/x/sync/semaphore"
)

// From these sizes on, some tens of milliseconds of work, a file is loaded and a scene
// checked with all threads. Below them, one file per thread is faster. The sizes of a file
// and its scene differ: buffers may be in other files, textures in this one.
const (
	largeFile  = 4 << 20 // bytes, 80,000 triangles of binary STL
	largeScene = 80_000  // triangles
)

// Share is the number of a run's threads that one task has.
type Share struct {
	slots   *semaphore.Weighted
	all     int  // threads of the run
	threads int  // threads of this task
	only    bool // there is no other task
}

// Threads returns the number of threads of the task.
func (s *Share) Threads() int { return s.threads }

// Take releases the threads of the task and waits for n, in turn with other tasks. It fails
// when the context ends; then the task has no threads.
func (s *Share) Take(ctx context.Context, n int) error {
	if n <= s.threads {
		s.slots.Release(int64(s.threads - n))
		s.threads = n
		return nil
	}
	// Release first: two tasks that wait for each other's threads would deadlock.
	s.release()
	if err := s.slots.Acquire(ctx, int64(n)); err != nil {
		return err
	}
	s.threads = n
	return nil
}

func (s *Share) release() {
	s.slots.Release(int64(s.threads))
	s.threads = 0
}

// ForFile returns the number of threads to load a file of the given size with, which is negative if
// it is unknown.
func (s *Share) ForFile(size int64) int {
	if s.only || size < 0 || size >= largeFile {
		return s.all
	}
	return 1
}

// ForTriangles returns the number of threads to check a scene with.
func (s *Share) ForTriangles(triangles int) int {
	if s.only || triangles >= largeScene {
		return s.all
	}
	return 1
}
