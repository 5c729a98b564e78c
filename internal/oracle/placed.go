package oracle

import (
	"fmt"
	"math"
	"math/big"

	"github.com/meshcheck/meshcheck/geom"
)

// Placed is a mesh with an exact placement: its stored triangles, which must be finite, and
// a nonsingular rational map.
type Placed struct {
	Path  string
	Soup  []geom.Triangle
	Place Map
}

// NewPlacedScene returns a scene of objects placed by rational maps, without rounding. Equal
// vertices stay equal in the world.
func NewPlacedScene(objects []Placed) *Scene {
	s := &Scene{scale: scale{denominator: big.NewInt(1)}}
	corners := make([][][3]Point, len(objects))
	for i, o := range objects {
		for _, t := range o.Soup {
			var c [3]Point
			for k, v := range t {
				c[k] = o.Place.Apply(PointOf(v))
				for _, x := range c[k] {
					s.scale.include(x.Denom())
				}
			}
			corners[i] = append(corners[i], c)
		}
	}
	names := map[string]float64{}
	for i, o := range objects {
		b := &body{bounds: geom.EmptyBox(), box: geom.EmptyBox()}
		b.Path, b.Mirrored = o.Path, o.Place.Determinant().Sign() < 0
		for k, c := range corners[i] {
			b.stored = append(b.stored, s.scale.placed(k, c, names))
			b.bounds = b.bounds.Union(b.stored[k].box)
		}
		s.bodies = append(s.bodies, b)
	}
	return s
}

// include makes coordinates with a denominator integers.
func (s *scale) include(denominator *big.Int) {
	common := new(big.Int).GCD(nil, nil, s.denominator, denominator)
	s.denominator = new(big.Int).Mul(s.denominator, common.Quo(denominator, common))
}

// placed prepares a triangle. names numbers the points, and these numbers identify its
// vertices, because float64 coordinates may not distinguish them.
func (s *scale) placed(index int, corners [3]Point, names map[string]float64) *face {
	f := &face{index: index, box: geom.EmptyBox()}
	for k, p := range corners {
		for r, x := range p {
			f.corners[k][r] = new(big.Int).Quo(new(big.Int).Mul(x.Num(), s.denominator), x.Denom())
		}
		name := fmt.Sprint(f.corners[k])
		if _, known := names[name]; !known {
			names[name] = float64(len(names))
		}
		f.vertices[k] = geom.Vec{names[name]}
		f.box = f.box.Union(boxAround(p))
	}
	f.prepare()
	return f
}

// boxAround returns the smallest box of float64 numbers that holds p.
func boxAround(p Point) geom.Box {
	b := geom.Box{Min: p.Float64(), Max: p.Float64()}
	for k, x := range p {
		switch new(big.Rat).SetFloat64(b.Min[k]).Cmp(x) {
		case 1:
			b.Min[k] = math.Nextafter(b.Min[k], math.Inf(-1))
		case -1:
			b.Max[k] = math.Nextafter(b.Max[k], math.Inf(1))
		}
	}
	return b
}
