package main

import (
	"encoding/binary"
	"fmt"
	"math"
	"os"

	"github.com/qmuntal/gltf"
	"github.com/qmuntal/gltf/modeler"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/meshgen"
)

// The scene: the number of instances in a square grid, of meshes, and of bodies that reach
// into their neighbour.
const (
	sceneMeshes    = 100
	sceneSide      = 100
	sceneOverlaps  = 1000
	sceneSpacing   = 2.5 // bodies have a radius of 0.8 to 1.2
	sceneIntrusion = 1.6 // distance of overlapping neighbours
)

// body is a placed mesh: turned about z and moved, a rigid motion as physics libraries
// require.
type body struct {
	mesh  int
	angle float64
	at    geom.Vec
}

// sceneBodies returns the meshes, which are dented balls of 320 triangles, and the places.
// Of every ten neighbours in a row the second moves towards the first.
func sceneBodies() (meshes []meshgen.Indexed, bodies []body) {
	rng := meshgen.Rand(1)
	for range sceneMeshes {
		ball := meshgen.Icosphere(2, geom.Vec{}, 1)
		meshes = append(meshes, ball.Map(func(v geom.Vec) geom.Vec {
			v = v.Scale(0.8 + 0.4*rng.Float64())
			return geom.Vec{float64(float32(v[0])), float64(float32(v[1])), float64(float32(v[2]))}
		}))
	}
	for i := range sceneSide * sceneSide {
		x, y := float64(i%sceneSide)*sceneSpacing, float64(i/sceneSide)*sceneSpacing
		if i%10 == 1 {
			x -= sceneSpacing - sceneIntrusion
		}
		bodies = append(bodies, body{rng.IntN(sceneMeshes), 2 * math.Pi * rng.Float64(), geom.Vec{x, y, 0}})
	}
	if len(bodies)/10 != sceneOverlaps {
		panic("meshes: the grid does not have so many overlaps")
	}
	return meshes, bodies
}

// writeScene writes the scene as path.glb and, for those who read no glTF, as
// path.bodies: little endian, the number of meshes; of each its numbers of points and
// triangles, the points as float32, the triangles' corners as uint32; then the number
// of bodies; of each its mesh, and a rotation by rows and a translation as float64.
func writeScene(path string) error {
	meshes, bodies := sceneBodies()
	doc := gltf.NewDocument()
	var out []byte
	number := func(n int) { out = binary.LittleEndian.AppendUint32(out, uint32(n)) }
	number(len(meshes))
	for k, m := range meshes {
		positions := make([][3]float32, len(m.Vertices))
		number(len(m.Vertices))
		number(len(m.Faces))
		for i, v := range m.Vertices {
			for axis, x := range v {
				positions[i][axis] = float32(x)
				number(int(math.Float32bits(float32(x))))
			}
		}
		var indices []uint32
		for _, f := range m.Faces {
			indices = append(indices, f[:]...)
		}
		for _, i := range indices {
			number(int(i))
		}
		attributes := gltf.PrimitiveAttributes{gltf.POSITION: modeler.WritePosition(doc, positions)}
		primitive := &gltf.Primitive{Attributes: attributes, Indices: gltf.Index(modeler.WriteIndices(doc, indices))}
		doc.Meshes = append(doc.Meshes, &gltf.Mesh{Name: fmt.Sprint("ball_", k), Primitives: []*gltf.Primitive{primitive}})
	}
	number(len(bodies))
	for k, b := range bodies {
		s, c := math.Sincos(b.angle)
		number(b.mesh)
		for _, x := range []float64{c, -s, 0, s, c, 0, 0, 0, 1, b.at[0], b.at[1], b.at[2]} {
			out = binary.LittleEndian.AppendUint64(out, math.Float64bits(x))
		}
		doc.Nodes = append(doc.Nodes, &gltf.Node{
			Name: fmt.Sprint("body_", k), Mesh: gltf.Index(b.mesh),
			Matrix: [16]float64{c, s, 0, 0, -s, c, 0, 0, 0, 0, 1, 0, b.at[0], b.at[1], b.at[2], 1},
		})
		doc.Scenes[0].Nodes = append(doc.Scenes[0].Nodes, k)
	}
	if err := gltf.SaveBinary(doc, path+".glb"); err != nil {
		return err
	}
	return os.WriteFile(path+".bodies", out, 0o644)
}
