package html

import (
	"encoding/base64"
	"fmt"
	"html/template"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/assets"
	"github.com/meshcheck/meshcheck/report/drawing"
	"github.com/meshcheck/meshcheck/report/picture"
	"github.com/meshcheck/meshcheck/report/wording"
)

type (
	// excerptView is a stage, "mesh-0", "pair-7", "hulls-2" or "scene", for the 3D view to decode. Base64 needs no
	// escaping, and an escaped plus sign would not be decoded.
	excerptView struct {
		Stage  string
		Base64 template.HTML
	}
	// unseenView says what part of a model is not on the page, why, and what the page lacks.
	unseenView struct{ What, Why, Lack string }
	// factsView is what the 3D view needs to know about a file.
	factsView struct {
		Upright int          `json:"upright"` // the axis that points up: 1 is y, 2 is z
		Meshes  []meshFacts  `json:"meshes"`
		Pairs   []pairFacts  `json:"pairs"`
		Hulls   []hullFacts  `json:"hulls"`
		Sheets  []sheetFacts `json:"sheets"`
		// Colours is nil if the model has none.
		Colours *colorFacts `json:"colours,omitempty"`
		Pins    []pinFacts  `json:"pins"`
		Poses   *posesFacts `json:"poses,omitempty"`
	}
	pairFacts struct {
		Index int       `json:"index"`
		Kind  string    `json:"kind"`
		Names [2]string `json:"names"`
	}
	meshFacts struct {
		Index     int         `json:"index"`
		Triangles int         `json:"triangles"`
		Parts     []partFacts `json:"parts"`
		// Metres is the length of the unit that the format has, left out if that is 1 or there is none.
		Metres float64 `json:"metres,omitzero"`
	}
	partFacts struct {
		Name  string `json:"name"`
		First int    `json:"first"`
	}
	// choice is an option of a filter.
	choice struct{ Value, Name string }
)

// addExcerpts embeds the excerpts of a file's model, if any.
func (v *fileView) addExcerpts(f *report.File, free *budget) {
	if e := v.model.Excerpt; e == nil || len(e.Meshes)+len(e.Pairs)+len(e.Hulls) == 0 && e.Motion == nil {
		v.Unseen = newUnseenView(f, v.model)
		return
	}
	v.Facts3D.Meshes, v.Facts3D.Pairs, v.Facts3D.Hulls = []meshFacts{}, []pairFacts{}, []hullFacts{}
	v.Facts3D.Upright = 2
	if !assets.ZUp(f) {
		v.Facts3D.Upright = 1
	}
	// The scene comes first: without room for the rest, it shows where the places are.
	scene := v.model.Excerpt.Scene != nil && v.embed(v.model.Excerpt.Scene, free)
	shown := 0
	for _, x := range v.model.Excerpt.Meshes {
		if v.embed(x, free) {
			v.Facts3D.addMeshes(f, x.Mesh)
			shown++
		}
	}
	v.Unseen = newCrowdedView(shown, len(v.model.Excerpt.Meshes), scene)
	v.addPairExcerpts(f, free)
	v.addHullExcerpts(f, free)
	for _, section := range v.Sections {
		if staged, ok := section.(stagedView); ok {
			staged.addExcerpts(v, f, free)
		}
	}
	v.addSheetFacts(f)
	v.addColors(free)
}

// embed adds an excerpt if there is room for it.
func (v *fileView) embed(x *drawing.View, free *budget) bool {
	return v.embedStage(stageName(x), x, x.Size(), free)
}

// embedStage is embed for a stage with a name of its own and with more than its view, which takes at
// most so many bytes.
func (v *fileView) embedStage(stage string, x *drawing.View, size int, free *budget) bool {
	text := ""
	if roomFor(size, free) {
		text = v.packing.textOf(x)
	}
	if text == "" || len(text) > free.excerpts {
		return false
	}
	free.excerpts -= len(text)
	v.Excerpts = append(v.Excerpts, excerptView{stage, template.HTML(text)})
	return true
}

