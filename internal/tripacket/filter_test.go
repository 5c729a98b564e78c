package tripacket_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/meshcheck/meshcheck/internal/longtest"
	"github.com/meshcheck/meshcheck/internal/tripacket"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/meshgen"
	"github.com/meshcheck/meshcheck/tritri"
)

// soupsOfEach is the number of soups drawn from each maker.
func soupsOfEach(t *testing.T) uint64 {
	t.Helper()
	return uint64(longtest.Rounds(t, 15, 50))
}

// packed puts up to tripacket.Width triangles into a packet and returns the box around
// them.
func packed(soup []geom.Triangle) (*tripacket.Packet, geom.Box) {
	p, b := new(tripacket.Packet), geom.EmptyBox()
	for lane := range soup {
		p.Set(lane, &soup[lane])
		b = b.Union(soup[lane].Box())
	}
	return p, b
}

func extentsOf(b geom.Box) (d [3]float32) {
	for a := range 3 {
		d[a] = float32(b.Max[a]) - float32(b.Min[a])
	}
	return d
}

// wholeOf returns the triangles of a soup that a filter accepts: finite, with float32
// coordinates, not degenerate.
func wholeOf(soup []geom.Triangle) (whole []geom.Triangle) {
	for _, t := range soup {
		if t.Finite() && single(t) && !t.Degenerate() {
			whole = append(whole, t)
		}
	}
	return whole
}

func single(t geom.Triangle) bool {
	for _, p := range t {
		for _, x := range p {
			if float64(float32(x)) != x {
				return false
			}
		}
	}
	return true
}

// changes are applied to a soup before it is filtered: none, scales near the limits of
// float32, and a shift that leaves few bits to distinguish triangles.
var changes = []struct {
	name string
	do   func(x float64) float64
}{
	{"as it is", func(x float64) float64 { return x }},
	{"tiny", func(x float64) float64 { return x * 0x1p-130 }},
	{"tinier", func(x float64) float64 { return x * 0x1p-145 }},
	{"huge", func(x float64) float64 { return x * 0x1p+60 }},
	{"hugest", func(x float64) float64 { return x * 0x1p+126 }},
	{"far", func(x float64) float64 { return x + 0x1p+18 }},
	{"flat", nil}, // only the last axis is scaled
}

func changed(soup []geom.Triangle, k int) []geom.Triangle {
	return meshgen.Map(soup, func(v geom.Vec) geom.Vec {
		for a := range v {
			switch {
			case changes[k].do != nil:
				v[a] = changes[k].do(v[a])
			case a == 2:
				v[a] *= 0x1p-40
			}
			v[a] = float64(float32(v[a]))
		}
		return v
	})
}

// TestFilterIsSound: a triangle that a filter rejects is exactly apart, and shares no
// vertex.
func TestFilterIsSound(t *testing.T) {
	for _, m := range meshgen.Makers() {
		t.Run(m.Name, func(t *testing.T) {
			t.Parallel()
			var out, apart [7]int
			for seed := range 4 * soupsOfEach(t) {
				k := int(seed % uint64(len(changes)))
				soup := wholeOf(changed(m.Make(meshgen.Rand(seed), tripacket.Width), k))
				if len(soup) > tripacket.Width {
					soup = soup[:tripacket.Width]
				}
				p, b := packed(soup)
				extents := extentsOf(b)
				var filter tripacket.Filter
				p.Filter(&filter)
				masks, all := [tripacket.Width]uint16{}, uint16(1<<len(soup)-1)
				for x := range soup {
					masks[x] = all
				}
				filter.Apart(p, &extents, uint32(all), &masks)
				for x := range soup {
					if masks[x]&^all != 0 {
						t.Fatalf("seed %d: lanes %016b of %d are left", seed, masks[x], len(soup))
					}
					for y := range soup {
						meet := x == y || shares(&soup[x], &soup[y]) || tritri.Relate(&soup[x], &soup[y]).Kind != tritri.Apart
						if !meet {
							apart[k]++
						}
						if masks[x]>>y&1 == 1 {
							continue
						}
						out[k]++
						if meet {
							t.Fatalf("seed %d (%s): rejected, but not apart: %v and %v", seed, changes[k].name, soup[x], soup[y])
						}
					}
				}
			}
			for k, c := range changes {
				t.Logf("%s: %d of %d that are apart", c.name, out[k], apart[k])
			}
		})
	}
}

