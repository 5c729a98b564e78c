package stl

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
)

// parseSlow is what every number must come out as.
func parseSlow(s string) (float32, error) {
	v, err := strconv.ParseFloat(s, 32)
	return float32(v), err
}

// parse reads a number as the text scanner does.
func parse(s string) (v float32, fast bool, err error) {
	if v, end, ok := parseFloat32([]byte(s+" "), 0); ok && end == len(s) {
		return v, true, nil
	}
	v, err = scanNumber([]byte(s))
	return v, false, err
}

func compareNumber(t *testing.T, s string) (fast bool) {
	t.Helper()
	got, fast, err := parse(s)
	want, wantErr := parseSlow(s)
	if (err != nil) != (wantErr != nil) {
		t.Fatalf("%s: error %v, strconv has %v", s, err, wantErr)
	}
	if err == nil && math.Float32bits(got) != math.Float32bits(want) {
		t.Fatalf("%s: %x, strconv has %x (fast: %v)", s, got, want, fast)
	}
	return fast
}

func TestNumberTable(t *testing.T) {
	for _, s := range []string{
		"0", "-0", "+0", "00", "0.", ".0", ".5", "5.", "1e0", "1E+5", "1e-05", "1e+005", "-1.5e3", "1e38", "-3.4028234663852886e38",
		"3.4028235e38", "3.4028236e38", // the greatest, as it is rounded to and from
		"3.40282356e38",                  // just below the midpoint beyond the greatest
		"3.40282357e38",                  // just above: out of range
		"1e39", "1e50", "1e400", "-1e99", // out of range
		"1.1754943e-38", "1.1754942e-38", "1e-45", "7e-46", "7.1e-46", "1e-46", "1e-400", "1e-9999", // subnormal and below
		"16777216", "16777217", "16777219", "33554434", "33554435", // midpoints and neighbours
		"16777217.0000000000000000000000000001", "16777216.9999999999999999999999999999",
		"1.00000005960464477539062500", "1.00000005960464477539062501", "1.00000005960464477539062499",
		"123456789012345678901234567890", "0.000000000000000000000000000000000000123456789",
		"9999999999999999999", "18446744073709551615", "18446744073709551616", "1" + strings.Repeat("0", 40),
		strings.Repeat("0", 60) + "1.5", "0." + strings.Repeat("0", 60) + "15e61",
	} {
		compareNumber(t, s)
	}
}

func TestNumberRefused(t *testing.T) {
	for _, s := range []string{
		"", "-", "+", ".", "e5", "-.e1", "1e", "1e+", "1.2.3", "1,5", "0x1p-2", "1_000", "--1", "1-1", "1e5e5", "abc", "1.0f", "in", strings.Repeat("1", 2000),
	} {
		if v, _, err := parse(s); err == nil {
			t.Errorf("%q was read as %v", s, v)
		}
	}
}

func TestNumberSpecial(t *testing.T) {
	for _, s := range []string{"nan", "NaN", "-nan", "+NAN", "nan(ind)", "-nan(ind)", "1.#QNAN", "-1.#IND00", "1.#SNAN"} {
		if v, _, err := parse(s); err != nil || v == v {
			t.Errorf("%q = %v, %v", s, v, err)
		}
	}
	for s, sign := range map[string]int{"inf": 1, "-inf": -1, "+Infinity": 1, "-INF": -1, "1.#INF": 1, "-1.#INF00": -1} {
		if v, _, err := parse(s); err != nil || !math.IsInf(float64(v), sign) {
			t.Errorf("%q = %v, %v", s, v, err)
		}
	}
}

// TestNumberRandom compares random decimals of all lengths, and the decimals
// around midpoints, where rounding is hardest.
func TestNumberRandom(t *testing.T) {
	r := rand.New(rand.NewPCG(20, 26))
	const rounds = 200_000
	plain, slow := 0, 0
	for range rounds {
		f := math.Float32frombits(r.Uint32())
		if f != f || math.IsInf(float64(f), 0) {
			continue
		}
		digits := r.IntN(20)
		s := strconv.FormatFloat(float64(f), "eg"[r.IntN(2)], digits, 64)
		if compareNumber(t, s); math.Abs(float64(f)) > 1e-30 {
			plain++
			if _, fast, _ := parse(s); !fast {
				slow++
			}
		}
		compareNumber(t, strconv.FormatFloat(float64(f), 'g', -1, 32))
		mid := (float64(f) + float64(math.Nextafter32(f, math.MaxFloat32))) / 2
		compareNumber(t, strconv.FormatFloat(mid, 'g', -1, 64))
		compareNumber(t, strconv.FormatFloat(math.Nextafter(mid, 0), 'g', -1, 64))
		compareNumber(t, fmt.Sprintf("%d.%0*de%d", r.IntN(1000), 1+r.IntN(12), r.IntN(1e9), r.IntN(60)-30))
	}
	// Without this, the test could pass with the fast path never taken. Short
	// decimals of large numbers do sit on midpoints now and then.
	if slow*200 > plain {
		t.Errorf("%d of %d ordinary numbers took the slow path", slow, plain)
	}
}

func TestNumberEndsAtSpace(t *testing.T) {
	for _, s := range []string{"1.5\n", "1.5\t2", "1.5\r\n", "1.5"} {
		if v, end, ok := parseFloat32([]byte(s), 0); !ok || v != 1.5 || end != 3 {
			t.Errorf("%q: %v, %d, %v", s, v, end, ok)
		}
	}
	if _, _, ok := parseFloat32([]byte("1.5x"), 0); ok {
		t.Error("1.5x was read")
	}
}
