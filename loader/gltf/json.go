package gltf

import (
	"bytes"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// jsonOptions say how documents are read. Names match in every letter, case included,
// which is the library's default. Text that is not UTF-8 is accepted, since
// many programs write the names of objects as they find them. A name that an object has twice
// is found by scanDocument, at less cost than the library's.
var jsonOptions = json.JoinOptions(jsontext.AllowInvalidUTF8(true), jsontext.AllowDuplicateNames(true))

// unmarshal decodes one JSON value. All of a document is decoded here, into types that
// leave no object to encoding/json, which would match names in any letter case: a document
// may have "COUNT" beside "count", and only the second is meant.
func unmarshal(text []byte, v any) error { return json.Unmarshal(text, v, jsonOptions) }

// elements calls decode for each element of a JSON array, so that an error has its place
// and only one element at a time is held in a decoded form.
func (r *reader) elements(what string, array jsontext.Value, decode func(i int, text jsontext.Value) error) error {
	if missing(array) {
		return nil
	}
	if array.Kind() != '[' {
		return r.Fail(what, "is not an array")
	}
	dec := jsontext.NewDecoder(bytes.NewBuffer(array), jsonOptions)
	if _, err := dec.ReadToken(); err != nil {
		return r.jsonError(what, err)
	}
	for i := 0; dec.PeekKind() != ']'; i++ {
		if err := r.ctx.Err(); err != nil {
			return err
		}
		text, err := dec.ReadValue()
		if err != nil {
			return r.jsonError(what, err)
		}
		if err := decode(i, text); err != nil {
			return err
		}
	}
	return nil
}

func missing(value jsontext.Value) bool { return len(value) == 0 || value.Kind() == 'n' }

// ignored takes any JSON value and keeps nothing of it.
type ignored struct{}

// UnmarshalJSONFrom keeps nothing.
func (*ignored) UnmarshalJSONFrom(dec *jsontext.Decoder) error { return dec.SkipValue() }

var _ json.UnmarshalerFrom = (*ignored)(nil)
