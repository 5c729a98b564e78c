package reporttest

import (
	"bytes"
	"strconv"
	"testing"

	experiment "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/json"
)

// JSON returns the JSON report of r.
func JSON(t *testing.T, r *report.Report) []byte {
	t.Helper()
	return Render(t, func(w *bytes.Buffer) error { return json.Write(w, r) })
}

// JSONSchema returns the published schema, itself checked against draft 2020-12.
func JSONSchema(t testing.TB) *jsonschema.Schema {
	t.Helper()
	return Compile(t, json.Schema())
}

// ReadBack reads a report and fails unless it writes to the same bytes again.
func ReadBack(t *testing.T, text []byte) *report.Report {
	t.Helper()
	r, err := json.Read(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	again := JSON(t, r)
	if bytes.Equal(again, text) {
		return r
	}
	lines := bytes.Split(text, []byte("\n"))
	for i, line := range bytes.Split(again, []byte("\n")) {
		if i >= len(lines) || !bytes.Equal(line, lines[i]) {
			t.Fatalf("line %d is written again as\n%.300s", i+1, line)
		}
	}
	t.Fatal("the end is missing")
	return nil
}

// Alike reports whether plain data is equal, lists without elements being as good as none.
func Alike(t *testing.T, a, b any) bool {
	t.Helper()
	numbers := experiment.WithMarshalers(experiment.MarshalToFunc(func(enc *jsontext.Encoder, x float64) error {
		return enc.WriteToken(jsontext.String(strconv.FormatFloat(x, 'g', -1, 64)))
	}))
	var texts [2][]byte
	for i, v := range []any{a, b} {
		var err error
		if texts[i], err = experiment.Marshal(v, numbers); err != nil {
			t.Fatal(err)
		}
	}
	return bytes.Equal(texts[0], texts[1])
}
