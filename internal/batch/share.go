package batch

import (
	"context"
	"os"

	"golang.org/x/sync/semaphore"
)

// A file is loaded, and a scene checked, alone with all threads from these sizes
// on: some tens of milliseconds of work. Below them, the threads do better with a
// file each. A file says little about its scene: buffers may stand beside it, and
// textures in it.
const (
	largeFile  = 4 << 20 // bytes, 80,000 triangles of binary STL
	largeScene = 80_000  // triangles
)

// Share is how many of a run's threads one task has.
type Share struct {
	slots   *semaphore.Weighted
	all     int  // threads of the run
	threads int  // threads of this task
	only    bool // there is no other task
}

// Threads returns how many threads the task has.
func (s *Share) Threads() int { return s.threads }

// Take waits for n threads, in turn with other tasks, in place of those that the task has.
// It fails when the context ends, and the task has no thread then.
func (s *Share) Take(ctx context.Context, n int) error {
	if n <= s.threads {
		s.slots.Release(int64(s.threads - n))
		s.threads = n
		return nil
	}
	// Two tasks that wait for each other's threads would wait forever, so this one
	// gives up its own first.
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

// ForFile returns the number of threads to load a file with.
func (s *Share) ForFile(path string) int {
	info, err := os.Stat(path)
	if s.only || path == "-" || err == nil && info.Size() >= largeFile {
		return s.all
	}
	return 1
}

// ForTriangles returns the number of threads to check a scene of so many triangles with.
func (s *Share) ForTriangles(triangles int) int {
	if s.only || triangles >= largeScene {
		return s.all
	}
	return 1
}
