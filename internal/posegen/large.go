package posegen

import (
	"math"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/meshgen"
)

// limbs describes a skinned mesh of limbs side by side along x, all of which go up from the plane z = 0.
type limbs struct {
	number  int
	spacing float64
	// joints is their number in each limb, a unit apart.
	joints int
	// limb returns the geometry of a limb on the origin.
	limb func(number int) meshgen.Indexed
	// angle returns the angle in degrees by which each joint of a limb bends to the right at a time.
	angle func(number int, time float64) float64
	// rigid: each shell follows one joint. Otherwise vertices follow the two joints around them.
	rigid bool
}

// keys returns the times of so many keys, 30 a second.
func keys(n int) []float64 {
	out := make([]float64, n)
	for k := range out {
		out[k] = float64(k) / 30
	}
	return out
}

// model returns the limbs with a clip of so many keys.
func (l *limbs) model(name string, samples int) *Model {
	m, mesh, skin := &Model{}, &Mesh{Name: name}, &Skin{}
	m.Clip(name)
	root := m.Add("root", -1, geom.Vec{})
	times := keys(samples)
	for n := range l.number {
		first, x := len(skin.Joints), l.spacing*float64(n)
		for k := range l.joints {
			parent, at := len(m.Nodes)-1, geom.Vec{0, 0, 1}
			if k == 0 {
				parent, at = root, geom.Vec{x, 0, 0}
			}
			joint := m.Add("joint", parent, at)
			skin.Joints = append(skin.Joints, joint)
			skin.InverseBind = append(skin.InverseBind, geom.Affine{{1, 0, 0, -x}, {0, 1, 0, 0}, {0, 0, 1, -float64(k)}})
			c := Channel{Node: joint, Path: "rotation", Mode: "LINEAR", Times: times}
			for _, t := range times {
				q := Turn(1, l.angle(n, t))
				c.Values = append(c.Values, q[:]...)
			}
			m.Clips[0].Channels = append(m.Clips[0].Channels, c)
		}
		limb := l.limb(n).Map(func(v geom.Vec) geom.Vec { return geom.Vec{v[0] + x, v[1], v[2]} })
		mesh.Influences = append(mesh.Influences, l.influences(&limb, first)...)
		mesh.Indexed = meshgen.Join(mesh.Indexed, limb)
	}
	node := m.Add(name, -1, geom.Vec{})
	m.Nodes[node].Mesh, m.Nodes[node].Skin = mesh, skin
	return m
}

// influences returns those of a limb whose joints begin with a number.
func (l *limbs) influences(limb *meshgen.Indexed, first int) [][]Influence {
	height := make([]float64, len(limb.Vertices))
	for v, p := range limb.Vertices {
		height[v] = p[2]
	}
	if l.rigid {
		lower(height, limb.Faces)
	}
	out := make([][]Influence, len(limb.Vertices))
	for v, h := range height {
		at := min(max(h, 0), float64(l.joints)-1)
		below := min(int(at), l.joints-2)
		// From one joint to the next along a cubic curve.
		u := at - float64(below)
		u = u * u * (3 - 2*u)
		if l.rigid {
			u = 0
		}
		out[v] = []Influence{{first + below, 1 - u}}
		if u > 0 {
			out[v] = append(out[v], Influence{first + below + 1, u})
		}
	}
	return out
}

// lower sets the height of each vertex to the least in its shell.
func lower(height []float64, faces [][3]uint32) {
	for changed := true; changed; {
		changed = false
		for _, f := range faces {
			least := min(height[f[0]], height[f[1]], height[f[2]])
			for _, v := range f {
				if height[v] > least {
					height[v], changed = least, true
				}
			}
		}
	}
}

// tube returns an upright closed tube of so many triangles or a few less, with 24 sides.
func tube(triangles int, radius, length float64) meshgen.Indexed {
	const sides = 24
	rings := max(1, (triangles-2*(sides-2))/(2*sides))
	var circle [][2]float64
	for k := range sides {
		s, c := math.Sincos(2 * math.Pi * float64(k) / sides)
		circle = append(circle, [2]float64{radius * c, radius * s})
	}
	return meshgen.Sweep(circle, rings, func(section int, p [2]float64) geom.Vec {
		return geom.Vec{p[0], p[1], length * float64(section) / float64(rings)}
	})
}

// wave is an angle that swings once in two seconds.
func wave(time float64) float64 { return math.Sin(math.Pi * time) }

// Clean returns a character of so many triangles or a few less, and a clip of so many keys, 30 a second: ten limbs that
// bend and touch neither each other nor themselves.
func Clean(triangles, samples int) *Model {
	l := limbs{
		number: 10, spacing: 1, joints: 4,
		limb:  func(int) meshgen.Indexed { return tube(triangles/10, 0.2, 4) },
		angle: func(_ int, time float64) float64 { return 15 * wave(time) },
	}
	return l.model("clean", samples)
}

// Touching returns the same character, but twice two neighbours bend towards each other, so that they go
// through each other in all samples and not at rest. Of 50,000 triangles, about a thousand pairs do in each.
func Touching(triangles, samples int) *Model {
	l := limbs{
		number: 10, spacing: 1, joints: 4,
		limb: func(int) meshgen.Indexed { return tube(triangles/10, 0.2, 4) },
		angle: func(n int, time float64) float64 {
			angle := 11 + 2*wave(time)
			if n == 1 || n == 5 {
				return -angle
			}
			return angle
		},
	}
	return l.model("touching", samples)
}

// Shells returns a character of 61,760 triangles in 193 shells that go through each other at rest, like beads on a
// string, and a clip of so many keys. About 17,000 pairs of triangles do in each sample, most of them at rest too.
func Shells(samples int) *Model {
	l := limbs{
		number: 1, joints: 13, rigid: true,
		limb: func(int) (all meshgen.Indexed) {
			for k := range 193 {
				center := geom.Vec{0.011 * float64(k%7), 0.013 * float64(k%5), 0.0625 * float64(k)}
				all = meshgen.Join(all, meshgen.Icosphere(2, center, 0.067))
			}
			return all
		},
		angle: func(_ int, time float64) float64 { return 6 * wave(time) },
	}
	return l.model("shells", samples)
}
