package precisiongen

import (
	"math"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/meshgen"
)

// slab is a closed box of half a step or less of thickness, with its top cut otherwise than its bottom: both
// are in one place over hundreds of steps. As text it has a far triangle: without, a step is coarser than the
// resolution.
func slab(d draw, where Storage) sketch {
	w, thick := pick(d, 800.0, 2000), d.uniform(0.05, 0.5)
	n, m := pick(d, 1, 4, 13, 40), pick(d, 1, 3, 10, 40)
	top := moved(sheet(n, n, d.diagonal(), w, w), 0, 0, thick)
	bottom := turnedOver(sheet(m, m, d.diagonal(), w, w))
	sides := box(1)
	sides.Faces = sides.Faces[:8] // those along x and y
	sides = mapped(sides, func(p geom.Vec) geom.Vec { return geom.Vec{p[0] * w, p[1] * w, p[2] * thick} })
	return sketch{mesh: meshgen.Join(top, bottom, sides), want: FailsIfMet, far: where.Kind == Text}
}

func turnedOver(m meshgen.Indexed) meshgen.Indexed {
	for i, f := range m.Faces {
		m.Faces[i] = [3]uint32{f[2], f[1], f[0]}
	}
	return m
}

// corrugated are two corrugated sheets with the same folds, within half a step of each other, cut
// differently between their folds.
func corrugated(d draw, _ Storage) sketch {
	w, fold, degrees := pick(d, 200.0, 300, 400), pick(d, 4.0, 10, 30, 150), pick(d, 3.0, 10, 20, 45)
	folds, tilt := int(math.Round(w/fold)), d.uniform(-0.4, 0.4)/w
	fold = w / float64(folds)
	high := fold * math.Tan(degrees*math.Pi/180)
	make := func(pieces, rows int, low, length, tilt float64) meshgen.Indexed {
		return mapped(sheet(folds*pieces, rows, d.diagonal(), w, length), func(p geom.Vec) geom.Vec {
			y := p[1] + low
			up := math.Abs(math.Mod(p[0]/fold+2, 2) - 1)
			return geom.Vec{p[0], y, high*up + (y-w/2)*tilt}
		})
	}
	a := make(pick(d, 1, 2), pick(d, 1, 8, 20), 0, w, 0)
	b := make(pick(d, 1, 2), pick(d, 1, 7, 23), w*0.03, w*1.04, tilt)
	row := " flat"
	if degrees > 20 {
		row = " steep"
	}
	out := against(a, b, FailsIfMet)
	out.row = row
	return out
}

// pulled gives each triangle vertices of its own, rounded up or down at random. Points lie midway
// between two numbers, so that each is a right way to round them.
func pulled(d draw, m meshgen.Indexed) meshgen.Indexed {
	var out meshgen.Indexed
	for _, f := range m.Faces {
		for _, v := range f {
			p := m.Vertices[v]
			for k := range p {
				p[k] = math.Floor(p[k]) + float64(d.IntN(2))
			}
			out.Vertices = append(out.Vertices, p)
		}
		n := uint32(len(out.Vertices))
		out.Faces = append(out.Faces, [3]uint32{n - 3, n - 2, n - 1})
	}
	return out
}

// soup is a surface pulled apart by rounding: each triangle has vertices of its own, rounded by themselves.
// A ball or a hilly sheet passes, whose cells are twelve steps or more. A body half sunk into a wall fails.
func soup(d draw, where Storage) sketch {
	if d.chance(0.4) {
		out := through(d, where)
		out.mesh, out.row, out.want, out.fixed = pulled(d, placed(d, out.mesh)), " fail", FailsIfMet, true
		return out
	}
	n, cell := pick(d, 4, 8, 16), pick(d, 12.0, 30, 100)
	w := cell * float64(n)
	m := sheet(n, n, d.diagonal(), w, w)
	for i := range m.Vertices {
		m.Vertices[i][2] = d.uniform(-0.4, 0.4) * cell
	}
	if d.chance(0.5) {
		m = mapped(ball(n), func(p geom.Vec) geom.Vec { return p.Scale(2 * w) })
	}
	return sketch{mesh: pulled(d, placed(d, m)), want: Passes, row: " pass", far: true, fixed: true}
}
