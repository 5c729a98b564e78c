package manifest

import (
	"bytes"
	_ "embed"
	"text/template"
)

//go:embed meshcheck.rb.tmpl
var formula string

var formulaTemplate = template.Must(template.New("formula").Parse(formula))

// Homebrew returns the formula for Homebrew.
func Homebrew(r Release) ([]byte, error) {
	type archive struct{ CPU, URL, Sum string }
	of := func(os string) (out []archive) {
		for _, t := range r.targets(os) {
			cpu := map[string]string{"amd64": "intel", "arm64": "arm"}[t.Arch]
			out = append(out, archive{cpu, r.url(t), r.Sums[t]})
		}
		return out
	}
	var out bytes.Buffer
	err := formulaTemplate.Execute(&out, map[string]any{
		"Description": description, "Homepage": homepage, "Version": r.Version, "License": license,
		"Mac": of("darwin"), "Linux": of("linux"),
	})
	return out.Bytes(), err
}