// TestAdjacentIsSound: a triangle that ApartOrAdjacent removes has exactly the corners that both have in common,
// and not all three. Some are removed in every family that has neighbours.
func TestAdjacentIsSound(t *testing.T) {
	removed := 0
	for _, m := range meshgen.Makers() {
		for seed := range 4 * soupsOfEach(t) {
			k := int(seed % uint64(len(changes)))
			soup := wholeOf(changed(m.Make(meshgen.Rand(seed), tripacket.Width), k))
			soup = soup[:min(len(soup), tripacket.Width)]
			p, b := packed(soup)
			extents := extentsOf(b)
			var filter tripacket.Filter
			p.Filter(&filter)
			masks, all := [tripacket.Width]uint16{}, uint16(1<<len(soup)-1)
			for x := range soup {
				masks[x] = all
			}
			filter.ApartOrAdjacent(p, &extents, uint32(all), &masks)
			for x := range soup {
				for y := range soup {
					if masks[x]>>y&1 == 1 {
						continue
					}
					removed++
					if x == y || tritri.Relate(&soup[x], &soup[y]).Kind != tritri.Apart {
						t.Fatalf("%s, seed %d (%s): removed, but they meet: %v and %v", m.Name, seed, changes[k].name, soup[x], soup[y])
					}
				}
			}
		}
	}
	t.Log("removed", removed)
	if removed < 1000 {
		t.Error("hardly any pair was removed")
	}
}

func shares(t, u *geom.Triangle) bool {
	for _, p := range t {
		for _, q := range u {
			if p == q {
				return true
			}
		}
	}
	return false
}

// TestFilterIsEffective: on a smooth surface a filter rejects nearly all triangles that are
// apart, even for a small model far from the origin, and it rejects only the given lanes.
func TestFilterIsEffective(t *testing.T) {
	for _, center := range []geom.Vec{{}, {1000, -2000, 500}} {
		soup := meshgen.Sphere(64, 65, center).Soup()
		var could, out int
		for i := 0; i+2*tripacket.Width < len(soup); i += tripacket.Width {
			p, b := packed(soup[i : i+tripacket.Width])
			q, c := packed(soup[i+tripacket.Width : i+2*tripacket.Width])
			extents := extentsOf(b.Union(c))
			var filter tripacket.Filter
			p.Filter(&filter)
			var masks, few [tripacket.Width]uint16
			for x := range masks {
				masks[x], few[x] = math.MaxUint16, 0x0f30
			}
			filter.Apart(q, &extents, 0xffff, &masks)
			filter.Apart(q, &extents, 0xfffe, &few)
			if few[0] != 0x0f30 {
				t.Fatalf("a row was filtered that was not asked for")
			}
			for x := range tripacket.Width {
				if x > 0 && few[x] != masks[x]&0x0f30 {
					t.Fatalf("lanes %016b of all are left, %016b of those in 0000111100110000", masks[x], few[x])
				}
				for y := range tripacket.Width {
					t, u := &soup[i+x], &soup[i+tripacket.Width+y]
					if t.Degenerate() || u.Degenerate() || shares(t, u) {
						continue
					}
					could++
					out += int(^masks[x] >> y & 1)
				}
			}
		}
		if could == 0 || float64(out) < 0.97*float64(could) {
			t.Errorf("at %v: %d of %d rejected", center, out, could)
		}
	}
}

// TestPacket: a packet gives back what was put into it, and its boxes.
func TestPacket(t *testing.T) {
	rng := meshgen.Rand(1)
	soup := meshgen.Random(rng, tripacket.Width, 1)
	p, _ := packed(soup)
	var lo, hi [3][tripacket.Width]float32
	p.Boxes(&lo, &hi)
	for lane, want := range soup {
		if got := p.Triangle(lane); got != want {
			t.Errorf("lane %d: %v, want %v", lane, got, want)
		}
		box := want.Box()
		for a := range 3 {
			if float64(lo[a][lane]) != box.Min[a] || float64(hi[a][lane]) != box.Max[a] {
				t.Errorf("lane %d, axis %d: %v to %v, want %v to %v", lane, a, lo[a][lane], hi[a][lane], box.Min[a], box.Max[a])
			}
		}
	}
}

// BenchmarkFilter measures the time to prepare the filter of a packet, and to filter another one
// by one of its triangles or by all.
func BenchmarkFilter(b *testing.B) {
	soup := meshgen.Random(rand.New(rand.NewPCG(1, 2)), tripacket.Width, 1)
	p, box := packed(soup)
	extents := extentsOf(box)
	var filter tripacket.Filter
	b.Run("prepare", func(b *testing.B) {
		for b.Loop() {
			p.Filter(&filter)
		}
	})
	p.Filter(&filter)
	for name, rows := range map[string]uint32{"one": 1, "all": math.MaxUint16} {
		b.Run("rows="+name, func(b *testing.B) {
			for b.Loop() {
				var masks [tripacket.Width]uint16
				for row := range masks {
					masks[row] = math.MaxUint16
				}
				filter.Apart(p, &extents, rows, &masks)
			}
		})
	}
}
