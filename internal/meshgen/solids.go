package meshgen

import (
	"math"

	"github.com/meshcheck/meshcheck/geom"
)

// Tetrahedron returns the closed solid with the given corners, wound outwards:
// 4 vertices, 4 triangles. The corners must not lie in one plane.
func Tetrahedron(a, b, c, d geom.Vec) Indexed {
	if geom.TripleProduct(d.Sub(a), b.Sub(a), c.Sub(a)) > 0 {
		b, c = c, b
	}
	m := Indexed{Vertices: []geom.Vec{round(a), round(b), round(c), round(d)}}
	m.triangle(0, 1, 2)
	m.triangle(0, 2, 3)
	m.triangle(0, 3, 1)
	m.triangle(1, 3, 2)
	return m
}

// Bipyramid returns the closed solid over and under the square with corners at a distance
// of 1 on the axes, with an apex above and one below it: 6 vertices, 8 triangles.
func Bipyramid(above, below float64) Indexed {
	m := Indexed{Vertices: []geom.Vec{{1, 0, 0}, {0, 1, 0}, {-1, 0, 0}, {0, -1, 0}, round(geom.Vec{0, 0, above}), round(geom.Vec{0, 0, below})}}
	for i := range 4 {
		j := (i + 1) % 4
		m.triangle(i, j, 4)
		m.triangle(j, i, 5)
	}
	return m
}

// Box returns the axis-aligned closed box from lo to hi: 8 vertices, 12
// triangles, two for each side in the order -z, +z, -y, +y, -x, +x. The diagonals
// of opposite sides are parallel.
func Box(lo, hi geom.Vec) Indexed {
	var m Indexed
	for i := range 8 {
		v := lo
		for k := range v {
			if i>>k&1 == 1 {
				v[k] = hi[k]
			}
		}
		m.Vertices = append(m.Vertices, round(v))
	}
	m.quad(0, 2, 3, 1)
	m.quad(4, 5, 7, 6)
	m.triangle(0, 1, 5)
	m.triangle(0, 5, 4)
	m.triangle(2, 6, 7)
	m.triangle(2, 7, 3)
	m.triangle(0, 4, 6)
	m.triangle(0, 6, 2)
	m.triangle(1, 3, 7)
	m.triangle(1, 7, 5)
	return m
}

// Prism returns the closed solid over a simple polygon in the x-y plane, given
// counter-clockwise with n corners, from z = bottom to z = top: 2n vertices,
// 4n-4 triangles: n-2 of the bottom, n-2 of the top, then two for each side.
func Prism(polygon [][2]float64, bottom, top float64) Indexed {
	return Sweep(polygon, 1, func(section int, p [2]float64) geom.Vec {
		if section == 0 {
			return geom.Vec{p[0], p[1], bottom}
		}
		return geom.Vec{p[0], p[1], top}
	})
}

// Sweep returns the closed solid that a simple counter-clockwise polygon with k
// corners sweeps through n+1 sections: place returns the position of a corner in a
// section, and the sections must advance along the polygon's normal. (n+1)·k vertices,
// 2nk+2k-4 triangles: k-2 of the first section, k-2 of the last, then the sides,
// section by section.
func Sweep(polygon [][2]float64, n int, place func(section int, p [2]float64) geom.Vec) Indexed {
	k := len(polygon)
	var m Indexed
	for section := range n + 1 {
		for _, p := range polygon {
			m.Vertices = append(m.Vertices, round(place(section, p)))
		}
	}
	ears := triangulate(polygon)
	for _, e := range ears {
		m.triangle(e[0], e[2], e[1])
	}
	for _, e := range ears {
		m.triangle(n*k+e[0], n*k+e[1], n*k+e[2])
	}
	for low := 0; low < n*k; low += k {
		for i := range k {
			j := (i + 1) % k
			m.quad(low+i, low+j, low+k+j, low+k+i)
		}
	}
	return m
}

// Cylinder returns a closed upright cylinder with n sides on the centre of its
// bottom: 2n vertices, 4n-4 triangles.
func Cylinder(n int, center geom.Vec, radius, height float64) Indexed {
	return Frustum(n, center, radius, geom.Vec{center[0], center[1], center[2] + height}, radius)
}

