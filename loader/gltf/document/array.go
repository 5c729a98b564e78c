package document

import (
	"slices"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/meshcheck/meshcheck/internal/parallel"
)

// Array is a member that should be an array. UnmarshalViews does not decode its elements.
type Array struct {
	// Kind is 0 if the member is missing.
	Kind jsontext.Kind
	// Elements are parts of the document. There are none if the member is no array.
	Elements []jsontext.Value
}

// UnmarshalViews is Unmarshal for a value with Arrays.
func UnmarshalViews(text []byte, v any) error {
	return json.Unmarshal(text, v, options, json.WithUnmarshalers(json.UnmarshalFromFunc(
		func(dec *jsontext.Decoder, a *Array) error { return a.read(dec, text) })))
}

func (a *Array) read(dec *jsontext.Decoder, text []byte) error {
	*a = Array{Kind: dec.PeekKind()}
	if a.Kind != '[' {
		return dec.SkipValue()
	}
	if _, err := dec.ReadToken(); err != nil {
		return err
	}
	for dec.PeekKind() != ']' {
		element, err := dec.ReadValue()
		if err != nil {
			return err
		}
		end := int(dec.InputOffset())
		a.Elements = append(a.Elements, text[end-len(element):end:end])
	}
	_, err := dec.ReadToken()
	return err
}

// CheckArray fails if a member is neither an array nor missing.
func (r *Reader) CheckArray(what string, a *Array) error {
	if a.Kind != '[' && a.Kind != 'n' && a.Kind != 0 {
		return r.Fail(what, "is not an array")
	}
	return nil
}

// Elements calls decode for each element of an array, so that only one element at a time is held in
// decoded form.
func (r *Reader) Elements(what string, a *Array, decode func(i int, text jsontext.Value) error) error {
	if err := r.CheckArray(what, a); err != nil {
		return err
	}
	for i, text := range a.Elements {
		if err := r.Ctx.Err(); err != nil {
			return err
		}
		if err := decode(i, text); err != nil {
			return err
		}
	}
	return nil
}

// ManyElements is Elements for many small elements. They are decoded in batches by all workers, and
// taken in order. take must not keep v.
func ManyElements[T any](r *Reader, what string, a *Array, place func(i int) string, take func(i int, v *T) error) error {
	const batch, atOnce = 1024, 32
	if err := r.CheckArray(what, a); err != nil {
		return err
	}
	values, errs := make([]T, min(batch, len(a.Elements))), make([]error, min(batch, len(a.Elements)))
	next := 0
	for texts := range slices.Chunk(a.Elements, batch) {
		clear(values)
		err := parallel.Ranges(r.Ctx, r.Workers, len(texts), atOnce, func(from, to int) {
			for k := from; k < to; k++ {
				errs[k] = Unmarshal(texts[k], &values[k])
			}
		})
		if err != nil {
			return err
		}
		for k := range texts {
			if errs[k] != nil {
				return r.Invalid(place(next), errs[k])
			}
			if err := take(next, &values[k]); err != nil {
				return err
			}
			next++
		}
	}
	return nil
}
