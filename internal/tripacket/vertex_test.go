package tripacket_test

import (
	"testing"

	"github.com/meshcheck/meshcheck/internal/tripacket"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/meshgen"
	"github.com/meshcheck/meshcheck/tritri"
)

// TestAtVertex: triangles that a comparison finds to have one corner in common are related as without
// it, with the same segment and features. Many pairs are decided, although some soups are full of flat ones.
func TestAtVertex(t *testing.T) {
	var apart, crossing int
	for _, m := range meshgen.Makers() {
		for seed := range 4 * soupsOfEach(t) {
			k := int(seed % uint64(len(changes)))
			soup := wholeOf(changed(m.Make(meshgen.Rand(seed), tripacket.Width), k))
			soup = hinged(soup[:min(len(soup), tripacket.Width)], seed)
			p, _ := packed(soup)
			for x := range soup {
				var pairs tripacket.Pairs
				pairs.SetRow(&soup[x], p)
				c := tripacket.Comparison{}
				rejected := c.Compare(&pairs, uint16(1<<len(soup)-1))
				for y := range soup {
					tt, uu := &soup[x], &soup[y]
					if rejected>>y&1 == 1 {
						continue
					}
					want, common := tritri.Relate(tt, uu), corners(tt, uu)
					got, ok := c.AtVertex(&pairs, y)
					switch {
					case !ok:
						continue
					case len(common) != 1 || common[0] != [2]int{got.T, got.U}:
						t.Fatalf("%s, seed %d: common corner %d and %d, want %v: %v and %v", m.Name, seed, got.T, got.U, common, tt, uu)
					case got.Apart:
						apart++
						if want.Kind != tritri.Apart {
							t.Fatalf("%s, seed %d: apart, want %+v: %v and %v", m.Name, seed, want.Relation, tt, uu)
						}
						continue
					case want.Kind != tritri.Crossing:
						t.Fatalf("%s, seed %d: crossing, want %+v: %v and %v", m.Name, seed, want.Relation, tt, uu)
					}
					crossing++
					ends, features := [2]geom.Vec{tt[got.T], got.Point}, [2]tritri.FeaturePair{{T: tritri.Feature(got.T), U: tritri.Feature(got.U)}, featuresOf(got.End)}
					from, to := want.Segment()
					if f := want.Ends(); f != features {
						f[0], f[1] = f[1], f[0]
						if from, to = to, from; f != features {
							t.Fatalf("%s, seed %d: features %v, want %v: %v and %v", m.Name, seed, features, want.Ends(), tt, uu)
						}
					}
					if ends != [2]geom.Vec{from, to} {
						t.Fatalf("%s, seed %d: segment %v, want %v: %v and %v", m.Name, seed, ends, [2]geom.Vec{from, to}, tt, uu)
					}
				}
			}
		}
	}
	t.Logf("apart %d, crossing %d", apart, crossing)
	if apart < 1000 || crossing < 1000 {
		t.Error("too few pairs were decided")
	}
}

// hinged moves corners of a soup so that many pairs have one corner in common. It leaves out triangles that
// become degenerate.
func hinged(soup []geom.Triangle, seed uint64) []geom.Triangle {
	rng := meshgen.Rand(seed)
	for x := 1; x < len(soup); x++ {
		soup[x][rng.IntN(3)] = soup[rng.IntN(x)][rng.IntN(3)]
	}
	return wholeOf(soup)
}

// corners returns the common corners of t and u.
func corners(t, u *geom.Triangle) (common [][2]int) {
	for i := range t {
		for j := range u {
			if t[i] == u[j] {
				common = append(common, [2]int{i, j})
			}
		}
	}
	return common
}
