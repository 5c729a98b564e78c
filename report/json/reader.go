package json

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/report/wording"
)

// jsonReader reads a JSON text token by token into what the caller expects there. It
// never holds more than one token beside that, and knows where it is.
//
// Methods that take a pointer return a reader: a function that reads one value.
type jsonReader struct {
	dec   *jsonTokens
	place []step
}

// step is a member of an object or, without a name, an element of an array.
type step struct {
	name  string
	index int
}

// field is a member of an object and how it is read.
type field struct {
	name string
	must bool // it must not be missing
	read func() error
}

func newJSONReader(r io.Reader) *jsonReader {
	return &jsonReader{dec: newJSONTokens(r)}
}

// located says where an error is.
func (d *jsonReader) located(err error) error {
	var broken *jsontext.SyntacticError
	switch {
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return errors.New("the JSON text ends too early")
	case errors.As(err, &broken):
		return fmt.Errorf("not JSON at byte %d: %v", broken.ByteOffset+1, broken.Err)
	case len(d.place) == 0:
		return err
	}
	var b strings.Builder
	for _, s := range d.place {
		if s.name == "" {
			fmt.Fprintf(&b, "[%d]", s.index)
		} else {
			b.WriteString("." + s.name)
		}
	}
	return fmt.Errorf("%s: %w", b.String()[1:], err)
}

// at reads what stands at a step. On an error the place stays, for the message.
func (d *jsonReader) at(s step, read func() error) error {
	d.place = append(d.place, s)
	if err := read(); err != nil {
		return err
	}
	d.place = d.place[:len(d.place)-1]
	return nil
}

// end makes sure that nothing follows.
func (d *jsonReader) end() error {
	if _, err := d.dec.Token(); err != io.EOF {
		return errors.New("something follows the report")
	}
	return nil
}

func (d *jsonReader) open(bracket json.Delim, what string) error {
	token, err := d.dec.Token()
	if err == nil && token != bracket {
		err = errors.New("is not " + what)
	}
	return err
}

// object reads an object with the given members, in any order: each at most once, and
// no others.
func (d *jsonReader) object(all []field) error {
	err := d.open('{', "an object")
	m := members{d: d, fields: all}
	for more := true; more && err == nil; {
		more, err = m.next()
	}
	return err
}

// members are those of an object, read one by one.
type members struct {
	d      *jsonReader
	fields []field
	seen   uint64 // bit i: fields[i] was there
}

// next reads one more member, or the end of the object. It reports whether there was one.
func (m *members) next() (bool, error) {
	if !m.d.dec.More() {
		return false, m.end()
	}
	token, err := m.d.dec.Token()
	if err != nil {
		return false, err
	}
	name := token.(string) // as the decoder sees to
	i := slices.IndexFunc(m.fields, func(f field) bool { return f.name == name })
	switch {
	case i < 0:
		return false, fmt.Errorf("there is no field %s", shortQuote(name))
	case m.seen&(1<<i) != 0:
		return false, fmt.Errorf("the field %q stands there twice", name)
	}
	m.seen |= 1 << i
	return true, m.d.at(step{name: name}, m.fields[i].read)
}

func (m *members) end() error {
	for i, f := range m.fields {
		if f.must && m.seen&(1<<i) == 0 {
			return fmt.Errorf("the field %q is missing", f.name)
		}
	}
	_, err := m.d.dec.Token()
	return err
}

// shortQuote quotes a text that may be long.
func shortQuote(s string) string { return `"` + wording.Printable(s, wording.NameLimit) + `"` }

// list reads an array into a slice, nil if it is empty.
func list[T any](d *jsonReader, to *[]T, read func(*T) error) error {
	if err := d.open('[', "an array"); err != nil {
		return err
	}
	*to = nil
	for d.dec.More() {
		var element T
		if err := d.at(step{index: len(*to)}, func() error { return read(&element) }); err != nil {
			return err
		}
		*to = append(*to, element)
	}
	_, err := d.dec.Token()
	return err
}

func (d *jsonReader) texts(to *[]string) func() error {
	return func() error { return list(d, to, func(s *string) error { return d.text(s)() }) }
}

func (d *jsonReader) text(to *string) func() error { return scalar(d, to, "a text") }

func (d *jsonReader) flag(to *bool) func() error { return scalar(d, to, "true or false") }

// scalar returns a reader for a token of the type of to.
func scalar[T string | bool | json.Number](d *jsonReader, to *T, what string) func() error {
	return func() error {
		token, err := d.dec.Token()
		if err != nil {
			return err
		}
		v, ok := token.(T)
		if !ok {
			return errors.New("is not " + what)
		}
		*to = v
		return nil
	}
}

// oneOf returns a reader for one of the words and notes which.
func (d *jsonReader) oneOf(to *int, words ...string) func() error {
	return func() error {
		var s string
		if err := d.text(&s)(); err != nil {
			return err
		}
		if *to = slices.Index(words, s); *to < 0 {
			return fmt.Errorf("%s is not %s", shortQuote(s), wording.Alternatives(words))
		}
		return nil
	}
}

// enum returns a reader for the word of one of the values.
func enum[T fmt.Stringer](d *jsonReader, to *T, values ...T) func() error {
	return func() error {
		words := make([]string, len(values))
		for k, v := range values {
			words[k] = v.String()
		}
		var n int
		err := d.oneOf(&n, words...)()
		if err == nil {
			*to = values[n]
		}
		return err
	}
}

// maxNatural is the greatest whole number that every JSON reader can tell from its
// neighbours.
const maxNatural = 1 << 53

func (d *jsonReader) natural(to *int) func() error {
	return func() error {
		const what = "a whole number from 0 on"
		var s json.Number
		if err := scalar(d, &s, what)(); err != nil {
			return err
		}
		n, err := strconv.ParseUint(s.String(), 10, 63)
		if err != nil || n > maxNatural {
			return errors.New("is not " + what + " within reason")
		}
		*to = int(n)
		return nil
	}
}

func (d *jsonReader) number(to *float64) func() error {
	return func() error {
		var s json.Number
		if err := scalar(d, &s, "a number")(); err != nil {
			return err
		}
		x, err := strconv.ParseFloat(s.String(), 64)
		if err != nil {
			return errors.New("is beyond float64")
		}
		*to = x
		return nil
	}
}

// size returns a reader for a length or an area.
func (d *jsonReader) size(to *float64) func() error {
	return func() error {
		err := d.number(to)()
		if err == nil && math.Signbit(*to) && *to != 0 {
			err = errors.New("is less than 0")
		}
		return err
	}
}

// points returns a reader for a list of points, of the number given, or of any number
// from least on if most is 0.
func (d *jsonReader) points(to *[]geom.Vec, least, most int) func() error {
	return func() error {
		err := list(d, to, d.point)
		if n := len(*to); err == nil && (n < least || most > 0 && n > most) {
			err = fmt.Errorf("cannot have %s", wording.Count(n, "point"))
		}
		return err
	}
}

func (d *jsonReader) point(to *geom.Vec) error {
	if err := d.open('[', "an array"); err != nil {
		return err
	}
	for k := range to {
		if !d.dec.More() {
			return errors.New("is not a point of three numbers")
		}
		if err := d.at(step{index: k}, d.number(&to[k])); err != nil {
			return err
		}
	}
	if d.dec.More() {
		return errors.New("is not a point of three numbers")
	}
	_, err := d.dec.Token()
	return err
}
