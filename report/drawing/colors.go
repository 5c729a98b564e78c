package drawing

import (
	"math"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/mesh"
)

// Colors are the base colors of the triangles of a view.
type Colors struct {
	// Runs has two numbers for each run of neighbouring triangles: how many they are, and the index
	// of their paint in the excerpt, -1 for none.
	Runs []int `json:"runs"`
	// UVs are distinct texture coordinates: u is Low[0] + Size[0]·x/65535, v likewise.
	UVs  [][2]uint16 `json:"-"`
	Low  [2]float64  `json:"low"`
	Size [2]float64  `json:"size"`
	// UVOf has three indices of UVs for each triangle whose paint has a texture.
	UVOf []uint32 `json:"-"`
	// Tints are distinct colors of vertices, and TintOf three of their indices for each triangle whose
	// paint is tinted.
	Tints  [][3]uint8 `json:"-"`
	TintOf []uint32   `json:"-"`
}

// Paint is how a surface is colored: the product of its color, the colors of vertices if it is
// tinted, and a texture.
type Paint struct {
	Color [3]uint8 `json:"color"`
	// Texture is an index into the textures of the excerpt, -1 for none.
	Texture int          `json:"texture"`
	Wrap    [2]mesh.Wrap `json:"wrap"`
	Tinted  bool         `json:"tinted"`
}

// paints are the paints of the parts of a scene.
type paints struct {
	list []Paint
	// of has the index of the paint of each part with a color, by mesh.
	of [][]int
}

// paintsOf returns the paints of a scene, with or without textures, nil if it has no colors.
func paintsOf(s *mesh.Scene, textures bool) *paints {
	p := &paints{of: make([][]int, len(s.Meshes))}
	known := map[Paint]int{}
	for i, m := range s.Meshes {
		p.of[i] = make([]int, len(m.Parts))
		for k := range m.Parts {
			p.of[i][k] = -1
			c := m.Parts[k].Color
			if c == nil {
				continue
			}
			is := paintOf(c, textures)
			at, ok := known[is]
			if !ok {
				at = len(p.list)
				known[is] = at
				p.list = append(p.list, is)
			}
			p.of[i][k] = at
		}
	}
	if len(p.list) == 0 {
		return nil
	}
	return p
}

func paintOf(c *mesh.BaseColor, textures bool) Paint {
	p := Paint{Texture: -1, Tinted: c.Vertices != nil}
	for k, x := range c.Factor {
		p.Color[k] = uint8(255*min(max(x, 0), 1) + 0.5)
	}
	if c.Map != nil && textures {
		p.Texture, p.Wrap = c.Map.Texture, c.Map.Wrap
	}
	return p
}

// coloring collects the colors of a view.
type coloring struct {
	paints *paints
	Colors
	corners []geom.Vec2 // of triangles with a texture
	tints   map[[3]uint8]uint32
	matrix  map[*mesh.TextureMap]mesh.UVMatrix
}

func newColoring(p *paints) *coloring {
	return &coloring{paints: p, tints: map[[3]uint8]uint32{}, matrix: map[*mesh.TextureMap]mesh.UVMatrix{}}
}

// colored reports whether triangles of an object have base colors: those of hulls and of their
// visuals show distances, and those of a pair which object they belong to.
func (o *object) colored() bool {
	switch o.Role {
	case First, Second, Visual, Hull:
		return false
	}
	return true
}

// add adds a triangle of the stage that belongs to a part of an object and its mesh.
func (c *coloring) add(o *object, m *mesh.Mesh, part, face int) {
	paint := -1
	if o.colored() {
		paint = c.paints.of[o.Mesh][part]
	}
	c.run(1, paint)
	if paint < 0 {
		return
	}
	p, i := &m.Parts[part], face-o.First-o.parts[part].First
	if c.paints.list[paint].Texture >= 0 {
		c.addUVs(p, i)
	}
	for k := 0; k < 3 && p.Color.Vertices != nil; k++ {
		v := 3 * p.Corner(3*i+k)
		c.tint([3]uint8(p.Color.Vertices[v : v+3]))
	}
}

// run adds triangles with the same paint.
func (c *coloring) run(triangles, paint int) {
	if n := len(c.Runs); n > 0 && c.Runs[n-1] == paint {
		c.Runs[n-2] += triangles
	} else {
		c.Runs = append(c.Runs, triangles, paint)
	}
}

