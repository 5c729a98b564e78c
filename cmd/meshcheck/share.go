package main

import (
	"context"
	"os"

	"golang.org/x/sync/semaphore"

	"github.com/meshcheck/meshcheck/mesh"
)

// A file is loaded, and a scene checked, alone with all threads from these sizes
// on: some tens of milliseconds of work. Below them, the threads do better with a
// file each. A file says little about its scene: buffers may stand beside it, and
// textures in it.
const (
	largeFile  = 4 << 20 // bytes, 80,000 triangles of binary STL
	largeScene = 80_000  // triangles
)

// share is how many of a run's threads one file has.
type share struct {
	slots   *semaphore.Weighted
	all     int  // threads of the run
	threads int  // threads of this file
	only    bool // there is no other file
}

// take waits for n threads, in turn with other files. It fails when the context
// ends, and the file has no thread then.
func (s *share) take(ctx context.Context, n int) error {
	if n <= s.threads {
		s.slots.Release(int64(s.threads - n))
		s.threads = n
		return nil
	}
	// Two files that wait for each other's threads would wait forever, so this one
	// gives up its own first.
	s.release()
	if err := s.slots.Acquire(ctx, int64(n)); err != nil {
		return err
	}
	s.threads = n
	return nil
}

func (s *share) release() {
	s.slots.Release(int64(s.threads))
	s.threads = 0
}

// forFile is the number of threads to load a file with.
func (s *share) forFile(path string) int {
	info, err := os.Stat(path)
	if s.only || path == "-" || err == nil && info.Size() >= largeFile {
		return s.all
	}
	return 1
}

// forScene is the number of threads to check a scene with.
func (s *share) forScene(scene *mesh.Scene) int {
	if s.only || triangles(scene) >= largeScene {
		return s.all
	}
	return 1
}
