package json

import (
	"errors"
	"fmt"
	"io"

	"github.com/meshcheck/meshcheck"
	"github.com/meshcheck/meshcheck/report"
)

// Files reads a report that JSON wrote file by file, so that none of them has to be
// kept. What it refuses, and how it says so, is as with ReadJSON, but what is wrong behind
// a file is known only when that is read: nothing may be believed before Next has
// returned io.EOF. In the report, the files must stand behind all else.
type Files struct {
	d       *jsonReader
	head    members
	report  report.Report // without files
	claimed report.Summary
	sum     report.Summary
	within  bool          // the list of files
	early   []report.File // files that stand before the options, which they are to agree with
	err     error         // sticks
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

// openJSON is NewJSONFiles for a report whose fields stand in any order.
func openJSON(r io.Reader) (*Files, error) {
	a := &Files{d: newJSONReader(r)}
	d := a.d
	a.head = members{d: d, fields: []field{
		{"schema", true, d.schema},
		{"tool", true, d.tool(&a.report.Version)},
		{"options", true, d.options(&a.report.Options)},
		{"shard", false, d.shard(&a.report.Shard)},
		{"summary", true, d.summary(&a.claimed)},
		{"files", true, func() error { a.within = true; return d.open('[', "an array") }},
	}}
	err := d.open('{', "an object")
	for more := true; more && !a.within && err == nil; {
		more, err = a.head.next()
	}
	if err != nil {
		return nil, d.located(err)
	}
	return a, nil
}

// Report returns the report without its files.
func (a *Files) Report() *report.Report {
	r := a.report
	r.Interrupted, r.Unreached = a.claimed.Interrupted, a.claimed.Unreached
	return &r
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
		a.err = a.d.located(err)
	}
	return f, a.err
}

// next returns nil at the end.
func (a *Files) next() (*report.File, error) {
	if a.within && a.d.dec.More() {
		f := &report.File{}
		err := a.d.at(step{name: "files"}, func() error {
			return a.d.at(step{index: a.sum.Files}, func() error { return a.file(f) })
		})
		if err != nil {
			return nil, err
		}
		a.sum.Add(f)
		return f, nil
	}
	if a.within {
		a.within = false
		if _, err := a.d.dec.Token(); err != nil {
			return nil, err
		}
	}
	return nil, a.end()
}

// file reads a file and holds it against its options, as soon as these are known.
func (a *Files) file(f *report.File) error {
	err := a.d.file(f)
	switch {
	case err != nil:
		return err
	case f.Options == nil && a.missing() != "":
		a.early = append(a.early, *f)
		return nil
	}
	return checkAgainst(f, a.report.OptionsOf(f))
}

// checkAgainst sees to it that a file is one of a check with the options.
func checkAgainst(f *report.File, o *meshcheck.Options) error {
	if err := checkPolicy(f, o); err != nil {
		return err
	}
	return checkListed(f)
}

// end reads what stands behind the files and compares it with them.
func (a *Files) end() error {
	for more := true; more; {
		var err error
		if more, err = a.head.next(); err != nil {
			return err
		}
	}
	for i := range a.early {
		if err := checkAgainst(&a.early[i], &a.report.Options); err != nil {
			return err
		}
	}
	if a.claimed.Interrupted {
		a.sum.Interrupt(a.claimed.Unreached)
	}
	if a.claimed != withoutDetails(a.sum) {
		return errors.New("the summary does not agree with the files")
	}
	if err := checkShard(a.report.Shard, a.sum); err != nil {
		return err
	}
	return a.d.end()
}

// leading reports an error unless all fields stand before the files.
func (a *Files) leading() error {
	if name := a.missing(); name != "" {
		return fmt.Errorf("the field %q is missing, or stands behind the files", name)
	}
	return nil
}

// missing returns the name of a field that has to be there and has not been read yet, or "".
func (a *Files) missing() string {
	for i, f := range a.head.fields {
		if f.must && a.head.seen&(1<<i) == 0 {
			return f.name
		}
	}
	return ""
}
