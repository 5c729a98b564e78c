package report

import (
	"encoding/base64"
	"html/template"
	"slices"
	"strconv"
	"strings"

	"github.com/meshcheck/meshcheck"
)

type (
	// excerptView is one mesh as the 3D view decodes it. Base64 needs no escape, and
	// an escaped plus sign would not be read back.
	excerptView struct {
		Mesh   int
		Base64 template.HTML
	}
	// factsView is what the 3D view has to know of a file.
	factsView struct {
		Upright int         `json:"upright"` // the axis that points up: 1 is y, 2 is z
		Meshes  []meshFacts `json:"meshes"`
	}
	meshFacts struct {
		Index     int         `json:"index"`
		Triangles int         `json:"triangles"`
		Parts     []partFacts `json:"parts"`
	}
	partFacts struct {
		Name  string `json:"name"`
		First int    `json:"first"`
	}
	// choice is one that a filter offers.
	choice struct{ Value, Name string }
)

// addExcerpts embeds what there is of the models of a file.
func (v *fileView) addExcerpts(f *File, free *budget) {
	if f.Excerpt == nil {
		return
	}
	v.Facts3D.Upright = 2
	if f.Format != "stl" {
		v.Facts3D.Upright = 1
	}
	for _, x := range f.Excerpt.Meshes {
		text := x.Base64()
		if len(text) > free.excerpts {
			continue
		}
		free.excerpts -= len(text)
		v.Excerpts = append(v.Excerpts, excerptView{x.Mesh, template.HTML(text)})
		v.Facts3D.Meshes = append(v.Facts3D.Meshes, newMeshFacts(&f.Result.Meshes[x.Mesh]))
	}
}

func newMeshFacts(m *meshcheck.MeshResult) meshFacts {
	facts := meshFacts{Index: m.Index, Triangles: m.Triangles, Parts: []partFacts{}}
	for i := range m.Parts {
		facts.Parts = append(facts.Parts, partFacts{partName(m, i), m.Parts[i].First})
	}
	return facts
}

// scopeWord says of a finding what the filter for shells asks: "same", "between".
func scopeWord(f *meshcheck.Finding) string {
	switch {
	case f.B == nil:
		return ""
	case f.SameShell:
		return "same"
	}
	return "between"
}

// scopesOf returns the scopes among findings, "" where the list has none to tell.
func scopesOf(findings []*meshcheck.Finding) string {
	var same, between bool
	for _, f := range findings {
		same = same || f.B != nil && f.SameShell
		between = between || f.B != nil && !f.SameShell
	}
	switch {
	case same && between:
		return "same between"
	case same:
		return "same"
	case between:
		return "between"
	}
	return ""
}

// joined writes numbers with spaces between, as data attributes hold them.
func joined(numbers ...int) string {
	words := make([]string, len(numbers))
	for i, n := range numbers {
		words[i] = strconv.Itoa(n)
	}
	return strings.Join(words, " ")
}

// regionPicture returns a small picture of a region as a data URL, "" where there
// is none.
func regionPicture(e *Excerpt, mesh, region int) template.URL {
	if e == nil {
		return ""
	}
	at := slices.IndexFunc(e.Meshes, func(x *MeshExcerpt) bool { return x.Mesh == mesh })
	if at < 0 {
		return ""
	}
	png := e.Meshes[at].Picture(region)
	if png == nil {
		return ""
	}
	return template.URL("data:image/png;base64," + base64.StdEncoding.EncodeToString(png))
}
