package html

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/wording"
)

type (
	// filterView is what the findings of a file can be filtered by.
	filterView struct {
		Kinds  []kindChoice
		Scopes bool
		Parts  []choice
		// Severities of findings about hulls.
		Severities []string
	}
	// kindChoice is a kind of findings or pairs that a filter lets through from the start, or
	// not: touches within a mesh and what is within precision are many, and no fault. Values are the
	// words for it that findings and places have.
	kindChoice struct {
		Name, Icon, Values string
		On                 bool
	}
)

// newFilterView offers the kinds and scopes of the findings listed, the verdicts on pairs,
// and the parts that meet in the regions shown.
func newFilterView(f *report.File, regions []regionView) filterView {
	var v filterView
	kinds, scopes := listedIn(f.Result)
	parts := map[string]bool{}
	for i := range regions {
		r := &regions[i]
		for _, k := range strings.Fields(r.Kinds) {
			kinds[k] = true
		}
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
	verdicts := verdictsIn(f.Result)
	for _, k := range check.Self.Rules() {
		name := k.String()
		if !k.WithinPrecision() && (kinds[name] || verdicts[name]) {
			v.Kinds = append(v.Kinds, kindChoice{name, name, name, k != check.Touch || len(kinds) == 1 || verdicts[name]})
			delete(verdicts, name)
		}
	}
	v.addPrecision(kinds, &f.Result.Counts)
	for _, k := range check.Between.Rules() {
		if name := k.Word(); verdicts[name] {
			v.Kinds = append(v.Kinds, kindChoice{name, pairIcon(k), name, true})
		}
	}
	v.Scopes = scopes["same"] && scopes["between"]
	if len(v.Parts) < 2 {
		v.Parts = nil
	}
	return v
}

// addPrecision offers all kinds within precision as one, which is on where it fails or where there
// is nothing else.
func (v *filterView) addPrecision(kinds map[string]bool, c *check.Counts) {
	const name = "precision"
	values, listed := []string{name}, kinds[name] // which is what places call it
	for _, k := range check.Self.Rules() {
		if k.WithinPrecision() {
			values = append(values, k.String())
			listed = listed || kinds[k.String()]
		}
	}
	if listed {
		_, failed := report.WithinPrecision(c)
		v.Kinds = append(v.Kinds, kindChoice{"within precision", name, strings.Join(values, " "), failed > 0 || len(v.Kinds) == 0})
	}
}

// listedIn returns the kinds of all findings that are listed, and the scopes of those
// within meshes.
func listedIn(r *check.Result) (kinds, scopes map[string]bool) {
	kinds, scopes = map[string]bool{}, map[string]bool{}
	for i := range r.Meshes {
		for j := range r.Meshes[i].Findings {
			f := &r.Meshes[i].Findings[j]
			kinds[f.Rule.String()] = true
			scopes[scopeWord(f)] = true
		}
	}
	for i := range r.Pairs() {
		for j := range r.Pairs()[i].Findings {
			kinds[r.Pairs()[i].Findings[j].Rule.String()] = true
		}
	}
	return kinds, scopes
}

// verdictsIn returns the verdicts on the pairs that are listed.
func verdictsIn(r *check.Result) map[string]bool {
	verdicts := map[string]bool{}
	for i := range r.Pairs() {
		verdicts[r.Pairs()[i].Rule.Word()] = true
	}
	return verdicts
}
