package json

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/mesh"
	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/wording"
)

// A codec says how values of one Go type are written and read; one of the two may be nil.
type codec struct {
	marshal   *json.Marshalers
	unmarshal *json.Unmarshalers
}

// writing are the options that reports are written with, and reading those that they are read with.
var (
	writing = sync.OnceValue(func() json.Options {
		return writingWith(valueCodecs(), wordCodecs(), objectCodecs(), optionCodecs(), lengthCodecs(), uvCodecs(), ownCodecs())
	})
	reading = sync.OnceValue(func() json.Options {
		all := slices.Concat(valueCodecs(), wordCodecs(), objectCodecs(), optionCodecs(), lengthCodecs(), uvCodecs(), ownCodecs())
		return json.JoinOptions(json.WithUnmarshalers(joined(all, func(c codec) *json.Unmarshalers { return c.unmarshal }, json.JoinUnmarshalers)),
			jsontext.AllowInvalidUTF8(true))
	})
)

// writingWith returns options for writing with codecs.
func writingWith(codecs ...[]codec) json.Options {
	return json.JoinOptions(json.WithMarshalers(joined(slices.Concat(codecs...), func(c codec) *json.Marshalers { return c.marshal }, json.JoinMarshalers)),
		jsontext.AllowDuplicateNames(true), jsontext.EscapeForJS(true), jsontext.PreserveRawStrings(true))
}

func joined[T any](codecs []codec, pick func(codec) *T, join func(...*T) *T) *T {
	var all []*T
	for _, c := range codecs {
		all = append(all, pick(c))
	}
	return join(all...)
}

func writes[T any](write func(*jsontext.Encoder, *T) error) codec {
	return codec{marshal: json.MarshalToFunc(write)}
}

func reads[T any](read func(*jsontext.Decoder, *T) error) codec {
	return codec{unmarshal: json.UnmarshalFromFunc(read)}
}

// blank gives values of T, before they are read, what stands for members that are missing.
func blank[T any](missing T) codec {
	return reads(func(_ *jsontext.Decoder, v *T) error {
		*v = missing
		return json.SkipFunc
	})
}

// as reads values of T as W, whose members may be missing as in a blank one.
func as[T, W any](missing W, read func(*W) (T, error)) codec {
	return reads(func(dec *jsontext.Decoder, v *T) error {
		w := missing
		err := json.UnmarshalDecode(dec, &w)
		if err == nil {
			*v, err = read(&w)
		}
		return err
	})
}

// appended writes values as a function appends them.
func appended[T any](value func([]byte, *T) []byte) codec {
	return writes(func(enc *jsontext.Encoder, v *T) error { return enc.WriteValue(value(enc.AvailableBuffer(), v)) })
}

// from writes values of T as W.
func from[T, W any](write func(*T) W) codec {
	return writes(func(enc *jsontext.Encoder, v *T) error {
		w := write(v)
		return json.MarshalEncode(enc, &w)
	})
}

// words writes and reads each of the values as a word. Reports of earlier versions may have others.
func words[T comparable](word func(T) string, old map[string]T, values ...T) codec {
	c := writes(func(enc *jsontext.Encoder, v *T) error { return enc.WriteToken(jsontext.String(word(*v))) })
	c.unmarshal = reads(func(dec *jsontext.Decoder, v *T) error {
		var s string
		err := json.UnmarshalDecode(dec, &s)
		known := false
		if *v, known = old[s]; err == nil && !known {
			*v, err = valueOf(s, word, values...)
		}
		return err
	}).unmarshal
	return c
}

// valueOf returns the value with a word.
func valueOf[T any](s string, word func(T) string, values ...T) (v T, err error) {
	for _, v := range values {
		if word(v) == s {
			return v, nil
		}
	}
	return v, fmt.Errorf("the word %s is not known here", shortQuote(s))
}

// shortQuote quotes a text that may be long.
func shortQuote(s string) string { return `"` + wording.Printable(s, wording.NameLimit) + `"` }

func wordCodecs() []codec {
	var verdicts []verdict
	for _, r := range check.Between.Rules() {
		verdicts = append(verdicts, verdict(r))
	}
	return []codec{
		words(check.Status.String, nil, check.Pass, check.Fail, check.NotChecked),
		words(check.Severity.String, nil, append(check.Severities(), check.Off)...),
		words(check.Rule.String, map[string]check.Rule{"parts/not_checked": check.PartsUndecided}, check.Rules()...),
		words(check.Facing.String, nil, check.Same, check.Opposite),
		words(check.DepthOf.String, nil, check.DepthOfTranslation, check.DepthOfSurface, check.DepthOfReach),
		words(check.HullShape.String, nil, check.HullShapes()...),
		words(check.Set.String, nil, (check.All | check.Model | check.Run).Members()...),
		words(mesh.UVFormat.String, nil, mesh.UVFormats()...),
		words(report.BaselineState.String, nil, report.BaselineNew, report.BaselineAccepted, report.BaselineWorse, report.BaselineExpired),
		words(report.ChangeState.String, nil, report.ChangeNone, report.ChangeBetter, report.ChangeWorse, report.ChangeNew),
		words(report.Before.String, nil, report.BeforeChecked, report.BeforeNotChecked, report.BeforeMissing),
		words(func(v verdict) string { return check.Rule(v).Word() }, map[string]verdict{"not checked": verdict(check.PartsUndecided)}, verdicts...),
	}
}

