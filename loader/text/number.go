// Package text reads the numbers of text formats. They all have the same grammar:
//
//	[+-]digits[.digits][e[+-]digits]   digits may be missing on one side of the point
//	[+-]nan, [+-]inf, [+-]infinity     in any letter case
package text

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"strconv"

	"github.com/meshcheck/meshcheck/loader/source"
	"github.com/meshcheck/meshcheck/mesh"
)

// number is a decimal number as it is written: mantissa·10^exponent. The mantissa has only the
// first 19 digits.
type number struct {
	mantissa uint64
	exponent int
	negative bool
	// exact reports that no digit was left out of the mantissa.
	exact bool
	// digits is the number of digits from the first that is not zero, decimals the number of those
	// after the point once the exponent is applied.
	digits, decimals int
}

// mantissaLimit is the mantissa from which another digit may not fit.
const mantissaLimit = 1e18

// scan reads the decimal number at b[i:], which must end before white space or with b. If there is
// none, ok is false.
func scan(b []byte, i int) (n number, end int, ok bool) {
	if i < len(b) && (b[i] == '-' || b[i] == '+') {
		n.negative = b[i] == '-'
		i++
	}
	n.exact = true
	first, zeros := i, 0
	for i < len(b) && b[i] == '0' {
		i++
	}
	zeros = i - first
	start := i
	m := uint64(0)
	for ; i < len(b) && b[i]-'0' <= 9; i++ {
		if m < mantissaLimit {
			m = m*10 + uint64(b[i]-'0')
		} else {
			n.exponent++
			n.exact = n.exact && b[i] == '0'
		}
	}
	n.digits = i - start
	all := zeros + n.digits
	if i < len(b) && b[i] == '.' {
		i++
		first = i
		if n.digits == 0 {
			for i < len(b) && b[i] == '0' {
				i++
			}
			n.exponent -= i - first
		}
		start = i
		for ; i < len(b) && b[i]-'0' <= 9; i++ {
			if m < mantissaLimit {
				m = m*10 + uint64(b[i]-'0')
				n.exponent--
			} else {
				n.exact = n.exact && b[i] == '0'
			}
		}
		n.digits += i - start
		n.decimals = i - first
		all += i - first
	}
	if all == 0 {
		return n, i, false
	}
	if i < len(b) && b[i]|0x20 == 'e' {
		e, at, ok := scanExponent(b, i+1)
		if !ok {
			return n, i, false
		}
		i = at
		n.exponent += e
		n.decimals = max(0, n.decimals-e)
	}
	n.mantissa = m
	return n, i, i == len(b) || IsSpace(b[i])
}

// exponentLimit is more than any exponent that matters.
const exponentLimit = 1 << 20

// scanExponent reads an exponent with its sign, limited to exponentLimit.
func scanExponent(b []byte, i int) (e, end int, ok bool) {
	negative := false
	if i < len(b) && (b[i] == '-' || b[i] == '+') {
		negative = b[i] == '-'
		i++
	}
	first := i
	for ; i < len(b) && b[i]-'0' <= 9; i++ {
		e = min(e*10+int(b[i]-'0'), exponentLimit)
	}
	if negative {
		e = -e
	}
	return e, i, i > first
}

// IsSpace reports whether c is white space. A zero byte is, too.
func IsSpace(c byte) bool { return c == ' ' || c-'\t' <= '\r'-'\t' || c == 0 }

// Float64 reads the number at b[i:], which must end before white space or with b, and rounds it
// once to float64. It counts the digits, and returns the offset after the number. It fails for
// anything else, and for a finite number beyond the range of float64.
func Float64(b []byte, i int, digits *mesh.Digits) (v float64, end int, err error) {
	n, end, ok := scan(b, i)
	if !ok {
		return special(b, i)
	}
	count(digits, &n)
	if e := n.exponent; n.exact && n.mantissa < 1<<53 && -len(exact10) < e && e < len(exact10) {
		// Both numbers are exact, so the result is rounded once.
		v = float64(n.mantissa)
		if e < 0 {
			v /= exact10[-e]
		} else {
			v *= exact10[e]
		}
		if n.negative {
			v = -v
		}
		return v, end, nil
	}
	v, err = parse(b[i:end], 64)
	return v, end, err
}

// Float32 is Float64 for float32.
func Float32(b []byte, i int, digits *mesh.Digits) (v float32, end int, err error) {
	n, end, ok := scan(b, i)
	if !ok {
		d, end, err := special(b, i)
		return float32(d), end, err
	}
	count(digits, &n)
	if d, ok := scale10(n.mantissa, n.exponent); ok {
		if n.negative {
			d = -d
		}
		return float32(d), end, nil
	}
	d, err := parse(b[i:end], 32)
	return float32(d), end, err
}

// count counts the digits of a number.
func count(d *mesh.Digits, n *number) {
	const most = 1 << 12 // more than any float64 has
	if n.decimals > int(d.Decimals) {
		d.Decimals = int16(min(n.decimals, most))
	}
	if digits := max(n.digits, 1); digits > int(d.Significant) { // a zero has one digit, too
		d.Significant = int16(min(digits, most))
	}
}

// parse rounds a number that scan accepts.
func parse(word []byte, bits int) (float64, error) {
	v, err := strconv.ParseFloat(string(word), bits)
	if errors.Is(err, strconv.ErrRange) {
		return 0, fmt.Errorf("%s is beyond the range of %d-bit floating point", source.Quote(word), bits)
	}
	return v, err
}

// special reads NaN and infinity.
func special(b []byte, i int) (float64, int, error) {
	word := Word(b, i)
	w, sign := word, 1
	if len(w) > 0 && (w[0] == '-' || w[0] == '+') {
		if w[0] == '-' {
			sign = -1
		}
		w = w[1:]
	}
	switch string(bytes.ToLower(w[:min(len(w), 9)])) {
	case "nan":
		return math.NaN(), i + len(word), nil
	case "inf", "infinity":
		return math.Inf(sign), i + len(word), nil
	}
	return 0, i, fmt.Errorf("%s is not a number", source.Quote(word))
}

// Word returns the word at b[i:]. It ends before white space.
func Word(b []byte, i int) []byte {
	end := i
	for end < len(b) && !IsSpace(b[end]) {
		end++
	}
	return b[i:end]
}

// Int reads the integer at the beginning of b, [+-]digits, and returns the offset after it, or 0 if
// there is none. Its magnitude is limited to 2^62.
func Int(b []byte) (v int64, end int) {
	i, negative := 0, false
	if len(b) > 0 && (b[0] == '-' || b[0] == '+') {
		negative = b[0] == '-'
		i = 1
	}
	first := i
	for ; i < len(b) && b[i]-'0' <= 9; i++ {
		if v < 1<<58 {
			v = v*10 + int64(b[i]-'0')
		} else {
			v = 1 << 62
		}
	}
	if i == first {
		return 0, 0
	}
	if negative {
		v = -v
	}
	return v, i
}
