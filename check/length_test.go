package check_test

import (
	"errors"
	"testing"

	"github.com/meshcheck/meshcheck/check"
)

func TestParseLength(t *testing.T) {
	for _, row := range []struct {
		text   string
		want   check.Length
		metres float64
	}{
		{"0.5mm", check.Length{Value: 0.5, Unit: "mm"}, 0.0005},
		{"0.5 mm", check.Length{Value: 0.5, Unit: "mm"}, 0.0005},
		{"0.05cm", check.Length{Value: 0.05, Unit: "cm"}, 0.0005},
		{"5e-4m", check.Length{Value: 5e-4, Unit: "m"}, 0.0005},
		{"5e-4", check.Length{Value: 5e-4}, 0.0005},
		{"2in", check.Length{Value: 2, Unit: "in"}, 0.0508},
		{"0mm", check.Length{Unit: "mm"}, 0},
		{".1in", check.Length{Value: 0.1, Unit: "in"}, 0.00254},
		{"5um", check.Length{Value: 0.005, Unit: "mm"}, 5e-6},
		{"5 µm", check.Length{Value: 0.005, Unit: "mm"}, 5e-6},
		{"5μm", check.Length{Value: 0.005, Unit: "mm"}, 5e-6},
		{"0.3mm", check.Length{Value: 0.3, Unit: "mm"}, 0.0003},
	} {
		got, err := check.ParseLength(row.text)
		if err != nil || got != row.want {
			t.Errorf("%q is read as %+v, %v", row.text, got, err)
		}
		if m, err := got.In("m"); err != nil || m != row.metres {
			t.Errorf("%q is %v m, %v, want %v", row.text, m, err, row.metres)
		}
		if again, err := check.ParseLength(got.String()); err != nil || again != got {
			t.Errorf("%q is written %q and read as %+v, %v", row.text, got, again, err)
		}
	}
	for _, text := range []string{"", "mm", "-1mm", "-0", "nan", "inf", "Inf mm", "1e999", "0,5mm", "5%", "1ft", "1MM", "1 m m", "1umm", "µm", "0x1p3m", "1_0", "½mm", "0.5\tmm", "5min", "1mm "} {
		if got, err := check.ParseLength(text); err == nil {
			t.Errorf("%q was taken for %+v", text, got)
		}
	}
}

func TestLengthIn(t *testing.T) {
	for _, row := range []struct {
		length check.Length
		unit   string
		want   float64
	}{
		{check.Length{Value: 3, Unit: "m"}, "mm", 3000},
		{check.Length{Value: 1, Unit: "in"}, "mm", 25.4},
		{check.Length{Value: 254, Unit: "cm"}, "in", 100},
		{check.Length{Value: 7, Unit: "cm"}, "cm", 7},
		{check.Length{Value: 1, Unit: "mm"}, "um", 1000},
		{check.Length{Value: 6.096, Unit: "m"}, "ft", 20},
		{check.Length{Value: 1, Unit: "mm"}, "100 m", 1e-5}, // a file of FBX in hectometres
		{check.Length{Value: 1, Unit: "in"}, "0.0254001 m", 0.0254 / 0.0254001},
		{check.Length{Value: 7}, "mm", 7},
		{check.Length{Value: 7}, "", 7},
	} {
		if got, err := row.length.In(row.unit); err != nil || got != row.want {
			t.Errorf("%v is %v %q, %v, want %v", row.length, got, row.unit, err, row.want)
		}
	}
	if _, err := (check.Length{Value: 1, Unit: "mm"}).In(""); !errors.Is(err, check.ErrNoUnit) {
		t.Errorf("millimetres of a file without a unit: %v", err)
	}
	for _, l := range []check.Length{{1, "ell"}, {1, "m"}} {
		if _, err := l.In("fathom"); err == nil || errors.Is(err, check.ErrNoUnit) {
			t.Errorf("%v in fathoms: %v", l, err)
		}
	}
}