// valueCodecs are those of numbers, texts and points. What JSON has no form for is null, which the
// option omitempty leaves out, and so are -1 and sizes of -1.
func valueCodecs() []codec {
	return []codec{
		writes(func(enc *jsontext.Encoder, s *string) error {
			if utf8.ValidString(*s) {
				return json.SkipFunc
			}
			// A run of bytes that are not UTF-8 becomes one U+FFFD, as in all formats.
			return enc.WriteToken(jsontext.String(strings.ToValidUTF8(*s, "\ufffd")))
		}),
		writes(func(enc *jsontext.Encoder, n *int) error { return nullIf(enc, *n < 0) }),
		reads(readNatural),
		writes(func(enc *jsontext.Encoder, x *float64) error { return nullIf(enc, !wording.Finite(*x) || *x < 0) }),
		reads(readSize),
		writes(func(enc *jsontext.Encoder, p *geom.Vec) error { return writePoint(enc, *p) }),
		writes(func(enc *jsontext.Encoder, p *[]geom.Vec) error { return writeList(enc, *p) }),
		writes(func(enc *jsontext.Encoder, p *[2]geom.Vec) error { return writeList(enc, p[:]) }),
		writes(func(enc *jsontext.Encoder, b *geom.Box) error { return writeList(enc, corners(*b)) }),
		as(coordinates{}, func(c *coordinates) (geom.Vec, error) {
			return geom.Vec{float64(c[0]), float64(c[1]), float64(c[2])}, nil
		}),
		as([2]geom.Vec{}, func(c *[2]geom.Vec) (geom.Box, error) {
			b := geom.Box{Min: c[0], Max: c[1]}
			if b.Empty() {
				return b, errors.New("is empty")
			}
			return b, nil
		}),
		writes(func(enc *jsontext.Encoder, p *[2][2]float64) error {
			return nullIf(enc, !wording.Finite(p[0][0]+p[0][1]+p[1][0]+p[1][1]))
		}),
		from(func(p *[2]float64) [2]coordinate { return [2]coordinate{coordinate(p[0]), coordinate(p[1])} }),
		as([2]coordinate{}, func(c *[2]coordinate) ([2]float64, error) { return [2]float64{float64(c[0]), float64(c[1])}, nil }),
	}
}

// coordinate is any number.
type coordinate float64

type coordinates [3]coordinate

// unlimited and nowhere stand for a number and a point that a report leaves out.
var (
	unlimited = math.Inf(1)
	nowhere   = geom.Vec{unlimited, unlimited, unlimited}
)

// nullIf writes null, or leaves writing to the library.
func nullIf(enc *jsontext.Encoder, null bool) error {
	if !null {
		return json.SkipFunc
	}
	return enc.WriteToken(jsontext.Null)
}

func writePoint(enc *jsontext.Encoder, p geom.Vec) error {
	if !p.Finite() {
		return enc.WriteToken(jsontext.Null)
	}
	return enc.WriteValue(forgetful.appendPoint(enc.AvailableBuffer(), p))
}

func corners(b geom.Box) []geom.Vec {
	if b.Empty() {
		return nil
	}
	return []geom.Vec{b.Min, b.Max}
}

// MaxNumber is the greatest whole number that a report may have: every JSON reader can tell it from its
// neighbours.
const MaxNumber = 1 << 53

func readNatural(dec *jsontext.Decoder, n *int) error {
	switch dec.PeekKind() {
	case 'n': // as good as missing
		return dec.SkipValue()
	case '0':
	default:
		return json.SkipFunc
	}
	text, err := dec.ReadValue()
	if err != nil {
		return err
	}
	read, err := strconv.ParseUint(string(text), 10, 63)
	if err != nil || read > MaxNumber {
		return errors.New("is not a whole number from 0 on within reason")
	}
	*n = int(read)
	return nil
}

func readSize(dec *jsontext.Decoder, x *float64) error {
	if dec.PeekKind() == 'n' {
		return dec.SkipValue()
	}
	err := json.UnmarshalDecode(dec, (*coordinate)(x))
	if err == nil && *x < 0 {
		err = errors.New("is less than 0")
	}
	return err
}
