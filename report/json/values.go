package json

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/report/wording"
)

// index is a place in a list, left out if it is negative.
type index int

func (i *index) IsZero() bool { return *i < 0 }

// size is a length, an area or a volume, left out if it is not finite.
type size float64

func (s *size) IsZero() bool { return !wording.Finite(float64(*s)) }

var unlimited = size(math.Inf(1))

// number is any finite number, and numbers are those of a pair.
type number float64

func numbers(p [2]float64) [2]number { return [2]number{number(p[0]), number(p[1])} }

// integer is a whole number that may be negative.
type integer int

// place is a point, left out if it is not finite.
type place geom.Vec

func (p *place) IsZero() bool { return !geom.Vec(*p).Finite() }

// nowhere stands for a place that a report leaves out.
var nowhere = place{math.Inf(1), math.Inf(1), math.Inf(1)}

// points is a list of points, left out if it is empty or has one that is not finite.
type points []geom.Vec

func (p *points) IsZero() bool {
	return len(*p) == 0 || slices.ContainsFunc(*p, func(v geom.Vec) bool { return !v.Finite() })
}

// MarshalJSONTo writes the list. A report may have millions of points, for which reflection
// takes several times as long.
func (p *points) MarshalJSONTo(enc *jsontext.Encoder) error {
	return enc.WriteValue(appendPoints(enc.AvailableBuffer(), *p, appendPoint))
}

func appendPoints(b []byte, all points, appendPoint func([]byte, geom.Vec) []byte) []byte {
	b = append(b, '[')
	for i, p := range all {
		if i > 0 {
			b = append(b, ',')
		}
		b = appendPoint(b, p)
	}
	return append(b, ']')
}

func appendPoint(b []byte, p geom.Vec) []byte {
	b = append(b, '[')
	for k, x := range p {
		if k > 0 {
			b = append(b, ',')
		}
		b = appendNumber(b, x)
	}
	return append(b, ']')
}

// appendNumber appends the shortest decimal number that reads back as x.
func appendNumber(b []byte, x float64) []byte {
	if a := math.Abs(x); a == 0 || a >= 1e-6 && a < 1e21 {
		return strconv.AppendFloat(b, x, 'f', -1, 64)
	}
	b = strconv.AppendFloat(b, x, 'e', -1, 64)
	if n := len(b); b[n-4] == 'e' && b[n-3] == '-' && b[n-2] == '0' {
		b = append(b[:n-2], b[n-1]) // e-09 is e-9
	}
	return b
}

// exactly fails for points that are there, and are not so many.
func (p points) exactly(n int, name string) error {
	if p != nil && len(p) != n {
		return inner{name, fmt.Errorf("cannot have %s", wording.Count(len(p), "point"))}
	}
	return nil
}

func corners(b geom.Box) points {
	if b.Empty() {
		return nil
	}
	return points{b.Min, b.Max}
}

// box returns the box with these corners, an empty one if they are missing.
func (p points) box() (geom.Box, error) {
	b := geom.EmptyBox()
	if p == nil {
		return b, nil
	}
	err := p.exactly(2, "box")
	if err == nil {
		if b = (geom.Box{Min: p[0], Max: p[1]}); b.Empty() {
			err = inner{"box", errors.New("is empty")}
		}
	}
	return b, err
}

// maxNatural is the greatest whole number that every JSON reader can tell from its
// neighbours.
const maxNatural = 1 << 53

func readNatural(dec *jsontext.Decoder) (int, error) {
	const what = "a whole number from 0 on"
	if dec.PeekKind() != '0' {
		return 0, unexpected(dec, what)
	}
	text, err := dec.ReadValue()
	if err != nil {
		return 0, err
	}
	n, err := strconv.ParseUint(string(text), 10, 63)
	if err != nil || n > maxNatural {
		return 0, errors.New("is not " + what + " within reason")
	}
	return int(n), nil
}

func readNumber(dec *jsontext.Decoder) (float64, error) {
	if dec.PeekKind() != '0' {
		return 0, unexpected(dec, "a number")
	}
	text, err := dec.ReadValue()
	if err != nil {
		return 0, err
	}
	x, err := strconv.ParseFloat(string(text), 64)
	if err != nil {
		return 0, errors.New("is beyond float64")
	}
	return x, nil
}

// readInteger reads a whole number that may be negative.
func readInteger(dec *jsontext.Decoder, to *integer) error {
	if dec.PeekKind() != '0' {
		return unexpected(dec, "a whole number")
	}
	text, err := dec.ReadValue()
	if err != nil {
		return err
	}
	n, err := strconv.ParseInt(string(text), 10, 64)
	if err != nil || n > maxNatural || n < -maxNatural {
		return errors.New("is not a whole number within reason")
	}
	*to = integer(n)
	return nil
}

func readSize(dec *jsontext.Decoder, to *float64) (err error) {
	if *to, err = readNumber(dec); err == nil && *to < 0 {
		err = errors.New("is less than 0")
	}
	return err
}

func readPoint(dec *jsontext.Decoder, p *geom.Vec) error {
	const what = "a point of three numbers"
	err := open(dec, '[', what)
	for k := 0; err == nil && k < len(p); k++ {
		if dec.PeekKind() == ']' {
			return within(dec, errors.New("is not "+what))
		}
		if p[k], err = readNumber(dec); err != nil {
			return &json.SemanticError{JSONPointer: dec.StackPointer(), Err: err}
		}
	}
	if err == nil && dec.PeekKind() != ']' {
		return within(dec, errors.New("is not "+what))
	}
	if err == nil {
		_, err = dec.ReadToken()
	}
	return err
}
