package html

import (
	"cmp"
	"fmt"
	"html/template"
	"slices"
	"strings"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/assets"
	"github.com/meshcheck/meshcheck/report/wording"
)

type (
	fileView struct {
		*pathView
		ID, Verdict, Class string
		Facts              []fact
		Problem, Hint, Do  string
		Warnings           []string
		MoreWarnings       int
		ColorNotes         []string // which colours are missing, and why
		MoreColorNotes     int
		Line               string
		Chips              []chipView
		None               string
		Between            *betweenView
		Hulls              *hullsView
		UV                 *uvView
		Sections           []sectionView
		Number             int
		Regions            []regionView // in the order of Entries
		Entries            []entryView
		Folds              int // above how many regions of the same parts they are folded, 0 if none are
		MoreRegions        int
		ByMesh             bool // the regions are in several meshes
		Filter             filterView
		Excerpts           []excerptView
		Poster             template.URL // of the worst place
		Unseen             *unseenView
		Facts3D            factsView
		Meshes             []meshView
		MoreMeshes         int
		Model              []modelView
		Apart              *apartView
		Unposed            *apartView
		Accepted           string // what a baseline accepts and what not
		Changed            *changedView
		Triage             *fileTriage // nil for a file that was not checked
		Clean              []string
		MoreClean          int

		model   *assets.File
		packing *packing // until everything is embedded
	}
	meshView struct {
		ID, Name      string
		Number        int
		Facts         []fact
		Counts        []kindCount
		Parts         []partView
		MoreParts     int
		Instances     []string
		MoreInstances int
		Truncated     bool
		Singles       findingsView
		Loose         findingsView
		Accepts       []acceptView // of the kinds that belong to no region
	}
	partView struct{ Name, First, Triangles string }
)

func newFileView(r *report.Report, i int, issues []report.Issue, model *assets.File, free *budget) fileView {
	f := &r.Files[i]
	v := fileView{
		model:    model,
		ID:       fileID(r, i),
		Number:   i,
		pathView: newPathView(f.Path),
		Verdict:  wording.StatusWord(f.Status()),
		Class:    statusClass(f.Status()),
		Facts:    fileFacts(f),
	}
	v.Changed = newChangedView(f)
	v.Warnings, v.MoreWarnings = wording.FirstNames(f.Warnings, wording.PathLimit)
	if f.Result == nil {
		v.Problem, v.Hint, v.Do = report.ProblemText(f.Problem), report.HintText(f.Problem), f.Problem.WhatToDo()
		return v
	}
	v.Line = fileLine(f, r.OptionsOf(f))
	v.Chips = fileChips(v.ID, f)
	v.None = noneFound(f.Result, r.OptionsOf(f).Checks)
	v.Model, v.Apart, v.Unposed = newModelViews(v.ID, f), newApartView(f), newUnposedView(f)
	v.Between = newBetweenView(v.ID, f, free)
	v.Hulls = newHullsView(v.ID, f, free)
	v.UV = newUVView(v.ID, f, model, free)
	v.Sections = newSectionViews(v.ID, f, model, free)
	v.packing = newPacking(model.Excerpt, issues, free)
	v.addMeshes(f, free)
	v.addExcerpts(f, free)
	v.addScene(free)
	v.packing = nil
	v.addActions(f, issues)
	if v.Between != nil { // the view and the baseline identify pairs by index in the result
		slices.SortStableFunc(v.Between.Pairs, func(p, q pairView) int { return report.AcceptedLast(p.Accepted(), q.Accepted()) })
	}
	return v
}

func fileFacts(f *report.File) []fact {
	var facts []fact
	if f.Format != "" {
		ofGLTF := map[string]string{"glb": "glTF binary (.glb)", "gltf": "glTF (.gltf)"}
		facts = append(facts, fact{"Format", cmp.Or(ofGLTF[f.Format], strings.ToUpper(f.Format))})
	}
	if f.Result != nil {
		unit := cmp.Or(wording.Unit(f.Unit), "the file has none")
		if assets.UnitGiven(f) {
			unit += ", as given: the file has none"
		}
		facts = append(facts, fact{"Unit of length", unit})
	}
	if f.Result != nil && f.Result.Checks != 0 {
		facts = append(facts, fact{"Checks", strings.Join(strings.Split(f.Result.Checks.String(), ","), ", ")})
	}
	if f.Options != nil {
		for _, option := range optionFacts(*f.Options) {
			facts = append(facts, fact{option.Name + " for this file", option.Value})
		}
	}
	if f.SHA256 != "" {
		facts = append(facts, fact{"SHA-256", f.SHA256})
	}
	return facts
}

