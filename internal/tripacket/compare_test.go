package tripacket_test

import (
	"math"
	"testing"

	"github.com/meshcheck/meshcheck/internal/tripacket"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/meshgen"
	"github.com/meshcheck/meshcheck/tritri"
)

// TestCompare: a triangle that a comparison rejects is exactly apart, and shares no vertex. The
// others are related by it as without it, at every scale, with the same segment, features and
// depth.
func TestCompare(t *testing.T) {
	var apart, related, measured, certain int
	for _, m := range meshgen.Makers() {
		for seed := range 4 * soupsOfEach(t) {
			k := int(seed % uint64(len(changes)))
			soup := wholeOf(changed(m.Make(meshgen.Rand(seed), tripacket.Width), k))
			soup = soup[:min(len(soup), tripacket.Width)]
			p, _ := packed(soup)
			for x := range soup {
				var pairs tripacket.Pairs
				pairs.SetRow(&soup[x], p)
				c := tripacket.Comparison{}
				rejected := c.Compare(&pairs, uint16(1<<len(soup)-1))
				var crossings tripacket.Crossings
				crossing := c.Crossings(&pairs, uint16(1<<len(soup)-1)&^rejected, 0, &crossings)
				for y := range soup {
					tt, uu := &soup[x], &soup[y]
					want := tritri.Relate(tt, uu)
					if rejected>>y&1 == 1 {
						apart++
						if want.Kind != tritri.Apart || shares(tt, uu) {
							t.Fatalf("%s, seed %d (%s): rejected, but not apart: %v and %v", m.Name, seed, changes[k].name, tt, uu)
						}
						continue
					}
					related++
					var e tritri.Estimates
					c.Estimates(y, (*tripacket.Estimates)(&e))
					got := tritri.RelateEstimated(tt, uu, &e)
					if got.Relation != want.Relation {
						t.Fatalf("%s, seed %d (%s): %+v, want %+v: %v and %v", m.Name, seed, changes[k].name, got.Relation, want.Relation, tt, uu)
					}
					back := e
					back.Exchange()
					if got, want := tritri.RelateEstimated(uu, tt, &back), tritri.Relate(uu, tt); got.Relation != want.Relation {
						t.Fatalf("%s, seed %d (%s), exchanged: %+v, want %+v: %v and %v", m.Name, seed, changes[k].name, got.Relation, want.Relation, uu, tt)
					}
					if want.Kind != tritri.Crossing {
						if crossing>>y&1 == 1 {
							t.Fatalf("%s, seed %d: a crossing, want %+v: %v and %v", m.Name, seed, want.Relation, tt, uu)
						}
						continue
					}
					measured++
					p, q := got.Segment()
					if r, s := want.Segment(); p != r || q != s || got.Ends() != want.Ends() {
						t.Fatalf("%s, seed %d: the segment from %v to %v, want %v to %v: %v and %v", m.Name, seed, p, q, r, s, tt, uu)
					}
					if crossing>>y&1 == 1 {
						certain++
						box, length := geom.PointBox(p).Include(q), p.Sub(q).Norm()
						ends := c.Ends(y)
						if ends := [2]tritri.FeaturePair{featuresOf(ends[0]), featuresOf(ends[1])}; ends != want.Ends() {
							t.Fatalf("%s, seed %d: ends at %v, want %v: %v and %v", m.Name, seed, ends, want.Ends(), tt, uu)
						}
						if crossings.Box(y) != box || crossings.Length[y] != length || crossings.Depth[y] != tritri.Depth(tt, uu) {
							t.Fatalf("%s, seed %d: %v, want %v, %v and %v: %v and %v", m.Name, seed, crossings, box, length, tritri.Depth(tt, uu), tt, uu)
						}
					}
					if depth, ok := c.Depth(y); ok && depth != tritri.Depth(tt, uu) {
						t.Fatalf("%s, seed %d: depth %v, want %v: %v and %v", m.Name, seed, depth, tritri.Depth(tt, uu), tt, uu)
					}
				}
			}
		}
	}
	t.Logf("%d rejected, %d related, %d of these cross, %d certainly", apart, related, measured, certain)
	if min(apart, related, measured, certain) < 100 {
		t.Error("one of these is hardly tested")
	}
}

// featuresOf returns the features that contain an end of a segment.
func featuresOf(e tripacket.End) tritri.FeaturePair {
	if e.InT {
		return tritri.FeaturePair{T: tritri.Interior, U: tritri.Edge(e.Edge)}
	}
	return tritri.FeaturePair{T: tritri.Edge(e.Edge), U: tritri.Interior}
}

// TestCompareWide is TestCompare for pairs of triangles in range, rotated so that their coordinates need
// all digits of float64.
func TestCompareWide(t *testing.T) {
	turn := geom.Affine{{0.36, 0.48, -0.8, 0.1}, {-0.8, 0.6, 0, 1.0 / 3}, {0.48, 0.64, 0.6, 1e-7}}
	var apart, related, measured int
	for _, m := range meshgen.Makers() {
		for seed := range 4 * soupsOfEach(t) {
			soup := wholeOf(changed(m.Make(meshgen.Rand(seed), tripacket.Width), int(seed%uint64(len(changes)))))
			soup = soup[:min(len(soup), tripacket.Width)]
			lanes := uint16(0)
			for k := range soup {
				if seed%3 > 0 {
					soup[k] = turn.ApplyTriangle(soup[k])
				}
				if tripacket.InRange(&soup[k]) && !soup[k].Degenerate() {
					lanes |= 1 << k
				}
			}
			for x := range soup {
				if lanes>>x&1 == 0 {
					continue
				}
				var pairs tripacket.Pairs
				for k := range soup {
					pairs.Set(k, &soup[x], &soup[k])
				}
				c := tripacket.Comparison{}
				rejected := c.Compare(&pairs, lanes)
				for y := range soup {
					if lanes>>y&1 == 0 {
						continue
					}
					tt, uu := &soup[x], &soup[y]
					want := tritri.Relate(tt, uu)
					if rejected>>y&1 == 1 {
						apart++
						if want.Kind != tritri.Apart || shares(tt, uu) {
							t.Fatalf("%s, seed %d: rejected, but not apart: %v and %v", m.Name, seed, tt, uu)
						}
						continue
					}
					related++
					var e tritri.Estimates
					c.Estimates(y, (*tripacket.Estimates)(&e))
					got := tritri.RelateEstimated(tt, uu, &e)
					if got.Relation != want.Relation {
						t.Fatalf("%s, seed %d: %+v, want %+v: %v and %v", m.Name, seed, got.Relation, want.Relation, tt, uu)
					}
					if want.Kind != tritri.Crossing {
						continue
					}
					measured++
					p, q := got.Segment()
					if r, s := want.Segment(); p != r || q != s || got.Ends() != want.Ends() {
						t.Fatalf("%s, seed %d: the segment from %v to %v, want %v to %v: %v and %v", m.Name, seed, p, q, r, s, tt, uu)
					}
					if depth, ok := c.Depth(y); ok && !math.IsInf(depth, 1) && depth != tritri.Depth(tt, uu) {
						t.Fatalf("%s, seed %d: depth %v, want %v: %v and %v", m.Name, seed, depth, tritri.Depth(tt, uu), tt, uu)
					}
				}
			}
		}
	}
	t.Logf("%d rejected, %d related, %d of these cross", apart, related, measured)
	if min(apart, related, measured) < 100 {
		t.Error("one of these is hardly tested")
	}
}
