package oracle_test

import (
	"math"
	"math/big"
	"testing"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/longtest"
	"github.com/meshcheck/meshcheck/internal/meshgen"
	"github.com/meshcheck/meshcheck/internal/oracle"
)

// ratios returns the point x/d, y/d, z/d.
func ratios(x, y, z, d int64) oracle.Point {
	return oracle.Point{big.NewRat(x, d), big.NewRat(y, d), big.NewRat(z, d)}
}

// TestMeetingsPlaced checks each row with both objects turned, scaled and moved by the same
// rational map, with numbers that float64 cannot represent: only lengths change.
func TestMeetingsPlaced(t *testing.T) {
	for _, row := range meetings {
		for seed := range uint64(longtest.Rounds(t, 1, 2)) {
			rng := meshgen.Rand(seed)
			number := func() int64 { return int64(rng.IntN(19) - 9) }
			scale := oracle.Stretch(ratios(int64(2*rng.IntN(2)-1), 1, 1, 3))
			world := oracle.Move(ratios(number(), number(), number(), 7)).Mul(oracle.Turn([4]int64{number(), number(), number(), 10})).Mul(scale)
			s := oracle.NewPlacedScene([]oracle.Placed{{Soup: row.a.Soup(), Place: world}, {Soup: row.b.Soup(), Place: world}})
			m, want := s.Between(0, 1), pairOf(row.a, row.b).Between(0, 1)
			if want.Verdict == oracle.Undecided || want.Verdict == oracle.Apart && m.Verdict == oracle.Undecided {
				m.Verdict, m.Inner, want.Verdict, want.Inner = "", 0, "", 0 // a matter of boxes along the axes
			}
			if got, want := describe(&m), describe(&want); got != want {
				t.Errorf("%s, seed %d: %s, want %s", row.why, seed, got, want)
			}
			if got := s.Distance(0, 1); row.distance == 0 && got != 0 || math.Abs(got-row.distance/3) > 1e-15*got {
				t.Errorf("%s, seed %d: distance %v, want %v", row.why, seed, got, row.distance/3)
			}
			if got := s.Depth(0, 1); math.Abs(got-row.depth/3) > 1e-15*got {
				t.Errorf("%s, seed %d: depth %v, want %v", row.why, seed, got, row.depth/3)
			}
		}
	}
}

// TestTurn: a rotation keeps lengths and handedness, and equals what it is known to do.
func TestTurn(t *testing.T) {
	for _, row := range []struct {
		q    [4]int64
		want oracle.Point // of (1, 2, 3)
	}{
		{[4]int64{0, 0, 0, 5}, ratios(1, 2, 3, 1)},
		{[4]int64{1, 0, 0, 0}, ratios(1, -2, -3, 1)},
		{[4]int64{0, 0, 2, 2}, ratios(-2, 1, 3, 1)},
		{[4]int64{1, 0, 0, 1}, ratios(1, -3, 2, 1)},
		{[4]int64{0, -1, 0, 1}, ratios(-3, 2, 1, 1)},
		{[4]int64{1, 0, 0, 2}, ratios(5, 6-12, 8+9, 5)}, // by 2·atan(1/2): cosine 3/5, sine 4/5
	} {
		m := oracle.Turn(row.q)
		if d := m.Determinant(); d.Cmp(big.NewRat(1, 1)) != 0 {
			t.Errorf("%v: determinant %v", row.q, d)
		}
		got := m.Apply(ratios(1, 2, 3, 1))
		for k := range got {
			if got[k].Cmp(row.want[k]) != 0 {
				t.Errorf("%v: coordinate %d is %v, want %v", row.q, k, got[k], row.want[k])
			}
		}
	}
}

