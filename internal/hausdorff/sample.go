package hausdorff

import (
	"cmp"
	"context"
	"math"
	"slices"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/parallel"
)

const (
	maxSamples = 10_000
	// samplesPerRoot times the cube root of the number of triangles is the number of samples,
	// up to maxSamples. Of n samples on T triangles, each in a cell of its own, no more than
	// about 1.5·√(nT) cells lie on both sides of the line along which the distance is the
	// percentile: the others add nothing to the variance of its rank, these at most 1/6 each.
	// So one standard deviation, (nT)^(1/4)/(2n), equals that of 10,000 independent points,
	// 0.22 %.
	samplesPerRoot = 1400
	// samplesATime is how many samples are measured between tests of whether the others can
	// change the result.
	samplesATime = 256
	// cellSamples is about the greatest number of samples of a piece, and fewSamples the number
	// below which they are measured without a bound, which costs as much as four samples.
	cellSamples = 64
	fewSamples  = 8
	// cellHalvings is how often the cell of a sample within its piece is halved.
	cellHalvings = 8
)

// piece is a triangle of a surface, or a part of one, that has samples, with the values of a
// majorant at its corners.
type piece struct {
	t, of geom.Triangle // the piece, and the triangle that it is a part of
	owner int
	count int
	most  [3]float64
}

// sample is a random point of a piece, by its position along the curve and random numbers.
type sample struct {
	piece       int32
	share, u, v float64
	// most is a bound of the distance.
	most float64
}

// weights returns the barycentric coordinates of a sample in its piece.
func (d *sample) weights() [3]float64 {
	a, b, c := [3]float64{1}, [3]float64{0, 1}, [3]float64{0, 0, 1}
	share := d.share
	for range cellHalvings {
		m := mix(a, c, 0.5)
		if share *= 2; share < 1 {
			b, c = m, b
		} else {
			a, b = b, m
			share--
		}
	}
	u, v := d.u, d.v
	if u+v > 1 {
		u, v = 1-u, 1-v
	}
	var w [3]float64
	for k := range w {
		w[k] = a[k] + float64((b[k]-a[k])*u) + float64((c[k]-a[k])*v)
	}
	return w
}

// mix returns a point between two.
func mix(p, q [3]float64, s float64) (m [3]float64) {
	for k := range m {
		m[k] = p[k] + float64((q[k]-p[k])*s)
	}
	return m
}

// at returns the place of a sample.
func (d *sample) at(pieces []piece) geom.Vec {
	t, w := &pieces[d.piece].t, d.weights()
	return t[0].Scale(w[0]).Add(t[1].Scale(w[1])).Add(t[2].Scale(w[2]))
}

// sample estimates the distance that 95 % of the surface does not exceed, by points spread
// over it in proportion to the area.
func (r *search) sample(ctx context.Context, workers int, c *Distance) error {
	r.found = -1
	pieces, samples, err := r.spread(ctx, workers)
	if err != nil {
		return err
	}
	if samples, err = r.counted(ctx, workers, pieces, samples); err != nil {
		return err
	}
	if err := r.bounded(ctx, workers, pieces, samples); err != nil || len(samples) == 0 {
		return err
	}
	n := len(samples)
	c.Samples = n
	farthest, err := r.greatest(ctx, workers, pieces, samples, n-(n*95+99)/100+1, &c.Percentile95)
	if err == nil {
		r.preferCorners(&pieces[farthest])
	}
	return err
}

// preferCorners replaces the farthest sample by a corner of its triangle if that is equally
// far up to rounding: all of a face may be equally far, and corners have few digits.
func (r *search) preferCorners(p *piece) {
	for k, corner := range p.of {
		d := r.target.Distance(corner, -1)
		if d >= r.found-r.scale*roundoff && d > 0 && !r.target.hides(&p.of, p.of[k:k+1], p.owner) {
			r.found, r.at = d, corner
		}
	}
}

// counted returns the samples that are not hidden.
func (r *search) counted(ctx context.Context, workers int, pieces []piece, samples []sample) ([]sample, error) {
	if !r.target.hiding() {
		return samples, nil
	}
	hidden := make([]bool, len(samples))
	err := parallel.Ranges(ctx, workers, len(samples), leavesATask, func(lo, hi int) {
		for k := lo; k < hi; k++ {
			p := &pieces[samples[k].piece]
			hidden[k] = r.target.hides(&p.t, []geom.Vec{samples[k].at(pieces)}, p.owner)
		}
	})
	k := -1
	return slices.DeleteFunc(samples, func(sample) bool { k++; return hidden[k] }), err
}

// bounded bounds the distances of samples, if there are many in one piece, by a majorant, and
// sorts them, the greatest bound first. A negligible bound is taken as 0.
func (r *search) bounded(ctx context.Context, workers int, pieces []piece, samples []sample) error {
	err := parallel.Ranges(ctx, workers, len(pieces), leavesATask, func(lo, hi int) {
		for k := lo; k < hi; k++ {
			if p := &pieces[k]; p.count < fewSamples {
				p.most = unbounded
			} else {
				p.most = r.target.majorant(&p.t, p.t.Centroid())
			}
		}
	})
	for k := range samples {
		s := &samples[k]
		most := &pieces[s.piece].most
		switch greatest := max(most[0], most[1], most[2]); {
		case greatest <= r.scale*liftShare*3: // 0, like all samples
		case math.IsInf(greatest, 1):
			s.most = greatest
		default:
			w := s.weights()
			s.most = float64(most[0]*w[0]) + float64(most[1]*w[1]) + float64(most[2]*w[2]) + r.scale*roundoff
		}
	}
	slices.SortStableFunc(samples, func(a, b sample) int { return cmp.Compare(b.most, a.most) })
	return err
}

// unbounded is the majorant that bounds nothing.
var unbounded = [3]float64{math.Inf(1), math.Inf(1), math.Inf(1)}

// greatest sets distance to that of the sample with the given rank, where the farthest has
// rank 1, and returns the piece of the farthest sample. Samples are measured in the order of
// their bounds, until the others cannot have a lower rank.
func (r *search) greatest(ctx context.Context, workers int, pieces []piece, samples []sample, rank int, distance *float64) (farthest int32, err error) {
	r.found, r.at, farthest = 0, samples[0].at(pieces), samples[0].piece
	top := make([]float64, rank, rank+samplesATime) // no distance is below 0
	distances := make([]float64, samplesATime)
	for lo := 0; lo < len(samples) && samples[lo].most > top[rank-1]; lo += samplesATime {
		now := samples[lo:min(lo+samplesATime, len(samples))]
		err := parallel.Ranges(ctx, workers, len(now), leavesATask, func(lo, hi int) {
			for k := lo; k < hi; k++ {
				if distances[k] = 0; now[k].most > 0 {
					distances[k] = r.target.Distance(now[k].at(pieces), -1)
				}
			}
		})
		if err != nil {
			return 0, err
		}
		for k := range now {
			if distances[k] > r.found {
				r.found, r.at, farthest = distances[k], now[k].at(pieces), now[k].piece
			}
			top = append(top, max(distances[k], 0))
		}
		slices.SortFunc(top, func(x, y float64) int { return cmp.Compare(y, x) })
		top = top[:rank]
	}
	*distance = top[rank-1]
	return farthest, nil
}
