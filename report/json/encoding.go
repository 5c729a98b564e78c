package json

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/report/wording"
)

// An encoding says how the values of one or more Go types are written and read.
type encoding struct {
	marshal   *json.Marshalers
	unmarshal *json.Unmarshalers
}

// writing are the options that reports are written with, and reading those that they are
// read with: who reads an object looks for duplicate names, and knows where they are.
var writing, reading = func() (json.Options, json.Options) {
	encodings := slices.Concat(basicEncodings(), headEncodings(), meshEncodings(), pairEncodings(), hullEncodings(), baselineEncodings())
	var m []*json.Marshalers
	var u []*json.Unmarshalers
	for _, e := range encodings {
		m, u = append(m, e.marshal), append(u, e.unmarshal)
	}
	return json.JoinOptions(json.WithMarshalers(json.JoinMarshalers(m...)), jsontext.AllowDuplicateNames(true),
			jsontext.EscapeForJS(true), jsontext.PreserveRawStrings(true)),
		json.JoinOptions(json.WithUnmarshalers(json.JoinUnmarshalers(u...)), jsontext.AllowDuplicateNames(true),
			jsontext.AllowInvalidUTF8(true))
}()

// object encodes structs by their tags. Members that may be missing have the option
// omitzero, and are those of blank when they are.
func object[W any](blank W) encoding {
	return encoding{unmarshal: json.UnmarshalFromFunc(func(dec *jsontext.Decoder, w *W) error {
		*w = blank
		return (&members{fields: fieldsOf(w)}).all(dec)
	})}
}

// as encodes values of T as objects with the members of W.
func as[T, W any](blank W, write func(*T) W, read func(*W) (T, error)) encoding {
	e := object(blank)
	spare := sync.Pool{New: func() any { return new(W) }}
	e.marshal = json.MarshalToFunc(func(enc *jsontext.Encoder, v *T) error {
		w := spare.Get().(*W)
		defer spare.Put(w)
		*w = write(v)
		return json.MarshalEncode(enc, w)
	})
	e.unmarshal = json.JoinUnmarshalers(e.unmarshal, json.UnmarshalFromFunc(func(dec *jsontext.Decoder, v *T) error {
		var w W
		err := json.UnmarshalDecode(dec, &w)
		if err == nil {
			*v, err = read(&w)
		}
		return err
	}))
	return e
}

// words encodes each of the values as a word.
func words[T comparable](word func(T) string, values ...T) encoding {
	return encoding{
		json.MarshalToFunc(func(enc *jsontext.Encoder, v *T) error { return writeText(enc, word(*v)) }),
		json.UnmarshalFromFunc(func(dec *jsontext.Decoder, v *T) error {
			s, err := readText(dec)
			if err == nil {
				*v, err = valueOf(s, word, values...)
			}
			return err
		}),
	}
}

// valueOf returns the value with a word.
func valueOf[T any](s string, word func(T) string, values ...T) (v T, err error) {
	var all []string
	for _, v := range values {
		if word(v) == s {
			return v, nil
		}
		all = append(all, word(v))
	}
	return v, fmt.Errorf("%s is not %s", shortQuote(s), wording.Alternatives(all))
}

// text encodes strings, and refuses to read those with an error.
func text[T ~string](check func(string) error) encoding {
	return encoding{
		json.MarshalToFunc(func(enc *jsontext.Encoder, s *T) error { return writeText(enc, string(*s)) }),
		json.UnmarshalFromFunc(func(dec *jsontext.Decoder, to *T) error {
			s, err := readText(dec)
			if err == nil {
				*to, err = T(s), check(s)
			}
			return err
		}),
	}
}

// writeText writes a string without log commands.
func writeText(enc *jsontext.Encoder, s string) error {
	// A run of bytes that are not UTF-8 becomes one U+FFFD, as in all formats.
	s = strings.ToValidUTF8(s, "\ufffd")
	if !strings.Contains(s, "##") {
		return enc.WriteToken(jsontext.String(s))
	}
	quoted, err := json.Marshal(s, jsontext.EscapeForJS(true))
	if err != nil {
		return err
	}
	return enc.WriteValue(wording.EscapeLogCommands(quoted))
}

func readText(dec *jsontext.Decoder) (string, error) {
	if dec.PeekKind() != '"' {
		return "", unexpected(dec, "a text")
	}
	token, err := dec.ReadToken()
	return token.String(), err
}

// unexpected is the error of a value that is not what it should be, or of a text that is
// not JSON.
func unexpected(dec *jsontext.Decoder, want string) error {
	if !strings.ContainsRune(`{["0tfn`, rune(dec.PeekKind())) {
		if _, err := dec.ReadToken(); err != nil {
			return err
		}
	}
	return errors.New("is not " + want)
}

// index is a place in a list, left out if it is negative.
type index int

func (i *index) IsZero() bool { return *i < 0 }

// size is a length, an area or a volume, left out if it is not finite.
type size float64

func (s *size) IsZero() bool { return !wording.Finite(float64(*s)) }

var unlimited = size(math.Inf(1))

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
	b := enc.AvailableBuffer()
	for i, v := range *p {
		b = append(b, "[,"[min(i, 1)], '[')
		for k, x := range v {
			if k > 0 {
				b = append(b, ',')
			}
			b = appendNumber(b, x)
		}
		b = append(b, ']')
	}
	return enc.WriteValue(append(b, ']'))
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

// basicEncodings are those of values that are no objects.
func basicEncodings() []encoding {
	return []encoding{
		text[string](func(string) error { return nil }),
		reader(func(dec *jsontext.Decoder, n *int) (err error) { *n, err = readNatural(dec); return err }),
		reader(func(dec *jsontext.Decoder, n *index) error { return json.UnmarshalDecode(dec, (*int)(n)) }),
		reader(readSize),
		reader(func(dec *jsontext.Decoder, x *size) error { return readSize(dec, (*float64)(x)) }),
		reader(readPoint),
		reader(func(dec *jsontext.Decoder, p *place) error { return readPoint(dec, (*geom.Vec)(p)) }),
	}
}

func reader[T any](read func(*jsontext.Decoder, *T) error) encoding {
	return encoding{unmarshal: json.UnmarshalFromFunc(read)}
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
