package json

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/wording"
)

// Read reads a report that JSON wrote: written again, it gives the same bytes.
// What the schema leaves out because it is not finite comes back as such, corners as
// NaN, sizes as +Inf.
//
// Any bytes may be handed in. The error says what is wrong and where, such as
// "files[0].meshes[2].findings[17]": no JSON, another schema, a member that is unknown or of the
// wrong type, an index that is out of range, or a status that is better than what is listed. What is
// unknown in a report of a newer minor version is ignored: see Files.Warnings.
func Read(r io.Reader) (*report.Report, error) {
	files, err := NewFiles(r)
	if err != nil {
		return nil, err
	}
	return files.All()
}

// Files reads a JSON report file by file, so that no file has to be kept. It returns the same
// errors as Read, but finds an error only when it reads that far: do not trust any result
// before Next has returned io.EOF.
type Files struct {
	dec    *jsontext.Decoder
	wire   wireHead
	within bool // the list of files
	read   int  // files so far
	sum    report.Summary
	err    error // sticks
}

// NewFiles reads a report as far as its first file.
func NewFiles(r io.Reader) (*Files, error) {
	a := &Files{dec: jsontext.NewDecoder(r, reading())}
	a.wire.Summary.Status = noStatus
	err := a.open('{')
	if err == nil {
		err = a.members()
	}
	return a, located(err)
}

func (a *Files) open(bracket jsontext.Kind) error {
	token, err := a.dec.ReadToken()
	if err == nil && token.Kind() != bracket {
		err = &json.SemanticError{JSONPointer: a.dec.StackPointer(), JSONKind: token.Kind()}
	}
	return err
}

// members reads the report up to its files or its end.
func (a *Files) members() error {
	for a.dec.PeekKind() != '}' {
		token, err := a.dec.ReadToken()
		if err != nil {
			return err
		}
		name := token.String()
		if name == "files" {
			a.within = true
			return a.open('[')
		}
		if err := a.member(name); err != nil {
			return err
		}
	}
	_, err := a.dec.ReadToken()
	return cmp.Or(err, a.Leading())
}

// member reads one member.
func (a *Files) member(name string) (err error) {
	w := &a.wire
	var other string
	into, known := map[string]any{
		"schema": &w.Schema, "schema_minor": &w.Minor, "tool": &w.Tool, "options": &w.Options, "shard": &w.Shard, "summary": &w.Summary,
		"comparison": &w.Comparison, "report": &other,
	}[name]
	switch {
	case !known && a.newer():
		return a.dec.SkipValue()
	case !known:
		return fmt.Errorf("%s: %w", shortQuote(name), json.ErrUnknownName)
	}
	if err := a.decode(into); err != nil {
		return err
	}
	switch {
	case other == summaryReport:
		return ErrSummary
	case other == linesReport:
		return ErrLines
	case name == "report":
		err = fmt.Errorf("%s is no report that can be read", shortQuote(other))
	case name == "schema" && w.Schema != 1:
		err = fmt.Errorf("is %d, but this version of meshcheck reads schema 1", w.Schema)
	case name == "tool" && w.Tool.Name != "meshcheck":
		err = fmt.Errorf("the report is not of meshcheck, but of %s", shortQuote(w.Tool.Name))
	case name == "shard" && w.Shard != nil:
		err = w.Shard.Validate()
	}
	if err != nil {
		return inner{name, err}
	}
	return nil
}

// newer reports whether a newer version has written the report.
func (a *Files) newer() bool { return a.wire.Minor > schemaMinor }

// decode reads the next value.
func (a *Files) decode(into any) error {
	return json.UnmarshalDecode(a.dec, into, json.RejectUnknownMembers(!a.newer()))
}

// Warnings says what else there is to know about the report: that it may have members that are unknown here.
func (a *Files) Warnings() []string {
	if !a.newer() {
		return nil
	}
	return []string{fmt.Sprintf("a newer version of meshcheck has written the report (schema_minor %d, %d is known here): what is new in it is ignored",
		a.wire.Minor, schemaMinor)}
}

// Report returns the report without its files.
func (a *Files) Report() *report.Report {
	s := &a.wire.Summary
	r := &report.Report{Version: a.wire.Tool.Version, Options: a.wire.Options, Shard: a.wire.Shard, Interrupted: s.Interrupted, Skipped: s.Skipped, Comparison: a.wire.Comparison}
	if s.Unreached != nil {
		r.Unreached = *s.Unreached
	}
	return r
}