// tint adds the color of a corner.
func (c *coloring) tint(tint [3]uint8) {
	at, ok := c.tints[tint]
	if !ok {
		at = uint32(len(c.Tints))
		c.tints[tint] = at
		c.Tints = append(c.Tints, tint)
	}
	c.TintOf = append(c.TintOf, at)
}

// join adds the triangles of a view.
func (c *coloring) join(x *View) {
	of := x.Colors
	if of == nil {
		c.run(len(x.Triangles), -1)
		return
	}
	for i := 0; i < len(of.Runs); i += 2 {
		c.run(of.Runs[i], of.Runs[i+1])
	}
	for _, i := range of.UVOf {
		c.corners = append(c.corners, of.at(int(i)))
	}
	for _, i := range of.TintOf {
		c.tint(of.Tints[i])
	}
}

// at returns the texture coordinates with index i.
func (c *Colors) at(i int) (p geom.Vec2) {
	for k, q := range c.UVs[i] {
		p[k] = c.Low[k] + float64(c.Size[k]*float64(q))/math.MaxUint16
	}
	return p
}

// mostTiles is how often a texture may repeat across a triangle. Beyond, its pattern is too fine to be
// seen, and its coordinates would take the precision of all others.
const mostTiles = 4096

// addUVs adds the texture coordinates of triangle i of a part, moved by whole periods to where the
// texture begins.
func (c *coloring) addUVs(p *mesh.Part, i int) {
	of := p.Color.Map
	matrix, ok := c.matrix[of]
	if !ok {
		matrix = of.Transform.Matrix()
		c.matrix[of] = matrix
	}
	var corners [3]geom.Vec2
	for k := range corners {
		uv := of.UV.At(p.Corner(3*i + k))
		if one := float64(of.UV.Format.One); one > 0 {
			uv[0], uv[1] = uv[0]/one, uv[1]/one
		}
		corners[k] = matrix.Apply(uv)
	}
	for axis, wrap := range of.Wrap {
		period := [...]float64{mesh.Repeat: 1, mesh.MirroredRepeat: 2}[wrap]
		shift(&corners, axis, period)
	}
	c.corners = append(c.corners, corners[:]...)
}

// shift moves the coordinates of a triangle along an axis so that the least is within the first
// period, which is 0 for a texture that does not repeat, or makes them 0 if they are out of range.
func shift(corners *[3]geom.Vec2, axis int, period float64) {
	low := min(corners[0][axis], corners[1][axis], corners[2][axis])
	high := max(corners[0][axis], corners[1][axis], corners[2][axis])
	if period > 0 {
		low, high = math.Floor(low/period)*period, high-math.Floor(low/period)*period
	} else {
		low, high = 0, max(math.Abs(low), math.Abs(high))
	}
	for k := range corners {
		if corners[k][axis] -= low; !(high <= mostTiles) { // true for NaN
			corners[k][axis] = 0
		}
	}
}

// done returns the colors, nil if no triangle has any.
func (c *coloring) done() *Colors {
	if len(c.Runs) <= 2 && (len(c.Runs) == 0 || c.Runs[1] < 0) {
		return nil
	}
	low, high := geom.Vec2{math.Inf(1), math.Inf(1)}, geom.Vec2{math.Inf(-1), math.Inf(-1)}
	for _, p := range c.corners {
		for k := range p {
			low[k], high[k] = min(low[k], p[k]), max(high[k], p[k])
		}
	}
	known := map[[2]uint16]uint32{}
	for _, p := range c.corners {
		var q [2]uint16
		for k := range q {
			if size := high[k] - low[k]; size > 0 {
				q[k] = uint16(float64((p[k]-low[k])/size*math.MaxUint16) + 0.5)
			}
		}
		at, ok := known[q]
		if !ok {
			at = uint32(len(c.UVs))
			known[q] = at
			c.UVs = append(c.UVs, q)
		}
		c.UVOf = append(c.UVOf, at)
	}
	if len(c.corners) > 0 {
		c.Low, c.Size = low, geom.Vec2{high[0] - low[0], high[1] - low[1]}
	}
	return &c.Colors
}

// size is the part of View.Size for colors.
func (c *Colors) size() int {
	if c == nil {
		return 0
	}
	const corner = 2
	return 4*len(c.UVs) + 4*len(c.Tints) + corner*(len(c.UVOf)+len(c.TintOf)) + 6*len(c.Runs)
}
