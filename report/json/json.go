// Package json writes the JSON report, reads it back and merges reports of parts of a run. It also has
// the record of a file that a cache keeps.
package json

import (
	"bufio"
	"bytes"
	"io"

	"github.com/go-json-experiment/json"
	"github.com/meshcheck/meshcheck/report"
)

// Write writes r as JSON, schema 1: see Schema. The order of the keys is fixed,
// numbers read back to the same float64, and the same report gives the same
// bytes. One finding is one line, and no more than a buffer is held in
// memory. Bytes of names that are not UTF-8 become U+FFFD. The error is that of w,
// or says that the tolerance is not a finite number.
func Write(w io.Writer, r *report.Report) error {
	l := newLayout(w)
	if err := writeHead(l, r, r.Summary()); err != nil {
		return err
	}
	for i := range r.Files {
		if err := writeFile(l, &r.Files[i]); err != nil {
			return err
		}
	}
	return writeEnd(l)
}

func newLayout(w io.Writer) *layout { return &layout{w: bufio.NewWriterSize(w, 1<<16)} }

// filesEnd stands behind the files of a report.
const filesEnd = "]}"

// writeHead writes all of a report that stands before its files.
func writeHead(l *layout, r *report.Report, s report.Summary) error {
	head, err := json.Marshal(wireHead{1, wireTool{"meshcheck", r.Version}, r.Options, r.Shard, s, nil}, writing)
	if err != nil {
		return err
	}
	_, err = l.Write(bytes.TrimSuffix(head, []byte(filesEnd)))
	return err
}

func writeFile(l *layout, f *report.File) error {
	l.separate()
	w := newFile(f)
	return json.MarshalWrite(l, &w, writing)
}

func writeEnd(l *layout) error {
	if _, err := l.Write([]byte(filesEnd)); err != nil {
		return err
	}
	l.newline()
	return l.w.Flush()
}

// Marshal returns one of the pieces of a report on one line: an object, what is nearest, or
// numbers as the functions of this package give them.
func Marshal(piece any) []byte {
	b, err := json.Marshal(piece, writing)
	if err != nil {
		panic("json: a piece of a report has no form: " + err.Error())
	}
	return b
}
