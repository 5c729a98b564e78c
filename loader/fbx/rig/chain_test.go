package rig_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/mesh/pose"
)

// matrix is a map of homogeneous coordinates.
type matrix [4][4]float64

func unit() matrix { return matrix{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}} }

func product(factors ...matrix) matrix {
	out := unit()
	for _, f := range factors {
		var next matrix
		for i := range 4 {
			for k := range 4 {
				for j := range 4 {
					next[i][k] += out[i][j] * f[j][k]
				}
			}
		}
		out = next
	}
	return out
}

func moved(v geom.Vec, sign float64) matrix {
	m := unit()
	for i, x := range v {
		m[i][3] = sign * x
	}
	return m
}

func scaled(v geom.Vec) matrix {
	m := unit()
	for i, x := range v {
		m[i][i] = x
	}
	return m
}

// turned returns the rotation by angles in degrees about axes, the first of which turns first.
func turned(angles geom.Vec, axes string) matrix {
	out := unit()
	for _, axis := range axes {
		k := int(axis - 'X')
		sin, cos := math.Sincos(angles[k] * math.Pi / 180)
		m, i, j := unit(), (k+1)%3, (k+2)%3
		m[i][i], m[j][j], m[i][j], m[j][i] = cos, cos, -sin, sin
		out = product(m, out)
	}
	return out
}

// inverse returns the inverse of a rotation.
func inverse(m matrix) (out matrix) {
	for i := range 4 {
		for k := range 4 {
			out[i][k] = m[k][i]
		}
	}
	return out
}

var orders = []string{"XYZ", "XZY", "YZX", "YXZ", "ZXY", "ZYX", "XYZ"}

// twin is a Model as the documentation of the FBX SDK says its transform.
type twin struct {
	parent                                                            *twin
	move, turn, scale                                                 geom.Vec
	rotationOffset, rotationPivot, pre, post, scalingOffset, scalePiv geom.Vec
	geoMove, geoTurn, geoScale                                        geom.Vec
	order, inherit                                                    int
	plain                                                             bool
	// keys are the values of the animated properties at the times 0, 1 and 2.
	keys map[string][3]geom.Vec
}

// rotation returns the rotation of a Model.
func (m *twin) rotation() matrix {
	if m.plain {
		return turned(m.turn, "XYZ")
	}
	return product(turned(m.pre, "XYZ"), turned(m.turn, orders[m.order]), inverse(turned(m.post, "XYZ")))
}

// world returns the matrix of a Model, that without its own scaling, and its own scaling with what it inherits of it
// alone, and the latter.
func (m *twin) world() (world, unscaled matrix, scale, inherited geom.Vec) {
	local := product(
		moved(m.move, 1), moved(m.rotationOffset, 1), moved(m.rotationPivot, 1), m.rotation(), moved(m.rotationPivot, -1),
		moved(m.scalingOffset, 1), moved(m.scalePiv, 1), scaled(m.scale), moved(m.scalePiv, -1),
	)
	at := geom.Vec{local[0][3], local[1][3], local[2][3]}
	world, unscaled, scale, inherited = unit(), unit(), geom.Vec{1, 1, 1}, geom.Vec{1, 1, 1}
	if m.parent != nil {
		world, unscaled, scale, inherited = m.parent.world()
	}
	times := func(v, w geom.Vec) geom.Vec { return geom.Vec{v[0] * w[0], v[1] * w[1], v[2] * w[2]} }
	switch m.inherit {
	case 1:
		return product(world, local), product(world, moved(at, 1), m.rotation()), m.scale, geom.Vec{1, 1, 1}
	case 0:
		inherited = scale
	}
	motion := product(unscaled, moved(times(at, scale), 1), m.rotation())
	scale = times(m.scale, inherited)
	return product(motion, scaled(scale)), motion, scale, inherited
}

// at returns the positions of the cube that a Model shows.
func (m *twin) at(time float64) (out []geom.Vec) {
	for p := m; p != nil; p = p.parent {
		k := min(int(time), 1)
		for name, values := range p.keys {
			for c := range 3 {
				u := time - float64(k)
				*p.component(name, c) = values[k][c]*(1-u) + values[k+1][c]*u
			}
		}
	}
	world, _, _, _ := m.world()
	world = product(world, moved(m.geoMove, 1), turned(m.geoTurn, "XYZ"), scaled(m.geoScale))
	for i := 0; i < len(cube); i += 3 {
		var p geom.Vec
		for r := range 3 {
			p[r] = world[r][0]*cube[i] + world[r][1]*cube[i+1] + world[r][2]*cube[i+2] + world[r][3]
		}
		out = append(out, p)
	}
	return out
}

func (m *twin) component(property string, c int) *float64 {
	switch property {
	case "Lcl Translation":
		return &m.move[c]
	case "Lcl Rotation":
		return &m.turn[c]
	}
	return &m.scale[c]
}

