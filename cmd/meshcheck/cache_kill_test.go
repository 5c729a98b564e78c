//go:build unix

package main

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/longtest"
	"github.com/meshcheck/meshcheck/internal/meshgen"
)

// manyModels makes a folder of small files that all differ, some of which fail.
func manyModels(t *testing.T, n int) string {
	t.Helper()
	dir := t.TempDir()
	for i := range n {
		m := meshgen.Sphere(5, 4, geom.Vec{float64(i), 0, 0})
		if i%7 == 0 {
			m = meshgen.Join(m, meshgen.Sphere(6, 4, geom.Vec{float64(i) + 0.3, 0.2, 0.1}))
		}
		f, err := os.Create(filepath.Join(dir, fmt.Sprintf("%04d.stl", i)))
		if err == nil {
			err = cmp.Or(meshgen.WriteSTL(f, m.Soup()), f.Close())
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// A run that is killed at any moment leaves a cache that does not change the result of the
// next run; the same holds for processes that use it at the same time.
func TestCacheKilled(t *testing.T) {
	files, kills := longtest.Size(t, 300, 800), longtest.Rounds(t, 2, 4)
	dir, folder := manyModels(t, files), t.TempDir()
	plain := runCached(t, dir, "json", ".")
	random := rand.New(rand.NewPCG(8, 3)) // seed 8
	for range kills {
		var all []*exec.Cmd
		for range 2 {
			cmd := exec.Command("meshcheck", "-q", "--cache", folder, ".")
			cmd.Dir = dir
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			all = append(all, cmd)
		}
		// The process first starts up.
		for deadline := time.Now().Add(time.Minute); !anyEntry(folder) && time.Now().Before(deadline); {
			time.Sleep(time.Millisecond)
		}
		time.Sleep(time.Duration(random.IntN(80)) * time.Millisecond)
		for _, cmd := range all {
			_ = cmd.Process.Signal(syscall.SIGKILL)
			_ = cmd.Wait()
		}
	}
	left := len(entries(t, folder))
	t.Logf("%d of %d entries when the last one was killed", left, files)
	together := make(chan *cachedRun)
	for range 3 {
		go func() { together <- runCached(t, dir, "json", "--cache", folder, ".") }()
	}
	for range 3 {
		run := <-together
		plain.same(t, "after it was killed", run)
		if run.cached == 0 {
			t.Error("nothing came from the cache")
		}
	}
	if warm := runCached(t, dir, "json", "--cache", folder, "."); warm.cached != files {
		t.Errorf("%d of %d files came from the cache", warm.cached, files)
	}
}

func anyEntry(folder string) bool {
	found, _ := filepath.Glob(filepath.Join(folder, "??", "*"))
	return len(found) > 0
}
