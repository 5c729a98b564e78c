package meshcheck

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
)

// coverage measures how far hulls and visuals of a group are from each other.
func (c *hullsCheck) coverage(ctx context.Context, g *hullGroup) error {
	m := covering{visuals: g.visuals, workers: c.options.Workers, limits: c.limits}
	box := m.box()
	for _, h := range g.hulls {
		box = box.Union(h.Box)
	}
	for _, h := range g.hulls {
		switch {
		case h.set != nil:
			m.covers = append(m.covers, cover{set: h.set, surface: surfaceOf(h.set), box: h.Box})
		case g.shows(h.object):
			return nil
		default:
			m.covers = append(m.covers, cover{trimesh: newNearSurface(h.object, box), box: h.Box})
		}
	}
	if err := m.measure(ctx, &g.HullGroup); err != nil {
		return err
	}
	diagonal := m.visualBox().Diagonal()
	c.warnOfScale(g, diagonal)
	g.distant(check.HullGap, g.Gap, [2]string{"the mesh sticks out of its hulls", "the mesh may stick out of its hulls"}, c.limits.gap, c.profile.Gap*diagonal, c.profile)
	g.distant(check.HullExcess, g.Excess, [2]string{"the hulls stand off the mesh", "the hulls may stand off the mesh"}, c.limits.excess, c.profile.Excess*diagonal, c.profile)
	return nil
}

// otherScale is how many times as large as each other hulls and mesh are where they are
// not likely to be in one unit.
const otherScale = 20

// warnOfScale says if hulls and mesh do not seem to be in one unit.
func (c *hullsCheck) warnOfScale(g *hullGroup, visual float64) {
	hulls := geom.EmptyBox()
	for _, h := range g.hulls {
		hulls = hulls.Union(h.Box)
	}
	if ratio := hulls.Diagonal() / visual; visual > 0 && (ratio > otherScale || ratio < 1.0/otherScale) {
		c.summary.Warnings = append(c.summary.Warnings, fmt.Sprintf("the hulls of %q are %.3g times as large as the mesh: are both in one unit?", g.Name, ratio))
	}
}

// shows reports whether o is one of the visuals: a mesh that is its own hull.
func (g *hullGroup) shows(o *object) bool {
	return slices.ContainsFunc(g.visuals, func(v *object) bool { return v.world == o.world && v.name.Mesh == o.name.Mesh })
}

// distant notes a distance that is more than the limit given, or that may be, or, where none
// is given, one that is more than what can be seen; what says what is so, or may be.
func (g *hullGroup) distant(rule check.Rule, c *Coverage, what [2]string, limit, visible float64, profile *HullProfile) {
	if c == nil {
		return
	}
	f := HullFinding{Rule: rule, Severity: profile.Severity(rule), Hull: -1, Other: -1, Value: c.Greatest, Limit: visible, Places: c.Places[:]}
	if limit > 0 {
		f.Severity, f.Limit = check.Error, limit
	}
	switch most := c.Greatest + c.Error; {
	case f.Limit > 0 && f.Value > f.Limit:
		value, limit := apartFrom(f.Value, f.Limit)
		f.Reason = fmt.Sprintf("%s by %s, where %s is the limit; 95 %% of it is within %.3g", what[0], value, limit, c.Percentile95)
	case limit > 0 && most > limit:
		f.Value = most
		value, limit := apartFrom(most, limit)
		f.Reason = fmt.Sprintf("%s by more than %s, the limit: a distance of %.3g was found, and the search cannot rule out one of up to %s", what[1], limit, c.Greatest, value)
	default:
		return
	}
	g.Findings = append(g.Findings, f)
}

// apartFrom writes two numbers in as many digits as tell them apart, three at least.
func apartFrom(x, y float64) (string, string) {
	for digits := 3; ; digits++ {
		a, b := strconv.FormatFloat(x, 'g', digits, 64), strconv.FormatFloat(y, 'g', digits, 64)
		if a != b || digits == 17 {
			return a, b
		}
	}
}

// covering is what stands for a body in an engine, and what it stands for.
type covering struct {
	visuals []*object
	covers  []cover
	workers int
	// limits are what is to be decided beside the distances.
	limits hullLimits
}

// measure fills in how far hulls and visuals are from each other, and their volumes. It
// fails only with ctx's error.
func (c *covering) measure(ctx context.Context, g *HullGroup) (err error) {
	g.HullVolume = c.hullVolume()
	g.VisualVolume = c.visualVolume()
	if len(c.visuals) == 0 || len(c.covers) == 0 {
		return nil
	}
	gap, excess := c.reaches()
	if g.Gap, err = gap.coverage(ctx, c.workers); err != nil {
		return err
	}
	g.Excess, err = excess.coverage(ctx, c.workers)
	return err
}

