package hausdorff

import (
	"math"
	"math/rand/v2"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/solid"
)

// meshVolume adds up the volumes of the meshes; 0 if one of them has none.
func (c *Comparison) meshVolume() (sum float64) {
	for _, o := range c.Meshes {
		v := o.volume()
		if v == 0 {
			return 0
		}
		sum += v
	}
	return sum
}

// volumeSamples is the number of points that estimate how much of a body lies in others.
const volumeSamples = 10_000

// bodyVolume returns the volume of the union of the bodies, as the sum of the volumes of each
// outside the bodies before it. It is 0 if one of several is not a convex set.
func (c *Comparison) bodyVolume() (sum float64) {
	random := rand.New(rand.NewPCG(0x6d65736863686563, 0x6b))
	for k := range c.Bodies {
		b := &c.Bodies[k]
		if b.Set == nil && len(c.Bodies) > 1 {
			return 0
		}
		if b.Set == nil {
			return b.Mesh.volume()
		}
		sum += b.volume() * c.shareOutside(k, random)
	}
	return sum
}

// volume returns the volume of a convex body.
func (b *Body) volume() float64 {
	inner := b.Set.Inner()
	return solid.VolumeFrom(inner, func(yield func(t *geom.Triangle) bool) {
		for k := range b.surface {
			if !yield(&b.surface[k]) {
				return
			}
		}
	})
}

// shareOutside returns the share of body k that is outside the bodies before it.
func (c *Comparison) shareOutside(k int, random *rand.Rand) float64 {
	var near []*Body
	for j := range c.Bodies[:k] {
		if c.Bodies[j].Box.Intersects(c.Bodies[k].Box) {
			near = append(near, &c.Bodies[j])
		}
	}
	if len(near) == 0 {
		return 1
	}
	outside := 0
	for _, p := range c.Bodies[k].scatter(volumeSamples, random) {
		inside := false
		for j := 0; j < len(near) && !inside; j++ {
			inside = near[j].contains(p)
		}
		if !inside {
			outside++
		}
	}
	return float64(outside) / volumeSamples
}

// scatter returns points spread evenly over a convex body: in the tetrahedra between its
// surface and a point inside, in proportion to their volumes.
func (b *Body) scatter(n int, random *rand.Rand) []geom.Vec {
	inner := b.Set.Inner()
	upTo := make([]float64, len(b.surface))
	sum := 0.0
	for k := range b.surface {
		a, p, q := b.surface[k][0].Sub(inner), b.surface[k][1].Sub(inner), b.surface[k][2].Sub(inner)
		sum += max(geom.TripleProduct(a, p, q), 0)
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