// All returns the report with all files that are left. In the report, these may stand anywhere.
func (a *Files) All() (*report.Report, error) {
	var wires []*wireFile
	for {
		w, err := a.file()
		if err != nil {
			return nil, located(err)
		}
		if w == nil {
			break
		}
		wires = append(wires, w)
	}
	r := a.Report()
	for _, w := range wires {
		f, err := a.convert(w)
		if err != nil {
			return nil, err
		}
		r.Files = append(r.Files, *f)
	}
	return r, a.check()
}

// Next returns the next file, or io.EOF at the end of a report that is whole and agrees
// with its files. In the report, these must come after all other members. An error stays.
func (a *Files) Next() (f *report.File, err error) {
	if a.err == nil {
		f, a.err = a.next()
	}
	return f, a.err
}

func (a *Files) next() (*report.File, error) {
	if err := a.Leading(); err != nil {
		return nil, err
	}
	w, err := a.file()
	switch {
	case err != nil:
		return nil, located(err)
	case w != nil:
		return a.convert(w)
	}
	return nil, cmp.Or(a.check(), io.EOF)
}

// Leading reports an error unless all members stand before the files, as Next needs them.
func (a *Files) Leading() error {
	if w := &a.wire; w.Schema == 0 || w.Tool.Name == "" || w.Summary.Status == noStatus {
		return errors.New("the schema, the tool or the summary is missing, or comes after the files")
	}
	return nil
}

// file reads a file. At the end it reads what stands behind the files, and returns nil.
func (a *Files) file() (*wireFile, error) {
	if a.within && a.dec.PeekKind() != ']' {
		w := &wireFile{}
		return w, a.decode(w)
	}
	if !a.within {
		return nil, nil
	}
	a.within = false
	if _, err := a.dec.ReadToken(); err != nil {
		return nil, err
	}
	if err := a.members(); err != nil {
		return nil, err
	}
	if _, err := a.dec.ReadToken(); err != io.EOF {
		return nil, errors.New("there is data after the report")
	}
	return nil, nil
}

// convert returns a file that was read, whose pieces fit together.
func (a *Files) convert(w *wireFile) (*report.File, error) {
	f, err := w.file(&a.wire.Options, a.newer())
	if err != nil {
		return nil, inner{fmt.Sprintf("files[%d]", a.read), err}
	}
	a.read++
	a.sum.Add(f)
	return f, nil
}

// check compares what the report says of the whole with its files.
func (a *Files) check() error {
	r := a.Report()
	a.sum.Skip(r.Skipped)
	if r.Interrupted {
		a.sum.Interrupt(r.Unreached)
	}
	if !bytes.Equal(Marshal(newSummary(&a.sum)), Marshal(a.wire.Summary)) {
		return errors.New("the summary does not match the files")
	}
	if r.Shard == nil {
		return nil
	}
	return r.Shard.Has(&a.sum)
}

// inner is an error of a piece of the value that has been read.
type inner struct {
	place string
	err   error
}

// Error returns "meshes[2].findings[17]: ...".
func (e inner) Error() string {
	var invalid *check.InvalidError
	if _, placed := e.err.(inner); placed || errors.As(e.err, &invalid) {
		return e.place + "." + e.err.Error()
	}
	return e.place + ": " + e.err.Error()
}

// Errors, perhaps wrapped, for something else in the place of a report.
var (
	// ErrMarkup is for a page.
	ErrMarkup = errors.New("this is an HTML or XML file, not a JSON report")
	// ErrSummary is for what WriteSummary writes.
	ErrSummary = errors.New("this is a summary (.summary.json), which has no findings, not a JSON report")
	// ErrLines is for what Lines write.
	ErrLines = errors.New("this is NDJSON (.ndjson), not a JSON report")
)

// located says where an error of the decoder is, such as "files[0].meshes[2]: ...".
func located(err error) error {
	var broken *jsontext.SyntacticError
	var semantic *json.SemanticError
	switch {
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return errors.New("the JSON text ends too early")
	case errors.As(err, &broken) && strings.Contains(broken.Err.Error(), "'<' at start of value"):
		return ErrMarkup
	case errors.As(err, &broken):
		return fmt.Errorf("not JSON at byte %d: %s", broken.ByteOffset+1, wording.Printable(broken.Err.Error(), wording.PathLimit))
	case !errors.As(err, &semantic):
		return err
	case semantic.Err == nil:
		semantic.Err = fmt.Errorf("cannot be a JSON %s", semantic.JSONKind)
	}
	var b strings.Builder
	for name := range semantic.JSONPointer.Tokens() {
		if name != "" && '0' <= name[0] && name[0] <= '9' { // no member has such a name
			fmt.Fprintf(&b, "[%s]", name)
		} else {
			b.WriteString("." + wording.Printable(name, wording.NameLimit))
		}
	}
	if b.Len() == 0 {
		return semantic.Err
	}
	return inner{b.String()[1:], semantic.Err}
}
