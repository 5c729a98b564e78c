package hausdorff

import (
	"context"
	"math"
	"math/rand/v2"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/parallel"
)

// spread draws the samples: one from each of as many stretches of equal area. Stretches
// follow each other from triangle to triangle and within one along the curve of W. Sierpiński
// (1912), which fills one half of a triangle after the other, so that each is a cell of the
// surface.
func (r *search) spread(ctx context.Context, workers int) (pieces []piece, samples []sample, err error) {
	upTo, triangles, err := r.areas(ctx, workers)
	if err != nil || len(upTo) == 0 || !(upTo[len(upTo)-1] > 0) {
		return nil, nil, err
	}
	n := min(maxSamples, int(math.Ceil(samplesPerRoot*math.Cbrt(float64(triangles)))))
	s := sampler{whole: upTo[len(upTo)-1], n: n, random: rand.New(rand.NewPCG(0x6d65736863686563, 0x6b))}
	s.samples = make([]sample, 0, n)
	s.draw()
	var buffer [16]geom.Triangle
	for l, below := 0, 0.0; l < len(upTo) && len(s.samples) < n; l++ {
		if s.next < upTo[l] {
			triangles, owner := r.surface.leaf(l, buffer[:0])
			for i := range triangles {
				end := below + triangles[i].Area()
				if i == len(triangles)-1 {
					end = upTo[l]
				}
				s.on(&triangles[i], owner, below, end)
				below = end
			}
		}
		below = upTo[l]
	}
	return s.pieces, s.samples, nil
}

// sampler is the state of spread.
type sampler struct {
	pieces  []piece
	samples []sample
	whole   float64
	n       int
	next    float64 // the position of the next sample, as the area before it
	random  *rand.Rand
}

func (s *sampler) draw() {
	s.next = min(s.whole*(float64(len(s.samples))+s.random.Float64())/float64(s.n), math.Nextafter(s.whole, 0))
}

// on draws the samples on a triangle that covers the positions from below to end.
func (s *sampler) on(t *geom.Triangle, owner int, below, end float64) {
	halvings := 0 // an even number, as each turns a triangle over
	for m := (end - below) / s.whole * float64(s.n); m > cellSamples; m /= 4 {
		halvings += 2
	}
	last := -1
	for len(s.samples) < s.n && s.next < end {
		share := math.Ldexp((s.next-below)/(end-below), halvings)
		cell := int(share)
		if cell != last {
			s.pieces = append(s.pieces, piece{t: cellOf(*t, cell, halvings), of: *t, owner: owner})
			last = cell
		}
		p := len(s.pieces) - 1
		s.pieces[p].count++
		s.samples = append(s.samples, sample{piece: int32(p), share: share - float64(cell), u: s.random.Float64(), v: s.random.Float64()})
		s.draw()
	}
}

// cellOf returns the part of a triangle with that number along the curve.
func cellOf(t geom.Triangle, cell, halvings int) geom.Triangle {
	for k := halvings - 1; k >= 0; k-- {
		m := t[0].Lerp(t[2], 0.5)
		if cell>>k&1 == 0 {
			t = geom.Triangle{t[0], m, t[1]}
		} else {
			t = geom.Triangle{t[1], m, t[2]}
		}
	}
	return t
}

// areas returns the cumulative areas of the leaves, and the number of triangles.
func (r *search) areas(ctx context.Context, workers int) (upTo []float64, triangles int, err error) {
	upTo = make([]float64, r.surface.leaves())
	counts := make([]int, len(upTo))
	err = parallel.Ranges(ctx, workers, len(upTo), leavesATask, func(lo, hi int) {
		var buffer [16]geom.Triangle
		for k := lo; k < hi; k++ {
			triangles, _ := r.surface.leaf(k, buffer[:0])
			counts[k] = len(triangles)
			for i := range triangles {
				upTo[k] += triangles[i].Area()
			}
		}
	})
	for k := range upTo {
		triangles += counts[k]
		if k > 0 {
			upTo[k] += upTo[k-1]
		}
	}
	return upTo, triangles, err
}
