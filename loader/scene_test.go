package loader_test

import (
	"strings"
	"testing"

	"github.com/meshcheck/meshcheck/mesh"
)

// checkScene looks at every corner of a scene through the methods that the
// checks use, and at the promises of the types.
func checkScene(t *testing.T, s *mesh.Scene) {
	t.Helper()
	for i, m := range s.Meshes {
		if m.Scale <= 0 || m.Scale > 1 {
			t.Errorf("mesh %d: scale %v", i, m.Scale)
		}
		for k := range m.Parts {
			checkPart(t, &m.Parts[k])
		}
	}
	for _, in := range s.Instances {
		if in.Mesh < 0 || in.Mesh >= len(s.Meshes) || in.Name == "" || !strings.HasSuffix(in.Path, in.Name) || in.Path[0] != '/' {
			t.Errorf("instance %+v of %d meshes", in, len(s.Meshes))
		}
	}
}

func checkPart(t *testing.T, p *mesh.Part) {
	t.Helper()
	if p.Positions.F32 != nil && (p.Positions.F64 != nil || p.Positions.Stride < 3) || p.Indices.U16 != nil && p.Indices.U32 != nil {
		t.Fatalf("part %d has two kinds of positions or indices, or a stride of %d", p.Index, p.Positions.Stride)
	}
	// Shared views let a small file show many triangles many times.
	n := min(p.Triangles(), 1<<16)
	for i := range n {
		for c := range 3 {
			if v := p.Corner(3*i + c); v < 0 || v >= p.Positions.Len() {
				t.Fatalf("triangle %d corner %d is vertex %d of %d", i, c, v, p.Positions.Len())
			}
		}
		_ = p.Triangle(i)
	}
}
