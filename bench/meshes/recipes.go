package main

import (
	"math"
	"slices"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/meshgen"
)

// recipe makes the triangles of one mesh.
type recipe = func() ([]geom.Triangle, error)

// recipes returns all meshes by name.
func recipes() map[string]recipe {
	all := map[string]recipe{
		"foot":    func() ([]geom.Triangle, error) { return corpus("foot_clean.stl", 2) },
		"cloth":   func() ([]geom.Triangle, error) { return corpus("cloth_folds.glb", 2) },
		"soup":    sure(func() []geom.Triangle { return meshgen.Random(meshgen.Rand(1), 20_000, 1) }),
		"fan":     sure(fan),
		"needles": sure(needles),
		"copies":  sure(copies),
		"mixed":   sure(mixed),
		"rings":   sure(rings),

		"noise_quarter": sure(func() []geom.Triangle { return noise(0.25) }),
		"noise_half":    sure(func() []geom.Triangle { return noise(0.5) }),
		"shuffled":      sure(shuffled),
	}
	for name, size := range map[string][2]int{
		"20k": {142, 72}, "100k": {316, 159}, "1m": {1000, 501}, "5m": {2236, 1119}, "10m": {3162, 1582},
	} {
		nu, nv := size[0], size[1]
		all["clean_"+name] = sure(func() []geom.Triangle { return meshgen.Sphere(nu, nv, geom.Vec{}).Soup() })
		all["two_"+name] = sure(func() []geom.Triangle { return two(nu, nv) })
	}
	for name, size := range formats {
		all[name] = sure(func() []geom.Triangle { return two(size[0], size[1]) })
	}
	return all
}

func sure(soup func() []geom.Triangle) recipe {
	return func() ([]geom.Triangle, error) { return soup(), nil }
}

// two returns two spheres that cross, with about as many triangles together as
// one of the given size.
func two(nu, nv int) []geom.Triangle {
	k, m := int(float64(nu)/math.Sqrt2), int(float64(nv)/math.Sqrt2)
	return meshgen.Join(meshgen.Sphere(k, m, geom.Vec{}), meshgen.Sphere(k, m, geom.Vec{0.3, 0.2, 0.1})).Soup()
}

// noise returns a scan of a sphere without its poles, where edges are short: 800,000 triangles whose vertices are
// off by normal noise with a standard deviation of some median edges on each axis.
func noise(edges float64) []geom.Triangle {
	m := meshgen.Sphere(940, 521, geom.Vec{})
	m.Faces = slices.DeleteFunc(m.Faces, func(f [3]uint32) bool {
		return slices.ContainsFunc(f[:], func(v uint32) bool { return math.Abs(m.Vertices[v][2]) > math.Cos(0.3) })
	})
	var lengths []float64
	for _, f := range m.Faces {
		for k := range f {
			lengths = append(lengths, m.Vertices[f[k]].Sub(m.Vertices[f[(k+1)%3]]).Norm())
		}
	}
	slices.Sort(lengths)
	rng, deviation := meshgen.Rand(1), edges*lengths[len(lengths)/2]
	return m.Map(func(v geom.Vec) geom.Vec {
		return v.Add(geom.Vec{rng.NormFloat64(), rng.NormFloat64(), rng.NormFloat64()}.Scale(deviation))
	}).Soup()
}

// shuffled returns the sphere of a million triangles with its triangles in no order.
func shuffled() []geom.Triangle {
	soup := meshgen.Sphere(1000, 501, geom.Vec{}).Soup()
	meshgen.Rand(1).Shuffle(len(soup), func(i, j int) { soup[i], soup[j] = soup[j], soup[i] })
	return soup
}

// fan returns a hilly sheet of 500,000 small triangles and, aslant through it, a
// fan of 64 triangles that are each as long as the sheet.
func fan() []geom.Triangle {
	const side, blades = 500, 64
	soup := meshgen.Grid(side, side, func(x, y float64) float64 { return math.Sin(x/3) * math.Cos(y/5) }).Soup()
	rim := func(i int) geom.Vec {
		u := 2 * math.Pi * float64(i%blades) / blades
		x, y := side*math.Cos(u), side*math.Sin(u)
		return geom.Vec{side/2 + x, side/2 + y, x/20 + y/30}
	}
	for i := range blades {
		soup = append(soup, geom.Triangle{{side / 2, side / 2, 0.25}, rim(i), rim(i + 1)})
	}
	return float32s(soup)
}

// needles returns 50,000 triangles of length 1 and a ten-thousandth wide, in all
// directions, in a cube of side 4.
func needles() []geom.Triangle {
	rng := meshgen.Rand(2)
	vec := func() geom.Vec { return geom.Vec{rng.NormFloat64(), rng.NormFloat64(), rng.NormFloat64()} }
	soup := make([]geom.Triangle, 50_000)
	for i := range soup {
		a := geom.Vec{4 * rng.Float64(), 4 * rng.Float64(), 4 * rng.Float64()}
		along, across := vec(), vec()
		b := a.Add(along.Unit())
		soup[i] = geom.Triangle{a, b, b.Add(across.Scale(1e-4 / across.Norm()))}
	}
	return float32s(soup)
}

// copies returns 200 copies of a sphere of 320 triangles at one place: every triangle has
// 199 duplicates.
func copies() []geom.Triangle {
	sphere := meshgen.Icosphere(2, geom.Vec{}, 1).Soup()
	var soup []geom.Triangle
	for range 200 {
		soup = append(soup, sphere...)
	}
	return soup
}

// mixed returns 1,000 spheres of 320 triangles with radii from a millionth to 1,
// each decade with its share, in a cube of side 6.
func mixed() []geom.Triangle {
	rng := meshgen.Rand(3)
	var soup []geom.Triangle
	for range 1000 {
		center := geom.Vec{6 * rng.Float64(), 6 * rng.Float64(), 6 * rng.Float64()}
		radius := math.Pow(10, -6*rng.Float64())
		if radius < 1e-4 { // at places where float32 can still distinguish its vertices
			center = center.Scale(1e-3)
		}
		soup = append(soup, meshgen.Icosphere(2, center, radius).Soup()...)
	}
	return soup
}

// rings returns 282 pairs of spheres that cross, each pair a region of its own.
func rings() []geom.Triangle {
	const pairs, side = 282, 17
	rng := meshgen.Rand(4)
	var soup []geom.Triangle
	for i := range pairs {
		at := geom.Vec{6 * float64(i%side), 6 * float64(i/side), 0}
		apart := geom.Vec{rng.NormFloat64(), rng.NormFloat64(), rng.NormFloat64()}
		other := at.Add(apart.Unit().Scale(1.5))
		soup = append(soup, meshgen.Icosphere(2, at, 1).Soup()...)
		soup = append(soup, meshgen.Icosphere(2, other, 1).Soup()...)
	}
	return float32s(soup)
}

// float32s rounds all coordinates to float32, as in the files.
func float32s(soup []geom.Triangle) []geom.Triangle { return meshgen.Scale(soup, 1) }
