package tritri_test

import (
	"slices"
	"testing"

	"github.com/meshcheck/meshcheck/internal/meshgen"
	"github.com/meshcheck/meshcheck/internal/oracle"
	"github.com/meshcheck/meshcheck/tritri"
)

// TestFeaturesEqualOracle compares the features at the ends of segments and on the sides of
// polygons with those that rational arithmetic finds.
func TestFeaturesEqualOracle(t *testing.T) {
	for _, m := range meshgen.Makers() {
		t.Run(m.Name, func(t *testing.T) {
			ends, sides := 0, 0
			for seed := range soupsOfEach(t) {
				soup := m.Make(meshgen.Rand(seed), 14)
				whole := wholeOnes(len(soup), oracle.Check(soup))
				for x, i := range whole {
					for _, j := range whole[x+1:] {
						tt, uu := soup[i], soup[j]
						var got, want [][2]int
						add := func(p tritri.FeaturePair) { got = append(got, [2]int{int(p.T), int(p.U)}) }
						switch m := tritri.Relate(&tt, &uu); {
						case m.Kind == tritri.Crossing || m.Through != tritri.NoEdge:
							for _, p := range m.Ends() {
								add(p)
							}
							want = oracle.Ends(tt, uu)
							ends++
						case m.Kind == tritri.Overlap || m.Kind == tritri.Duplicate:
							tritri.EachSide(&tt, &uu, add)
							want = oracle.Sides(tt, uu)
							sides++
						}
						order := func(a, b [2]int) int { return slices.Compare(a[:], b[:]) }
						slices.SortFunc(got, order)
						slices.SortFunc(want, order)
						if !slices.Equal(got, want) {
							t.Fatalf("seed %d: %v and %v: %v, want %v", seed, tt, uu, got, want)
						}
					}
				}
			}
			t.Log(ends, "segments,", sides, "polygons")
		})
	}
}
