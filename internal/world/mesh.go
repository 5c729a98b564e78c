package world

import (
	"context"
	"sync"

	"github.com/meshcheck/meshcheck/internal/solid"
	"github.com/meshcheck/meshcheck/mesh"
)

// Mesh is a welded mesh, or a piece of one, with its topology, which is computed on the first
// call of each method. Its fields must not be written to. It is safe for concurrent use.
type Mesh struct {
	*mesh.Welded

	mu      sync.Mutex
	shell   []uint32
	shells  int
	closure *solid.Closure
}

// Shells is Welded.Shells. The slice must not be written to.
func (m *Mesh) Shells(ctx context.Context, workers int) (shell []uint32, count int, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.shell == nil {
		shell, count, err = m.Welded.Shells(ctx, workers)
		if err != nil {
			return nil, 0, err
		}
		m.shell, m.shells = shell, count
	}
	return m.shell, m.shells, nil
}

// Closure returns whether the mesh is closed. It fails only with ctx's error.
func (m *Mesh) Closure(ctx context.Context, workers int) (solid.Closure, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.closure == nil {
		c, err := solid.ClosureOf(ctx, workers, m.Welded)
		if err != nil {
			return c, err
		}
		m.closure = &c
	}
	return *m.closure, nil
}

// pieces returns the triangles of each shell.
func (m *Mesh) pieces(ctx context.Context, workers int) ([][]uint32, error) {
	shell, count, err := m.Shells(ctx, workers)
	if err != nil {
		return nil, err
	}
	pieces := make([][]uint32, count)
	for f, v := range m.Faces {
		if v[0] != mesh.NoVertex {
			pieces[shell[v[0]]] = append(pieces[shell[v[0]]], uint32(f))
		}
	}
	return pieces, nil
}
