package meshcheck

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/check/self"
	"github.com/meshcheck/meshcheck/internal/collect"
	"github.com/meshcheck/meshcheck/internal/parallel"
	"github.com/meshcheck/meshcheck/internal/world"
	"github.com/meshcheck/meshcheck/mesh"
)

// Meshes of up to smallMesh triangles keep no more than one worker busy. They are checked beside
// each other, in groups of up to groupTriangles triangles, so that what is found in them can be
// put in order before it takes much memory.
const (
	smallMesh      = 1 << 14
	groupTriangles = 1 << 20
)

// self checks each mesh against itself, and only describes the meshes where check.Self was not
// asked for.
func (c *checker) self(ctx context.Context) error {
	places := world.PlacesOf(c.scene)
	if c.options.Checks.Has(check.Self) {
		s := selfCheck{checker: c, places: places, room: collect.NewBudget(c.settings.MaxFindings)}
		if err := s.groups(ctx, c.groupFrom); err != nil {
			return err
		}
	} else {
		for i, m := range c.scene.Meshes {
			c.result.Meshes[i] = check.Mesh{Triangles: m.Triangles(), Parts: world.Parts(m), Box: geom.EmptyBox()}
		}
	}
	for i, m := range c.scene.Meshes {
		found := &c.result.Meshes[i]
		found.Index, found.Name, found.Instances, found.Measured = i, mesh.ShortName(m.Name), places[i].Paths, places[i].Measured
	}
	check.NumberRegions(check.MeshRegions(c.result.Meshes))
	return nil
}

// groupFrom returns the end of the group of meshes that begins with the given one: small ones, or
// a single one.
func (c *checker) groupFrom(first int) (end int) {
	triangles := 0
	for end = first; end < len(c.scene.Meshes); end++ {
		n := c.scene.Meshes[end].Triangles()
		if triangles += n; n > smallMesh || triangles > groupTriangles {
			break
		}
	}
	return max(end, first+1)
}

// selfCheck checks meshes against themselves.
type selfCheck struct {
	*checker
	places         []world.Place
	room           collect.Budget
	weld, checking atomic.Int64 // nanoseconds of all workers for the current group
}

// groups checks all meshes in groups, which end where endOf says.
func (s *selfCheck) groups(ctx context.Context, endOf func(first int) int) error {
	for first := 0; first < len(s.scene.Meshes); {
		end := endOf(first)
		if err := s.group(ctx, first, end); err != nil {
			return err
		}
		first = end
	}
	return nil
}

// group checks the meshes from first to end beside each other. How many findings each may list
// depends on those before it: a mesh that turns out to have listed too many is checked again.
func (s *selfCheck) group(ctx context.Context, first, end int) error {
	settings := s.settings
	settings.MaxFindings = s.room.Next()
	triangles := 0
	for _, m := range s.scene.Meshes[first:end] {
		triangles += m.Triangles()
	}
	share := s.progress.share(triangles)
	share(0)
	if end-first > 1 {
		settings.Workers = 1
	}
	found, failures, start := make([]*check.Mesh, end-first), make([]error, end-first), time.Now()
	var done atomic.Int64 // triangles
	err := parallel.Tasks(ctx, s.settings.Workers, end-first, func(_, k int) {
		n := s.scene.Meshes[first+k].Triangles()
		found[k], failures[k] = s.check(ctx, first+k, settings, func(part float64) {
			share((float64(done.Load()) + part*float64(n)) / float64(max(triangles, 1)))
		})
		done.Add(int64(n))
	})
	s.addTimings(time.Since(start))
	if err == nil {
		share(1) // the meshes that ended last may each not have known of the other
	}
	for k := range found {
		if found[k] == nil { // also if ctx has ended before it was checked
			return s.failed(check.Interrupted(ctx, cmp.Or(failures[k], err), check.Preparing, check.Counts{}), first+k)
		}
		if err := s.take(ctx, first+k, found[k], settings); err != nil {
			return err
		}
	}
	return nil
}

// take adds what was found in a mesh to the result.
func (s *selfCheck) take(ctx context.Context, i int, found *check.Mesh, settings check.Settings) error {
	listed := func() int { return max(len(found.Findings), len(found.Regions)) }
	if most := s.room.Next(); listed() > most {
		settings.MaxFindings = most
		var err error
		if found, err = s.check(ctx, i, settings, func(float64) {}); err != nil {
			return s.failed(err, i)
		}
	}
	s.room.Take(listed())
	s.result.Meshes[i] = *found
	s.result.Counts = s.result.Counts.Add(found.Counts)
	return nil
}

// check checks a mesh. It may be called for several meshes at once.
func (s *selfCheck) check(ctx context.Context, i int, settings check.Settings, progress func(float64)) (*check.Mesh, error) {
	start := time.Now()
	w, err := s.world.Mesh(ctx, i)
	if err != nil {
		return nil, check.Interrupted(ctx, err, check.Preparing, check.Counts{})
	}
	welded := time.Now()
	s.weld.Add(int64(welded.Sub(start)))
	found, err := self.Check(ctx, s.scene.Meshes[i], w, s.places[i].World, settings, progress)
	s.checking.Add(int64(time.Since(welded)))
	return found, err
}

// addTimings divides the time that a group took like that of all workers.
func (s *selfCheck) addTimings(took time.Duration) {
	weld, checking := float64(s.weld.Swap(0)), float64(s.checking.Swap(0))
	part := time.Duration(float64(took) * weld / max(weld+checking, 1))
	s.result.Timings.Weld += part
	s.result.Timings.Check += took - part
}

// failed returns the error of the self check of a mesh.
func (c *checker) failed(err error, mesh int) error {
	var cut *check.CutError
	if !errors.As(err, &cut) {
		return fmt.Errorf("mesh %d: %w", mesh, err)
	}
	cut.Mesh, cut.Counts = mesh, c.result.Counts.Add(cut.Counts)
	return cut
}
