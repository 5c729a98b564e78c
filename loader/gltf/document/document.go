// Package document reads the JSON of a glTF document element by element, with the place of each
// error and a limited number of warnings, for the package gltf and the packages below it.
package document

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/meshcheck/meshcheck/internal/parallel"
	"github.com/meshcheck/meshcheck/loader/source"
)

// Reader reads the parts of one document.
type Reader struct {
	*source.Input
	Ctx      context.Context
	warnings []string
	omitted  int
}

// maxWarnings is the number of warnings that are written out for one file.
const maxWarnings = 100

// Warn adds a warning.
func (r *Reader) Warn(format string, args ...any) {
	if len(r.warnings) == maxWarnings {
		r.omitted++
		return
	}
	r.warnings = append(r.warnings, fmt.Sprintf(format, args...))
}

// Warnings returns the first 100 warnings, and one more with the number of the others.
func (r *Reader) Warnings() []string {
	if r.omitted == 0 {
		return r.warnings
	}
	return append(r.warnings, fmt.Sprintf("%d more warnings", r.omitted))
}

// Label returns the name of an element in messages: its index, with the beginning of its own name
// if it has one.
func Label(what string, index int, name string) string {
	s := what + " " + strconv.Itoa(index)
	if name == "" {
		return s
	}
	const most = 80
	if len(name) > most {
		name = name[:most] + "…"
	}
	return s + " " + strconv.Quote(name)
}

// Elements calls decode for each element of a JSON array, which may be missing. Each text is a
// part of the array, and only one element at a time is held in decoded form.
func (r *Reader) Elements(what string, array jsontext.Value, decode func(i int, text jsontext.Value) error) error {
	if Missing(array) {
		return nil
	}
	if array.Kind() != '[' {
		return r.Fail(what, "is not an array")
	}
	dec := jsontext.NewDecoder(bytes.NewBuffer(array), options)
	if _, err := dec.ReadToken(); err != nil {
		return r.Invalid(what, err)
	}
	for i := 0; dec.PeekKind() != ']'; i++ {
		if err := r.Ctx.Err(); err != nil {
			return err
		}
		text, err := dec.ReadValue()
		if err != nil {
			return r.Invalid(what, err)
		}
		end := int(dec.InputOffset())
		if err := decode(i, array[end-len(text):end:end]); err != nil {
			return err
		}
	}
	return nil
}

// ManyElements is Elements for many small elements. They are decoded in batches by all workers, and
// taken in order. take must not keep v.
func ManyElements[T any](r *Reader, what string, array jsontext.Value, place func(i int) string, take func(i int, v *T) error) error {
	const most, mostBytes, atOnce = 1024, 1 << 18, 32
	var texts []jsontext.Value
	var values []T // reused, because there may be many nearly empty elements
	var errs []error
	next, size := 0, 0
	flush := func() error {
		values, errs = slices.Grow(values[:0], len(texts))[:len(texts)], slices.Grow(errs[:0], len(texts))[:len(texts)]
		clear(values)
		err := parallel.Ranges(r.Ctx, r.Workers, len(texts), atOnce, func(from, to int) {
			for k := from; k < to; k++ {
				errs[k] = Unmarshal(texts[k], &values[k])
			}
		})
		texts, size = texts[:0], 0
		if err != nil {
			return err
		}
		for k := range values {
			if errs[k] != nil {
				return r.Invalid(place(next), errs[k])
			}
			if err := take(next, &values[k]); err != nil {
				return err
			}
			next++
		}
		return nil
	}
	err := r.Elements(what, array, func(_ int, text jsontext.Value) error {
		texts, size = append(texts, text), size+len(text)
		if len(texts) == most || size >= mostBytes {
			return flush()
		}
		return nil
	})
	// A fault of an element comes before one of the rest of the array.
	return cmp.Or(flush(), err)
}

// Missing reports whether a member is missing or null.
func Missing(value jsontext.Value) bool { return len(value) == 0 || value.Kind() == 'n' }
