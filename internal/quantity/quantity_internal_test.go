package quantity

import (
	"math"
	"testing"

	"github.com/meshcheck/meshcheck/geom"
)

func TestQuantity(t *testing.T) {
	for x, want := range map[float64]string{
		0: "0", 0.0042: "0.0042", 0.00031: "0.00031", 0.5: "0.5", 1: "1", 1.25: "1.2", 9.96: "10", 9.94: "9.9", 12.6: "13",
		127: "127", 18240.4: "18240", 4.2e-9: "4.2e-9", 1e-300: "1e-300", 9.99e-7: "1e-6", 3e12: "3e12", 0.0996: "0.1",
		math.Inf(1): "beyond measure",
	} {
		if got := quantity(x); got != want {
			t.Errorf("quantity(%g) = %s, want %s", x, got, want)
		}
	}
}

func TestPercent(t *testing.T) {
	for share, want := range map[float64]string{
		0: "0 %", 0.0204: "2.04 %", 0.25: "25 %", 1: "100 %", 9.996: "1000 %", 357.14: "35714 %", 1e-5: "0.001 %", 9.99e-6: "less than 0.001 %",
		2.02e-8: "less than 0.001 %", 0.123456: "12.3 %", 3e10: "3e12 %", math.Inf(1): "beyond measure",
	} {
		if got := Percent(share); got != want {
			t.Errorf("Percent(%g) = %s, want %s", share, got, want)
		}
	}
}

func TestApart(t *testing.T) {
	for _, row := range []struct {
		x, y       float64
		unit, a, b string
	}{
		{0.012, 0.005, "m", "12 mm", "5 mm"},
		{1.2, 0.5, "m", "1.2 m", "500 mm"},
		{0.0050001, 0.005, "m", "5.0001 mm", "5 mm"},
		{0.0042, 0.001, "", "0.0042", "0.001"},
		{2, 2, "m", "2 m", "2 m"},
	} {
		if a, b := Apart(row.x, row.y, row.unit); a != row.a || b != row.b {
			t.Errorf("%g and %g %s are written %q and %q, want %q and %q", row.x, row.y, row.unit, a, b, row.a, row.b)
		}
	}
}

// Sizes in units without a name are shown in metres and their parts.
func TestUnnamedUnit(t *testing.T) {
	for _, row := range []struct{ got, want string }{
		{Length(0.00042, "100 m"), "42 mm"},
		{Length(3, "100 m"), "300 m"},
		{Length(0, "100 m"), "0 mm"},
		{Area(0.5, "0.1 m"), "50 cm²"},
		{Volume(2, "100 m"), "2000000 m³"},
		{Limit(0.015, "100 m"), "1.5 m"},
		{LengthBelow(0.0000999999, 0.0001, "100 m"), "9.99999 mm"},
		{Extent(geom.Box{Max: geom.Vec{0.01, 1e-9, 0.02}}, "100 m"), "1 × 0 × 2 m"},
		{Length(2, "ft"), "2 ft"},
		{Unit("ft"), "feet (ft)"}, {Unit("um"), "micrometres (um)"}, {Unit("100 m"), "units of 100 m"}, {Unit(""), ""}, {Unit("ell"), ""},
	} {
		if row.got != row.want {
			t.Errorf("%s, want %s", row.got, row.want)
		}
	}
}

// A side that is negligible compared with the longest is 0.
func TestExtent(t *testing.T) {
	for _, row := range []struct {
		max  geom.Vec
		unit string
		want string
	}{
		{geom.Vec{187, 4.4e-16, 187}, "", "187 × 0 × 187"},
		{geom.Vec{0.5, 1e-5, 0}, "", "0.5 × 0.00001 × 0"},
		{geom.Vec{0.038, 1e-7, 0.038}, "m", "38 × 0 × 38 mm"},
		{geom.Vec{}, "", "0 × 0 × 0"},
	} {
		if got := Extent(geom.Box{Max: row.max}, row.unit); got != row.want {
			t.Errorf("%v: %s, want %s", row.max, got, row.want)
		}
	}
}
