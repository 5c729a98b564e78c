package gltf

import (
	"fmt"
	"maps"
	"strings"
	"testing"

	"github.com/meshcheck/meshcheck/loader/gltf/document"
)

// TestNodeExtras: members of extras that are plain values are kept as text.
func TestNodeExtras(t *testing.T) {
	many := "{"
	for i := range 2 * mostExtras {
		many += fmt.Sprintf(`"k%d":%d,`, i, i)
	}
	for _, row := range []struct {
		text string
		want nodeExtras
	}{
		{`{"layer":"fx","lod":2,"hidden":true,"weight":1.50}`, nodeExtras{"layer": "fx", "lod": "2", "hidden": "true", "weight": "1.50"}},
		{`{"a":{"b":1},"c":[1,2],"d":null,"e":"x"}`, nodeExtras{"e": "x"}},
		{`{"text":"\u00e4 \"quoted\""}`, nodeExtras{"text": `ä "quoted"`}},
		{`{"long":"` + strings.Repeat("x", longestExtra) + `","short":"y"}`, nodeExtras{"short": "y"}},
		{`{}`, nil}, {`null`, nil}, {`"text"`, nil}, {`[1,2]`, nil}, {`3`, nil},
	} {
		var got nodeExtras
		if err := document.Unmarshal([]byte(row.text), &got); err != nil || !maps.Equal(got, row.want) {
			t.Errorf("%.40s: %v, %v", row.text, got, err)
		}
	}
	var got nodeExtras
	if err := document.Unmarshal([]byte(strings.TrimSuffix(many, ",")+"}"), &got); err != nil || len(got) != mostExtras || got["k0"] != "0" {
		t.Errorf("%d members, %v", len(got), err)
	}
}
