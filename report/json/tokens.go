package json

import (
	"encoding/json"
	"io"

	"github.com/go-json-experiment/json/jsontext"
)

// jsonTokens takes a JSON text apart. It holds one token and the bytes that were read with
// it.
type jsonTokens struct{ dec *jsontext.Decoder }

func newJSONTokens(r io.Reader) *jsonTokens {
	// Who reads an object looks for names that stand there twice, and knows where they are.
	return &jsonTokens{jsontext.NewDecoder(r, jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))}
}

// More reports whether there is another element in the array or object at hand.
func (t *jsonTokens) More() bool {
	kind := t.dec.PeekKind()
	return kind != ']' && kind != '}' && kind != 0
}

// Token returns the next token: a json.Delim for a bracket, a text, a json.Number, a bool or
// nil. At the end of the text the error is io.EOF.
func (t *jsonTokens) Token() (any, error) {
	token, err := t.dec.ReadToken()
	if err != nil {
		return nil, err
	}
	switch kind := token.Kind(); kind {
	case '{', '}', '[', ']':
		return json.Delim(kind), nil
	case '"':
		return token.String(), nil
	case '0':
		return json.Number(token.String()), nil
	case 't', 'f':
		return kind == 't', nil
	}
	return nil, nil
}
