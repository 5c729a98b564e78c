package gltf

import (
	"github.com/go-json-experiment/json/jsontext"

	"github.com/meshcheck/meshcheck/loader/gltf/document"
)

// nodeExtras are the members of a node's extras that are strings, numbers or booleans. Selectors
// can name nodes by them. The others, which can be large, are not kept.
type nodeExtras map[string]string

const (
	// mostExtras is the number of members that are kept, longestExtra the number of bytes of each.
	mostExtras, longestExtra = 64, 256
	// extraSize is what a member costs in addition to its text.
	extraSize = 64
)

// UnmarshalJSONFrom accepts any JSON value. Of a long object, the first members are kept.
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
		if document.Unmarshal(value, &text) != nil {
			return
		}
	}
	if *e == nil {
		*e = nodeExtras{}
	}
	(*e)[key] = text
}
