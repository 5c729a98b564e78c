package meshgen

import (
	"math/rand/v2"

	"github.com/meshcheck/meshcheck/geom"
)

// Polycube returns the closed surface of the cells of a grid that are set: two triangles for each
// face between a set and an unset cell. Cells are unit cubes, named by the integer coordinates of
// their least corner.
func Polycube(cells map[[3]int]bool) (soup []geom.Triangle) {
	for _, cell := range inOrder(cells) {
		for axis := range 3 {
			for side := range 2 {
				beside := cell
				beside[axis] += 2*side - 1
				if !cells[beside] {
					soup = append(soup, face(cell, axis, side)...)
				}
			}
		}
	}
	return soup
}

// inOrder returns the cells that are set, ascending.
func inOrder(cells map[[3]int]bool) (list [][3]int) {
	var lo, hi [3]int
	for cell := range cells {
		for k, x := range cell {
			lo[k], hi[k] = min(lo[k], x), max(hi[k], x)
		}
	}
	for x := lo[0]; x <= hi[0]; x++ {
		for y := lo[1]; y <= hi[1]; y++ {
			for z := lo[2]; z <= hi[2]; z++ {
				if cell := [3]int{x, y, z}; cells[cell] {
					list = append(list, cell)
				}
			}
		}
	}
	return list
}

// face returns one face of a cell, with its normal outwards.
func face(cell [3]int, axis, side int) []geom.Triangle {
	at := func(a, b int) geom.Vec {
		p := geom.Vec{float64(cell[0]), float64(cell[1]), float64(cell[2])}
		p[axis] += float64(side)
		p[(axis+1)%3] += float64(a)
		p[(axis+2)%3] += float64(b)
		return p
	}
	p, q, r, s := at(0, 0), at(1, 0), at(1, 1), at(0, 1)
	if side == 0 {
		q, s = s, q
	}
	return []geom.Triangle{{p, q, r}, {p, r, s}}
}

// Polycubes returns two to four polycubes of random cells in a small grid. They pass through each
// other, meet in edges and cover each other. Some are inside out, some have quartered triangles,
// some have a hole, and some have duplicate faces.
func Polycubes(rng *rand.Rand) (soup []geom.Triangle) {
	for range 2 + rng.IntN(3) {
		cells := map[[3]int]bool{}
		for range 2 + rng.IntN(9) {
			cells[[3]int{rng.IntN(3), rng.IntN(3), rng.IntN(3)}] = true
		}
		body := Polycube(cells)
		switch rng.IntN(6) {
		case 0:
			body = FlipWinding(body)
		case 1, 2:
			body = Quartered(body)
		case 3:
			body = body[rng.IntN(3):]
		case 4:
			body = append(body, body[rng.IntN(len(body))])
		}
		soup = append(soup, body...)
	}
	return soup
}

// Quartered splits each triangle into four at the midpoints of its edges.
func Quartered(soup []geom.Triangle) (out []geom.Triangle) {
	for _, t := range soup {
		p, q, r := t[0].Lerp(t[1], 0.5), t[1].Lerp(t[2], 0.5), t[2].Lerp(t[0], 0.5)
		out = append(out, geom.Triangle{t[0], p, r}, geom.Triangle{p, t[1], q}, geom.Triangle{r, q, t[2]}, geom.Triangle{p, q, r})
	}
	return out
}

// Hinges returns n triangles with an edge on one of two lines. The edges differ in length, so that
// they cover each other in part. The triangles have few directions, so that some lie in one half
// plane.
func Hinges(rng *rand.Rand, n int) (soup []geom.Triangle) {
	along := [2]geom.Vec{{2, 1, 3}, {-1, 2, 1}}
	for len(soup) < n {
		line := along[rng.IntN(2)]
		from, to := float64(rng.IntN(5)-2), float64(rng.IntN(5)-2)
		apex := geom.Vec{float64(rng.IntN(5) - 2), float64(rng.IntN(5) - 2), float64(rng.IntN(5) - 2)}
		if t := (geom.Triangle{line.Scale(from), line.Scale(to), apex}); !t.Degenerate() {
			soup = append(soup, t)
		}
	}
	return soup
}
