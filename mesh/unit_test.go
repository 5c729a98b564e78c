package mesh_test

import (
	"math"
	"testing"

	"github.com/meshcheck/meshcheck/mesh"
)

func TestUnitOf(t *testing.T) {
	for _, row := range []struct {
		metres float64
		want   string
	}{
		{1, "m"}, {0.01, "cm"}, {0.0254, "in"}, {0.3048, "ft"}, {1e-3, "mm"}, {1e-6, "um"},
		{0.01 * (1 + 1e-10), "cm"}, // UnitScaleFactor 1 of an FBX that divided and multiplied
		{float64(float32(0.01)), "cm"}, {0.010001, "0.010001 m"},
		{100, "100 m"}, {1000, "1000 m"}, {0.9144, "0.9144 m"}, {1e300, "1e+300 m"},
		{0, ""}, {-1, ""}, {math.NaN(), ""}, {math.Inf(1), ""},
	} {
		if got := mesh.UnitOf(row.metres); got != row.want {
			t.Errorf("%v metres: %q, want %q", row.metres, got, row.want)
		} else if got != "" && math.Abs(mesh.UnitMetres(got)-row.metres) > 1e-7*row.metres {
			t.Errorf("%q is %v metres, want %v", got, mesh.UnitMetres(got), row.metres)
		}
	}
	for _, name := range mesh.Units() {
		if got := mesh.UnitOf(mesh.UnitMetres(name)); got != name || mesh.UnitMicrometres(name) != math.Trunc(mesh.UnitMicrometres(name)) {
			t.Errorf("%s: %s, %v micrometres", name, got, mesh.UnitMicrometres(name))
		}
	}
	for _, unit := range []string{"", "ell", "-1 m", "0 m", "x m", " m", "Inf m", "NaN m", "1 ft"} {
		if v := mesh.UnitMetres(unit) + mesh.UnitMicrometres(unit); v != 0 || mesh.UnitWords(unit) != "" {
			t.Errorf("%q: %v, %q", unit, v, mesh.UnitWords(unit))
		}
	}
}
