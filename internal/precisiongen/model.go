package precisiongen

import (
	"math"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/meshgen"
	"github.com/meshcheck/meshcheck/mesh"
)

// Format is a format of files.
type Format string

// The formats that scenes are written in.
const (
	STL Format = "stl" // binary, float32
	GLB Format = "glb"
	PLY Format = "ply" // binary, float or ushort
	OBJ Format = "obj"
	OFF Format = "off"
)

// Formats returns the formats that can hold the scene as it is stored.
func (s *Scene) Formats() []Format {
	switch {
	case len(s.Parts) > 1 || s.Parts[0].Storage.Kind == Normalized:
		return []Format{GLB}
	case s.Parts[0].Storage.Kind == Float32:
		return []Format{STL, GLB, PLY}
	case s.Parts[0].Storage.Kind == Integers:
		return []Format{GLB, PLY}
	}
	return []Format{OBJ, OFF}
}

// Model returns what loading the scene's file of a format gives, without writing and reading one.
func (s *Scene) Model(format Format) *mesh.Scene {
	m := &mesh.Mesh{Scale: 1}
	if len(s.Parts) == 1 && s.Parts[0].Storage.Kind == Normalized {
		m.Scale = 1.0 / normalizedOne
	}
	for i := range s.Parts {
		m.Parts = append(m.Parts, s.Parts[i].as(format, i, len(s.Parts) > 1))
	}
	out := &mesh.Scene{Meshes: []*mesh.Mesh{m}, YUp: format == OBJ || format == GLB}
	if format == GLB {
		w := geom.Identity()
		for k, x := range s.NodeScale {
			w[k][k] = x
		}
		out.Unit, out.Scenes = "m", 1
		out.Instances = []mesh.Instance{{Path: "/node 0", Name: "node 0", World: w, Scenes: []int{0}}}
	}
	return out
}

// as returns a part as the loader of a format does, alone or beside parts in other numbers.
func (p *Part) as(format Format, index int, mixed bool) mesh.Part {
	out := mesh.Part{Index: index, MaterialIndex: -1}
	if format == STL {
		out.Positions = mesh.Tight(singles(soupVertices(p.Mesh)))
		return out
	}
	for _, f := range p.Mesh.Faces {
		out.Indices.U32 = append(out.Indices.U32, f[:]...)
	}
	switch kind := p.Storage.Kind; {
	case kind == Float32:
		out.Positions = mesh.Tight(singles(p.Mesh.Vertices))
	case kind == Text:
		xyz := doubles(p.Mesh.Vertices, 1)
		out.Positions = mesh.Positions{F64: xyz, Text: digitsOf(xyz, p.Storage.Size)}
	case kind == Normalized && mixed:
		out.Positions = mesh.Positions{F64: doubles(p.Mesh.Vertices, normalizedOne), Step: 1.0 / normalizedOne}
	default:
		out.Positions = mesh.Positions{F32: singles(p.Mesh.Vertices), Stride: 3, Step: 1}
	}
	return out
}

// doubles returns coordinates divided by one.
func doubles(points []geom.Vec, one float64) []float64 {
	xyz := make([]float64, 0, 3*len(points))
	for _, p := range points {
		xyz = append(xyz, p[0]/one, p[1]/one, p[2]/one)
	}
	return xyz
}

// digitsOf counts the digits of numbers with so many decimals.
func digitsOf(xyz []float64, decimals int) *mesh.Digits {
	most := 0.0
	for _, x := range xyz {
		most = max(most, math.Abs(x))
	}
	d := &mesh.Digits{Decimals: int16(decimals), Significant: 1}
	for n := math.Round(most * math.Pow10(decimals)); n >= 10; n = math.Floor(n / 10) {
		d.Significant++
	}
	return d
}

// soupVertices returns the corners of all triangles.
func soupVertices(m meshgen.Indexed) []geom.Vec {
	out := make([]geom.Vec, 0, 3*len(m.Faces))
	for _, f := range m.Faces {
		out = append(out, m.Vertices[f[0]], m.Vertices[f[1]], m.Vertices[f[2]])
	}
	return out
}

// singles returns coordinates that are float32 numbers.
func singles(points []geom.Vec) []float32 {
	xyz := make([]float32, 0, 3*len(points))
	for _, p := range points {
		xyz = append(xyz, float32(p[0]), float32(p[1]), float32(p[2]))
	}
	return xyz
}
