package hausdorff

import (
	"math"
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/meshcheck/meshcheck/convex"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/longtest"
	"github.com/meshcheck/meshcheck/internal/meshgen"
	"github.com/meshcheck/meshcheck/internal/world/worldtest"
	"github.com/meshcheck/meshcheck/mesh"
)

// bodyOf returns a convex set as a body.
func bodyOf(set convex.Set) Body {
	b := NewConvexBody(set, geom.EmptyBox())
	for k := range b.surface {
		b.Box = b.Box.Union(b.surface[k].Box())
	}
	return b
}

func boxBody(c, half geom.Vec) Body {
	return bodyOf(&geom.OBB{Center: c, Half: [3]geom.Vec{{half[0]}, {0, half[1]}, {0, 0, half[2]}}})
}

// meshesOf returns meshes where they are.
func meshesOf(t *testing.T, stored ...*mesh.Mesh) (all []*Mesh) {
	t.Helper()
	for _, m := range stored {
		all = append(all, &Mesh{Object: worldtest.ObjectOf(t, m, geom.Identity())})
	}
	return all
}

func measured(t *testing.T, meshes []*Mesh, bodies []Body, workers int) Deviation {
	t.Helper()
	c := Comparison{Meshes: meshes, Bodies: bodies, Workers: workers}
	d, err := c.Measure(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func near(x, y, relative float64) bool {
	return math.Abs(x-y) <= relative*max(math.Abs(x), math.Abs(y))
}

// TestDistanceClosedForms has distances in closed form.
func TestDistanceClosedForms(t *testing.T) {
	cube := meshgen.Box(geom.Vec{-1, -1, -1}, geom.Vec{1, 1, 1}).Mesh("cube")
	unit := geom.Vec{1, 1, 1}
	drum := meshgen.Cylinder(64, geom.Vec{}, 1, 2).Mesh("drum")
	open := meshgen.Grid(2, 2, func(x, y float64) float64 { return 0 }).Mesh("sheet")
	for _, row := range []struct {
		why         string
		mesh        *mesh.Mesh
		bodies      []Body
		gap, excess float64
		volume      float64
	}{
		{"the same box", cube, []Body{boxBody(geom.Vec{}, unit)}, 0, 0, 8},
		{"a box half as large: the corner sticks out by √3/2", cube, []Body{boxBody(geom.Vec{}, unit.Scale(0.5))}, math.Sqrt(3) / 2, 0, 1},
		{"a box twice as large: its corner stands off by √3", cube, []Body{boxBody(geom.Vec{}, unit.Scale(2))}, 0, math.Sqrt(3), 64},
		{"moved along x", cube, []Body{boxBody(geom.Vec{0.25}, unit)}, 0.25, 0.25, 8},
		{"two halves cover the whole, and what they share is no surface", cube, []Body{
			boxBody(geom.Vec{-0.5}, geom.Vec{0.5, 1, 1}), boxBody(geom.Vec{0.5}, geom.Vec{0.5, 1, 1}),
		}, 0, 0, 8},
		{"two halves that overlap", cube, []Body{
			boxBody(geom.Vec{-0.25}, geom.Vec{0.75, 1, 1}), boxBody(geom.Vec{0.25}, geom.Vec{0.75, 1, 1}),
		}, 0, 0, 8},
		{"two of one", cube, []Body{boxBody(geom.Vec{}, unit), boxBody(geom.Vec{}, unit)}, 0, 0, 8},
		{"a slot between two: its middle sticks out by half its width", cube, []Body{
			boxBody(geom.Vec{-0.6}, geom.Vec{0.4, 1, 1}), boxBody(geom.Vec{0.6}, geom.Vec{0.4, 1, 1}),
		}, 0.2, 0, 6.4},
		{"a ball around a cube: its top is off by √3 - 1", cube, []Body{bodyOf(convex.Sphere{Radius: math.Sqrt(3)})}, 0, math.Sqrt(3) - 1, 4 * math.Pi * math.Sqrt(3)},
		{"a ball in a cube", cube, []Body{bodyOf(convex.Sphere{Radius: 1})}, math.Sqrt(3) - 1, 0, 4 * math.Pi / 3},
		{"a cylinder in a cube", cube, []Body{bodyOf(convex.Cylinder{A: geom.Vec{0, 0, -1}, B: geom.Vec{0, 0, 1}, Radius: 1})}, math.Sqrt2 - 1, 0, 2 * math.Pi},
		{"a capsule that passes a cube", cube, []Body{bodyOf(convex.Capsule{A: geom.Vec{0, 0, -2}, B: geom.Vec{0, 0, 2}, Radius: 0.5})},
			math.Sqrt2 - 0.5, 1.5, math.Pi + math.Pi/6},
		{"a box around a drum: the edge is off by √2 - 1", drum, []Body{boxBody(geom.Vec{0, 0, 1}, unit)}, 0, math.Sqrt2 - 1, 8},
		{"an open sheet on the bottom of a box: the top is off by its height", open, []Body{boxBody(geom.Vec{1, 1, 1}, unit)}, 0, 2, 8},
	} {
		t.Run(row.why, func(t *testing.T) {
			g := measured(t, meshesOf(t, row.mesh), row.bodies, 1)
			for _, c := range []struct {
				what string
				got  *Distance
				want float64
			}{{"gap", g.Gap, row.gap}, {"excess", g.Excess, row.excess}} {
				switch {
				case c.got == nil:
					t.Errorf("no %s", c.what)
				case math.Abs(c.got.Greatest-c.want) > 2e-3*c.want+1e-3:
					t.Errorf("%s %v, want %v", c.what, c.got.Greatest, c.want)
				case c.got.Greatest+c.got.Error < c.want*(1-2e-3)-1e-9, c.got.Error > max(1.1e-3*c.got.Greatest, 2e-3):
					t.Errorf("%s %v + %v, want %v", c.what, c.got.Greatest, c.got.Error, c.want)
				case math.Abs(c.got.Places[0].Sub(c.got.Places[1]).Norm()-c.got.Greatest) > 1e-9:
					t.Errorf("%s %v between places %v apart", c.what, c.got.Greatest, c.got.Places[0].Sub(c.got.Places[1]).Norm())
				case c.got.Percentile95 > c.got.Greatest:
					t.Errorf("%s: 95 %% are within %v, and all within %v", c.what, c.got.Percentile95, c.got.Greatest)
				}
			}
			if !near(g.BodyVolume, row.volume, 0.01) {
				t.Errorf("bodies of volume %v, want %v", g.BodyVolume, row.volume)
			}
		})
	}
}

// TestDistancePercentile: the distance of a point of a cube's surface from a slab within it is
// known, and so is its distribution.
func TestDistancePercentile(t *testing.T) {
	cube := meshgen.Box(geom.Vec{-1, -1, -1}, geom.Vec{1, 1, 1}).Mesh("cube")
	// From the slab |z| ≤ 1/2 the two caps, a third of the surface, are 1/2 away, and of the
	// sides half is within it.
	g := measured(t, meshesOf(t, cube), []Body{boxBody(geom.Vec{}, geom.Vec{1, 1, 0.5})}, 2)
	if !near(g.Gap.Percentile95, 0.5, 1e-12) || !near(g.Gap.Greatest, 0.5, 1e-12) {
		t.Errorf("95 %% within %v, all within %v, want 0.5 and 0.5", g.Gap.Percentile95, g.Gap.Greatest)
	}
	// A needle of 2 % of the surface counts for nothing in it, but for all in the greatest.
	needle := meshgen.Join(meshgen.Box(geom.Vec{-1, -1, -1}, geom.Vec{1, 1, 1}), meshgen.Box(geom.Vec{3, 0, 0}, geom.Vec{3.25, 0.25, 0.25})).Mesh("crumb")
	g = measured(t, meshesOf(t, needle), []Body{boxBody(geom.Vec{}, geom.Vec{1, 1, 1})}, 2)
	if g.Gap.Percentile95 != 0 || !near(g.Gap.Greatest, 2.25, 1e-3) {
		t.Errorf("95 %% within %v, all within %v, want 0 and 2.25", g.Gap.Percentile95, g.Gap.Greatest)
	}
	if g.Gap.Samples != int(math.Ceil(samplesPerRoot*math.Cbrt(24))) {
		t.Errorf("%d samples", g.Gap.Samples)
	}
}

// TestDistanceAgainstSamples: no point of either surface is farther than the result,
// and some point is as far, of random boxes around random bodies; and the number of
// workers changes nothing.
func TestDistanceAgainstSamples(t *testing.T) {
	const seed = 61
	random := rand.New(rand.NewPCG(seed, 0))
	vector := func(scale float64) geom.Vec {
		return geom.Vec{random.NormFloat64(), random.NormFloat64(), random.NormFloat64()}.Scale(scale)
	}
	for round := range longtest.Rounds(t, 1, 20) {
		shape := []meshgen.Indexed{
			meshgen.LShape(1, 0.5), meshgen.UChannel(1, 0.7), meshgen.Ring(24, geom.Vec{}, 0.5, 1, 0.5), meshgen.Cone(20, geom.Vec{}, 1, 1.5),
		}[round%4]
		meshes := meshesOf(t, shape.Mesh("shape"))
		var bodies []Body
		for range 1 + random.IntN(5) {
			c := vector(0.4)
			var b Body
			switch random.IntN(4) {
			case 0:
				b = bodyOf(convex.Sphere{Center: c, Radius: 0.1 + random.Float64()/2})
			case 1:
				b = bodyOf(convex.Capsule{A: c, B: vector(0.5), Radius: 0.1 + random.Float64()/3})
			default:
				b = bodyOf(&geom.OBB{Center: c, Half: [3]geom.Vec{vector(0.4), vector(0.4), vector(0.4)}})
			}
			bodies = append(bodies, b)
		}
		g := measured(t, meshes, bodies, 1)
		if again := measured(t, meshes, bodies, 3); !reflect.DeepEqual(g, again) {
			t.Fatalf("seed %d round %d: %+v with one worker, %+v with three", seed, round, g, again)
		}
		checkGap(t, round, random, meshes[0], bodies, g.Gap)
		checkExcess(t, round, random, meshes[0], bodies, g.Excess)
	}
}

const looks = 2000

// checkGap compares with points of the mesh, whose distances are plain minima.
func checkGap(t *testing.T, round int, random *rand.Rand, o *Mesh, bodies []Body, c *Distance) {
	t.Helper()
	greatest := 0.0
	for range looks {
		p := anyPoint(random, o.Triangle(uint32(random.IntN(len(o.Shape.Welded.Faces)))))
		greatest = max(greatest, beyondBodies(bodies, p))
	}
	if d := fromSurface(o, c.Places[0]); d > 1e-9 {
		t.Errorf("round %d: the place of the greatest gap is %v off the surface", round, d)
	}
	checkPlace(t, round, c, beyondBodies(bodies, c.Places[0]))
	if greatest > c.Greatest+c.Error+1e-9 {
		t.Errorf("round %d: a point sticks out by %v, the greatest gap is %v + %v", round, greatest, c.Greatest, c.Error)
	}
}

// checkExcess compares with points of the bodies that are in no other and not in the
// mesh: all triangles are asked for the distance, and a point is inside where the solid
// angles of all triangles add up to 4π.
func checkExcess(t *testing.T, round int, random *rand.Rand, o *Mesh, bodies []Body, c *Distance) {
	t.Helper()
	greatest := 0.0
	for range looks {
		k := random.IntN(len(bodies))
		p := anyPoint(random, anyTriangle(random, bodies[k].surface))
		hidden := false
		for j := range bodies {
			hidden = hidden || j != k && convex.Distance(convex.Sphere{Center: p}, bodies[j].Set).Distance == 0
		}
		if hidden {
			continue
		}
		greatest = max(greatest, beyondMesh(o, p))
	}
	// The lift with which points are looked at from just outside is next to nothing.
	if c == nil {
		if greatest > 1e-6 {
			t.Errorf("round %d: a point stands off by %v, and there is said to be no surface", round, greatest)
		}
		return
	}
	checkPlace(t, round, c, beyondMesh(o, c.Places[0]))
	if greatest > c.Greatest+c.Error+1e-6 {
		t.Errorf("round %d: a point stands off by %v, the greatest excess is %v + %v", round, greatest, c.Greatest, c.Error)
	}
}

// beyondBodies is how far p is from all bodies.
func beyondBodies(bodies []Body, p geom.Vec) float64 {
	d := math.Inf(1)
	for k := range bodies {
		d = min(d, convex.Distance(convex.Sphere{Center: p}, bodies[k].Set).Distance)
	}
	return d
}

// fromSurface is how far p is from a surface, beyondMesh from what it is around.
func fromSurface(o *Mesh, p geom.Vec) float64 {
	d := math.Inf(1)
	for f := range len(o.Shape.Welded.Faces) {
		t := o.Triangle(uint32(f))
		_, e := t.Nearest(p)
		d = min(d, e)
	}
	return d
}

func beyondMesh(o *Mesh, p geom.Vec) float64 {
	angle := 0.0
	for f := range len(o.Shape.Welded.Faces) {
		angle += solidAngle(o.Triangle(uint32(f)), p)
	}
	if math.Abs(angle) > 2*math.Pi {
		return 0
	}
	return fromSurface(o, p)
}

// anyTriangle picks one with a chance that is its share of the area.
func anyTriangle(random *rand.Rand, surface []geom.Triangle) geom.Triangle {
	all := 0.0
	for k := range surface {
		all += surface[k].Area()
	}
	at := all * random.Float64()
	for k := range surface {
		if at -= surface[k].Area(); at <= 0 {
			return surface[k]
		}
	}
	return surface[len(surface)-1]
}

func anyPoint(random *rand.Rand, t geom.Triangle) geom.Vec {
	u, v := random.Float64(), random.Float64()
	if u+v > 1 {
		u, v = 1-u, 1-v
	}
	return t[0].Add(t[1].Sub(t[0]).Scale(u)).Add(t[2].Sub(t[0]).Scale(v))
}

// solidAngle is that of a triangle seen from p (A. van Oosterom and J. Strackee, "The
// Solid Angle of a Plane Triangle", IEEE Transactions on Biomedical Engineering 30, 1983).
func solidAngle(t geom.Triangle, p geom.Vec) float64 {
	a, b, c := t[0].Sub(p), t[1].Sub(p), t[2].Sub(p)
	x, y, z := a.Norm(), b.Norm(), c.Norm()
	return 2 * math.Atan2(a.Dot(b.Cross(c)), x*y*z+a.Dot(b)*z+b.Dot(c)*x+c.Dot(a)*y)
}

// checkPlace sees to it that the greatest distance is that of a point there is.
func checkPlace(t *testing.T, round int, c *Distance, distance float64) {
	t.Helper()
	if math.Abs(distance-c.Greatest) > 1e-6 {
		t.Errorf("round %d: the distance at the place %v is %v, not %v", round, c.Places[0], distance, c.Greatest)
	}
}
