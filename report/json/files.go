package json

import (
	"errors"
	"fmt"
	"io"
	"reflect"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/wording"
)

// Files reads a JSON report file by file, so that no file has to be kept. It returns the same
// errors as Read, but finds an error only when it reads that far: do not trust any result
// before Next has returned io.EOF. In the report, the files must come after all other fields.
type Files struct {
	dec    *jsontext.Decoder
	wire   wireHead
	head   members
	sum    report.Summary
	within bool          // the list of files
	early  []report.File // files that stand before the options, which they are to agree with
	err    error         // sticks
}

// NewFiles reads a report as far as its first file.
func NewFiles(r io.Reader) (*Files, error) {
	a, err := openJSON(r)
	if err == nil {
		err = a.leading()
	}
	if err != nil {
		return nil, err
	}
	return a, nil
}

// openJSON is NewFiles for a report whose fields stand in any order.
func openJSON(r io.Reader) (*Files, error) {
	a := &Files{dec: jsontext.NewDecoder(r, reading)}
	a.head.fields = fieldsOf(&a.wire)
	a.head.fields[len(a.head.fields)-1].into = nil // the files
	err := open(a.dec, '{', "an object")
	if err == nil {
		err = a.members()
	}
	if err != nil {
		return nil, located(err)
	}
	return a, nil
}

// members reads the report up to its files or its end.
func (a *Files) members() error {
	for {
		switch name, err := a.head.next(a.dec); {
		case err != nil || name == "":
			return err
		case name == "files":
			a.within = true
			if err := open(a.dec, '[', "an array"); err != nil {
				return &json.SemanticError{JSONPointer: "/files", Err: err}
			}
			return nil
		}
	}
}

// Report returns the report without its files.
func (a *Files) Report() *report.Report {
	w := &a.wire
	return &report.Report{
		Version: w.Tool.Version, Options: w.Options, Shard: w.Shard, Interrupted: w.Summary.Interrupted, Unreached: w.Summary.Unreached,
		Skipped: w.Summary.Skipped,
	}
}

// Next returns the next file, or io.EOF at the end of a report that is whole and agrees
// with its files. An error stays.
func (a *Files) Next() (*report.File, error) {
	if a.err != nil {
		return nil, a.err
	}
	f, err := a.next()
	if err == nil && f == nil {
		a.err = io.EOF
	} else if err != nil {
		a.err = located(err)
	}
	return f, a.err
}

// next returns nil at the end.
func (a *Files) next() (*report.File, error) {
	if a.within && a.dec.PeekKind() != ']' {
		f, err := a.file()
		if err != nil {
			return nil, err
		}
		a.sum.Add(f)
		return f, nil
	}
	if a.within {
		a.within = false
		if _, err := a.dec.ReadToken(); err != nil {
			return nil, err
		}
	}
	return nil, a.end()
}

// file reads a file and holds it against its options, as soon as these are known.
func (a *Files) file() (*report.File, error) {
	var w wireFile
	if err := json.UnmarshalDecode(a.dec, &w); err != nil {
		return nil, err
	}
	f, err := w.file()
	switch {
	case err != nil:
	case f.Options == nil && a.head.missing() != "":
		a.early = append(a.early, *f)
	default:
		err = checkAgainst(f, a.Report().OptionsOf(f))
	}
	if err != nil {
		return nil, &json.SemanticError{JSONPointer: a.dec.StackPointer(), Err: err}
	}
	return f, nil
}

// checkAgainst sees to it that a file is one of a check with the options.
func checkAgainst(f *report.File, o *check.Options) error {
	if err := checkPolicy(f, o); err != nil {
		return err
	}
	return checkListed(f)
}

// end reads what stands behind the files and compares it with them.
func (a *Files) end() error {
	if err := a.members(); err != nil {
		return err
	}
	for i := range a.early {
		if err := checkAgainst(&a.early[i], &a.wire.Options); err != nil {
			return err
		}
	}
	if a.wire.Summary.Interrupted {
		a.sum.Interrupt(a.wire.Summary.Unreached)
	}
	a.sum.Skip(a.wire.Summary.Skipped)
	if !reflect.DeepEqual(a.wire.Summary, withoutDetails(a.sum)) {
		return errors.New("the summary does not match the files")
	}
	if err := checkShard(a.wire.Shard, a.sum); err != nil {
		return err
	}
	if _, err := a.dec.ReadToken(); err != io.EOF {
		return errors.New("there is data after the report")
	}
	return nil
}

// leading reports an error unless all fields stand before the files.
func (a *Files) leading() error {
	if name := a.head.missing(); name != "" {
		return fmt.Errorf("the field %q is missing, or comes after the files", name)
	}
	return nil
}

// checkShard sees to it that a report has the files that its shard speaks of.
func checkShard(s *report.Shard, sum report.Summary) error {
	switch {
	case s == nil:
		return nil
	case len(s.Positions) != sum.Files:
		return fmt.Errorf("the shard has %s for %s", wording.Count(len(s.Positions), "position"), wording.Count(sum.Files, "file"))
	case sum.Unreached > s.Inputs-sum.Files:
		return errors.New("the shard has more files than the run has inputs")
	}
	return nil
}

// withoutDetails returns s as the JSON report has it.
func withoutDetails(s report.Summary) report.Summary {
	s.Counts.ThroughEdge = 0
	return s
}
