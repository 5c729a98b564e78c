package contents

import (
	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// List is what is in several files.
type List struct {
	// Version is that of the tool.
	Version string  `json:"version"`
	Files   []*File `json:"files"`
}

// JSON returns the list as JSON, with all objects of all files. Names that are not UTF-8 have U+FFFD for
// what is wrong in them.
func (l *List) JSON() []byte {
	text, err := json.Marshal(l, jsontext.AllowInvalidUTF8(true), jsontext.WithIndent("  "), json.FormatNilSliceAsNull(false))
	if err != nil {
		panic("contents: a list that is no JSON: " + err.Error()) // it is numbers and texts
	}
	return append(text, '\n')
}
