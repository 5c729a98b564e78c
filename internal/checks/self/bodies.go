package self

import (
	"context"
	"slices"
	"sync"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/boxtree"
	"github.com/meshcheck/meshcheck/internal/solid"
)

// bodies finds which shells of a mesh are surfaces of bodies: those that are closed, consistently
// oriented and of positive volume, and the cavities of such shells. If the volumes of the closed
// shells add up to a negative number, the whole mesh is inside out and is taken the other way round.
type bodies struct {
	*edgeSearch
	volumes solid.Volumes
	senses  []int // of volumes that are positive: one, or both where the sum is zero
	locator *solid.Locator

	mu       sync.Mutex
	cavities map[[2]int]bool // of a shell and a sense
	vertices [][]uint32      // of each shell; nil until they are needed
}

// lazyBodies are made when they are first needed: most meshes have no edge crossing.
type lazyBodies struct {
	once sync.Once
	of   *bodies
	err  error
}

// bodiesOf returns the bodies of the mesh. The error is only that of the context.
func (s *edgeSearch) bodiesOf(ctx context.Context) (*bodies, error) {
	s.bodies.once.Do(func() { s.bodies.of, s.bodies.err = s.findBodies(ctx) })
	return s.bodies.of, s.bodies.err
}

// findBodies makes what bodiesOf returns.
func (s *edgeSearch) findBodies(ctx context.Context) (b *bodies, err error) {
	b = &bodies{edgeSearch: s, cavities: map[[2]int]bool{}}
	var degenerate, others []uint32 // others are not in the fans
	for i, single := range s.neighbours.single {
		if !single || !s.welded.Finite(i) {
			continue
		}
		others = append(others, uint32(i))
		if t := s.welded.Triangle(i); t.Degenerate() {
			degenerate = append(degenerate, uint32(i))
		}
	}
	if b.volumes, err = s.volumesOf(ctx, others); err != nil {
		return nil, err
	}
	if b.senses = []int{b.volumes.Total}; b.volumes.Total == 0 {
		b.senses = []int{1, -1}
	}
	b.locator = solid.NewLocator(s.search.tree, boxtree.Identity(), s.triangle, degenerate)
	return b, nil
}

// fewOthers is the least number of triangles of a mesh for each that is not in the fans, for which it is
// faster to add these than to make new fans.
const fewOthers = 16

// volumesOf returns the volumes of the shells, where some finite triangles are not in the fans.
func (s *edgeSearch) volumesOf(ctx context.Context, others []uint32) (v solid.Volumes, err error) {
	fans := s.neighbours.fans
	if len(others)*fewOthers > len(s.welded.Faces) {
		nonfinite := make([]bool, len(s.welded.Faces))
		for i := range nonfinite {
			nonfinite[i] = !s.welded.Finite(i)
		}
		if fans, err = s.welded.Fans(ctx, s.settings.Workers, nonfinite); err != nil {
			return v, err
		}
		others = nil
	}
	return solid.VolumesOf(ctx, s.settings.Workers, s.welded, fans, others, s.shell, s.shells)
}

// two returns two of some shells, or the same one twice if there is no other. Of more than two it
// returns those whose least vertices come first by their coordinates, because the numbers of shells
// depend on the order of triangles.
func (b *bodies) two(shells []uint32) [2]uint32 {
	if len(shells) > 2 {
		b.mu.Lock()
		defer b.mu.Unlock()
		slices.SortFunc(shells, func(s, t uint32) int {
			p, q := b.leastVertex(s), b.leastVertex(t)
			return slices.Compare(p[:], q[:])
		})
	}
	return [2]uint32{shells[0], shells[min(1, len(shells)-1)]}
}

// leastVertex returns the place of the first vertex of a shell by its coordinates.
func (b *bodies) leastVertex(shell uint32) geom.Vec {
	v := slices.MinFunc(b.verticesOf(shell), func(v, w uint32) int {
		return slices.Compare(b.welded.Vertices[v][:], b.welded.Vertices[w][:])
	})
	return b.welded.Vertices[v]
}

// all reports whether some shells are all surfaces of bodies.
func (b *bodies) all(ctx context.Context, shells []uint32) bool {
	return slices.ContainsFunc(b.senses, func(sense int) bool {
		return !slices.ContainsFunc(shells, func(s uint32) bool { return !b.bounds(ctx, s, sense) })
	})
}

// bounds reports whether a shell is the surface of a body, for one sense.
func (b *bodies) bounds(ctx context.Context, shell uint32, sense int) bool {
	switch b.volumes.Sign[shell] * sense {
	case 1:
		return true
	case -1:
		return b.isCavity(ctx, shell, sense)
	}
	return false
}

// isCavity reports whether a shell lies within a closed one of positive volume, for one sense.
func (b *bodies) isCavity(ctx context.Context, shell uint32, sense int) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	key := [2]int{int(shell), sense}
	is, known := b.cavities[key]
	if !known {
		is = b.within(ctx, shell, sense)
		b.cavities[key] = is
	}
	return is
}

// within decides what isCavity returns: whether some shell has no vertex of this one outside, and at
// least one inside.
func (b *bodies) within(ctx context.Context, shell uint32, sense int) bool {
	var around map[uint32]bool // shells that no vertex is outside of, and whether one is inside
	for _, v := range b.verticesOf(shell) {
		if ctx.Err() != nil {
			return false
		}
		here := b.shellsAround(v, sense)
		for s, inside := range here {
			if was, candidate := around[s]; candidate {
				here[s] = inside || was
			} else if around != nil {
				delete(here, s)
			}
		}
		if around = here; len(around) == 0 {
			return false
		}
	}
	for _, inside := range around {
		if inside {
			return true
		}
	}
	return false
}

// shellsAround returns the closed shells of positive volume, for one sense, that a vertex is not
// outside of, and whether it is inside rather than on the shell.
func (b *bodies) shellsAround(v uint32, sense int) map[uint32]bool {
	winding, on, around := map[uint32]int{}, map[uint32]bool{}, map[uint32]bool{}
	b.locator.Meetings(b.welded.Vertices[v], func(i uint32, holds bool, sign int) {
		if s := b.shellOf(i); b.volumes.Sign[s]*sense > 0 {
			winding[s] += sign * b.surplusOf(i)
			on[s] = on[s] || holds
		}
	})
	for s, w := range winding {
		if on[s] || w*sense > 0 {
			around[s] = !on[s]
		}
	}
	return around
}

// verticesOf returns the vertices of a shell.
func (b *bodies) verticesOf(shell uint32) []uint32 {
	if b.vertices == nil {
		b.vertices = make([][]uint32, b.shells)
		for v, s := range b.shell {
			b.vertices[s] = append(b.vertices[s], uint32(v))
		}
	}
	return b.vertices[shell]
}
