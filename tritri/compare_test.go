package tritri_test

import (
	"testing"

	"github.com/meshcheck/meshcheck/internal/meshgen"
	"github.com/meshcheck/meshcheck/tritri"
)

// TestCompare: a triangle that a comparison rejects is exactly apart, and shares no vertex. The
// others are related by it as without it, at every scale, with the same segment, features and
// depth.
func TestCompare(t *testing.T) {
	var apart, related, measured int
	for _, m := range meshgen.Makers() {
		for seed := range 4 * soupsOfEach(t) {
			k := int(seed % uint64(len(changes)))
			soup := wholeOf(changed(m.Make(meshgen.Rand(seed), tritri.Width), k))
			soup = soup[:min(len(soup), tritri.Width)]
			p, _ := packed(soup)
			for x := range soup {
				probe, c := p.Probe(x), tritri.Comparison{}
				rejected := c.Compare(&probe, p, uint16(1<<len(soup)-1))
				facet := probe.Facet()
				for y := range soup {
					tt, uu := &soup[x], &soup[y]
					plain := tritri.Prepare(tt)
					want := plain.Relate(uu)
					if rejected>>y&1 == 1 {
						apart++
						if want.Kind != tritri.Apart || shares(tt, uu) {
							t.Fatalf("%s, seed %d (%s): rejected, but not apart: %v and %v", m.Name, seed, changes[k].name, tt, uu)
						}
						continue
					}
					related++
					if got := facet.RelateLane(uu, &c, y); got != want {
						t.Fatalf("%s, seed %d (%s): %+v, want %+v: %v and %v", m.Name, seed, changes[k].name, got, want, tt, uu)
					}
					if want.Kind != tritri.Crossing {
						continue
					}
					measured++
					p, q := facet.Segment(uu)
					if r, s := plain.Segment(uu); p != r || q != s || facet.Ends(uu) != plain.Ends(uu) {
						t.Fatalf("%s, seed %d: the segment from %v to %v, want %v to %v: %v and %v", m.Name, seed, p, q, r, s, tt, uu)
					}
					if depth, ok := c.Depth(y); ok && depth != tritri.Depth(tt, uu) {
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