// Frustum returns a closed cone stump between two horizontal n-gons, whose
// centres need not be above each other: 2n vertices, 4n-4 triangles.
func Frustum(n int, bottom geom.Vec, bottomRadius float64, top geom.Vec, topRadius float64) Indexed {
	m := Prism(regular(n), 0, 1)
	for i, p := range regular(n) {
		m.Vertices[i] = vec(bottom[0]+bottomRadius*p[0], bottom[1]+bottomRadius*p[1], bottom[2])
		m.Vertices[n+i] = vec(top[0]+topRadius*p[0], top[1]+topRadius*p[1], top[2])
	}
	return m
}

// Cone returns a closed upright cone with n sides on the centre of its bottom:
// n+1 vertices, 2n-2 triangles.
func Cone(n int, center geom.Vec, radius, height float64) Indexed {
	var m Indexed
	for _, p := range regular(n) {
		m.Vertices = append(m.Vertices, vec(center[0]+radius*p[0], center[1]+radius*p[1], center[2]))
	}
	m.Vertices = append(m.Vertices, vec(center[0], center[1], center[2]+height))
	for i := 1; i+1 < n; i++ {
		m.triangle(0, i+1, i)
	}
	for i := range n {
		m.triangle(i, (i+1)%n, n)
	}
	return m
}

// Ring returns a closed upright tube with n sides and a hole, on the centre of
// its bottom: 4n vertices, 8n triangles.
func Ring(n int, center geom.Vec, inner, outer, height float64) Indexed {
	var m Indexed
	for _, c := range []struct{ radius, z float64 }{{outer, 0}, {outer, height}, {inner, height}, {inner, 0}} {
		for _, p := range regular(n) {
			m.Vertices = append(m.Vertices, vec(center[0]+c.radius*p[0], center[1]+c.radius*p[1], center[2]+c.z))
		}
	}
	for band := range 4 {
		low, high := band*n, (band+1)%4*n
		for i := range n {
			j := (i + 1) % n
			m.quad(low+i, low+j, high+j, high+i)
		}
	}
	return m
}

// LShape returns a closed L of arms of length size and a third of it wide, from
// the origin along +x and +y, with the given height: 12 vertices, 20 triangles.
func LShape(size, height float64) Indexed {
	w := size / 3
	return Prism([][2]float64{{0, 0}, {size, 0}, {size, w}, {w, w}, {w, size}, {0, size}}, 0, height)
}

// UChannel returns a closed channel, open towards +y: outer sides of length size
// from the origin, walls a quarter of it thick: 16 vertices, 28 triangles.
func UChannel(size, height float64) Indexed {
	w := size / 4
	return Prism([][2]float64{
		{0, 0}, {size, 0}, {size, size}, {size - w, size}, {size - w, w}, {w, w}, {w, size}, {0, size},
	}, 0, height)
}

// regular returns the corners of the regular n-gon in the unit circle, counter-clockwise.
func regular(n int) [][2]float64 {
	polygon := make([][2]float64, n)
	for i := range polygon {
		s, c := math.Sincos(2 * math.Pi * float64(i) / float64(n))
		polygon[i] = [2]float64{c, s}
	}
	return polygon
}

// triangulate cuts a simple counter-clockwise polygon into triangles by clipping
// ears (Meisters, Polygons have ears, American Mathematical Monthly, 1975).
func triangulate(polygon [][2]float64) [][3]int {
	rest := make([]int, len(polygon))
	for i := range rest {
		rest[i] = i
	}
	var ears [][3]int
	for len(rest) > 3 {
		k := findEar(polygon, rest)
		n := len(rest)
		ears = append(ears, [3]int{rest[(k+n-1)%n], rest[k], rest[(k+1)%n]})
		rest = append(rest[:k], rest[k+1:]...)
	}
	return append(ears, [3]int{rest[0], rest[1], rest[2]})
}

// findEar returns the first k at which the corners k-1, k, k+1 of the rest form a
// convex triangle that contains no other corner.
func findEar(polygon [][2]float64, rest []int) int {
	n := len(rest)
	for k := range n {
		p, q, r := polygon[rest[(k+n-1)%n]], polygon[rest[k]], polygon[rest[(k+1)%n]]
		if turn(p, q, r) <= 0 {
			continue
		}
		free := true
		for i := range n - 3 {
			s := polygon[rest[(k+2+i)%n]]
			if turn(p, q, s) >= 0 && turn(q, r, s) >= 0 && turn(r, p, s) >= 0 {
				free = false
				break
			}
		}
		if free {
			return k
		}
	}
	panic("meshgen: polygon is not simple and counter-clockwise")
}

func turn(p, q, r [2]float64) float64 {
	return (q[0]-p[0])*(r[1]-p[1]) - (q[1]-p[1])*(r[0]-p[0])
}
