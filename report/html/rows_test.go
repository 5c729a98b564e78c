package html

import (
	"html/template"
	"strings"
	"testing"
)

// plainRows is a template for the rows that HTML writes.
var plainRows = template.Must(template.New("rows").Funcs(template.FuncMap{"label": label, "icon": icon}).Parse(`
{{- define "kind"}}<span class="kind {{.}}"><svg class="icon" aria-hidden="true"><use href="#icon-{{icon .}}"/></svg>{{label .}}</span>{{end -}}
{{- define "face"}}<td>{{if .Triangle}}<b>{{.Triangle}}</b>{{with .Part}} <bdi>{{.}}</bdi>{{end}}{{with .InPart}} <small>#{{.}}</small>{{end}}{{with .Face}} <small>face {{.}}</small>{{end}}{{end}}</td>{{end -}}
{{- range .Rows}}
<tr data-mesh="{{.Mesh}}" data-region="{{.Region}}" data-a="{{.A.Triangle}}" data-b="{{or .B.Triangle "-1"}}" data-kinds="{{.Kind}}" data-scopes="{{.Scope}}" data-parts="{{.InParts}}"><th scope="row">{{template "kind" .Kind}}{{with .Notes}} <small>{{.}}</small>{{end}}</th>{{template "face" .A}}{{template "face" .B}}<td class="n">{{.Depth}}</td><td class="n">{{.Area}}</td><td class="n">{{.Near}}</td></tr>
{{- end}}`))

// Rows are escaped as by the template, whatever the names of parts are.
func TestRowsTwin(t *testing.T) {
	v := findingsView{Rows: []findingView{{}, {Kind: "crossing", Mesh: 3, Region: -1, Scope: "same", Notes: "through an edge", Depth: "1e+07 µm", Near: "(1, -2, 3e+20)"}}}
	for _, name := range []string{
		"plain", `</bdi><script>alert("1")</script>`, `a'b"c&d+e=f`, "`{{.}}` ↔ &amp; &#34;", "\x00\x7f\xff\xc3(", "tab\tline\nreturn\r", "\u2028\u202e\ufeff",
	} {
		v.Rows = append(v.Rows, findingView{
			Kind: "overlap_within_precision", Notes: name, Scope: "between", InParts: name,
			A: faceView{Part: name, Triangle: "7", InPart: name, Face: name}, B: faceView{Part: name, Triangle: name}, Depth: name, Area: name, Near: name,
		})
	}
	var plain strings.Builder
	if err := plainRows.Execute(&plain, v); err != nil {
		t.Fatal(err)
	}
	got, want := strings.Split(string(v.HTML()), "<tr"), strings.Split(plain.String(), "<tr")
	for k := range max(len(got), len(want)) {
		if k >= len(got) || k >= len(want) || got[k] != want[k] {
			t.Fatalf("row %d of %d: %q is not that of the template: %q", k, len(want), got[min(k, len(got)-1)], want[min(k, len(want)-1)])
		}
	}
}
