package html

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/wording"
)

// filterView holds the filters for the findings of a file beside its chips.
type filterView struct {
	Scopes bool
	Parts  []choice
	Since  []choice
}

// newFilterView offers the scopes of the listed findings and the parts that meet in the shown
// regions.
func newFilterView(f *report.File, regions []regionView) filterView {
	v := filterView{Since: sinceChoices(f)}
	scopes := scopesIn(f.Result)
	parts := map[string]bool{}
	for i := range regions {
		r := &regions[i]
		m := &f.Result.Meshes[r.Mesh]
		for _, word := range strings.Fields(r.InParts) {
			part, _ := strconv.Atoi(word)
			name, value := wording.PartName(m, part), fmt.Sprintf("%d:%d", r.Mesh, part)
			if name == "" || parts[value] || len(v.Parts) == wording.PartsPerFilter {
				continue
			}
			if parts[value] = true; r.MeshName != "" {
				name = r.MeshName + ": " + name
			}
			v.Parts = append(v.Parts, choice{value, name})
		}
	}
	v.Scopes = scopes["same"] && scopes["between"]
	if len(v.Parts) < 2 {
		v.Parts = nil
	}
	return v
}

// scopesIn returns the scopes of all listed findings within meshes.
func scopesIn(r *check.Result) map[string]bool {
	scopes := map[string]bool{}
	for i := range r.Meshes {
		for j := range r.Meshes[i].Findings {
			scopes[scopeWord(&r.Meshes[i].Findings[j])] = true
		}
	}
	return scopes
}
