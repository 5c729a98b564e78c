package json

import (
	"bytes"
	_ "embed"
)

//go:embed schema.json
var schema []byte

// Schema returns the JSON Schema (draft 2020-12) of what JSON writes, with a
// description of every field: the reference for programs that read reports. The
// caller owns the bytes.
func Schema() []byte { return bytes.Clone(schema) }