// addPairExcerpts embeds the pairs that are on the page, with pictures of the worst.
func (v *fileView) addPairExcerpts(f *report.File, free *budget) {
	if v.Between == nil {
		return
	}
	var jobs []pictureJob
	for _, x := range v.model.Excerpt.Pairs {
		if x.Pair >= len(v.Between.Pairs) {
			break
		}
		p, pair := &f.Result.Pairs()[x.Pair], &v.Between.Pairs[x.Pair]
		jobs = append(jobs, pictureJob{&pair.Picture, func() template.URL { return pictureURL(picture.NewPainter(x).Pair()) }})
		if !v.embed(x, free) {
			continue
		}
		pair.Seen = true
		v.Between.Seen++
		v.Facts3D.addMeshes(f, p.A.Mesh, p.B.Mesh)
		v.Facts3D.Pairs = append(v.Facts3D.Pairs, pairFacts{
			x.Pair, p.Rule.Word(), [2]string{wording.ObjectName(f.Result, &p.A), wording.ObjectName(f.Result, &p.B)},
		})
	}
	kept := keptPictures(f, nil, v.model.Excerpt.Hulls, v.model.Excerpt.Motion, free)
	drawPictures(jobs, &free.pictures)
	free.pictures += kept
	for i := range v.Between.Pairs {
		pair := &v.Between.Pairs[i]
		pair.Unseen = !pair.Seen && v.Between.Seen > 0
	}
}

// addMeshes adds the facts of meshes that are not known yet.
func (v *factsView) addMeshes(f *report.File, meshes ...int) {
	for _, i := range meshes {
		if !slices.ContainsFunc(v.Meshes, func(m meshFacts) bool { return m.Index == i }) {
			v.Meshes = append(v.Meshes, newMeshFacts(f, &f.Result.Meshes[i]))
		}
	}
}

// newUnseenView returns a note on a model that is not on the page at all, or nil if nobody would
// miss it.
func newUnseenView(f *report.File, model *assets.File) *unseenView {
	v := &unseenView{"This page does not include the model", wording.Printable(model.NoModel, wording.PathLimit), "there are no pictures and no 3D view"}
	switch {
	case model.NoModel != "":
	case f.Result.Counts == (check.Counts{}) && len(f.Result.Pairs()) == 0 && !slices.ContainsFunc(f.Result.Sections, located) && (f.Result.Hulls() == nil || f.Result.Hulls().Counts == check.Totals{}) && (f.Result.UV() == nil || len(report.WorstSheets(f.Result.UV())) == 0):
		return nil
	case model.Excerpt != nil:
		v.Why = "nothing of it can be drawn"
	default:
		v.Why = "it was not available when the page was written"
	}
	return v
}

// newCrowdedView returns a note on a model of which the page has room for some meshes only, or nil
// if it has room for all. Their pictures are still there, and their places are marked in the scene if
// there is room for that.
func newCrowdedView(shown, all int, scene bool) *unseenView {
	if shown == all {
		return nil
	}
	missing := "the model"
	if shown > 0 {
		missing = fmt.Sprintf("%s of %s of the model", wording.Grouped(all-shown), wording.GroupedCount(all, "mesh"))
	}
	lack := "there is no 3D view of it"
	if scene {
		lack = "their places are only marked on the whole model. A report in a folder (-o report/) shows them in detail"
	}
	return &unseenView{"This page does not include " + missing, "the page has no room for more models", lack}
}

func newMeshFacts(f *report.File, m *check.Mesh) meshFacts {
	facts := meshFacts{Index: m.Index, Triangles: m.Triangles, Parts: []partFacts{}}
	if metres := assets.OwnUnit(f); metres != 1 {
		facts.Metres = metres
	}
	for i := range m.Parts {
		facts.Parts = append(facts.Parts, partFacts{wording.PartName(m, i), m.Parts[i].First})
	}
	return facts
}

// scopeWord returns the value of the filter for shells that matches a finding: "same", "between".
func scopeWord(f *check.Finding) string {
	switch {
	case f.B == nil:
		return ""
	case f.SameShell:
		return "same"
	}
	return "between"
}

// scopesOf returns the scopes of findings, or "" if they have none.
func scopesOf(findings []*check.Finding) string {
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

// joined writes numbers separated by spaces, as data attributes hold them.
func joined(numbers ...int) string {
	words := make([]string, len(numbers))
	for i, n := range numbers {
		words[i] = strconv.Itoa(n)
	}
	return strings.Join(words, " ")
}

// regionPainters returns a function that draws a region as a small picture and returns a data URL,
// or "" if there is none.
func regionPainters(e *drawing.Excerpt) func(mesh, region int) template.URL {
	painters := map[int]func() *picture.Painter{}
	if e != nil {
		for _, x := range e.Meshes {
			painters[x.Mesh] = sync.OnceValue(func() *picture.Painter { return picture.NewPainter(x) })
		}
	}
	return func(mesh, region int) template.URL {
		if painter := painters[mesh]; painter != nil {
			return pictureURL(painter().Region(region))
		}
		return ""
	}
}

// pictureURL returns a PNG as a data URL, "" for none.
func pictureURL(png []byte) template.URL {
	if png == nil {
		return ""
	}
	return template.URL("data:image/png;base64," + base64.StdEncoding.EncodeToString(png))
}
