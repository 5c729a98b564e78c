package world

import (
	"context"
	"maps"
	"math/bits"
	"runtime"
	"slices"
	"sync/atomic"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/mesh"
)

// World holds the meshes of a scene, welded, and the shapes that they are divided into, shared
// by the steps of a run. It keeps only the meshes that the steps announced by Expect still
// need. It is for one goroutine at a time, but Mesh may be called for several meshes at once.
type World struct {
	scene   *mesh.Scene
	workers int
	meshes  []state // of each mesh
	// made has all shapes that are kept, and flat those in world coordinates; see
	// Object.flatten.
	made  *Index
	flat  map[flatKey]*Shape
	welds atomic.Int64
}

// state is what is kept of a mesh.
type state struct {
	steps   Step
	mesh    *Mesh
	divided [check.ByPrimitive + 1]*division
	// objects are the divisions of each object of the mesh.
	objects [check.ByPrimitive + 1][]*division
}

// division is the shapes that a mesh, or an object of it, is divided into, and the number of
// triangles that are in none of them because they are not finite.
type division struct {
	shapes []*Shape
	// numbers are those of the shapes among the pieces of the mesh, nil if it is all of them.
	numbers    []int
	unassigned int
}

// number returns the number of shape k among the pieces of the mesh.
func (d *division) number(k int) int {
	if d.numbers == nil {
		return k
	}
	return d.numbers[k]
}

// Step is a set of steps of a run that need meshes of a World.
type Step uint8

const (
	// Objects are made of meshes to be compared with each other.
	Objects Step = 1 << iota
	// Hulls are made of meshes that are collision hulls.
	Hulls
	// Visuals are made of meshes that have hulls.
	Visuals
	// UVs are laid out of meshes.
	UVs
	// Poses move meshes.
	Poses
	// Drawing takes meshes as wholes.
	Drawing
)

// New returns the world of s, which must not change. The number of workers, goroutines, changes
// no result.
func New(s *mesh.Scene, workers int) *World {
	return &World{scene: s, workers: workers, meshes: make([]state, len(s.Meshes)), made: NewIndex(), flat: map[flatKey]*Shape{}}
}

// Scene returns the scene of w.
func (w *World) Scene() *mesh.Scene { return w.scene }

// Expect announces that a step will need a mesh.
func (w *World) Expect(step Step, mesh int) { w.meshes[mesh].steps |= step }

// Expects reports whether any step still needs a mesh.
func (w *World) Expects(mesh int) bool { return w.meshes[mesh].steps != 0 }

// Done announces that a step does not need a mesh any more.
func (w *World) Done(step Step, mesh int) {
	s := &w.meshes[mesh]
	if s.steps &^= step; s.steps&^Drawing == 0 {
		s.divided, s.objects = [len(s.divided)]*division{}, [len(s.objects)][]*division{}
	}
	if s.steps == 0 {
		s.mesh = nil
	}
}

// AllDone announces that a step does not need any mesh any more.
func (w *World) AllDone(step Step) {
	kept := map[*Shape]bool{}
	for i := range w.meshes {
		w.Done(step, i)
		for _, d := range w.meshes[i].divisions() {
			for _, s := range d.shapes {
				kept[s] = true
			}
		}
	}
	w.made.retain(kept)
	maps.DeleteFunc(w.flat, func(k flatKey, _ *Shape) bool { return !kept[k.shape] })
}

// divisions returns all divisions that are kept.
func (s *state) divisions() (all []*division) {
	for _, d := range s.divided {
		if d != nil {
			all = append(all, d)
		}
	}
	return append(all, slices.Concat(s.objects[:]...)...)
}

// Welds returns how many times a mesh was welded so far.
func (w *World) Welds() int { return int(w.welds.Load()) }

// large is the number of triangles above which the garbage collector is run.
const large = 1 << 18

