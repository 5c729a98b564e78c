// Package json writes the JSON report and reads it back. It also writes the report as lines, file by
// file, and as a summary without findings.
//
// The types with tags are the objects of the schema, here and in package check. Where what JSON has
// differs from the data, as of numbers that are not finite, one function for a type of values says how.
package json

import (
	"bytes"
	_ "embed"
	"io"

	"github.com/go-json-experiment/json"

	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/wording"
)

// schemaMinor grows when something is added to the schema, or has another name.
const schemaMinor = 7

// Write writes r as JSON, schema 1: see Schema. The order of the keys is fixed,
// numbers read back to the same float64, and the same report gives the same
// bytes. One finding is one line, and no more is held in memory than a file
// without its findings and regions. Bytes of names that are not UTF-8 become U+FFFD.
// The error is that of w, or says that the tolerance is not a finite number.
func Write(w io.Writer, r *report.Report) error {
	l := newLayout(w, 1)
	if err := l.head(r, r.Summary()); err != nil {
		return err
	}
	for i := range r.Files {
		if err := l.file(&r.Files[i]); err != nil {
			return err
		}
	}
	return l.end()
}

// Marshal returns one of the pieces of a report on one line: an object, what is nearest, or
// numbers as the functions of this package give them.
func Marshal(piece any) []byte {
	text, err := marshal(piece)
	if err != nil {
		panic("json: a piece of a report has no form: " + err.Error())
	}
	return text
}

func marshal(piece any) ([]byte, error) {
	text, err := json.Marshal(piece, writing())
	return wording.EscapeLogCommands(text), err
}

//go:embed schema.json
var schema []byte

// Schema returns the JSON Schema (draft 2020-12) of what JSON writes, with a
// description of every field: the reference for programs that read reports. The
// caller owns the bytes.
func Schema() []byte { return bytes.Clone(schema) }
