package posegen

import (
	"github.com/meshcheck/meshcheck/fixtures/generate/encode"
	"github.com/meshcheck/meshcheck/geom"
)

// GLB returns the model as a binary glTF file.
func (m *Model) GLB() []byte { return m.GLTF().GLB() }

// GLTF returns the model as a glTF document.
func (m *Model) GLTF() *encode.GLTF {
	w := &writer{GLTF: encode.NewGLTF(), meshes: map[*Mesh]int{}, skins: map[*Skin]int{}, times: map[*float64]int{}}
	children := make([][]int, len(m.Nodes))
	var roots []int
	for i := range m.Nodes {
		if p := m.Nodes[i].Parent; p >= 0 {
			children[p] = append(children[p], i)
		} else {
			roots = append(roots, i)
		}
	}
	for i := range m.Nodes {
		w.node(&m.Nodes[i], children[i])
	}
	for i := range m.Clips {
		w.clip(&m.Clips[i])
	}
	w.Add("scenes", encode.JSON{"nodes": roots})
	w.Doc["scene"] = 0
	return w.GLTF
}

// writer writes what nodes share once.
type writer struct {
	*encode.GLTF
	meshes map[*Mesh]int
	skins  map[*Skin]int
	times  map[*float64]int // by the first of them
}

func floats(list []float64) []float32 {
	out := make([]float32, len(list))
	for i, x := range list {
		out[i] = float32(x)
	}
	return out
}

func vectors(list []geom.Vec) []float32 {
	out := make([]float32, 0, 3*len(list))
	for _, v := range list {
		out = append(out, float32(v[0]), float32(v[1]), float32(v[2]))
	}
	return out
}

func (w *writer) node(n *Node, children []int) {
	out := encode.JSON{
		"name": n.Name, "translation": floats(n.Translation[:]), "rotation": floats(n.Rotation[:]), "scale": floats(n.Scale[:]),
	}
	if len(children) > 0 {
		out["children"] = children
	}
	if n.Mesh != nil {
		out["mesh"] = once(w.meshes, n.Mesh, w.mesh)
	}
	if n.Skin != nil {
		out["skin"] = once(w.skins, n.Skin, w.skin)
	}
	w.Node(out)
}

// once returns the number of something that is written when it is first asked for.
func once[T any](known map[*T]int, x *T, write func(x *T) int) int {
	n, ok := known[x]
	if !ok {
		n = write(x)
		known[x] = n
	}
	return n
}

func (w *writer) mesh(m *Mesh) int {
	var indices []uint32
	for _, f := range m.Faces {
		indices = append(indices, f[:]...)
	}
	attributes := encode.JSON{"POSITION": w.Accessor("VEC3", vectors(m.Vertices), nil)}
	if m.Influences != nil {
		joints, weights := make([]uint16, 4*len(m.Vertices)), make([]float32, 4*len(m.Vertices))
		for v, list := range m.Influences {
			for k, of := range list {
				joints[4*v+k], weights[4*v+k] = uint16(of.Joint), float32(of.Weight)
			}
		}
		attributes["JOINTS_0"], attributes["WEIGHTS_0"] = w.Accessor("VEC4", joints, nil), w.Accessor("VEC4", weights, nil)
	}
	p := encode.JSON{"attributes": attributes, "indices": w.Accessor("SCALAR", indices, nil)}
	var targets []encode.JSON
	for _, d := range m.Targets {
		targets = append(targets, encode.JSON{"POSITION": w.Accessor("VEC3", vectors(d), nil)})
	}
	if targets != nil {
		p["targets"] = targets
	}
	return w.Mesh(m.Name, p)
}

func (w *writer) skin(s *Skin) int {
	out := encode.JSON{"joints": s.Joints}
	if s.InverseBind != nil {
		columns := make([]float32, 16*len(s.InverseBind))
		for i := range s.InverseBind {
			for c := range 4 {
				for r := range 3 {
					columns[16*i+4*c+r] = float32(s.InverseBind[i][r][c])
				}
			}
			columns[16*i+15] = 1
		}
		view := w.View(columns, nil)
		out["inverseBindMatrices"] = w.Add("accessors", encode.JSON{"bufferView": view, "componentType": 5126, "type": "MAT4", "count": len(s.InverseBind)})
	}
	return w.Add("skins", out)
}

func (w *writer) clip(c *Clip) {
	var channels, samplers []encode.JSON
	for i := range c.Channels {
		ch := &c.Channels[i]
		typ := map[string]string{"translation": "VEC3", "rotation": "VEC4", "scale": "VEC3", "weights": "SCALAR"}[ch.Path]
		input := once(w.times, &ch.Times[0], func(*float64) int { return w.Accessor("SCALAR", floats(ch.Times), nil) })
		samplers = append(samplers, encode.JSON{"input": input, "output": w.Accessor(typ, floats(ch.Values), nil), "interpolation": ch.Mode})
		channels = append(channels, encode.JSON{"sampler": i, "target": encode.JSON{"node": ch.Node, "path": ch.Path}})
	}
	w.Add("animations", encode.JSON{"name": c.Name, "channels": channels, "samplers": samplers})
}
