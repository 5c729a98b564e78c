package stl

import (
	"math"
	"testing"
)

func TestSpecialNumber(t *testing.T) {
	for _, s := range []string{"nan(ind)", "-nan(ind)", "1.#QNAN", "-1.#IND00", "1.#SNAN"} {
		if v, ok := specialNumber([]byte(s)); !ok || v == v {
			t.Errorf("%q = %v, %v", s, v, ok)
		}
	}
	for s, sign := range map[string]int{"1.#INF": 1, "-1.#INF00": -1} {
		if v, ok := specialNumber([]byte(s)); !ok || !math.IsInf(float64(v), sign) {
			t.Errorf("%q = %v, %v", s, v, ok)
		}
	}
	for _, s := range []string{"", "-", "1.5", "1,5", "abc", "1.0f", "in"} {
		if v, ok := specialNumber([]byte(s)); ok {
			t.Errorf("%q was read as %v", s, v)
		}
	}
}
