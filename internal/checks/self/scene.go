package self

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/internal/checks"
	"github.com/meshcheck/meshcheck/internal/collect"
	"github.com/meshcheck/meshcheck/internal/parallel"
	"github.com/meshcheck/meshcheck/internal/world"
)

// Meshes of up to smallMesh triangles keep no more than one worker busy. They are checked beside
// each other, in groups of up to groupTriangles triangles, so that what is found in them can be
// put in order before it takes much memory.
const (
	smallMesh      = 1 << 14
	groupTriangles = 1 << 20
)

// Check is the check of each mesh against itself.
type Check struct{}

// Of returns check.Self.
func (*Check) Of() check.Set { return check.Self }

// Validate returns nil.
func (*Check) Validate(*check.Options) error { return nil }

// Default returns check.Self.
func (*Check) Default(*checks.Job) check.Set { return check.Self }

// Prepare returns the number of triangles.
func (*Check) Prepare(j *checks.Job) (work int, err error) { return j.Scene.Triangles(), nil }

// Run checks each mesh of the scene against itself.
func (*Check) Run(ctx context.Context, j *checks.Job, progress func(share float64)) (check.Found, error) {
	s := sceneCheck{Job: j, progress: progress, places: world.PlacesOf(j.Scene), room: collect.NewBudget(j.Settings.MaxFindings)}
	if err := s.groups(ctx, s.groupFrom); err != nil {
		return nil, err
	}
	check.NumberRegions(check.MeshRegions(j.Result.Meshes))
	found := &check.SelfResult{}
	found.Counts = j.Result.Counts.Totals(j.Options.Policy)
	for i := range j.Result.Meshes {
		found.Truncated = found.Truncated || j.Result.Meshes[i].Truncated
	}
	return found, nil
}

// groupFrom returns the end of the group of meshes that begins with the given one: small ones, or
// a single one.
func (s *sceneCheck) groupFrom(first int) (end int) {
	triangles := 0
	for end = first; end < len(s.Scene.Meshes); end++ {
		n := s.Scene.Meshes[end].Triangles()
		if triangles += n; n > smallMesh || triangles > groupTriangles {
			break
		}
	}
	return max(end, first+1)
}

// sceneCheck checks the meshes of a scene.
type sceneCheck struct {
	*checks.Job
	progress       func(share float64)
	done           int // triangles of all groups so far
	places         []world.Place
	room           collect.Budget
	weld, checking atomic.Int64 // nanoseconds of all workers for the current group
}

// groups checks all meshes in groups, which end where endOf says.
func (s *sceneCheck) groups(ctx context.Context, endOf func(first int) int) error {
	for first := 0; first < len(s.Scene.Meshes); {
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
func (s *sceneCheck) group(ctx context.Context, first, end int) error {
	settings := s.Settings
	settings.MaxFindings = s.room.Next()
	triangles := 0
	for _, m := range s.Scene.Meshes[first:end] {
		triangles += m.Triangles()
	}
	before, whole := float64(s.done), float64(max(s.Scene.Triangles(), 1))
	share := func(part float64) { s.progress((before + part*float64(triangles)) / whole) }
	share(0)
	if end-first > 1 {
		settings.Workers = 1
	}
	found, failures, start := make([]*check.Mesh, end-first), make([]error, end-first), time.Now()
	var done atomic.Int64 // triangles
	err := parallel.Tasks(ctx, s.Settings.Workers, end-first, func(_, k int) {
		n := s.Scene.Meshes[first+k].Triangles()
		found[k], failures[k] = s.check(ctx, first+k, settings, func(part float64) {
			share((float64(done.Load()) + part*float64(n)) / float64(max(triangles, 1)))
		})
		done.Add(int64(n))
	})
	s.addTimings(time.Since(start))
	s.done += triangles
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
func (s *sceneCheck) take(ctx context.Context, i int, found *check.Mesh, settings check.Settings) error {
	listed := func() int { return max(len(found.Findings), len(found.Regions)) }
	if most := s.room.Next(); listed() > most {
		settings.MaxFindings = most
		var err error
		if found, err = s.check(ctx, i, settings, func(float64) {}); err != nil {
			return s.failed(err, i)
		}
	}
	s.room.Take(listed())
	m := &s.Result.Meshes[i]
	found.Index, found.Name, found.Instances, found.Measured = m.Index, m.Name, m.Instances, m.Measured
	*m = *found
	s.Result.Counts = s.Result.Counts.Add(found.Counts)
	return nil
}

// check checks a mesh. It may be called for several meshes at once.
func (s *sceneCheck) check(ctx context.Context, i int, settings check.Settings, progress func(float64)) (*check.Mesh, error) {
	start := time.Now()
	w, err := s.World.Mesh(ctx, i)
	if err != nil {
		return nil, check.Interrupted(ctx, err, check.Preparing, check.Counts{})
	}
	welded := time.Now()
	s.weld.Add(int64(welded.Sub(start)))
	found, err := Find(ctx, s.Scene.Meshes[i], w, s.places[i].World, settings, progress)
	s.checking.Add(int64(time.Since(welded)))
	return found, err
}

// addTimings divides the time that a group took like that of all workers.
func (s *sceneCheck) addTimings(took time.Duration) {
	weld, checking := float64(s.weld.Swap(0)), float64(s.checking.Swap(0))
	part := time.Duration(float64(took) * weld / max(weld+checking, 1))
	s.Result.Timings.Weld += part
	s.Result.Timings.Check += took - part
}

// failed returns the error of the check of a mesh.
func (s *sceneCheck) failed(err error, mesh int) error {
	var cut *check.CutError
	if !errors.As(err, &cut) {
		return fmt.Errorf("mesh %d: %w", mesh, err)
	}
	cut.Mesh, cut.Counts = mesh, s.Result.Counts.Add(cut.Counts)
	return cut
}
