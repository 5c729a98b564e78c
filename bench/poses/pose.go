package main

import (
	"encoding/binary"
	"math"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/mesh"
	"github.com/meshcheck/meshcheck/mesh/pose"
)

// posesOf returns some samples of the first clip, evenly spread, each as a scene of one mesh in float64.
func posesOf(s *mesh.Scene) (scenes []*mesh.Scene, err error) {
	times, _ := s.Rig.Clips[0].Samples(0, samples)
	e := pose.NewEvaluator(s.Rig)
	shape := s.Rig.Objects[0].Shape
	for k := range alone {
		if err := e.Pose(0, times[k*len(times)/alone]); err != nil {
			return nil, err
		}
		points := make([]geom.Vec, shape.Len())
		e.Positions(0, points)
		part := s.Meshes[0].Parts[0]
		part.Positions = mesh.Positions{F64: make([]float64, 0, 3*len(points))}
		for _, p := range points {
			part.Positions.F64 = append(part.Positions.F64, p[:]...)
		}
		scenes = append(scenes, &mesh.Scene{Unit: "m", Meshes: []*mesh.Mesh{{Parts: []mesh.Part{part}}}})
	}
	return scenes, nil
}

// stl returns a mesh as a binary STL file, whose numbers are float32.
func stl(m *mesh.Mesh) []byte {
	part := &m.Parts[0]
	out := make([]byte, 80, 84+50*part.Triangles())
	out = binary.LittleEndian.AppendUint32(out, uint32(part.Triangles()))
	for i := range part.Triangles() {
		out = append(out, make([]byte, 12)...) // the normal
		for _, corner := range part.Triangle(i) {
			for _, x := range corner {
				out = binary.LittleEndian.AppendUint32(out, math.Float32bits(float32(x)))
			}
		}
		out = append(out, 0, 0)
	}
	return out
}
