package wording

import (
	"bytes"
	"encoding/json"
	"io"
)

// WriteIndented writes v as indented JSON, without the escapes that only HTML needs.
func WriteIndented(w io.Writer, v any) error {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(v); err != nil {
		return err
	}
	_, err := w.Write(EscapeLogCommands(b.Bytes()))
	return err
}
