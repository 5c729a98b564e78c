package stl

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"strconv"

	"github.com/meshcheck/meshcheck/loader/source"
)

// parseFloat32 reads the decimal number at b[i:], which must end in white space
// or with b, and returns it rounded as strconv.ParseFloat(s, 32) does, with the
// offset behind it. It declines (!ok) what it cannot round for certain and what
// is no plain decimal number; scanNumber reads those.
//
// The value is computed in float64 as m·10^e or m/10^-e from the first 19
// significant digits. Dropping further digits, converting m, the table of
// powers and the operation itself each contribute a relative error of at most
// 2^-53, so the result is off by fewer than 8 units in its last place. It lies
// on the same side of every midpoint between two float32 values as the true
// number does unless it is within 8 units of one, and then we decline: once in
// some 30 million numbers, more often only among large ones of few digits.
func parseFloat32(b []byte, i int) (v float32, end int, ok bool) {
	negative := false
	if i < len(b) && (b[i] == '-' || b[i] == '+') {
		negative = b[i] == '-'
		i++
	}
	var m uint64
	var digits, fraction int // digits in m, and how many of all stand behind the point
	first := i
	for ; i < len(b) && b[i]-'0' <= 9; i++ {
		if m < 1e18 {
			m = m*10 + uint64(b[i]-'0')
		} else {
			fraction--
		}
	}
	digits = i - first
	if i < len(b) && b[i] == '.' {
		i++
		first = i
		for ; i < len(b) && b[i]-'0' <= 9; i++ {
			if m < 1e18 {
				m = m*10 + uint64(b[i]-'0')
				fraction++
			}
		}
		digits += i - first
	}
	if digits == 0 {
		return 0, i, false
	}
	e := 0
	if i < len(b) && b[i]|0x20 == 'e' {
		if e, i, ok = parseExponent(b, i+1); !ok {
			return 0, i, false
		}
	}
	if i < len(b) && !source.IsSpace(b[i]) {
		return 0, i, false
	}
	d, ok := scale10(m, e-fraction)
	if negative {
		d = -d
	}
	return float32(d), i, ok
}

// parseExponent reads an exponent of at most four digits with its sign.
func parseExponent(b []byte, i int) (e, end int, ok bool) {
	negative := false
	if i < len(b) && (b[i] == '-' || b[i] == '+') {
		negative = b[i] == '-'
		i++
	}
	first := i
	for ; i < len(b) && b[i]-'0' <= 9 && i < first+4; i++ {
		e = e*10 + int(b[i]-'0')
	}
	if negative {
		e = -e
	}
	return e, i, i > first
}

// scale10 returns m·10^e to within 8 units in the last place, unless that is
// too close to a midpoint between two normal float32 values or beyond them.
func scale10(m uint64, e int) (d float64, ok bool) {
	switch {
	case m == 0:
		return 0, true
	case e >= len(pow10) || -e >= len(pow10):
		return 0, false
	case e < 0:
		d = float64(m) / pow10[-e]
	default:
		d = float64(m) * pow10[e]
	}
	// A float64 has 29 bits more than a float32; at a midpoint they are 1 and
	// then zeros. Below the smallest normal float32 they are fewer.
	const margin = 8
	low := math.Float64bits(d) & (1<<29 - 1)
	if low-(1<<28-margin) <= 2*margin || d < 0x1.1p-126 || d > 0x1.ffp127 {
		return 0, false
	}
	return d, true
}

// pow10 are powers of ten, each the float64 nearest to it.
var pow10 = [...]float64{
	1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7,
	1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
	1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22, 1e23,
	1e24, 1e25, 1e26, 1e27, 1e28, 1e29, 1e30, 1e31,
	1e32, 1e33, 1e34, 1e35, 1e36, 1e37, 1e38, 1e39,
	1e40, 1e41, 1e42, 1e43, 1e44, 1e45, 1e46, 1e47,
	1e48, 1e49, 1e50, 1e51, 1e52, 1e53, 1e54, 1e55,
	1e56, 1e57, 1e58, 1e59, 1e60, 1e61, 1e62, 1e63,
	1e64,
}

// maxNumber is the greatest length of a number. Far fewer digits determine a float32, and
// error messages quote what they refuse.
const maxNumber = 1 << 10

// errRange says that a number is finite, but beyond every float32.
var errRange = errors.New("is beyond the range of 32-bit floating point")

// scanNumber reads a number that parseFloat32 has declined: one that is hard to
// round, or one of the forms in which programs write NaN and infinity, such as
// Microsoft's 1.#QNAN.
func scanNumber(word []byte) (float32, error) {
	if v, ok := specialNumber(word); ok {
		return v, nil
	}
	if len(word) == 0 || len(word) > maxNumber || bytes.IndexFunc(word, notDecimal) >= 0 {
		return 0, fmt.Errorf("%s is not a number", source.Quote(word))
	}
	v, err := strconv.ParseFloat(string(word), 32)
	if errors.Is(err, strconv.ErrRange) {
		return 0, fmt.Errorf("%s %w", source.Quote(word), errRange)
	}
	if err != nil {
		return 0, fmt.Errorf("%s is not a number", source.Quote(word))
	}
	return float32(v), nil
}

// notDecimal reports whether c cannot be part of a decimal number. It excludes the
// hexadecimal numbers and underscores that strconv understands.
func notDecimal(c rune) bool {
	return (c < '0' || c > '9') && c != '.' && c != '-' && c != '+' && c|0x20 != 'e'
}

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
	case s == "inf", s == "infinity", s == "1.#inf", s == "1.#inf00":
		return float32(math.Inf(sign)), true
	case s == "nan", bytes.HasPrefix(w, []byte("nan(")), bytes.HasPrefix(w, []byte("1.#")):
		return float32(math.NaN()), true
	}
	return 0, false
}