func fileLine(f *report.File, o *check.Options) string {
	r := f.Result
	line := wording.GroupedCount(report.TriangleCount(r), "triangle")
	if len(r.Meshes) > 1 {
		line += " in " + wording.GroupedCount(len(r.Meshes), "mesh")
	}
	if fails := report.ToFix(f, o, wording.GroupedCount); fails != "" {
		line += ", " + fails
	}
	return line
}

// noneFound says that there was nothing to find, or that meshes were not looked at.
func noneFound(r *check.Result, checks check.Set) string {
	totals := r.Totals()
	switch {
	case report.TriangleCount(r) == 0:
		return "There was nothing to check."
	case r.Section(check.Self) == nil && checks != 0:
		return "Meshes were not checked within themselves."
	case totals == check.Totals{} && r.Uncompared == 0:
		return "Nothing was found."
	case r.Counts == check.Counts{}:
		return "No findings within meshes."
	}
	return ""
}

// addMeshes shows the meshes with findings, the worst first, and names the others.
func (v *fileView) addMeshes(f *report.File, free *budget) {
	var dirty []*check.Mesh
	var clean []string
	for i := range f.Result.Meshes {
		m := &f.Result.Meshes[i]
		if m.Counts == (check.Counts{}) {
			clean = append(clean, wording.MeshName(m))
		} else {
			dirty = append(dirty, m)
		}
	}
	v.Clean, v.MoreClean = wording.FirstNames(clean, wording.PathLimit)
	slices.SortStableFunc(dirty, func(m, n *check.Mesh) int { return compareMeshes(m, n) })
	shown := take(&free.meshes, len(dirty), len(dirty))
	v.MoreMeshes = len(dirty) - shown
	v.ByMesh = len(f.Result.Meshes) > 1
	var ranked []rankedRegion
	for _, m := range dirty[:shown] {
		mesh, regions := newMeshView(v.ID, f, m, free)
		v.Meshes = append(v.Meshes, mesh)
		v.MoreRegions += m.RegionCount - len(regions)
		ranked = append(ranked, regions...)
	}
	kept := 0
	if e := v.model.Excerpt; e != nil {
		kept = keptPictures(f, e.Pairs, e.Hulls, e.Motion, free)
	}
	v.addRegions(ranked, f, free)
	free.pictures += kept
	v.openOnly()
	v.Filter = newFilterView(f, v.Regions)
}

// openOnly unfolds the first findings if no region links to any.
func (v *fileView) openOnly() {
	if len(v.Regions) > 0 || len(v.Meshes) == 0 {
		return
	}
	m := &v.Meshes[0]
	m.Loose.Open, m.Singles.Open = true, true
}

func newMeshView(fileID string, f *report.File, m *check.Mesh, free *budget) (meshView, []rankedRegion) {
	v := meshView{
		ID:     fmt.Sprintf("%s-mesh-%d", fileID, m.Index),
		Name:   wording.Printable(m.Name, wording.NameLimit),
		Number: m.Index,
		Facts: []fact{
			{"Triangles", wording.Grouped(m.Triangles)}, {"Vertices", wording.Grouped(m.Vertices)}, {"Shells", wording.Grouped(m.Shells)},
		},
		Truncated: m.Truncated,
	}
	if len(f.Result.Meshes) > 1 {
		v.Counts = kindCounts(m.Counts) // a single mesh has them above
	}
	if n := m.Counts.ThroughEdge; n > 0 {
		v.Facts = append(v.Facts, fact{"Crossings through an edge", wording.Grouped(n)})
	}
	v.Instances, v.MoreInstances = wording.FirstNames(m.Instances, wording.PathLimit)
	for i := range min(len(m.Parts), wording.NamesPerList) {
		p := &m.Parts[i]
		if name := wording.PartName(m, i); name != "" {
			v.Parts = append(v.Parts, partView{name, fmt.Sprint(p.First), wording.Grouped(p.Triangles)})
		}
	}
	v.MoreParts = max(len(m.Parts)-wording.NamesPerList, 0)
	return v, v.addFindings(f, m, free)
}

// compareMeshes orders meshes by their worst region, the worst first. Meshes without regions come
// last.
func compareMeshes(m, n *check.Mesh) int {
	switch {
	case len(m.Regions) == 0 || len(n.Regions) == 0:
		return cmp.Compare(len(n.Regions), len(m.Regions))
	}
	return check.CompareRegions(&m.Regions[0], &n.Regions[0])
}
