package pose_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/trig"
	"github.com/meshcheck/meshcheck/mesh/pose"
)

// The operations, which the compiler does not fuse where they are calls.

//go:noinline
func mul(a, b float64) float64 { return a * b }

//go:noinline
func add(a, b float64) float64 { return a + b }

//go:noinline
func sub(a, b float64) float64 { return a - b }

// dot returns the sum of products, added from left to right.
func dot(a, b []float64) float64 {
	sum := mul(a[0], b[0])
	for i := 1; i < len(a); i++ {
		sum = add(sum, mul(a[i], b[i]))
	}
	return sum
}

// twin poses a rig of package pose as slowly as it can be said.
type twin struct{ rig *pose.Rig }

// value returns the value of a channel.
func (w twin) value(c *pose.Channel, t float64) []float64 {
	s := c.Sampler
	n := s.Times.Rows()
	row := func(r int) (out []float64) {
		for i := range s.Width {
			out = append(out, s.Values.At(r, i))
		}
		return out
	}
	k := 0
	for k < n-1 && s.Times.At(k+1, 0) <= t {
		k++
	}
	if t <= s.Times.At(0, 0) || k == n-1 || s.Interpolation == pose.Step || t == s.Times.At(k, 0) {
		return row(s.Key(k))
	}
	h := sub(s.Times.At(k+1, 0), s.Times.At(k, 0))
	u := sub(t, s.Times.At(k, 0)) / h
	if s.Interpolation == pose.Cubic {
		square := mul(u, u)
		cube := mul(square, u)
		factors := []float64{
			add(sub(mul(2, cube), mul(3, square)), 1), mul(h, add(sub(cube, mul(2, square)), u)),
			add(mul(-2, cube), mul(3, square)), mul(h, sub(cube, square)),
		}
		v, leave, next, arrive := row(3*k+1), row(3*k+2), row(3*k+4), row(3*k+3)
		for i := range v {
			v[i] = dot(factors, []float64{v[i], leave[i], next[i], arrive[i]})
		}
		return v
	}
	p, q := row(k), row(k+1)
	if c.Property == pose.Rotation {
		return slerp(unit(p), unit(q), u)
	}
	for i := range p {
		p[i] = dot([]float64{sub(1, u), u}, []float64{p[i], q[i]})
	}
	return p
}

func length(q []float64) float64 { return math.Sqrt(dot(q, q)) }

func unit(q []float64) []float64 {
	l, out := length(q), make([]float64, len(q))
	for i, x := range q {
		out[i] = x / l
	}
	return out
}

func slerp(p, q []float64, u float64) []float64 {
	b, difference, sum := make([]float64, 4), make([]float64, 4), make([]float64, 4)
	sign := 1.0
	if dot(p, q) < 0 {
		sign = -1
	}
	for i := range b {
		b[i] = mul(sign, q[i])
		difference[i], sum[i] = sub(p[i], b[i]), add(p[i], b[i])
	}
	a := mul(2, arctan(length(difference)/length(sum)))
	factors := []float64{sine(mul(a, sub(1, u))), sine(mul(a, u))}
	out := make([]float64, 4)
	for i := range out {
		out[i] = dot(factors, []float64{p[i], b[i]}) / sine(a)
	}
	return out
}

func sine(x float64) float64 {
	square, sum := mul(x, x), 0.0
	for n := 21.0; n > 1; n -= 2 {
		sum = mul(square/(n*(n-1)), sub(1, sum))
	}
	return mul(x, sub(1, sum))
}

func arctan(x float64) float64 {
	for range 2 {
		x /= add(1, math.Sqrt(add(1, mul(x, x))))
	}
	square, sum := mul(x, x), 0.0
	for n := 21.0; n > 1; n -= 2 {
		sum = mul(square, sub(1/n, sum))
	}
	return mul(4, mul(x, sub(1, sum)))
}

// local returns the matrix of a node.
func local(l pose.Local) (out [4][4]float64) {
	x, y, z, w := l.Rotation[0], l.Rotation[1], l.Rotation[2], l.Rotation[3]
	two := func(a, b, c, d, sign float64) float64 { return mul(2, add(mul(a, b), mul(sign, mul(c, d)))) }
	r := [3][3]float64{
		{sub(1, two(y, y, z, z, 1)), two(x, y, z, w, -1), two(x, z, y, w, 1)},
		{two(x, y, z, w, 1), sub(1, two(x, x, z, z, 1)), two(y, z, x, w, -1)},
		{two(x, z, y, w, -1), two(y, z, x, w, 1), sub(1, two(x, x, y, y, 1))},
	}
	for i := range r {
		for c := range r {
			out[i][c] = mul(r[i][c], l.Scale[c])
		}
		out[i][3] = l.Translation[i]
	}
	out[3][3] = 1
	return out
}