// reaches returns the searches for the gap and the excess.
func (c *covering) reaches() (gap, excess reach) {
	box := c.box()
	visual := &visualTarget{bodies: c.covers, lift: box.Diagonal() * liftShare}
	for _, o := range c.visuals {
		visual.surfaces = append(visual.surfaces, newNearSurface(o, box))
	}
	gap = reach{sheet: newObjectSheet(c.visuals), target: &unionTarget{c.covers}, scale: box.Diagonal(), limit: c.limits.gap}
	excess = reach{sheet: newBodySheet(c.covers), target: visual, scale: box.Diagonal(), limit: c.limits.excess}
	return gap, excess
}

// visualBox holds all visuals, box all hulls as well.
func (c *covering) visualBox() geom.Box {
	b := geom.EmptyBox()
	for _, o := range c.visuals {
		b = b.Union(o.box)
	}
	return b
}

func (c *covering) box() geom.Box {
	b := c.visualBox()
	for k := range c.covers {
		b = b.Union(c.covers[k].box)
	}
	return b
}

// visualVolume adds up the volumes of the visuals; 0 if one of them has none.
func (c *covering) visualVolume() (sum float64) {
	for _, o := range c.visuals {
		v := o.volume()
		if v == 0 {
			return 0
		}
		sum += v
	}
	return sum
}

// volume returns the volume that a closed surface has around it by its windings, 0 for
// any other.
func (o *object) volume() float64 {
	if !o.shape.surfaceOf().closure.oriented() {
		return 0
	}
	triangles := func(yield func(t *geom.Triangle) bool) {
		for f, solid := range o.shape.solid {
			if t := (geom.Triangle{}); solid {
				if t = o.triangle(uint32(f)); !yield(&t) {
					return
				}
			}
		}
	}
	return math.Abs(volumeAround(triangles, o.box.Min))
}

// volumeAround adds up the tetrahedra between a point and triangles.
func volumeAround(triangles func(yield func(t *geom.Triangle) bool), o geom.Vec) (sum float64) {
	for t := range triangles {
		a, b, c := t[0].Sub(o), t[1].Sub(o), t[2].Sub(o)
		sum += a.Dot(b.Cross(c)) / 6
	}
	return sum
}

// volumeSamples is the number of points that tell how much of a hull lies in others.
const volumeSamples = 10_000

// hullVolume returns the volume of the union of the hulls: of each what is not in one
// before it. It is 0 where one of several is no convex set.
func (c *covering) hullVolume() (sum float64) {
	random := rand.New(rand.NewPCG(0x6d65736863686563, 0x6b))
	for k := range c.covers {
		b := &c.covers[k]
		if b.set == nil && len(c.covers) > 1 {
			return 0
		}
		if b.set == nil {
			return b.trimesh.o.volume()
		}
		sum += b.volume() * c.shareBeyond(k, random)
	}
	return sum
}

// volume returns the volume of a convex body.
func (b *cover) volume() float64 {
	inner := b.set.Inner()
	return volumeAround(func(yield func(t *geom.Triangle) bool) {
		for k := range b.surface {
			if !yield(&b.surface[k]) {
				return
			}
		}
	}, inner)
}

// shareBeyond returns the share of hull k that is in no hull before it.
func (c *covering) shareBeyond(k int, random *rand.Rand) float64 {
	var near []*cover
	for j := range c.covers[:k] {
		if c.covers[j].box.Intersects(c.covers[k].box) {
			near = append(near, &c.covers[j])
		}
	}
	if len(near) == 0 {
		return 1
	}
	beyond := 0
	for _, p := range c.covers[k].scatter(volumeSamples, random) {
		held := false
		for j := 0; j < len(near) && !held; j++ {
			held = near[j].holds(p)
		}
		if !held {
			beyond++
		}
	}
	return float64(beyond) / volumeSamples
}

// scatter returns points that are spread evenly over a convex body: in the tetrahedra
// between its surface and a point inside, as many in each as its volume has a share.
func (b *cover) scatter(n int, random *rand.Rand) []geom.Vec {
	inner := b.set.Inner()
	upTo := make([]float64, len(b.surface))
	sum := 0.0
	for k := range b.surface {
		a, p, q := b.surface[k][0].Sub(inner), b.surface[k][1].Sub(inner), b.surface[k][2].Sub(inner)
		sum += max(a.Dot(p.Cross(q)), 0)
		upTo[k] = sum
	}
	points := make([]geom.Vec, n)
	k := 0
	for i := range points {
		at := sum * (float64(i) + random.Float64()) / float64(n)
		for k < len(upTo)-1 && upTo[k] < at {
			k++
		}
		t := &b.surface[k]
		// The part that is nearer to inner than x of the way has the volume x³.
		x, u, v := math.Cbrt(random.Float64()), random.Float64(), random.Float64()
		if u+v > 1 {
			u, v = 1-u, 1-v
		}
		p := t[0].Add(t[1].Sub(t[0]).Scale(u)).Add(t[2].Sub(t[0]).Scale(v))
		points[i] = inner.Lerp(p, x)
	}
	return points
}
