package mesh

import (
	"math"
	"slices"
)

// run is a few stored positions of one part that follow each other.
type run struct {
	part        *Part
	firstOfPart int // number of the part's first point
	first, n    int // the run's points
	used        []bool
}

const (
	// runLength is a multiple of 3, so that no triangle of a part without indices
	// straddles two runs.
	runLength = 384
	// chunkLength is the number of points, or triangles, that a worker takes at once.
	chunkLength = 1 << 14
)

// chunksOf splits the points of m, the stored positions of all its parts, into
// chunks of runs, and returns their number.
func chunksOf(m *Mesh) (chunks [][]run, points int) {
	size := chunkLength
	for k := range m.Parts {
		p := &m.Parts[k]
		n := p.Positions.Len()
		used := usedPoints(p)
		for i := 0; i < n; i += runLength {
			if size >= chunkLength {
				chunks, size = append(chunks, nil), 0
			}
			r := run{part: p, firstOfPart: points, first: points + i, n: min(runLength, n-i), used: used}
			chunks[len(chunks)-1] = append(chunks[len(chunks)-1], r)
			size += r.n
		}
		points += n
	}
	return chunks, points
}

// usedPoints marks the positions that finite triangles of an indexed part use. For
// a part without indices it returns nil: read finds out by itself.
func usedPoints(p *Part) []bool {
	if p.Indices.U16 == nil && p.Indices.U32 == nil {
		return nil
	}
	finite := make([]bool, p.Positions.Len())
	for i := range finite {
		finite[i] = p.Positions.At(i).Finite()
	}
	used := make([]bool, len(finite))
	for c := 0; c+2 < 3*p.Triangles(); c += 3 {
		i, j, k := p.Corner(c), p.Corner(c+1), p.Corner(c+2)
		if finite[i] && finite[j] && finite[k] {
			used[i], used[j], used[k] = true, true, true
		}
	}
	return used
}

// read appends the used points of r to places, and marks the others in same. It
// leaves out, and marks, corners of a triangle that the triangle before has as well:
// files tend to list neighbours one after the other.
func read[W word](r run, places []place[W], same []uint32) []place[W] {
	places = slices.Grow(places, r.n)
	all := places[len(places) : len(places)+r.n]
	if b, single := any(all).([]place[uint32]); single {
		fill32(b, r)
	} else {
		for k := range all {
			p := r.part.Positions.At(r.first + k - r.firstOfPart)
			for a, x := range p {
				all[k].xyz[a] = W(math.Float64bits(x + 0))
			}
			all[k].point = uint32(r.first + k)
		}
	}
	if r.used != nil {
		return appendUsed(places, all, same, r.used[r.first-r.firstOfPart:])
	}
	return appendTriangles(places, all, same)
}

// appendUsed appends the points of an indexed part that are marked as used.
func appendUsed[W word](places, points []place[W], same []uint32, used []bool) []place[W] {
	for k, p := range points {
		if used[k] {
			places = append(places, p)
		} else {
			same[p.point] = unused
		}
	}
	return places
}

// appendTriangles appends the points of a part without indices, which has a
// triangle in every three of them.
func appendTriangles[W word](places, points []place[W], same []uint32) []place[W] {
	for ; len(points) >= 3; points = points[3:] {
		if finite(&points[0].xyz) && finite(&points[1].xyz) && finite(&points[2].xyz) {
			places = append(places, points[:3]...)
			continue
		}
		for k := range 3 {
			same[points[k].point] = unused
		}
	}
	for k := range points {
		same[points[k].point] = unused
	}
	return places
}

// fill32 reads all points of r.
func fill32(places []place[uint32], r run) {
	stride := r.part.Positions.stride()
	xyz := r.part.Positions.F32[(r.first-r.firstOfPart)*stride:]
	for k := range places {
		v := xyz[k*stride : k*stride+3]
		// x+0 is x, but +0 for -0.
		places[k] = place[uint32]{
			xyz:   [3]uint32{math.Float32bits(v[0] + 0), math.Float32bits(v[1] + 0), math.Float32bits(v[2] + 0)},
			point: uint32(r.first + k),
		}
	}
}

// double reports whether W holds a float64.
func double[W word]() bool { return ^W(0)>>16>>16 != 0 }

// finite reports whether no exponent in the bits of p is all ones.
func finite[W word](p *[3]W) bool {
	mantissa := 23
	if double[W]() {
		mantissa = 52
	}
	exponent := ^W(0) >> 1 >> mantissa << mantissa
	return p[0]&exponent != exponent && p[1]&exponent != exponent && p[2]&exponent != exponent
}
