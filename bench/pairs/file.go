package main

import (
	"encoding/binary"
	"errors"
	"math"
	"os"
	"path/filepath"

	"github.com/meshcheck/meshcheck/geom"
)

// A file of pairs is little endian, integers of 32 bits and float64: the number of
// pairs; of each pair its two shapes and the truth. A shape is its kind, the rotation
// by rows, the translation, the three sizes, the number of vertices and their
// coordinates, the number of triangles and their corners.

// writeSets writes every set into a folder as NAME.pairs.
func writeSets(folder string) error {
	return sets(func(name string, pairs []pair) error {
		return os.WriteFile(filepath.Join(folder, name+".pairs"), encode(pairs), 0o644)
	})
}

func encode(pairs []pair) (out []byte) {
	out = appendInt(out, len(pairs))
	for i := range pairs {
		p := &pairs[i]
		out = appendShape(appendShape(out, &p.a), &p.b)
		out = appendFloats(out, p.truth)
	}
	return out
}

func appendShape(out []byte, s *shape) []byte {
	out = appendInt(out, int(s.kind))
	for _, row := range s.pose {
		out = appendFloats(out, row[:3]...)
	}
	c := s.center()
	out = appendFloats(appendFloats(out, c[:]...), s.size[:]...)
	out = appendInt(out, len(s.vertices))
	for _, v := range s.vertices {
		out = appendFloats(out, v[:]...)
	}
	out = appendInt(out, len(s.faces))
	for _, f := range s.faces {
		for _, i := range f {
			out = appendInt(out, int(i))
		}
	}
	return out
}

func appendInt(out []byte, n int) []byte { return binary.LittleEndian.AppendUint32(out, uint32(n)) }

func appendFloats(out []byte, all ...float64) []byte {
	for _, x := range all {
		out = binary.LittleEndian.AppendUint64(out, math.Float64bits(x))
	}
	return out
}

// reader takes numbers from a file; past its end they are 0, and short is set.
type reader struct {
	data  []byte
	short bool
}

func readPairs(path string) ([]pair, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	r := reader{data: data}
	var pairs []pair
	for range r.count(1) {
		pairs = append(pairs, pair{r.shape(), r.shape(), r.float()})
	}
	if r.short || len(r.data) > 0 {
		return nil, errors.New("not a file of pairs")
	}
	return pairs, nil
}

func (r *reader) take(n int) []byte {
	if len(r.data) < n {
		r.short, r.data = true, nil
		return make([]byte, n)
	}
	head := r.data[:n]
	r.data = r.data[n:]
	return head
}

func (r *reader) int() int { return int(binary.LittleEndian.Uint32(r.take(4))) }

// count takes the number of things of at least so many bytes that follow.
func (r *reader) count(bytes int) int {
	n := r.int()
	if n > len(r.data)/bytes {
		r.short = true
		return 0
	}
	return n
}

func (r *reader) float() float64 {
	return math.Float64frombits(binary.LittleEndian.Uint64(r.take(8)))
}

func (r *reader) vec() geom.Vec { return geom.Vec{r.float(), r.float(), r.float()} }

func (r *reader) shape() shape {
	s := shape{kind: kind(r.int())}
	for k := range s.pose {
		row := r.vec()
		copy(s.pose[k][:], row[:])
	}
	s.move(r.vec()) // from 0
	s.size = r.vec()
	for range r.count(24) {
		s.vertices = append(s.vertices, r.vec())
	}
	for range r.count(12) {
		s.faces = append(s.faces, [3]uint32{uint32(r.int()), uint32(r.int()), uint32(r.int())})
	}
	return s
}
