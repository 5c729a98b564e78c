package scenegen

import (
	"encoding/base64"
	"encoding/binary"
	"encoding/json"

	"github.com/meshcheck/meshcheck/internal/meshgen"
)

// GLTF returns the scene as a glTF file with embedded data: float32 positions, 32-bit indices,
// and nodes with the float32 numbers nearest to those of the scene.
func (s *Scene) GLTF() []byte {
	d := &document{Asset: map[string]string{"version": "2.0"}}
	for i := range s.Nodes {
		n := &s.Nodes[i]
		out := element{"name": n.Name}
		if n.Matrix != nil {
			out["matrix"] = n.columns()
		} else {
			out["translation"], out["rotation"], out["scale"] = stored(n.Translation), n.rotation(), stored(n.Scale)
		}
		d.Nodes = append(d.Nodes, out)
	}
	roots := []int{}
	for i, n := range s.Nodes {
		if n.Parent < 0 {
			roots = append(roots, i)
			continue
		}
		children, _ := d.Nodes[n.Parent]["children"].([]int)
		d.Nodes[n.Parent]["children"] = append(children, i)
	}
	d.Scenes = []element{{"nodes": roots}}
	for k := range s.Objects {
		if k == 0 || !s.Shared {
			d.add(&s.Objects[k].Mesh)
		}
		d.Nodes[s.Objects[k].Node]["mesh"] = len(d.Meshes) - 1
	}
	d.Buffers = []element{{"byteLength": len(d.data), "uri": "data:application/octet-stream;base64," + base64.StdEncoding.EncodeToString(d.data)}}
	text, err := json.Marshal(d)
	if err != nil {
		panic(err) // it cannot fail for maps, slices and finite numbers
	}
	return text
}

// element is an object of a glTF document.
type element map[string]any

// document is a glTF document under construction.
type document struct {
	Asset       map[string]string `json:"asset"`
	Scene       int               `json:"scene"`
	Scenes      []element         `json:"scenes"`
	Nodes       []element         `json:"nodes"`
	Meshes      []element         `json:"meshes"`
	Accessors   []element         `json:"accessors"`
	BufferViews []element         `json:"bufferViews"`
	Buffers     []element         `json:"buffers"`
	data        []byte
}

// add adds a mesh.
func (d *document) add(m *meshgen.Indexed) {
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
	const float, integer = 5126, 5125
	positions := d.accessor(element{"componentType": float, "type": "VEC3", "count": len(m.Vertices), "min": low, "max": high}, xyz)
	indices := d.accessor(element{"componentType": integer, "type": "SCALAR", "count": len(corners)}, corners)
	d.Meshes = append(d.Meshes, element{"primitives": []element{{"attributes": element{"POSITION": positions}, "indices": indices}}})
}

// accessor adds numbers of four bytes each and returns the accessor's number.
func (d *document) accessor(a element, numbers any) int {
	start := len(d.data)
	var err error
	if d.data, err = binary.Append(d.data, binary.LittleEndian, numbers); err != nil {
		panic(err) // numbers are a slice of numbers
	}
	d.BufferViews = append(d.BufferViews, element{"buffer": 0, "byteOffset": start, "byteLength": len(d.data) - start})
	a["bufferView"] = len(d.BufferViews) - 1
	d.Accessors = append(d.Accessors, a)
	return len(d.Accessors) - 1
}
