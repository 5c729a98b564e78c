package scenegen

import (
	"math/rand/v2"
	"slices"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/meshgen"
)

// tessellated returns m or, most of the time, m in smaller triangles: regular ones, or those
// of random cuts.
func tessellated(rng *rand.Rand, m meshgen.Indexed) meshgen.Indexed {
	switch rng.IntN(6) {
	case 0, 1:
		return m
	case 2:
		return subdivided(m)
	case 3:
		return subdivided(subdivided(m))
	}
	return refined(rng, m, pick(rng, 1, 4, 20))
}

// subdivided splits each triangle into four at the midpoints of its edges, or returns m if
// float32 cannot represent one of these.
func subdivided(m meshgen.Indexed) meshgen.Indexed {
	out := meshgen.Indexed{Vertices: slices.Clone(m.Vertices)}
	middles := map[[2]uint32]uint32{}
	for _, f := range m.Faces {
		var between [3]uint32 // from each corner to the next
		for k := range f {
			edge := [2]uint32{min(f[k], f[(k+1)%3]), max(f[k], f[(k+1)%3])}
			if _, known := middles[edge]; !known {
				v, ok := mean(&out, edge[:], []float64{1, 1})
				if !ok {
					return m
				}
				middles[edge] = v
			}
			between[k] = middles[edge]
		}
		out.Faces = append(out.Faces, between)
		for k := range f {
			out.Faces = append(out.Faces, [3]uint32{f[k], between[k], between[(k+2)%3]})
		}
	}
	return out
}

// refined returns the surface of m after n random cuts: around a point inside a triangle, or at
// a point of an edge through all its triangles. All corners are float32 numbers, and exactly in
// the planes of the triangles that they cut; cuts without such a point are skipped. The order of
// triangles and of their corners is random.
func refined(rng *rand.Rand, m meshgen.Indexed, n int) meshgen.Indexed {
	m = meshgen.Indexed{Vertices: slices.Clone(m.Vertices), Faces: slices.Clone(m.Faces)}
	for range n {
		f := m.Faces[rng.IntN(len(m.Faces))]
		if rng.IntN(2) == 0 {
			cutInside(rng, &m, f)
		} else {
			cutEdge(rng, &m, f[0], f[1])
		}
	}
	for i := range m.Faces {
		f := m.Faces[i]
		k := rng.IntN(3)
		m.Faces[i] = [3]uint32{f[k], f[(k+1)%3], f[(k+2)%3]}
	}
	rng.Shuffle(len(m.Faces), func(i, j int) { m.Faces[i], m.Faces[j] = m.Faces[j], m.Faces[i] })
	return m
}

// cutInside cuts a triangle into three around a point inside.
func cutInside(rng *rand.Rand, m *meshgen.Indexed, f [3]uint32) {
	weights := pick(rng, [3]float64{2, 1, 1}, [3]float64{1, 2, 1}, [3]float64{1, 1, 2}, [3]float64{4, 3, 1}, [3]float64{1, 6, 1})
	centre, ok := mean(m, f[:], weights[:])
	if !ok {
		return
	}
	at := slices.Index(m.Faces, f)
	m.Faces[at] = [3]uint32{f[0], f[1], centre}
	m.Faces = append(m.Faces, [3]uint32{f[1], f[2], centre}, [3]uint32{f[2], f[0], centre})
}

// cutEdge cuts all triangles that have the edge from v to w.
func cutEdge(rng *rand.Rand, m *meshgen.Indexed, v, w uint32) {
	weights := pick(rng, []float64{1, 1}, []float64{1, 3}, []float64{3, 1})
	middle, ok := mean(m, []uint32{v, w}, weights)
	if !ok {
		return
	}
	for i, f := range slices.Clone(m.Faces) {
		for k := range f {
			from, to := f[k], f[(k+1)%3]
			if from == v && to == w || from == w && to == v {
				m.Faces[i] = [3]uint32{from, middle, f[(k+2)%3]}
				m.Faces = append(m.Faces, [3]uint32{middle, to, f[(k+2)%3]})
			}
		}
	}
}

// mean adds the weighted mean of vertices, unless float32 cannot represent it. The sum of the
// weights must be a power of two.
func mean(m *meshgen.Indexed, vertices []uint32, weights []float64) (vertex uint32, ok bool) {
	var p geom.Vec
	var all float64
	for k, v := range vertices {
		p = p.Add(m.Vertices[v].Scale(weights[k]))
		all += weights[k]
	}
	p = p.Scale(1 / all)
	for _, x := range p {
		if float64(float32(x)) != x {
			return 0, false
		}
	}
	m.Vertices = append(m.Vertices, p)
	return uint32(len(m.Vertices) - 1), true
}

// flipped returns m with all windings reversed.
func flipped(m meshgen.Indexed) meshgen.Indexed {
	out := meshgen.Indexed{Vertices: m.Vertices}
	for _, f := range m.Faces {
		out.Faces = append(out.Faces, [3]uint32{f[0], f[2], f[1]})
	}
	return out
}

// extents returns the box of a size, its centre at the origin.
func extents(x, y, z float64) meshgen.Indexed {
	half := geom.Vec{x / 2, y / 2, z / 2}
	return meshgen.Box(half.Scale(-1), half)
}
