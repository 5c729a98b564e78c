package json

import (
	"errors"
	"fmt"
	"reflect"
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
	word      reflect.Type // that of words, or nil
	append    appender     // of the words
}

var encodings = slices.Concat(basicEncodings(), headEncodings(), meshEncodings(), pairEncodings(), hullEncodings(), uvEncodings(), baselineEncodings())

// writing are the options that reports are written with, and reading those that they are
// read with. Duplicate names are refused by members, which knows where they are.
var writing, reading = func() (json.Options, json.Options) {
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
		err := json.MarshalEncode(enc, w)
		*w = *new(W) // so that it holds on to nothing
		return err
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
		marshal: json.MarshalToFunc(func(enc *jsontext.Encoder, v *T) error { return writeText(enc, word(*v)) }),
		unmarshal: json.UnmarshalFromFunc(func(dec *jsontext.Decoder, v *T) error {
			s, err := readText(dec)
			if err == nil {
				*v, err = valueOf(s, word, values...)
			}
			return err
		}),
		word: reflect.TypeFor[T](),
		append: func(b []byte, v reflect.Value) []byte {
			return append(append(append(b, '"'), word(*v.Addr().Interface().(*T))...), '"')
		},
	}
}

// renamed is words where reports of an earlier version have an old word for a value.
func renamed[T comparable](old string, value T, word func(T) string, values ...T) encoding {
	e := words(word, values...)
	e.unmarshal = json.UnmarshalFromFunc(func(dec *jsontext.Decoder, v *T) error {
		s, err := readText(dec)
		switch {
		case err != nil:
		case s == old:
			*v = value
		default:
			*v, err = valueOf(s, word, values...)
		}
		return err
	})
	return e
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
		marshal: json.MarshalToFunc(func(enc *jsontext.Encoder, s *T) error { return writeText(enc, string(*s)) }),
		unmarshal: json.UnmarshalFromFunc(func(dec *jsontext.Decoder, to *T) error {
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

// basicEncodings are those of values that are no objects.
func basicEncodings() []encoding {
	return []encoding{
		text[string](func(string) error { return nil }),
		reader(func(dec *jsontext.Decoder, n *int) (err error) { *n, err = readNatural(dec); return err }),
		reader(func(dec *jsontext.Decoder, n *index) error { return json.UnmarshalDecode(dec, (*int)(n)) }),
		reader(readSize),
		reader(func(dec *jsontext.Decoder, x *size) error { return readSize(dec, (*float64)(x)) }),
		reader(func(dec *jsontext.Decoder, x *number) (err error) { *(*float64)(x), err = readNumber(dec); return err }),
		reader(readInteger),
		reader(readPoint),
		reader(func(dec *jsontext.Decoder, p *place) error { return readPoint(dec, (*geom.Vec)(p)) }),
	}
}

func reader[T any](read func(*jsontext.Decoder, *T) error) encoding {
	return encoding{unmarshal: json.UnmarshalFromFunc(read)}
}

// An appender appends the JSON of a value that can be addressed, with the bytes that the
// library writes for it. There are appenders for what a report may have by the ten thousands,
// for which the library takes several times as long.
type appender func(b []byte, v reflect.Value) []byte

// appenderOf returns the appender of a type, which is made of structs by their tags, of
// pointers, and of those that are known.
func appenderOf(t reflect.Type, known map[reflect.Type]appender) appender {
	if a := known[t]; a != nil {
		return a
	}
	switch t.Kind() {
	case reflect.Bool:
		return func(b []byte, v reflect.Value) []byte { return strconv.AppendBool(b, v.Bool()) }
	case reflect.Int:
		return func(b []byte, v reflect.Value) []byte { return strconv.AppendInt(b, v.Int(), 10) }
	case reflect.Float64:
		return func(b []byte, v reflect.Value) []byte { return appendNumber(b, v.Float()) }
	case reflect.Pointer:
		a := appenderOf(t.Elem(), known)
		return func(b []byte, v reflect.Value) []byte { return a(b, v.Elem()) }
	case reflect.Slice:
		return appendElements(appenderOf(t.Elem(), known))
	case reflect.Struct:
		return appendMembers(t, known)
	}
	panic("json: no appender for " + t.String())
}

func appendElements(a appender) appender {
	return func(b []byte, v reflect.Value) []byte {
		b = append(b, '[')
		for i := range v.Len() {
			if i > 0 {
				b = append(b, ',')
			}
			b = a(b, v.Index(i))
		}
		return append(b, ']')
	}
}

// zeroer is a type that says itself when it is left out.
type zeroer interface{ IsZero() bool }

// appendMembers returns the appender of a struct, the first of whose members is always there.
func appendMembers(t reflect.Type, known map[reflect.Type]appender) appender {
	type member struct {
		start  string                   // what stands before the value
		isZero func(reflect.Value) bool // nil for one that is always there
		value  appender
	}
	var all []member
	for i := range t.NumField() {
		f := t.Field(i)
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		m := member{start: `,"` + name + `":`, value: appenderOf(f.Type, known)}
		if i == 0 {
			m.start = m.start[1:]
		}
		if options == "omitzero" {
			m.isZero = reflect.Value.IsZero
			if reflect.PointerTo(f.Type).Implements(reflect.TypeFor[zeroer]()) {
				m.isZero = func(v reflect.Value) bool { return v.Addr().Interface().(zeroer).IsZero() }
			}
		}
		all = append(all, m)
	}
	return func(b []byte, v reflect.Value) []byte {
		b = append(b, '{')
		for i := range all {
			m, f := &all[i], v.Field(i)
			if m.isZero == nil || !m.isZero(f) {
				b = m.value(append(b, m.start...), f)
			}
		}
		return append(b, '}')
	}
}
