package text

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/meshcheck/meshcheck/internal/longtest"
	"github.com/meshcheck/meshcheck/mesh"
)

// compare compares the reading of a decimal number with strconv, for both types.
func compare(t *testing.T, s string) {
	t.Helper()
	b := []byte("x " + s + " 1")
	want, wantErr := strconv.ParseFloat(s, 64)
	got, end, err := Float64(b, 2, &mesh.Digits{})
	if (err != nil) != (wantErr != nil) || err == nil && (math.Float64bits(got) != math.Float64bits(want) || end != 2+len(s)) {
		t.Errorf("%s: %v to %d, %v; strconv has %v, %v", s, got, end, err, want, wantErr)
	}
	want, wantErr = strconv.ParseFloat(s, 32)
	got32, end, err := Float32(b, 2, &mesh.Digits{})
	if (err != nil) != (wantErr != nil) || err == nil && (math.Float32bits(got32) != math.Float32bits(float32(want)) || end != 2+len(s)) {
		t.Errorf("%s: %v to %d, %v; strconv has %v, %v", s, got32, end, err, float32(want), wantErr)
	}
}

func TestNumberTable(t *testing.T) {
	for _, s := range []string{
		"0", "-0", "+0", "00", "0.", ".0", ".5", "5.", "1e0", "1E+5", "1e-05", "1e+005", "-1.5e3", "0.000", "0e99999999999", "1e99999999999", "1e-99999999999",
		"9007199254740992", "9007199254740993", "9007199254740993.0000000000000000000000000001", "1e22", "1e23", "123456789e-22", "123456789e-23",
		"0.1", "0.3", "1.7976931348623157e308", "1.7976931348623159e308", "5e-324", "2e-324", "2.2250738585072011e-308",
		"16777217", "16777217.0000000000000000000000000001", "1.00000005960464477539062500", "1.00000005960464477539062499", "3.40282356e38", "3.40282357e38",
		"9999999999999999999", "18446744073709551616", "1" + strings.Repeat("0", 40), strings.Repeat("0", 60) + "1.5", "0." + strings.Repeat("0", 60) + "15e61",
		"0." + strings.Repeat("123456789", 200), strings.Repeat("9", 400),
	} {
		compare(t, s)
	}
}

func TestNumberRandom(t *testing.T) {
	r := rand.New(rand.NewPCG(20, 27))
	for range longtest.Rounds(t, 5_000, 50_000) {
		f := math.Float64frombits(r.Uint64())
		if f-f != 0 {
			continue
		}
		compare(t, strconv.FormatFloat(f, "eg"[r.IntN(2)], r.IntN(20), 64))
		compare(t, strconv.FormatFloat(f, 'g', -1, 64))
		g := float64(math.Float32frombits(r.Uint32()))
		if mid := (g + float64(math.Nextafter32(float32(g), math.MaxFloat32))) / 2; mid-mid == 0 {
			compare(t, strconv.FormatFloat(mid, 'g', -1, 64))
			compare(t, strconv.FormatFloat(math.Nextafter(mid, 0), 'g', -1, 64))
		}
		compare(t, fmt.Sprintf("%d.%0*de%d", r.IntN(1000), 1+r.IntN(12), r.IntN(1e9), r.IntN(60)-30))
		compare(t, fmt.Sprintf("%d.%06d", r.IntN(1000), r.IntN(1e6)))
	}
}

func TestNumberRefused(t *testing.T) {
	for _, s := range []string{"", "-", "+", ".", "e5", "-.e1", "1e", "1e+", "1.2.3", "1,5", "0x1p-2", "1_000", "--1", "1-1", "1.#IND", "1.0f", "in", "infinit", "infinityy", "nan(1)", "nans"} {
		if v, _, err := Float64([]byte(s), 0, &mesh.Digits{}); err == nil {
			t.Errorf("%q was read as %v", s, v)
		}
	}
}

func TestNumberSpecial(t *testing.T) {
	for s, want := range map[string]float64{"nan": math.NaN(), "-NaN": math.NaN(), "inf": math.Inf(1), "-INF": math.Inf(-1), "+Infinity": math.Inf(1)} {
		v, end, err := Float64([]byte(s), 0, &mesh.Digits{})
		if err != nil || end != len(s) || v != want && (v == v || want == want) {
			t.Errorf("%q: %v, %v", s, v, err)
		}
	}
}

func TestDigits(t *testing.T) {
	for s, want := range map[string]mesh.Digits{
		"0": {Decimals: 0, Significant: 1}, "1.50": {Decimals: 2, Significant: 3}, "-0.00120": {Decimals: 5, Significant: 3}, "1500": {Decimals: 0, Significant: 4},
		"1.5e-3": {Decimals: 4, Significant: 2}, "1.25e1": {Decimals: 1, Significant: 3}, "1.5e5": {Decimals: 0, Significant: 2}, "0001.0": {Decimals: 1, Significant: 2},
	} {
		var d mesh.Digits
		if _, _, err := Float64([]byte(s), 0, &d); err != nil || d != want {
			t.Errorf("%s: %+v, want %+v", s, d, want)
		}
	}
}

func TestInt(t *testing.T) {
	for s, want := range map[string][2]int64{"1": {1, 1}, "-12/3": {-12, 3}, "+7": {7, 2}, "": {0, 0}, "-": {0, 0}, "x": {0, 0}, "99999999999999999999999": {1 << 62, 23}} {
		if v, end := Int([]byte(s)); v != want[0] || int64(end) != want[1] {
			t.Errorf("%q: %d, %d", s, v, end)
		}
	}
}
