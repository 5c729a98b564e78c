package document

import (
	"bytes"
	"errors"
	"math"
	"strconv"
)

// parseInt returns the value of the text of an integer. Decimal numbers without a fraction are
// integers too.
func parseInt(b []byte) (int64, bool) {
	i, err := strconv.ParseInt(string(b), 10, 64)
	if err == nil {
		return i, true
	}
	f, ok := parseFloat(b)
	if !ok {
		return 0, false
	}
	return integer(f)
}

// parseFloat returns the value of the text of a number. What is too great becomes infinite.
func parseFloat(b []byte) (float64, bool) {
	for _, c := range b {
		if c-'0' >= 10 && c != '.' && c != '-' && c != '+' && c|0x20 != 'e' {
			return parseSpecial(b)
		}
	}
	f, err := strconv.ParseFloat(string(b), 64)
	return f, err == nil || errors.Is(err, strconv.ErrRange)
}

// The bits of special numbers: those that C libraries write.
const (
	bitsInf  = 0x7ff << 52
	bitsNaN  = 0x7ff8 << 48
	bitsSign = 1 << 63
)

// parseSpecial reads the texts of C libraries for numbers that are not finite: "inf", "infinity",
// "nan" and "nan(ind)" in any case, and "1.#INF", "1.#IND" and the like, which may end in digits.
func parseSpecial(b []byte) (float64, bool) {
	var bits uint64
	if len(b) > 0 && (b[0] == '-' || b[0] == '+') {
		if b[0] == '-' {
			bits = bitsSign
		}
		b = b[1:]
	}
	if len(b) > 3 && b[0]-'0' < 10 && b[1] == '.' && b[2] == '#' {
		b = bytes.TrimRight(b[3:], "0123456789")
	} else if len(b) > 3 && b[3] == '(' && b[len(b)-1] == ')' {
		b = b[:3]
		if !bytes.EqualFold(b, []byte("nan")) {
			return 0, false
		}
	}
	switch string(bytes.ToLower(b)) {
	case "inf", "infinity":
		bits |= bitsInf
	case "nan", "ind", "qnan", "snan":
		bits |= bitsNaN
	default:
		return 0, false
	}
	return math.Float64frombits(bits), true
}
