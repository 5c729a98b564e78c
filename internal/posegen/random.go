package posegen

import (
	"fmt"
	"math/rand/v2"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/meshgen"
)

// Random returns a small random model: an arm of two shells that bends at random, a ball that hangs on it, and some
// boxes that fly about, in two clips whose channels have all their keys at the same times. What it adds to its rest
// is not known, but often something.
func Random(seed uint64) *Model {
	rng := meshgen.Rand(seed)
	mesh := &Mesh{Name: "arm", Indexed: meshgen.Join(tube(400, 0.2, 3), meshgen.Icosphere(1, geom.Vec{0.4, 0, 2}, 0.15))}
	const joints = 3
	m, chain := skinned(mesh, joints)
	bound := m.Nodes[len(m.Nodes)-1].Skin
	for k := range joints {
		bound.InverseBind = append(bound.InverseBind, geom.Affine{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, -float64(k)}})
		if k > 0 {
			m.Nodes[chain[k]].Translation = geom.Vec{0, 0, 1}
		}
	}
	for _, v := range mesh.Vertices {
		at := min(max(v[2], 0), joints-1)
		below := min(int(at), joints-2)
		mesh.Influences = append(mesh.Influences, []Influence{{below, 1 - (at - float64(below))}, {below + 1, at - float64(below)}})
	}
	moved := append([]int(nil), chain...)
	ball := m.Show("ball", meshgen.Icosphere(1, geom.Vec{}, 0.25))
	m.Nodes[ball].Parent, m.Nodes[ball].Translation = chain[joints-1], geom.Vec{0.5, 0, 0.5}
	for k := range 3 {
		b := m.Show(fmt.Sprint("box ", k), box(-0.25, -0.25, -0.25, 0.25, 0.25, 0.25))
		m.Nodes[b].Translation = spread(rng)
		moved = append(moved, b)
	}
	for clip := range 2 {
		m.Clip(fmt.Sprint("clip ", clip))
		m.flight(rng, moved)
	}
	return m
}

// spread returns a random place near the arm.
func spread(rng *rand.Rand) geom.Vec {
	return geom.Vec{2*rng.Float64() - 1, 2*rng.Float64() - 1, 3 * rng.Float64()}
}

// flight adds random rotations of nodes to the last clip, and random places of those that are not joints. All channels
// have their keys at the same times, which are sums of eighths.
func (m *Model) flight(rng *rand.Rand, nodes []int) {
	times := []float64{0}
	for range 3 + rng.IntN(4) {
		times = append(times, times[len(times)-1]+float64(1+rng.IntN(3))/8)
	}
	for _, n := range nodes {
		joint := m.Nodes[n].Mesh == nil
		turn := Channel{Node: n, Path: "rotation", Mode: "LINEAR", Times: times}
		move := Channel{Node: n, Path: "translation", Mode: []string{"LINEAR", "STEP", "CUBICSPLINE"}[rng.IntN(3)], Times: times}
		for range times {
			most := 90.
			if joint {
				most = 50
			}
			q := Turn(rng.IntN(3), most*(2*rng.Float64()-1))
			turn.Values = append(turn.Values, q[:]...)
			rows := 1
			if move.Mode == "CUBICSPLINE" {
				rows = 3
			}
			for row := range rows {
				v := spread(rng)
				if row != rows/2 {
					v = v.Scale(0.25) // tangents
				}
				move.Values = append(move.Values, v[:]...)
			}
		}
		last := &m.Clips[len(m.Clips)-1]
		last.Channels = append(last.Channels, turn)
		if !joint {
			last.Channels = append(last.Channels, move)
		}
	}
}
