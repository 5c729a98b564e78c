// Package json writes the JSON report, reads it back and merges reports of parts of a run. It also has
// the record of a file that a cache keeps.
package json

import (
	"bufio"
	"bytes"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"math"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/report"
)

// schemaMinor grows when something is added to the schema, or has another name.
const schemaMinor = 1

// Write writes r as JSON, schema 1: see Schema. The order of the keys is fixed,
// numbers read back to the same float64, and the same report gives the same
// bytes. One finding is one line, and no more is held in memory than a file
// without its findings and regions. Bytes of names that are not UTF-8 become U+FFFD.
// The error is that of w, or says that the tolerance is not a finite number.
func Write(w io.Writer, r *report.Report) error {
	l := newLayout(w, 1)
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

func newLayout(w io.Writer, workers int) *layout {
	return &layout{w: bufio.NewWriterSize(w, 1<<16), workers: workers}
}

// filesEnd stands behind the files of a report.
const filesEnd = "]}"

// writeHead writes all of a report that stands before its files.
func writeHead(l *layout, r *report.Report, s report.Summary) error {
	head, err := json.Marshal(wireHead{1, schemaMinor, wireTool{"meshcheck", r.Version}, r.Options, r.Shard, s, nil}, writing)
	if err != nil {
		return err
	}
	_, err = l.Write(bytes.TrimSuffix(head, []byte(filesEnd)))
	return err
}

func writeFile(l *layout, f *report.File) error {
	l.separate()
	w := newFile(f)
	return w.write(l)
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

//go:embed schema.json
var schema []byte

// Schema returns the JSON Schema (draft 2020-12) of what JSON writes, with a
// description of every field: the reference for programs that read reports. The
// caller owns the bytes.
func Schema() []byte { return bytes.Clone(schema) }

// Read reads a report that JSON wrote: written again, it gives the same bytes.
// What the schema leaves out because it is not finite comes back as such, corners as
// NaN, sizes as +Inf.
//
// Any bytes may be handed in. The error says what is wrong and where, such as
// "files[0].meshes[2].findings[17]": no JSON, another schema, a field that is missing,
// unknown or of the wrong type, a number that no check gives, an index that is out of
// range, or counts that do not add up.
func Read(r io.Reader) (*report.Report, error) {
	all, err := openJSON(r)
	if err != nil {
		return nil, err
	}
	var files []report.File
	for {
		f, err := all.Next()
		switch {
		case err == io.EOF:
			out := all.Report()
			out.Files = files
			return out, nil
		case err != nil:
			return nil, err
		}
		files = append(files, *f)
	}
}

// readSchema reads the version of the report's schema. There is one so far; reports of an older minor
// version can be read as well.
func readSchema(dec *jsontext.Decoder, v *schemaVersion) error {
	n, err := readNatural(dec)
	if err == nil && n != 1 {
		err = fmt.Errorf("is %d, but this version of meshcheck reads schema 1", n)
	}
	*v = schemaVersion(n)
	return err
}

// add adds counts from a report, whose sums may be beyond measure.
func add(c *check.Counts, d check.Counts) error {
	*c = c.Add(d)
	for _, n := range append(c.ByRule[:], c.ThroughEdge) { // of which those that fail are a part
		if n > math.MaxInt/2 {
			return errors.New("the counts are too large")
		}
	}
	return nil
}
