package json

import (
	"errors"
	"fmt"
	"io"
	"math"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/report"
)

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

// readSchema reads the version of the report's schema. There is one so far.
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
