package precisiongen

import (
	"math"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/meshgen"
)

// cleanMix is one of several clean scenes, with a far triangle.
func cleanMix(d draw, where Storage) sketch {
	type scene struct {
		name string
		make func(draw, Storage) sketch
	}
	scenes := []scene{{" corner", corner}, {" roller", roller}, {" cones", coneRow}, {" net", net}, {" crosswise", crosswise}, {" overhanging", overhanging}}
	if where.leastAngle() < 25 {
		scenes = append(scenes, scene{" between", between})
	}
	chosen := pick(d, scenes...)
	out := chosen.make(d, where)
	out.row, out.far = chosen.name, true
	return out
}

// corner is a pyramid whose tip stands in a corner of a box, seen from inside, or of three sheets. Its sides
// leave those of the box at 15 degrees or more. In most scenes the tip is up to a fifth of a step inside, for
// rounding makes one vertex of two at one point.
func corner(d draw, where Storage) sketch {
	size := pick(d, 60.0, 150, 400)
	inscribed := math.Asin(1/math.Sqrt(3)) * 180 / math.Pi // the angle between the diagonal of a box and its sides
	slim := max(8, inscribed-where.leastAngle())
	degrees := d.uniform(5, slim)
	high := size * d.uniform(0.5, 0.9)
	radius := high * math.Tan(degrees*math.Pi/180)
	rings := pick(d, 1, 1, 2)
	sides := max(3, min(pick(d, 3, 4, 8), rowsOf(5, 2*math.Pi*radius/float64(rings))))
	axis := geom.Vec{1, 1, 1}.Scale(1 / math.Sqrt(3))
	across := d.across(axis)
	lean := d.Float64() * (slim - degrees) * math.Pi / 180
	axis, across = axis.Scale(math.Cos(lean)).Add(across.Scale(math.Sin(lean))), across.Scale(math.Cos(lean)).Sub(axis.Scale(math.Sin(lean)))
	third, inside := axis.Cross(across), 0.0
	if d.chance(0.7) {
		inside = d.uniform(0.02, 0.2) / math.Sqrt(3)
	}
	pyramid := mapped(spike(sides, rings, radius, high), func(p geom.Vec) geom.Vec {
		return across.Scale(p[0]).Add(third.Scale(p[1])).Add(axis.Scale(p[2])).Add(geom.Vec{inside, inside, inside})
	})
	hollow := mapped(box(pick(d, 1, 2, 5)), func(p geom.Vec) geom.Vec { return p.Scale(size) })
	if d.chance(0.5) {
		var sheets []meshgen.Indexed
		for k := range 3 {
			n := pick(d, 1, 2, 3, 7)
			sheets = append(sheets, mapped(sheet(n, n, d.diagonal(), size, size), func(p geom.Vec) (q geom.Vec) {
				q[k], q[(k+1)%3] = p[0], p[1]
				return q
			}))
		}
		hollow = meshgen.Join(sheets...)
	}
	return against(pyramid, hollow, Passes)
}

// across returns a direction at right angles to a given one.
func (d draw) across(axis geom.Vec) geom.Vec {
	for {
		v := geom.Vec{d.NormFloat64(), d.NormFloat64(), d.NormFloat64()}
		if v = v.Sub(axis.Scale(v.Dot(axis))); v.Norm() > 0.1 {
			return v.Scale(1 / v.Norm())
		}
	}
}

// roller is a prism of 12 to 64 sides that leans, and stands on a corner or an edge of its base. Or it has 12 to
// 24 sides, each 12 steps wide or less, and lies on one of them. Its radius is then at most 30 steps, so that
// what is within four steps of the floor is at most 30 steps wide.
func roller(d draw, where Storage) sketch {
	lying := where.roomy() && d.chance(0.4)
	n := pick(d, 12, 24, 40, 64)
	radius := max(d.uniform(20, 300), float64(n))
	if lying {
		n = pick(d, 12, 16, 24)
		side := d.uniform(4.5, min(12, 60*math.Sin(math.Pi/float64(n))))
		radius = side / (2 * math.Sin(math.Pi/float64(n)))
	}
	first := -90.0 // a corner is below, or a side
	if lying || d.chance(0.5) {
		first += 180 / float64(n)
	}
	var corners [][2]float64
	for i := range n {
		corners = append(corners, toward(first+360*float64(i)/float64(n), radius))
	}
	m := d.bar(0, d.uniform(30, 400), corners...)
	if !lying {
		least := where.leastAngle()
		sin, cos := math.Sincos(d.uniform(least, 90-least) * math.Pi / 180)
		m = mapped(m, func(p geom.Vec) geom.Vec { return geom.Vec{p[0], p[1]*cos - p[2]*sin, p[1]*sin + p[2]*cos} })
	}
	bounds := geom.BoxOf(m.Vertices)
	center := bounds.Min.Add(bounds.Max).Scale(0.5)
	out := against(moved(m, -center[0], -center[1], -bounds.Min[2]), floorUnder(d, 3*bounds.Diagonal(), 0, 20), Passes)
	if lying {
		out.mesh = turned(d, out.mesh)
	}
	return out
}

// coneRow is a row of cones with their tips on a floor.
func coneRow(d draw, where Storage) sketch {
	high := pick(d, 30.0, 100, 300)
	widest := 60.0
	if where.leastAngle() > 25 {
		widest = 40
	}
	radius := high * math.Tan(d.uniform(8, widest)*math.Pi/180)
	n, pitch := pick(d, 2, 3, 8), 2*radius+d.uniform(8, 60)
	var cones []meshgen.Indexed
	for i := range n {
		rings := pick(d, 1, 3)
		sides := min(pick(d, 3, 8, 32), max(3, rowsOf(5, 2*math.Pi*radius/float64(rings))))
		cones = append(cones, moved(spike(sides, rings, radius, high), pitch*(float64(i)-float64(n-1)/2), d.uniform(-9, 9), 0))
	}
	return against(meshgen.Join(cones...), floorUnder(d, pitch*float64(n)*2, 0, 20), Passes)
}
