package scenegen

import (
	"github.com/meshcheck/meshcheck/fixtures/generate/encode"
	"github.com/meshcheck/meshcheck/internal/meshgen"
)

// GLTF returns the scene as a glTF file with embedded data: float32 positions, 32-bit indices,
// and nodes with the float32 numbers nearest to those of the scene.
func (s *Scene) GLTF() []byte {
	nodes := make([]encode.JSON, len(s.Nodes))
	roots := []int{}
	for i := range s.Nodes {
		n := &s.Nodes[i]
		out := encode.JSON{"name": n.Name}
		if n.Matrix != nil {
			out["matrix"] = n.columns()
		} else {
			out["translation"], out["rotation"], out["scale"] = stored(n.Translation), n.rotation(), stored(n.Scale)
		}
		nodes[i] = out
		if n.Parent < 0 {
			roots = append(roots, i)
		}
	}
	for i, n := range s.Nodes {
		if n.Parent >= 0 {
			children, _ := nodes[n.Parent]["children"].([]int)
			nodes[n.Parent]["children"] = append(children, i)
		}
	}
	g := encode.NewGLTF()
	mesh := 0
	for k := range s.Objects {
		if k == 0 || !s.Shared {
			mesh = addMesh(g, &s.Objects[k].Mesh)
		}
		nodes[s.Objects[k].Node]["mesh"] = mesh
	}
	g.Doc["nodes"], g.Doc["scenes"], g.Doc["scene"] = nodes, []encode.JSON{{"nodes": roots}}, 0
	return g.Text()
}

func addMesh(g *encode.GLTF, m *meshgen.Indexed) int {
	var xyz []float32
	low, high := [3]float32{}, [3]float32{}
	for i, v := range m.Vertices {
		for k, x := range v {
			c := float32(x)
			xyz = append(xyz, c)
			if i == 0 {
				low[k], high[k] = c, c
			}
			low[k], high[k] = min(low[k], c), max(high[k], c)
		}
	}
	var corners []uint32
	for _, f := range m.Faces {
		corners = append(corners, f[:]...)
	}
	positions := g.Accessor("VEC3", xyz, encode.JSON{"min": low, "max": high})
	return g.Mesh("", encode.JSON{"attributes": encode.JSON{"POSITION": positions}, "indices": g.Accessor("SCALAR", corners, nil)})
}
