package wording

import (
	"io"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// WriteIndented writes v as indented JSON, the members of maps sorted by name.
func WriteIndented(w io.Writer, v any) error {
	text, err := json.Marshal(v, json.Deterministic(true), jsontext.WithIndent("  "), jsontext.EscapeForJS(true), jsontext.AllowInvalidUTF8(true))
	if err != nil {
		return err
	}
	_, err = w.Write(EscapeLogCommands(append(text, '\n')))
	return err
}
