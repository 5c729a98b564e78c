package excerpt

import (
	"image/color"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/meshgen"
	"github.com/meshcheck/meshcheck/internal/scenetest"
	"github.com/meshcheck/meshcheck/report/palette"
)

// plainTriangle is layer.triangle without shortcuts, and without a limit.
func (l *layer) plainTriangle(t *geom.Triangle, color, rim shade) {
	u, v := t[1].Sub(t[0]), t[2].Sub(t[0])
	area := float64(u[0]*v[1]) - float64(u[1]*v[0])
	if !(math.Abs(area) > 1e-12) {
		return
	}
	inner, core := outline{}, true
	if math.Abs(area) >= 2*rimArea {
		inner, core = within(t, math.Abs(area))
	}
	dzdx := (float64(u[2]*v[1]) - float64(u[1]*v[2])) / area
	dzdy := (float64(u[0]*v[2]) - float64(u[2]*v[0])) / area
	z := t[0][2] - float64(dzdy*(t[0][1]-0.5)) - float64(dzdx*(t[0][0]-0.5))
	whole := newOutline(t)
	for y := range l.h {
		x0, x1 := whole.plainRow(y, l.w)
		from, to := inner.plainRow(y, l.w)
		for x := x0; x < x1; x++ {
			if z, k := float32(z+float64(dzdy*float64(y))+float64(dzdx*float64(x))), y*l.w+x; z > l.depth[k] {
				l.depth[k], l.shade[k] = z, color
				if math.Abs(area) >= 2*rimArea && !(core && from <= x && x < to) {
					l.shade[k] = rim
				}
			}
		}
	}
}

// plainRow returns the samples of a row of a triangle.
func (o *outline) plainRow(y, w int) (first, end int) {
	cy := float64(y) + 0.5
	if !(o.top[1] <= cy && cy <= o.bottom[1]) {
		return 0, 0
	}
	low, high := o.row(cy)
	return plainSpan(low, high, w)
}

func plainSpan(low, high float64, n int) (first, end int) {
	clamp := func(x float64) int { return int(min(max(x, 0), float64(n))) }
	return clamp(math.Ceil(low - 0.5)), clamp(math.Floor(high-0.5) + 1)
}

func TestTriangleTwin(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, size := range []float64{0.3, 3, 30, 300} {
		fast, plain := newLayer(50, 40), newLayer(50, 40)
		for k := range 2000 {
			at := geom.Vec{60*rng.Float64() - 5, 50*rng.Float64() - 5, 100 * rng.Float64()}
			var corners geom.Triangle
			for i := range corners {
				corners[i] = at.Add(geom.Vec{rng.NormFloat64(), rng.NormFloat64(), rng.NormFloat64()}.Scale(size))
				if k%3 == 0 { // centres and borders of samples
					corners[i] = geom.Vec{math.Floor(2*corners[i][0]) / 2, math.Floor(2*corners[i][1]) / 2, math.Floor(corners[i][2])}
				}
			}
			plain.plainTriangle(&corners, shade(1+k), shade(5000+k))
			fast.room = math.MaxInt
			if alone := newLayer(50, 40); fast.misses(&corners[0], &corners[1], &corners[2]) {
				if alone.plainTriangle(&corners, 1, 1); slices.Max(alone.shade) > 0 {
					t.Fatalf("%v has samples", corners)
				}
			}
			fast.triangle(&corners, shade(1+k), shade(5000+k))
		}
		sameLayers(t, fast, plain)
	}
}

func sameLayers(t *testing.T, a, b *layer) {
	t.Helper()
	if !slices.Equal(a.depth, b.depth) || !slices.Equal(a.shade, b.shade) {
		t.Errorf("layers of %d by %d differ", a.w, a.h)
	}
}

// plainDraw draws all triangles that are near.
func (v *focus) plainDraw(c *camera) (surroundings, offending *layer) {
	surroundings, offending = newLayer(c.w, c.h), newLayer(c.w, c.h)
	reach := geom.PointBox(v.center).Grown(nearbyReach * v.unit)
	s, points := &v.m.shape, v.m.shape.points()
	for k := range s.triangles {
		corners := s.triangles[k].corners
		if outside(&points[corners[0]], &points[corners[1]], &points[corners[2]], &reach) {
			continue
		}
		t := v.triangle(k)
		projected := geom.Triangle{c.project(t[0]), c.project(t[1]), c.project(t[2])}
		level := litLevel(unit(t.Normal()), c.light())
		if hue, member := v.hues[k]; member {
			offending.plainTriangle(&projected, hue.shade(level), hue.shade(max(level-5, 0)))
		} else {
			hue := v.m.bodyHue(&s.triangles[k])
			surroundings.plainTriangle(&projected, hue.shade(level), hue.shade(max(level-3, 0)))
		}
	}
	v.drawAreas(c, offending)
	return surroundings, offending
}

