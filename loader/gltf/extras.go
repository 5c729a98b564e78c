package gltf

import (
	"github.com/go-json-experiment/json/jsontext"
)

// nodeExtras are the members of a node's extras that are text, numbers, true or
// false, by which rules can name nodes. The rest, which can be large, is not kept.
type nodeExtras map[string]string

const (
	// mostExtras is how many members are kept, longestExtra how many bytes each may have.
	mostExtras, longestExtra = 64, 256
	// extraSize is what keeping one costs beside its text.
	extraSize = 64
)

// UnmarshalJSONFrom takes any JSON value. Of a long object the first members are kept, in
// the order of the file.
func (e *nodeExtras) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	*e = nil
	if dec.PeekKind() != '{' {
		return dec.SkipValue()
	}
	if _, err := dec.ReadToken(); err != nil {
		return err
	}
	for dec.PeekKind() != '}' {
		name, err := dec.ReadToken()
		if err != nil {
			return err
		}
		key := name.String()
		value, err := dec.ReadValue()
		if err != nil {
			return err
		}
		if len(*e) < mostExtras {
			e.keep(key, value)
		}
	}
	_, err := dec.ReadToken()
	return err
}

func (e *nodeExtras) keep(key string, value jsontext.Value) {
	text := string(value)
	switch {
	case len(key)+len(text) > longestExtra, text[0] == '{', text[0] == '[', text == "null":
		return
	case text[0] == '"':
		if unmarshal(value, &text) != nil {
			return
		}
	}
	if *e == nil {
		*e = nodeExtras{}
	}
	(*e)[key] = text
}
