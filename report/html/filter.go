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
	// filterView holds the filters for the findings of a file.
	filterView struct {
		Kinds  []kindChoice
		Scopes bool
		Parts  []choice
		// Severities of findings about hulls.
		Severities []string
	}
	// kindChoice is a kind of findings or pairs in a filter, and whether it is shown at first.
	// Touches within a mesh and findings within precision are not: they are many, and not faults.
	// Values are the words that findings and places use for it.
	kindChoice struct {
		Name, Icon, Values string
		On                 bool
	}
)

// newFilterView offers the kinds and scopes of the listed findings, the verdicts on pairs, and the
// parts that meet in the shown regions.
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
			v.Kinds = append(v.Kinds, kindChoice{name, icon(name), name, k != check.Touch || len(kinds) == 1 || verdicts[name]})
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

// addPrecision offers all kinds within precision as one. It is on if any fail or there is nothing
// else.
func (v *filterView) addPrecision(kinds map[string]bool, c *check.Counts) {
	const name = "precision"
	values, listed := []string{name}, kinds[name] // the word that places use for it
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

// listedIn returns the kinds of all listed findings, and the scopes of those within meshes.
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

// verdictsIn returns the verdicts on the listed pairs.
func verdictsIn(r *check.Result) map[string]bool {
	verdicts := map[string]bool{}
	for i := range r.Pairs() {
		verdicts[r.Pairs()[i].Rule.Word()] = true
	}
	return verdicts
}
