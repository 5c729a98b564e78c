package scenegen

import (
	"math/rand/v2"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/meshgen"
)

// cell is a cube of a grid by its lowest corner.
type cell [3]int

func (c cell) add(d cell) cell { return cell{c[0] + d[0], c[1] + d[1], c[2] + d[2]} }

// cells is a body made of cubes of a grid.
type cells map[cell]bool

// rectilinear are two bodies of cubes: stairs, and letters with a thickness, of one
// shape or of two, at places on their grid.
func rectilinear(rng *rand.Rand) pair {
	size := pick(rng, 0.25, 0.5, 1)
	a := shape(rng)
	b := a
	if rng.IntN(2) == 0 {
		b = shape(rng)
	}
	var at cell
	for k := range at {
		if rng.IntN(2) == 0 {
			at[k] = random(rng, -3, 3)
		}
	}
	p := pair{bodies: [2]body{
		bodyOf(a.mesh(size, rng), point(0, 0, 0, 1)),
		bodyOf(b.mesh(size, rng), vec(size*float64(at[0]), size*float64(at[1]), size*float64(at[2]))),
	}}
	p.class, p.inner, p.radius = relation(a, b.moved(at))
	if p.radius *= size; p.equal() {
		p.class = Duplicate
	}
	p.swap(rng)
	for k := range p.bodies {
		p.bodies[k].shown = tessellated(rng, p.bodies[k].plain)
	}
	if p.class == Duplicate && !p.equal() {
		p.class = InEachOther
	}
	return p
}

// relation returns how two bodies on one grid meet, with lengths in cells. A body inside the
// other with common sides is InEachOther; with common edges or corners only, it may be called
// contained as well.
func relation(a, b cells) (class Class, inner int, radius float64) {
	switch {
	case !a.meets(b):
		return TouchOrNothing, 0, 0
	case a.surrounds(b):
		return Contained, 1, 1
	case b.surrounds(a):
		return Contained, 0, 1
	case a.holds(b) || b.holds(a):
		return Either, 0, 0
	}
	return InEachOther, 0, 0.5
}

// meets reports whether a cell is in both.
func (s cells) meets(other cells) bool {
	for c := range other {
		if s[c] {
			return true
		}
	}
	return false
}

// holds reports whether s contains each cell of another body and has no side in common with it.
func (s cells) holds(other cells) bool {
	for c := range other {
		for side := range 6 {
			beside := c
			beside[side/2] += side%2*2 - 1
			if !s[c] || !s[beside] {
				return false
			}
		}
	}
	return true
}

// surrounds reports whether s contains each cell of another body and all adjacent cells.
func (s cells) surrounds(other cells) bool {
	for c := range other {
		for i := range 27 {
			if !s[c.add(cell{i%3 - 1, i/3%3 - 1, i/9 - 1})] {
				return false
			}
		}
	}
	return true
}

func (s cells) moved(by cell) cells {
	out := cells{}
	for c := range s {
		out[c.add(by)] = true
	}
	return out
}

// shape returns a random body: a letter of cubes with a thickness, along any axes.
func shape(rng *rand.Rand) cells {
	letter := pick(rng,
		[]string{"#..", "##.", "###"},
		[]string{"#...", "##..", "###.", "####"},
		[]string{"#..", "#..", "###"},
		[]string{"#.#", "#.#", "###"},
		[]string{"###", ".#.", ".#."},
		[]string{"#.", "##", ".#"},
		[]string{"###", "###", "###"},
		[]string{"#"},
	)
	thick := random(rng, 1, 4)
	axes := rng.Perm(3)
	out := cells{}
	for y, row := range letter {
		for x, c := range row {
			for z := range thick {
				var at cell
				at[axes[0]], at[axes[1]], at[axes[2]] = x, y, z
				if c == '#' {
					out[at] = true
				}
			}
		}
	}
	return out
}

// mesh returns the surface of s, two triangles for each side of a cell, which its diagonal
// cuts one way or the other.
func (s cells) mesh(size float64, rng *rand.Rand) meshgen.Indexed {
	var m meshgen.Indexed
	numbers := map[cell]uint32{}
	vertex := func(c cell) uint32 {
		v, ok := numbers[c]
		if !ok {
			v = uint32(len(m.Vertices))
			numbers[c] = v
			m.Vertices = append(m.Vertices, geom.Vec{size * float64(c[0]), size * float64(c[1]), size * float64(c[2])})
		}
		return v
	}
	for _, c := range s.sorted() {
		for side := range 6 {
			axis, up := side/2, side%2
			beside := c
			beside[axis] += 2*up - 1
			if s[beside] {
				continue
			}
			var corners [4]uint32 // counter-clockwise as seen along the axis from above
			for k, step := range [4][2]int{{0, 0}, {1, 0}, {1, 1}, {0, 1}} {
				at := c
				at[axis] += up
				at[(axis+1)%3] += step[0]
				at[(axis+2)%3] += step[1]
				corners[k] = vertex(at)
			}
			if up == 0 {
				corners[1], corners[3] = corners[3], corners[1]
			}
			d := rng.IntN(2)
			m.Faces = append(m.Faces,
				[3]uint32{corners[d], corners[d+1], corners[d+2]},
				[3]uint32{corners[d], corners[d+2], corners[(d+3)%4]})
		}
	}
	return m
}

// sorted returns the cells in ascending order.
func (s cells) sorted() []cell {
	var out []cell
	const most = 8
	for i := range most * most * most {
		if c := (cell{i % most, i / most % most, i / most / most}); s[c] {
			out = append(out, c)
		}
	}
	return out
}
