package stl

import (
	"bytes"
	"math"
)

// specialNumber reads NaN and infinity as some programs write them, such as Microsoft's 1.#QNAN,
// beyond the forms that all formats share.
func specialNumber(word []byte) (float32, bool) {
	w := bytes.ToLower(word[:min(len(word), 16)])
	sign := 1
	if len(w) > 0 && (w[0] == '-' || w[0] == '+') {
		if w[0] == '-' {
			sign = -1
		}
		w = w[1:]
	}
	switch s := string(w); {
	case s == "1.#inf", s == "1.#inf00":
		return float32(math.Inf(sign)), true
	case bytes.HasPrefix(w, []byte("nan(")), bytes.HasPrefix(w, []byte("1.#")):
		return float32(math.NaN()), true
	}
	return 0, false
}
