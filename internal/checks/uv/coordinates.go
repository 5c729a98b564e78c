package uv

import (
	"math"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/mesh"
)

// coordinates define how the stored coordinates of a sheet's parts are read.
type coordinates struct {
	// divide normalized integers by the one that means 1, because the parts have different formats
	// or transforms.
	divide bool
	// transform applies each part's own transform, because they differ. The results are then
	// checked.
	transform bool
	// tile is the side of a tile in the coordinates that are checked: 1, or the integer that means
	// it.
	tile float64
	// shown is the common transform of all parts, applied before range, tiles, padding and borders
	// are checked; nil if there is none.
	shown *mesh.UVMatrix
	vUp   bool // mesh.Scene.VUp
}

// coordinatesOf decides how the coordinates of a sheet are read.
func coordinatesOf(s *mesh.Scene, sh *sheet) coordinates {
	first := sh.setOf(s, 0).Format
	c := coordinates{tile: 1, vUp: s.VUp}
	for i := range sh.parts {
		c.divide = c.divide || sh.setOf(s, i).Format != first
		c.transform = c.transform || sh.transforms[i] != sh.transforms[0]
	}
	c.divide = c.divide || c.transform
	if !c.divide && first.One > 0 {
		c.tile = float64(first.One)
	}
	if !c.transform && sh.transforms[0] != mesh.IdentityUV {
		m := sh.transforms[0].Matrix()
		c.shown = &m
	}
	return c
}

// setOf returns the UV set of part i of the sheet.
func (sh *sheet) setOf(s *mesh.Scene, i int) *mesh.UVSet {
	ref := sh.parts[i]
	return s.Meshes[ref.Mesh].Parts[ref.Part].UV(sh.set)
}

// reader reads the coordinates of one part of a sheet.
type reader struct {
	set    *mesh.UVSet
	one    float64        // divisor, 1 for none
	matrix *mesh.UVMatrix // nil for none
	// stretch is the factor for a step of the stored format: 1, or the greater scale of the
	// transform.
	stretch float64
}

func (c *coordinates) reader(s *mesh.Scene, sh *sheet, i int) reader {
	r := reader{set: sh.setOf(s, i), one: 1, stretch: 1}
	if c.divide && r.set.Format.One > 0 {
		r.one = float64(r.set.Format.One)
	}
	if c.transform {
		m := sh.transforms[i].Matrix()
		r.matrix = &m
		r.stretch = max(math.Abs(sh.transforms[i].Scale[0]), math.Abs(sh.transforms[i].Scale[1]))
	}
	return r
}

// at returns the coordinates of a stored vertex.
func (r *reader) at(vertex int) geom.Vec2 {
	p := r.set.At(vertex)
	if r.one != 1 {
		p[0], p[1] = p[0]/r.one, p[1]/r.one
	}
	if r.matrix != nil {
		p = r.matrix.Apply(p)
	}
	return p
}

// resolution returns the resolution of a triangle: the gap between neighbouring numbers of the
// stored format at the greatest magnitude of its components, in the coordinates that are checked.
func (r *reader) resolution(vertices [3]int) float64 {
	most := 0.0
	for _, v := range vertices {
		p := r.set.At(v)
		most = max(most, math.Abs(p[0]), math.Abs(p[1]))
	}
	gap := 1.0
	switch r.set.Format.Component {
	case mesh.Float32:
		gap = gap32(most)
	case mesh.Float64:
		gap = math.Nextafter(most, math.Inf(1)) - most
	}
	return gap / r.one * r.stretch
}

// gap32 returns the distance from x, a non-negative float32, to the next greater one: 2^-23 of the
// power of two in x, and at least 2^-149.
func gap32(x float64) float64 {
	const bits, bias, least = 52, 1023, -149
	exponent := int(math.Float64bits(x) >> bits)
	return math.Float64frombits(uint64(max(exponent-23, bias+least)) << bits)
}

// toShown converts p from the coordinates that are checked to those of range, tiles, padding and
// borders, whose tiles have side 1 if the sheet has a transform, otherwise side tile.
func (c *coordinates) toShown(p geom.Vec2) geom.Vec2 {
	if c.shown == nil {
		return p
	}
	return c.shown.Apply(geom.Vec2{p[0] / c.tile, p[1] / c.tile})
}

// shownTile is the side of a tile in the coordinates of toShown.
func (c *coordinates) shownTile() float64 {
	if c.shown == nil {
		return c.tile
	}
	return 1
}
