package stl

import (
	"bytes"
	"math"
)

// specialNumber reads the forms in which programs write NaN and infinity, such as Microsoft's
// 1.#QNAN, beyond those that are numbers in every format.
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
