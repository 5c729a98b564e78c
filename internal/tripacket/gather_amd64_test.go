package tripacket

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/meshcheck/meshcheck/geom"
)

// TestGatherEqualsGo compares the assembly with its Go twin bit for bit in the lanes of proper faces:
// of every size, degenerate ones and ones that are not finite among them.
func TestGatherEqualsGo(t *testing.T) {
	if !hasAVX2 {
		t.Skip("this machine does not have AVX2")
	}
	r := rand.New(rand.NewPCG(3, 4))
	var seen [3]int
	for range 20_000 {
		vertices := make([]geom.Vec, 1+r.IntN(40))
		exponent := []int{0, 0, 20, -130, 90}[r.IntN(5)]
		for i := range vertices {
			for k := range vertices[i] {
				vertices[i][k] = math.Ldexp([]float64{r.NormFloat64(), float64(r.IntN(5))}[r.IntN(2)], exponent)
			}
			if r.IntN(100) == 0 {
				vertices[i][r.IntN(3)] = []float64{math.NaN(), math.Inf(1), math.Inf(-1)}[r.IntN(3)]
			}
		}
		var corners [3][Width]uint32
		for k := range corners {
			for lane := range corners[k] {
				corners[k][lane] = uint32(r.IntN(len(vertices)))
			}
		}
		f := Frame{Origin: geom.Vec{r.NormFloat64(), 0, math.Ldexp(1, exponent)}, Margin: float32(r.IntN(3))}
		var p, q Packet
		var lo, hi, wantLo, wantHi [3][Width]float32
		var got, want Gathered
		proper, thin := gatherAVX2(&p, &vertices[0], &corners, &f, &lo, &hi, &got)
		wantProper, wantThin := gatherGo(&q, vertices, &corners, &f, &wantLo, &wantHi, &want)
		if uint16(proper) != wantProper || uint16(thin)&wantProper != wantThin&wantProper {
			t.Fatalf("proper %016b and thin %016b, want %016b and %016b: %v of %v", proper, thin, wantProper, wantThin, corners, vertices)
		}
		for lane := range Width {
			switch {
			case wantProper>>lane&1 == 0:
				seen[0]++
				continue
			case wantThin>>lane&1 == 1:
				seen[1]++
			default:
				seen[2]++
			}
			for k := range 3 {
				if lo[k][lane] != wantLo[k][lane] || hi[k][lane] != wantHi[k][lane] || got.Normals[k][lane] != want.Normals[k][lane] {
					t.Fatalf("lane %d: %v to %v and %v, want %v to %v and %v", lane, lo, hi, got, wantLo, wantHi, want)
				}
			}
			if p.Triangle(lane) != q.Triangle(lane) {
				t.Fatalf("lane %d: %v, want %v", lane, p.Triangle(lane), q.Triangle(lane))
			}
		}
	}
	t.Log("not proper, thin, others:", seen)
	if min(seen[0], seen[1], seen[2]) < 1000 {
		t.Error("one of these is hardly tested")
	}
}
