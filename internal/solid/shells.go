package solid

import (
	"context"
	"math"
	"math/big"
	"sync/atomic"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/mesh"
)

// Volumes are the exact signs of the volumes that the shells of a mesh enclose.
type Volumes struct {
	// Sign has, for each shell, the sign of its signed volume: the integral of its winding number.
	// It is 0 for a shell that is not closed with one orientation.
	Sign []int
	// Total is the sign of the sum of these volumes.
	Total int
}

// VolumesOf returns the signs of the volumes of all shells, whose numbers Welded.Shells gives, with
// the fans of all finite triangles but others. A shell is closed with one orientation if along every edge of
// it as many triangles run one way as the other. The error is only ctx's.
func VolumesOf(ctx context.Context, workers int, w *mesh.Welded, fans mesh.Fans, others []uint32, shell []uint32, count int) (Volumes, error) {
	open, err := openShells(ctx, workers, w, fans, others, shell, count)
	if err != nil {
		return Volumes{}, err
	}
	v := volumes{Welded: w, shell: shell, open: open, of: make([]volume, count), Volumes: Volumes{Sign: make([]int, count)}}
	v.measure()
	return v.Volumes, v.settle(ctx)
}

// volumes are the signs while they are determined.
type volumes struct {
	*mesh.Welded
	shell []uint32
	open  []atomic.Bool
	of    []volume
	Volumes
}

// volume is six times the volume of one shell in float64, and a bound of its terms.
type volume struct {
	sum, size float64
	triangles int
	origin    *geom.Vec
}

// measure adds up the volumes in float64.
func (v *volumes) measure() {
	for _, f := range v.Faces {
		if f[0] == mesh.NoVertex || v.open[v.shell[f[0]]].Load() {
			continue
		}
		s := &v.of[v.shell[f[0]]]
		if s.origin == nil {
			s.origin = &v.Vertices[f[0]]
		}
		a, b, c := v.Vertices[f[0]].Sub(*s.origin), v.Vertices[f[1]].Sub(*s.origin), v.Vertices[f[2]].Sub(*s.origin)
		s.sum += geom.TripleProduct(a, b, c)
		s.size += a.Norm() * b.Norm() * c.Norm()
		s.triangles++
	}
}

// bound returns how far the sum may be from the volume: each triple product is off by at most 64
// half units in the last place of the product of the lengths, and each of the n additions by one of
// the sum of these. Where numbers are too small or too large for that it is not finite.
func (s *volume) bound() float64 {
	bound := s.size * 0x1p-50 * float64(s.triangles+16)
	if !(bound > float64(s.triangles)*0x1p-900) {
		return math.Inf(1)
	}
	return bound
}

// settle determines the signs: those that float64 is certain of, then the others.
func (v *volumes) settle(ctx context.Context) error {
	var sum, bound float64
	exact := make([]*big.Int, len(v.of)) // of shells that are left
	left := false
	for k := range v.of {
		s := &v.of[k]
		if s.triangles == 0 {
			continue
		}
		b := s.bound()
		sum, bound = sum+s.sum, bound+b
		if v.Sign[k] = certain(s.sum, b); v.Sign[k] == 0 {
			exact[k], left = new(big.Int), true
		}
	}
	if left {
		if err := v.exactly(ctx, func(shell uint32) *big.Int { return exact[shell] }); err != nil {
			return err
		}
		for k, x := range exact {
			if x != nil {
				v.Sign[k] = x.Sign()
			}
		}
	}
	if v.Total = certain(sum, bound*(1+float64(len(v.of))*0x1p-50)+math.Abs(sum)*float64(len(v.of))*0x1p-50); v.Total == 0 {
		var total big.Int
		err := v.exactly(ctx, func(uint32) *big.Int { return &total })
		v.Total = total.Sign()
		return err
	}
	return nil
}

// certain returns the sign of a sum that is off by no more than a bound, 0 where that is unknown.
func certain(sum, bound float64) int {
	switch {
	case sum > bound:
		return 1
	case sum < -bound:
		return -1
	}
	return 0
}

// exactly adds six times the volume of each closed shell, in units of a power of two, to what
// into returns for it, if that is not nil.
func (v *volumes) exactly(ctx context.Context, into func(shell uint32) *big.Int) error {
	lowest := math.MaxInt
	for _, p := range v.Vertices {
		for _, x := range p {
			if x != 0 {
				_, exponent := math.Frexp(x)
				lowest = min(lowest, exponent-53)
			}
		}
	}
	var corners [3][3]big.Int
	var minor, product big.Int
	for i, f := range v.Faces {
		if i%1024 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		if f[0] == mesh.NoVertex || v.open[v.shell[f[0]]].Load() {
			continue
		}
		sum := into(v.shell[f[0]])
		if sum == nil {
			continue
		}
		for k, vertex := range f {
			for axis, x := range v.Vertices[vertex] {
				setInteger(&corners[k][axis], x, lowest)
			}
		}
		a, b, c := &corners[0], &corners[1], &corners[2]
		for k := range 3 {
			x, y := (k+1)%3, (k+2)%3
			minor.Mul(&b[x], &c[y])
			minor.Sub(&minor, product.Mul(&b[y], &c[x]))
			sum.Add(sum, product.Mul(&a[k], &minor))
		}
	}
	return nil
}

// setInteger sets z to x in units of 2^lowest, of which x is a multiple.
func setInteger(z *big.Int, x float64, lowest int) {
	fraction, exponent := math.Frexp(x)
	z.SetInt64(int64(fraction * (1 << 53)))
	if x != 0 {
		z.Lsh(z, uint(exponent-53-lowest))
	}
}