// TestConvex compares the shortest separating translation and the ball in both bodies with
// known values.
func TestConvex(t *testing.T) {
	tetrahedron := meshgen.Tetrahedron(geom.Vec{0, 0, 0}, geom.Vec{3, 0, 0}, geom.Vec{0, 3, 0}, geom.Vec{0, 0, 3})
	turn := oracle.Turn([4]int64{0, 0, 1, 2}) // cosine 3/5, sine 4/5
	for _, row := range []struct {
		why           string
		a, b          meshgen.Indexed
		place         oracle.Map // of b
		parting, ball *big.Rat   // ball nil for one above zero
	}{
		{"apart", cube, cube, oracle.Move(ratios(5, 0, 0, 1)), new(big.Rat), new(big.Rat)},
		{"face to face", cube, cube, oracle.Move(ratios(4, 1, 0, 1)), new(big.Rat), new(big.Rat)},
		{"a third deep", cube, cube, oracle.Move(ratios(11, 0, 0, 3)), big.NewRat(1, 9), big.NewRat(1, 36)},
		{"by a corner", cube, cube, oracle.Move(ratios(3, 2, 1, 1)), big.NewRat(1, 1), big.NewRat(1, 4)},
		{"the same place", cube, cube, oracle.Identity(), big.NewRat(16, 1), big.NewRat(4, 1)},
		{"an edge in a face", cube, cube, oracle.Move(ratios(23, 2, 0, 6)).Mul(oracle.Turn([4]int64{0, 0, 0, 1})), big.NewRat(1, 36), nil},
		{"a corner through a slope", tetrahedron, cube, oracle.Move(ratios(2, 2, 2, 3)), big.NewRat(1, 3), nil},
		{"a turned one deep in", box(-4, -4, -4, 4, 4, 4), box(-1, -1, -1, 1, 1, 1), oracle.Move(ratios(4, 0, 0, 1)).Mul(turn), big.NewRat(49, 25), nil},
		{"edge across edge", // the ridges along y and along x, of which one is half a unit above the other
			meshgen.Prism([][2]float64{{-2, -2}, {2, -2}, {0, 0}}, -3, 3), meshgen.Prism([][2]float64{{0, -0.5}, {2, 1.5}, {-2, 1.5}}, -3, 3),
			oracle.Turn([4]int64{0, 1, 0, 1}), big.NewRat(1, 4), nil},
	} {
		for mirrored := range 2 {
			mirror := oracle.Stretch(ratios(1-2*int64(mirrored), 1, 1, 1))
			s := oracle.NewPlacedScene([]oracle.Placed{{Soup: row.a.Soup(), Place: mirror}, {Soup: row.b.Soup(), Place: mirror.Mul(row.place)}})
			got := s.Convex(0, 1)
			if got.Parting.Cmp(row.parting) != 0 {
				t.Errorf("%s: the shortest way out is √%v, want √%v", row.why, got.Parting, row.parting)
			}
			four := big.NewRat(4, 1)
			switch {
			case row.ball != nil && got.Ball.Cmp(row.ball) != 0:
				t.Errorf("%s: a ball of √%v, want √%v", row.why, got.Ball, row.ball)
			case row.ball == nil && (got.Ball.Sign() <= 0 || four.Mul(four, got.Ball).Cmp(got.Parting) > 0):
				t.Errorf("%s: a ball of √%v where √%v parts the bodies", row.why, got.Ball, got.Parting)
			}
		}
	}
}

// TestMargin compares the margin of one body inside another with known values.
func TestMargin(t *testing.T) {
	for _, row := range []struct {
		why   string
		place oracle.Map
		want  *big.Rat
	}{
		{"in the middle", oracle.Move(ratios(1, 1, 1, 1)), big.NewRat(1, 1)},
		{"near a side", oracle.Move(ratios(1, 1, 13, 7)), big.NewRat(1, 49)},
		{"at a side", oracle.Move(ratios(1, 2, 1, 1)), new(big.Rat)},
		{"partly outside", oracle.Move(ratios(1, 3, 1, 1)), nil},
	} {
		s := oracle.NewPlacedScene([]oracle.Placed{{Soup: box(0, 0, 0, 2, 2, 2).Soup(), Place: row.place}, {Soup: cube.Soup(), Place: oracle.Identity()}})
		got := s.Margin(0, 1)
		if (got == nil) != (row.want == nil) || got != nil && got.Cmp(row.want) != 0 {
			t.Errorf("%s: %v, want %v", row.why, got, row.want)
		}
	}
}
