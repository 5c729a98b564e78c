package meshgen

import (
	"math"

	"github.com/meshcheck/meshcheck/geom"
)

// Sphere returns a clean displaced sphere of radius about 1: nu meridians and nv
// parallels, open at both poles by a small hole. nu·nv vertices, 2·nu·(nv-1)
// triangles; nu, nv ≥ 3.
func Sphere(nu, nv int, center geom.Vec) Indexed {
	m := Indexed{
		Vertices: make([]geom.Vec, 0, nu*nv),
		Faces:    make([][3]uint32, 0, 2*nu*(nv-1)),
	}
	const first, last = 0.02, math.Pi - 0.02
	du, dv := 2*math.Pi/float64(nu), (last-first)/float64(nv-1)
	for i := range nu {
		u := du * float64(i)
		for j := range nv {
			v := first + dv*float64(j)
			r := 1 + 0.1*math.Sin(5*u)*math.Sin(7*v)
			m.Vertices = append(m.Vertices, vec(
				r*math.Sin(v)*math.Cos(u)+center[0],
				r*math.Sin(v)*math.Sin(u)+center[1],
				r*math.Cos(v)+center[2]))
		}
	}
	// The two halves of a quadrilateral are far apart in the list, as in files that
	// are not sorted for locality.
	for _, half := range [][2]int{{1, 2}, {2, 3}} {
		for i := range nu {
			for j := range nv - 1 {
				k := (i + 1) % nu
				q := [4]int{i*nv + j, k*nv + j, k*nv + j + 1, i*nv + j + 1}
				m.triangle(q[0], q[half[0]], q[half[1]])
			}
		}
	}
	return m
}

// Grid returns an open sheet of n×m unit squares over [0,n]×[0,m], at the given
// height over each point, or flat at 0 if height is nil: (n+1)·(m+1) vertices,
// 2nm triangles, facing +z.
func Grid(n, m int, height func(x, y float64) float64) Indexed {
	numbers := func(n int) []float64 {
		out := make([]float64, n+1)
		for i := range out {
			out[i] = float64(i)
		}
		return out
	}
	out := Sheet(numbers(n), numbers(m), func(i, j int) bool { return true })
	if height != nil {
		out = out.Map(func(p geom.Vec) geom.Vec { return geom.Vec{p[0], p[1], height(p[0], p[1])} })
	}
	return out
}

// Sheet returns an open sheet in the plane z = 0, facing +z, that is cut at each of xs and ys, in
// float64. Cell i, j is cut into two triangles from its corner at xs[i], ys[j] if along says so,
// and otherwise along its other diagonal.
func Sheet(xs, ys []float64, along func(i, j int) bool) Indexed {
	var m Indexed
	for _, y := range ys {
		for _, x := range xs {
			m.Vertices = append(m.Vertices, geom.Vec{x, y, 0})
		}
	}
	for j := range len(ys) - 1 {
		for i := range len(xs) - 1 {
			a := j*len(xs) + i
			b, c, d := a+1, a+len(xs)+1, a+len(xs)
			if along(i, j) {
				m.quad(a, b, c, d)
			} else {
				m.triangle(a, b, d)
				m.triangle(b, c, d)
			}
		}
	}
	return m
}

// Torus returns a closed torus around the z axis: nu sections of nv corners
// each, on a circle of radius major: nu·nv vertices, 2·nu·nv triangles.
func Torus(nu, nv int, major, minor float64) Indexed {
	var m Indexed
	for _, ring := range regular(nu) {
		for _, p := range regular(nv) {
			r := major + minor*p[0]
			m.Vertices = append(m.Vertices, vec(r*ring[0], r*ring[1], minor*p[1]))
		}
	}
	for i := range nu {
		for j := range nv {
			k, l := (i+1)%nu, (j+1)%nv
			m.quad(i*nv+j, k*nv+j, k*nv+l, i*nv+l)
		}
	}
	return m
}

// Icosphere returns a closed sphere: an icosahedron whose triangles are split in
// four, level times: 10·4^level+2 vertices, 20·4^level triangles.
func Icosphere(level int, center geom.Vec, radius float64) Indexed {
	g := (1 + math.Sqrt(5)) / 2
	m := Indexed{
		Vertices: []geom.Vec{
			{-1, g, 0}, {1, g, 0}, {-1, -g, 0}, {1, -g, 0},
			{0, -1, g}, {0, 1, g}, {0, -1, -g}, {0, 1, -g},
			{g, 0, -1}, {g, 0, 1}, {-g, 0, -1}, {-g, 0, 1},
		},
		Faces: [][3]uint32{
			{0, 11, 5}, {0, 5, 1}, {0, 1, 7}, {0, 7, 10}, {0, 10, 11},
			{1, 5, 9}, {5, 11, 4}, {11, 10, 2}, {10, 7, 6}, {7, 1, 8},
			{3, 9, 4}, {3, 4, 2}, {3, 2, 6}, {3, 6, 8}, {3, 8, 9},
			{4, 9, 5}, {2, 4, 11}, {6, 2, 10}, {8, 6, 7}, {9, 8, 1},
		},
	}
	for range level {
		m = split(m, func(v, w geom.Vec) geom.Vec { return v.Add(w).Scale(0.5) })
	}
	for i, v := range m.Vertices {
		m.Vertices[i] = round(center.Add(v.Scale(radius / v.Norm())))
	}
	return m
}

// Subdivide splits every triangle in four, times over, at the float32 midpoints
// of its edges, which neighbours share: the mesh stays as closed as it was.
func Subdivide(m Indexed, times int) Indexed {
	for range times {
		m = split(m, func(v, w geom.Vec) geom.Vec {
			// Halves first: the sum could overflow float32's range.
			return round(v.Scale(0.5).Add(w.Scale(0.5)))
		})
	}
	return m
}

// split replaces every face by four: three at its corners, then the middle one.
func split(m Indexed, middle func(v, w geom.Vec) geom.Vec) Indexed {
	out := Indexed{Vertices: append([]geom.Vec(nil), m.Vertices...)}
	made := map[[2]uint32]int{}
	between := func(a, b uint32) int {
		key := [2]uint32{min(a, b), max(a, b)}
		if _, ok := made[key]; !ok {
			made[key] = len(out.Vertices)
			out.Vertices = append(out.Vertices, middle(m.Vertices[a], m.Vertices[b]))
		}
		return made[key]
	}
	for _, f := range m.Faces {
		ab, bc, ca := between(f[0], f[1]), between(f[1], f[2]), between(f[2], f[0])
		out.triangle(int(f[0]), ab, ca)
		out.triangle(int(f[1]), bc, ab)
		out.triangle(int(f[2]), ca, bc)
		out.triangle(ab, bc, ca)
	}
	return out
}
