package loadertest

import (
	"math"
	"strings"
	"testing"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/loader/imageinfo"
	"github.com/meshcheck/meshcheck/mesh"
)

// CheckScene checks what the types of a scene promise, and reads every corner by the methods that checks use.
func CheckScene(t *testing.T, s *mesh.Scene) {
	t.Helper()
	for i, m := range s.Meshes {
		if m.Scale <= 0 || m.Scale > 1 {
			t.Errorf("mesh %d: scale %v", i, m.Scale)
		}
		for k := range m.Parts {
			checkPart(t, &m.Parts[k])
			checkUVs(t, s, &m.Parts[k])
		}
	}
	for _, in := range s.Instances {
		named := strings.HasSuffix(in.Path, "/"+in.Name) || strings.HasSuffix(in.Path, "]") && strings.Contains(in.Path, "/"+in.Name+"[") ||
			in.Node != "" && strings.HasSuffix(in.Node, "/"+in.Name) && strings.HasPrefix(in.Path, in.Node+"/")
		if in.Mesh < 0 || in.Mesh >= len(s.Meshes) || in.Name == "" || !named || in.Path[0] != '/' {
			t.Errorf("instance %+v of %d meshes", in, len(s.Meshes))
		}
	}
	for _, c := range s.Colliders {
		checkCollider(t, s, &c)
	}
}

// checkCollider checks what the type of a collider promises.
func checkCollider(t *testing.T, s *mesh.Scene, c *mesh.Collider) {
	t.Helper()
	if c.Name == "" || !strings.HasSuffix(c.Path, c.Name) || !strings.HasPrefix(c.Path, c.Body) || c.Extension == "" {
		t.Errorf("the collider %q at %q of the body %q by %q", c.Name, c.Path, c.Body, c.Extension)
	}
	if c.Shape.HasMesh() != (c.Mesh != -1) || c.Mesh >= len(s.Meshes) || c.Mesh >= 0 && s.Meshes[c.Mesh].Triangles() == 0 {
		t.Errorf("%s: a %v of mesh %d of %d", c.Path, c.Shape, c.Mesh, len(s.Meshes))
	}
	least, greatest := min(c.Radius[0], c.Radius[1]), max(c.Radius[0], c.Radius[1])
	var sound bool
	switch c.Shape {
	case mesh.ShapeBox:
		sound = min(c.Size[0], c.Size[1], c.Size[2]) > 0 && greatest == 0 && c.Height == 0
	case mesh.ShapeSphere:
		sound = least > 0 && least == greatest && c.Height == 0
	case mesh.ShapeCapsule:
		sound = least >= 0 && greatest > 0 && c.Height >= 0
	case mesh.ShapeCylinder:
		sound = least >= 0 && greatest > 0 && c.Height > 0
	default:
		sound = greatest == 0 && c.Height == 0
	}
	if !sound || c.Shape != mesh.ShapeBox && c.Size != (geom.Vec{}) {
		t.Errorf("%s: a %v of size %v, radius %v, height %v", c.Path, c.Shape, c.Size, c.Radius, c.Height)
	}
	for _, row := range c.World {
		for _, x := range row {
			if math.IsNaN(x) || math.IsInf(x, 0) {
				t.Errorf("%s: the world matrix %v", c.Path, c.World)
			}
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

// checkUVs checks what the types of the sets of a part and of its material promise.
func checkUVs(t *testing.T, s *mesh.Scene, p *mesh.Part) {
	t.Helper()
	last := -1
	for i := range p.UVs {
		set := &p.UVs[i]
		if set.Set <= last || set.Len() < p.Positions.Len() || p.UV(set.Set) != set {
			t.Errorf("set %d after %d of %d pairs for %d vertices", set.Set, last, set.Len(), p.Positions.Len())
		}
		last = set.Set
		for k := range set.Len() {
			for _, x := range set.At(k) {
				if one := set.Format.One; one > 0 && math.Abs(x) > float64(one) {
					t.Errorf("set %d: %v of %v", set.Set, x, set.Format)
				}
			}
		}
	}
	m := s.MaterialOf(p)
	if m == nil {
		return
	}
	for _, u := range m.Textures {
		if u.Image < 0 || u.Image >= len(s.Images) || u.Set < 0 || u.Slot == "" {
			t.Errorf("%+v of %d images", u, len(s.Images))
			continue
		}
		i := &s.Images[u.Image]
		if (i.Width > 0) != (i.Height > 0) || i.Width < 0 || i.Width > imageinfo.MaxSide || i.Height > imageinfo.MaxSide || i.Open != nil && i.File != "" {
			t.Errorf("image %d: %+v", u.Image, i)
		}
	}
}