func times(a, b [4][4]float64) (out [4][4]float64) {
	for r := range out {
		for c := range out {
			out[r][c] = dot(a[r][:], []float64{b[0][c], b[1][c], b[2][c], b[3][c]})
		}
	}
	return out
}

// positions returns the positions of a rig of random.
func (w twin) positions(t float64) (out []geom.Vec) {
	nodes := append([]pose.Node(nil), w.rig.Nodes...)
	var weights []float64
	for _, c := range w.rig.Clips[0].Channels {
		v := w.value(&c, t)
		switch c.Property {
		case pose.Translation:
			nodes[c.Node].Translation = geom.Vec(v)
		case pose.Rotation:
			nodes[c.Node].Rotation = pose.Quaternion(unit(v))
		case pose.Scale:
			nodes[c.Node].Scale = geom.Vec(v)
		case pose.Weights:
			weights = v
		}
	}
	world := make([][4][4]float64, len(nodes))
	for i, n := range nodes {
		if world[i] = local(n.Local); n.Parent >= 0 {
			world[i] = times(world[n.Parent], world[i])
		}
	}
	part := &w.rig.Objects[0].Shape.Parts[0]
	for v := range part.Points.Len() {
		p := part.Points.At(v)
		for k, d := range part.Targets {
			row := v
			if d.Vertices != nil {
				if row = indexOf(d.Vertices, uint32(v)); row < 0 {
					continue
				}
			}
			for c := range p {
				p[c] = add(p[c], mul(weights[k], d.Deltas.At(row, c)))
			}
		}
		out = append(out, w.moved(world, v, p))
	}
	return out
}

func indexOf(list []uint32, x uint32) int {
	for i, y := range list {
		if x == y {
			return i
		}
	}
	return -1
}

// moved returns where the joints move a point.
func (w twin) moved(world [][4][4]float64, v int, p geom.Vec) (out geom.Vec) {
	joints, weights, sum := w.rig.Objects[0].Shape.Parts[0].Influences.Of(v)
	for r := range out {
		var row [4]float64
		for k, j := range joints {
			joint := w.rig.Skins[0].Joints[j]
			m := times(world[joint.Node], joint.InverseBind)
			for c := range row {
				if x := mul(weights[k], m[r][c]); k == 0 {
					row[c] = x
				} else {
					row[c] = add(row[c], x)
				}
			}
		}
		out[r] = add(dot(row[:3], p[:]), row[3]) / sum
	}
	return out
}

// TestUnfused: positions are the same, bit by bit, as by a program whose operations are calls, which no compiler fuses,
// on any machine.
func TestUnfused(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 1))
	for range 20 {
		const vertices = 15
		r := random(rng, 1+rng.IntN(6), vertices, 1+rng.IntN(5))
		e := pose.NewEvaluator(r)
		for range 10 {
			time := 2.2 * rng.Float64()
			if err := e.Pose(0, time); err != nil {
				t.Fatal(err)
			}
			want := twin{r}.positions(time)
			for v, p := range positions(e, 0, vertices) {
				if p != want[v] {
					t.Fatalf("at %v: vertex %d at %v, want %v", time, v, p, want[v])
				}
			}
		}
	}
}

// TestTrigonometry: sine and arc tangent of the twin, and so of package pose, are right up to a few units in the last
// place.
func TestTrigonometry(t *testing.T) {
	worst := 0.0
	for k := range 2001 {
		x := float64(k) / 2000 * (math.Pi / 2)
		want, _ := trig.Sincos(x)
		ratio := float64(k) / 2000
		for _, off := range []float64{(sine(x) - want) / want, (arctan(ratio) - math.Atan(ratio)) / math.Atan(ratio)} {
			if x > 0 {
				worst = max(worst, math.Abs(off))
			}
		}
	}
	if worst > 6e-16 {
		t.Errorf("off by %g", worst)
	}
}