// plainChoose looks at all directions in full.
func (v *focus) plainChoose(w, h int) camera {
	var best camera
	most := -1.0
	for _, s := range bestDirections(v.cuts(), 5, v.m.up) {
		c := lookFrom(s.direction, v.m.up)
		v.aim(&c, w/5, h/5)
		surroundings, offending := v.plainDraw(&c)
		if worth := s.score * (0.25 + offending.visible(surroundings)); worth > most {
			most, best = worth, c
		}
	}
	v.aim(&best, w, h)
	return best
}

func TestDrawTwin(t *testing.T) {
	soup := meshgen.Sphere(60, 31, geom.Vec{}).Soup()
	rng := rand.New(rand.NewPCG(3, 4))
	for range 40 {
		at := geom.Vec{rng.NormFloat64(), rng.NormFloat64(), rng.NormFloat64()}
		at = at.Scale(1 / at.Norm())
		for range 3 {
			jitter := func() geom.Vec {
				return at.Add(geom.Vec{rng.NormFloat64(), rng.NormFloat64(), rng.NormFloat64()}.Scale(0.05))
			}
			soup = append(soup, geom.Triangle{jitter(), jitter(), jitter()})
		}
	}
	dense := slices.Clone(soup)
	for k := range 400 { // sheets before all
		z := 1.5 + float64(k)/1000
		dense = append(dense, geom.Triangle{{-9, -9, z}, {9, -9, z}, {0, 9, z}})
	}
	for _, soup := range [][]geom.Triangle{soup, dense} {
		x := excerptOf(t, scenetest.SceneOf(meshgen.Mesh("", soup)), Options{}).Meshes[0]
		regions := 0
		for region := range 12 {
			v := newRegionFocus(x, region)
			if v == nil {
				continue
			}
			regions++
			const w, h = PictureWidth * oversampling, PictureHeight * oversampling
			c, want := v.choose(w, h), v.plainChoose(w, h)
			if c != want {
				t.Errorf("region %d is seen from %v, not %v", region, c.back, want.back)
			}
			surroundings, offending := v.draw(&c)
			plainSurroundings, plainOffending := v.plainDraw(&c)
			sameLayers(t, surroundings, plainSurroundings)
			sameLayers(t, offending, plainOffending)
		}
		if regions < 5 {
			t.Errorf("only %d regions", regions)
		}
	}
}

func TestPaletteTwin(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	var of colorCounts
	for _, steps := range []int{2, 6, 32} {
		var pixels []pixel
		for range 5000 {
			pixels = append(pixels, pixel(rng.IntN(steps)<<10|rng.IntN(steps)<<5|rng.IntN(steps)))
		}
		colors := of.palette(pixels)
		counts := map[color.Color]int{}
		for _, c := range pixels {
			counts[c.rgba()]++
		}
		if len(colors) != min(len(counts), 256) {
			t.Fatalf("%d colours of %d", len(colors), len(counts))
		}
		last := math.MaxInt
		for _, c := range colors {
			n := counts[c]
			if n == 0 || n > last {
				t.Errorf("%v, found %d times, comes after one found %d times", c, n, last)
			}
			last = n
		}
		for _, c := range pixels {
			if got := colors.Convert(c.rgba()); got != colors[of.numbers[c]] {
				t.Errorf("%v becomes %v, not %v", c, colors[of.numbers[c]], got)
			}
		}
	}
}

// Means of samples and mixtures are those of floating-point numbers.
func TestInkTwin(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	random := func() palette.RGB {
		return palette.RGB{uint8(rng.IntN(256)), uint8(rng.IntN(256)), uint8(rng.IntN(256))}
	}
	for range 2000 {
		var of [4]palette.RGB
		sum := ink(0)
		for k := range of {
			of[k] = random()
			sum += inkOf(of[k])
		}
		got, half := mean(sum).rgba(), inkOf(of[0]).half(inkOf(of[1]))
		for k, c := range []uint8{got.R, got.G, got.B} {
			exact := float64(int(of[0][k])+int(of[1][k])+int(of[2][k])+int(of[3][k])) / 4
			if want := min(8*math.Floor(exact/8+0.5), 248); float64(c) != want {
				t.Fatalf("the mean of %v is %v", of, got)
			}
			if c := half >> (20 - 10*k) & 0xff; float64(c) != math.Floor((float64(of[0][k])+float64(of[1][k]))/2+0.5) {
				t.Fatalf("%v and %v mix to %x", of[0], of[1], half)
			}
		}
		if mixed := inkOf(of[0]).mix(inkOf(of[1]), 0.5); mixed != half {
			t.Fatalf("%v and %v mix to %x and to %x", of[0], of[1], half, mixed)
		}
	}
}
