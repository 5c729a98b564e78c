package text

import (
	"math"
	"strconv"
)

// number is a number as it is written: mantissa·10^exponent, or an infinity or NaN.
type number struct {
	mantissa uint64 // the first 19 digits
	exponent int
	negative bool
	exact    bool // whether no digit was left out of the mantissa
	whole    bool // whether there is neither a point nor an exponent
	special  float64
	text     []byte
}

// mantissaLimit is the mantissa from which another digit may not fit.
const mantissaLimit = 1e18

// number reads [-]digits[.digits][e[+-]digits], inf, -inf or nan. Digits may be missing on one side of
// the point.
func (p *parser) number() (n number, err error) {
	first := p.pos
	n.negative = p.eat('-')
	n.exact, n.whole = true, true
	start := p.pos
	p.mantissa(&n, false)
	count := p.pos - start
	if p.eat('.') {
		n.whole = false
		start = p.pos
		p.mantissa(&n, true)
		count += p.pos - start
	}
	if count == 0 {
		p.pos = first
		return n, p.specialNumber(&n)
	}
	if c := p.next(); c == 'e' || c == 'E' {
		if err := p.exponent(&n); err != nil {
			return n, err
		}
	}
	n.text = p.data[first:p.pos]
	return n, nil
}

// mantissa reads digits, which are decimals if they are behind the point.
func (p *parser) mantissa(n *number, decimals bool) {
	m, data, i := n.mantissa, p.data, p.pos
	for ; i < len(data) && data[i]-'0' <= 9; i++ {
		if m < mantissaLimit {
			m = m*10 + uint64(data[i]-'0')
			if decimals {
				n.exponent--
			}
			continue
		}
		n.exact = n.exact && data[i] == '0'
		if !decimals {
			n.exponent++
		}
	}
	n.mantissa, p.pos = m, i
}

// exponent reads an exponent, limited to more than what matters.
func (p *parser) exponent(n *number) error {
	const limit = 1 << 20
	p.pos++
	n.whole = false
	negative := p.next() == '-'
	if negative || p.next() == '+' {
		p.pos++
	}
	start, e := p.pos, 0
	for ; p.pos < len(p.data) && p.data[p.pos]-'0' <= 9; p.pos++ {
		e = min(e*10+int(p.data[p.pos]-'0'), limit)
	}
	if p.pos == start {
		return p.expected("the digits of an exponent")
	}
	if negative {
		e = -e
	}
	n.exponent += e
	return nil
}

// specialNumber reads an infinity or NaN.
func (p *parser) specialNumber(n *number) error {
	first := p.pos
	negative := p.eat('-')
	switch word := p.word(); {
	case string(word) == "inf" && negative:
		n.special = math.Inf(-1)
	case string(word) == "inf":
		n.special = math.Inf(1)
	case string(word) == "nan" && !negative:
		n.special = math.NaN()
	default:
		p.pos = first
		return p.expected("a number")
	}
	return nil
}

// pow10 are the powers of ten that are exact in float64.
var pow10 = [...]float64{1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22}

// scale returns m·10^e with one rounding for the conversion of m and one for the operation. ok is
// false if the power is not exact.
func scale(m uint64, e int) (d float64, ok bool) {
	switch {
	case e >= 0 && e < len(pow10):
		return float64(m) * pow10[e], true
	case e < 0 && -e < len(pow10):
		return float64(m) / pow10[-e], true
	}
	return 0, false
}

// float64 returns the number rounded once, infinite if it is too great.
func (n *number) float64() float64 {
	if n.special != 0 {
		return n.special
	}
	if n.exact && n.mantissa < 1<<53 {
		if d, ok := scale(n.mantissa, n.exponent); ok {
			return n.signed(d)
		}
	}
	d, _ := strconv.ParseFloat(string(n.text), 64) // the only error is the range
	return d
}

// float32 returns the number rounded once, infinite if it is too great.
func (n *number) float32() float32 {
	if n.special != 0 {
		return float32(n.special)
	}
	if d, ok := scale(n.mantissa, n.exponent); ok {
		// The digits left out, the conversion and the operation leave an error of fewer than 4 units in
		// the last place. A midpoint of two float32 has a 1 and zeros in the last 29 bits: away from one,
		// d is on the same side as the number.
		const margin = 8
		if low := math.Float64bits(d) & (1<<29 - 1); low-(1<<28-margin) > 2*margin && d > 0x1.1p-126 && d < 0x1.ffp127 || d == 0 {
			return float32(n.signed(d))
		}
	}
	d, _ := strconv.ParseFloat(string(n.text), 32)
	return float32(d)
}

func (n *number) signed(d float64) float64 {
	if n.negative {
		return -d
	}
	return d
}

// float16 returns the float64 next to the number rounded to 16-bit floating point.
func (n *number) float16() float32 {
	const least, limit = 0x1p-24, 65520 // the step of the smallest, and where infinity begins
	d := n.float64()
	switch a := math.Abs(d); {
	case a >= limit:
		return float32(math.Copysign(math.Inf(1), d))
	case a < 0x1p-14:
		return float32(math.Copysign(math.RoundToEven(a/least)*least, d))
	case a == a:
		frac, e := math.Frexp(d)
		return float32(math.Ldexp(math.RoundToEven(frac*(1<<11)), e-11))
	}
	return float32(d)
}

// int returns the number without its fraction. ok is false if that is outside the range.
func (n *number) int(low, high int64) (v int64, ok bool) {
	if n.special != 0 {
		return 0, false
	}
	if !n.whole {
		d := math.Trunc(n.float64())
		if d < -0x1p63 || d >= 0x1p63 {
			return 0, false
		}
		v = int64(d)
		return v, low <= v && v <= high
	}
	if n.exponent == 0 && n.mantissa <= math.MaxInt64 {
		v = int64(n.mantissa)
		if n.negative {
			v = -v
		}
		return v, low <= v && v <= high
	}
	v, err := strconv.ParseInt(string(n.text), 10, 64)
	return v, err == nil && low <= v && v <= high
}