// Collect runs the garbage collector for a large mesh, so that the next steps can use the memory
// that the last ones needed. On slices without pointers a collection takes about a millisecond.
func (m *Mesh) Collect() {
	if len(m.Faces) > large {
		runtime.GC()
	}
}

// Mesh returns a mesh of the scene, welded. It fails with ctx's error and for a mesh that is
// too large.
func (w *World) Mesh(ctx context.Context, i int) (*Mesh, error) {
	s := &w.meshes[i]
	if s.mesh != nil {
		return s.mesh, nil
	}
	from := w.scene.Meshes[i]
	if err := checkSize(from); err != nil {
		return nil, err
	}
	welded, err := mesh.Weld(ctx, w.workers, from)
	if err != nil {
		return nil, err
	}
	w.welds.Add(1)
	m := &Mesh{Welded: welded}
	m.Collect()
	if s.steps != 0 {
		s.mesh = m
	}
	return m, nil
}

// divide returns the division of a mesh.
func (w *World) divide(ctx context.Context, i int, of check.PartsOf) (*division, error) {
	s := &w.meshes[i]
	if d := s.divided[of]; d != nil {
		return d, nil
	}
	m, err := w.Mesh(ctx, i)
	if err != nil {
		return nil, err
	}
	parts, pieces := Parts(w.scene.Meshes[i]), [][]uint32(nil)
	if of != check.ByMesh {
		if pieces, err = w.piecesOf(ctx, m, parts, of); err != nil {
			return nil, err
		}
	}
	var d *division
	if len(pieces) <= 1 {
		d, err = w.whole(ctx, i, m, rangesOf(parts))
	} else {
		if bits.OnesCount8(uint8(s.steps)) <= 1 {
			s.mesh = nil // the pieces are all that the step needs
		}
		d, err = w.cut(ctx, m, pieces, rangesOf(parts))
	}
	if err == nil && s.steps != 0 {
		s.divided[of] = d
	}
	return d, err
}

// whole returns the division of a mesh into a single shape.
func (w *World) whole(ctx context.Context, i int, m *Mesh, ranges []PartRange) (*division, error) {
	s := &w.meshes[i]
	if d := s.divided[check.ByMesh]; d != nil {
		return d, nil
	}
	m.Collect()
	shape, err := w.made.Shape(ctx, w.workers, m, nil, ranges)
	if err != nil {
		return nil, err
	}
	d := &division{shapes: []*Shape{shape}}
	if s.steps != 0 {
		s.divided[check.ByMesh] = d
	}
	return d, nil
}

// cut returns the division of a mesh into pieces.
func (w *World) cut(ctx context.Context, m *Mesh, pieces [][]uint32, ranges []PartRange) (*division, error) {
	d := &division{unassigned: len(m.Faces)}
	c := NewCutter(m.Welded)
	for _, faces := range pieces {
		if err := w.add(ctx, d, c, faces, ranges); err != nil {
			return nil, err
		}
	}
	return d, nil
}

// add adds the shape of a piece of a mesh to a division.
func (w *World) add(ctx context.Context, d *division, c *Cutter, faces []uint32, ranges []PartRange) error {
	s, err := w.made.Shape(ctx, w.workers, &Mesh{Welded: c.Piece(faces)}, faces, ranges)
	d.shapes, d.unassigned = append(d.shapes, s), d.unassigned-len(faces)
	return err
}

// rangesOf returns where parts are in their mesh.
func rangesOf(parts []check.PartInfo) []PartRange {
	ranges := make([]PartRange, len(parts))
	for i, p := range parts {
		ranges[i] = PartRange{First: p.First, Triangles: p.Triangles}
	}
	return ranges
}

// partPieces returns the triangles of each part.
func partPieces(parts []check.PartInfo) [][]uint32 {
	pieces := make([][]uint32, len(parts))
	for k, p := range parts {
		pieces[k] = make([]uint32, p.Triangles)
		for i := range pieces[k] {
			pieces[k][i] = uint32(p.First + i)
		}
	}
	return pieces
}