// single returns a vector of float32 numbers, as curves have them.
func single(rng *rand.Rand, low, high float64) (v geom.Vec) {
	for i := range v {
		v[i] = float64(float32(low + (high-low)*rng.Float64()))
	}
	return v
}

// random returns a Model with random properties.
func random(rng *rand.Rand, parent *twin) *twin {
	m := &twin{parent: parent, order: rng.IntN(len(orders)), inherit: rng.IntN(3), plain: rng.IntN(5) == 0, keys: map[string][3]geom.Vec{}}
	for _, v := range []*geom.Vec{&m.rotationOffset, &m.rotationPivot, &m.scalingOffset, &m.scalePiv, &m.geoMove, &m.move} {
		*v = single(rng, -2, 2)
	}
	for _, v := range []*geom.Vec{&m.pre, &m.post, &m.geoTurn, &m.turn} {
		*v = single(rng, -400, 400)
	}
	m.scale, m.geoScale = single(rng, 0.5, 2), single(rng, 0.5, 2)
	if rng.IntN(2) == 0 {
		m.geoMove, m.geoTurn, m.geoScale = geom.Vec{}, geom.Vec{}, geom.Vec{1, 1, 1}
	}
	if rng.IntN(2) == 0 {
		m.scale[rng.IntN(3)] *= -1
	}
	for name, low := range map[string]float64{"Lcl Translation": -2, "Lcl Rotation": -400, "Lcl Scaling": 0.5} {
		if rng.IntN(2) == 0 {
			m.keys[name] = [3]geom.Vec{single(rng, low, -low), single(rng, low, -low), single(rng, low, -low)}
		}
	}
	return m
}

// write adds the Model to a file.
func (m *twin) write(b *builder, parent int64, name string) int64 {
	of := map[string][]any{"RotationOrder": {int32(m.order)}, "InheritType": {int32(m.inherit)}}
	if m.plain {
		m.order = 0
		of["RotationActive"] = []any{int32(0)}
	}
	for name, v := range map[string]geom.Vec{
		"Lcl Translation": m.move, "Lcl Rotation": m.turn, "Lcl Scaling": m.scale, "RotationOffset": m.rotationOffset,
		"RotationPivot": m.rotationPivot, "PreRotation": m.pre, "PostRotation": m.post, "ScalingOffset": m.scalingOffset,
		"ScalingPivot": m.scalePiv, "GeometricTranslation": m.geoMove, "GeometricRotation": m.geoTurn, "GeometricScaling": m.geoScale,
	} {
		of[name] = vector(v[0], v[1], v[2])
	}
	return b.model(parent, name, of)
}

// TestChain compares Models with all kinds of transforms, whose properties are animated, with the product of
// matrices that defines them. In the default pose they are where the scene has them.
func TestChain(t *testing.T) {
	for seed := range uint64(40) {
		rng := rand.New(rand.NewPCG(35, seed))
		b := &builder{}
		var models []*twin
		var ids []int64
		layer := b.stack("clip")
		for i := range 6 {
			var parent *twin
			above := int64(0)
			if i > 0 && rng.IntN(5) > 0 {
				k := rng.IntN(i)
				parent, above = models[k], ids[k]
			}
			m := random(rng, parent)
			models, ids = append(models, m), append(ids, m.write(b, above, fmt.Sprint(i)))
			for name, values := range m.keys {
				curves := map[string]int64{}
				for c, axis := range []string{"d|X", "d|Y", "d|Z"} {
					curves[axis] = b.line(0, values[0][c], 1, values[1][c], 2, values[2][c])
				}
				b.animate(layer, ids[i], name, nil, curves)
			}
		}
		b.geometry(ids)
		s := decode(t, b.file())
		if s.RigError != nil {
			t.Fatal(s.RigError)
		}
		if s.Rig == nil {
			continue // none is animated
		}
		for i, o := range s.Rig.Objects {
			in := s.Instances[o.Instance]
			var placed []geom.Vec
			for k := 0; k < len(cube); k += 3 {
				placed = append(placed, in.World.Apply(geom.Vec(cube[k:k+3])))
			}
			if got := posed(t, s, i); !near(got, placed) {
				t.Errorf("seed %d, %s at rest: %v, want %v", seed, in.Path, got, placed)
			}
			if got := pose.NewEvaluator(s.Rig).PlacementRounding(i); o.Within == nil && !similar(&got, in.Rounding) {
				t.Errorf("seed %d, %s has the rounding %v, in the scene %v", seed, in.Path, got, *in.Rounding)
			}
			var index int
			if _, err := fmt.Sscan(in.Name, &index); err != nil {
				t.Fatal(err)
			}
			for _, time := range []float64{0, 0.25, 1, 1.7, 2} {
				if got, want := posed(t, s, i, time), models[index].at(time); !near(got, want) {
					t.Fatalf("seed %d, %s at %v: %v, want %v", seed, in.Path, time, got, want)
				}
			}
		}
	}
}
