package html

import (
	"fmt"
	"html/template"
	"strings"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/assets"
	"github.com/meshcheck/meshcheck/report/layout"
	"github.com/meshcheck/meshcheck/report/palette"
	"github.com/meshcheck/meshcheck/report/wording"
)

const (
	sheetsPerPage    = 200
	layoutsPerPage   = 3_000_000 // bytes
	overlapsPerSheet = 30
	nearPerSheet     = 15
)

type (
	// uvView shows the findings in the UV sets of a file.
	uvView struct {
		ID, Line string
		Sheets   []sheetView
		More     int
		Missing  []missingView
	}
	sheetView struct {
		ID         string
		Sheet      int
		Name, Line string
		Breaches   []breachView
		Layout     template.HTML
		LeftOut    string
		Picked     string // note if not all triangles lead to their island
		Overlaps   []islandPairView
		More       string
		Near       []islandPairView
		MoreNear   string
	}
	// breachView is a rule that a sheet breaks.
	breachView struct {
		ID, Severity string
		Short        string // ID for people
		Rule         string
		Fix, Reason  string
		Painted      bool // in the picture, in the colour of the rule
		Index        int
		Accept       acceptView
	}
	// islandPairView is two islands that share area or are too close.
	islandPairView struct {
		ID, Rule   string
		Islands    string // for the picture
		Places     string // mesh, triangle, x, y and z of both, for the 3D view
		Size, Note string
		A, B       string
	}
	missingView struct {
		ID, Severity, Name, Reason string
		Accept                     acceptView

		at check.Ref
	}
	// sheetFacts lists the triangles of the islands of a sheet, as runs: mesh, first triangle,
	// number of triangles, island.
	sheetFacts struct {
		Index int   `json:"index"`
		Runs  []int `json:"runs"`
	}
)

// newUVView shows the findings in UV sets; nil if these were not checked.
func newUVView(fileID string, f *report.File, model *assets.File, free *budget) *uvView {
	r := f.Result.UV()
	if r == nil {
		return nil
	}
	v := &uvView{ID: fileID + "-uv"}
	islands, tell := 0, 0
	for i := range r.Sheets {
		islands += r.Sheets[i].Islands
		if len(r.Sheets[i].Findings) == 0 {
			continue
		}
		if tell++; take(&free.sheets, 1, 1) == 0 {
			v.More++
			continue
		}
		s := newSheetView(fmt.Sprintf("%s-%d", v.ID, i), f, layoutOf(model, i), i, free)
		v.Sheets = append(v.Sheets, s)
	}
	v.Line = wording.GroupedCount(len(r.Sheets), "sheet") + " with " + wording.GroupedCount(islands, "island")
	if v.Missing = missingSets(v.ID, r); tell == 0 && v.Missing == nil {
		v.Line += ": nothing was found"
	}
	return v
}

// newSheetView shows one sheet.
func newSheetView(id string, f *report.File, l *layout.Layout, number int, free *budget) sheetView {
	s := &f.Result.UV().Sheets[number]
	v := sheetView{ID: id, Sheet: number, Name: wording.Printable(s.Name, wording.PathLimit), Line: sheetLine(s)}
	told := map[check.Rule]bool{}
	for k := range s.Findings {
		found := &s.Findings[k]
		v.Breaches = append(v.Breaches, breachView{
			ID: fmt.Sprintf("%s-%d", id, k), Severity: found.Severity.String(), Rule: found.Rule.String(), Index: k,
			Reason: wording.Printable(found.Reason, wording.PathLimit), Painted: palette.Of(found.Rule, found.Severity) != palette.RGB{},
		})
		if found.Severity != check.Info && !told[found.Rule] {
			v.Breaches[k].Fix, told[found.Rule] = found.Rule.Words().Fix, true
		}
	}
	v.draw(s, l, free)
	v.addOverlaps(f.Result, s, l)
	v.addNear(f.Result, s)
	return v
}

// sheetLine describes a sheet.
func sheetLine(s *check.UVSheet) string {
	line := report.SheetSize(s)
	if names, more := wording.FirstNames(s.Materials, wording.NameLimit); len(names) > 0 {
		line += ", of " + wording.Either(len(s.Materials) == 1, "material ", "materials ") + joinNames(names, more)
	}
	if s.Unique {
		line += "; nothing in it may overlap"
	}
	return line
}

func joinNames(names []string, more int) string {
	text := strings.Join(names, ", ")
	if more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	return text
}

// layoutOf returns the layout of a sheet, or nil.
func layoutOf(model *assets.File, number int) *layout.Layout {
	for _, l := range model.Layouts {
		if l.Sheet == number {
			return l
		}
	}
	return nil
}

// draw draws the layout if there is room on the page.
func (v *sheetView) draw(s *check.UVSheet, l *layout.Layout, free *budget) {
	if l == nil {
		return
	}
	p := l.Picture(free.layouts)
	free.layouts = max(free.layouts-len(p.Body), 0)
	v.LeftOut = p.LeftOut
	label := "Layout of " + v.Name + ": " + wording.GroupedCount(s.Islands, "island")
	v.Layout = template.HTML(fmt.Sprintf(`<svg class="layout" viewBox="%s" font-size="%s" role="img" aria-label="%s">`+"\n%s</svg>",
		p.ViewBox(), p.TextSize(), layout.Escape(label), p.Body))
	if l.RunsCut {
		v.Picked = "Only some triangles lead to their island when clicked in the 3D view: the page has no room for all."
	}
}

// addOverlaps lists the pairs of islands that share the largest areas.
func (v *sheetView) addOverlaps(r *check.Result, s *check.UVSheet, l *layout.Layout) {
	listed := s.IslandPairs.Listed
	for k := range listed[:min(len(listed), overlapsPerSheet)] {
		p := &listed[k]
		rule := check.UVOverlap
		if p.Stack && !s.Unique {
			rule = check.UVStacked
		}
		pair := newIslandPair(r, p.Islands, p.Worst, p.Places)
		pair.ID, pair.Rule = fmt.Sprintf("%s-pair-%d", v.ID, k), rule.String()
		pair.Size = wording.Percent(p.Area) + " of the tile"
		if l != nil && l.Width > 0 {
			pair.Size += ", " + texelsOf(p.Area*float64(l.Width)*float64(l.Height))
		}
		if p.Stack {
			pair.Note = "a stack"
		} else if !p.Wide {
			pair.Note = "no more than a rounding error"
		}
		v.Overlaps = append(v.Overlaps, pair)
	}
	if more := int(s.IslandPairs.Overlapping) - len(v.Overlaps); more > 0 && len(v.Overlaps) > 0 {
		v.More = wording.Grouped(more) + " more: the JSON report lists what this page leaves out."
	}
}

// texelsOf writes a number of texels.
func texelsOf(n float64) string {
	if n < 10 {
		return fmt.Sprintf("%.2g texels", n)
	}
	return wording.GroupedCount(int(n+0.5), "texel")
}

// addNear lists the pairs of islands that are closest to each other.
func (v *sheetView) addNear(r *check.Result, s *check.UVSheet) {
	more := int64(0)
	for i := range s.Padding {
		p := &s.Padding[i]
		room := nearPerSheet - len(v.Near)
		more += p.Pairs - int64(min(len(p.Listed), room))
		for k := range p.Listed[:min(len(p.Listed), room)] {
			n := &p.Listed[k]
			pair := newIslandPair(r, n.Islands, n.Faces, n.Places)
			pair.ID, pair.Rule = fmt.Sprintf("%s-near-%d", v.ID, len(v.Near)), check.UVPadding.String()
			pair.Size = layout.Texels(n.Distance)
			if len(s.Padding) > 1 {
				pair.Note = fmt.Sprintf("at %d × %d", p.Width, p.Height)
			}
			v.Near = append(v.Near, pair)
		}
	}
	if more > 0 && len(v.Near) > 0 {
		v.MoreNear = wording.Grouped(int(more)) + " more: the JSON report lists what this page leaves out."
	}
}

func newIslandPair(r *check.Result, islands [2]uint32, faces [2]check.UVFace, places [2]geom.Vec) islandPairView {
	v := islandPairView{
		Islands: fmt.Sprint(islands[0], " ", islands[1]),
		A:       fmt.Sprintf("island %d", islands[0]), B: fmt.Sprintf("island %d", islands[1]),
	}
	for k, name := range []*string{&v.A, &v.B} {
		f, p := &faces[k], places[k]
		*name += faceName(r, f)
		if k > 0 {
			v.Places += " "
		}
		v.Places += fmt.Sprintf("%d %d %.7g %.7g %.7g", f.Mesh, f.Triangle, p[0], p[1], p[2])
	}
	return v
}

// faceName names the mesh and part of a triangle, if there are several.
func faceName(r *check.Result, f *check.UVFace) string {
	if int(f.Mesh) >= len(r.Meshes) {
		return ""
	}
	m, name := &r.Meshes[f.Mesh], ""
	if len(r.Meshes) > 1 {
		name = " of " + wording.MeshName(m)
	}
	if len(m.Parts) > 1 {
		name += wording.Either(name == "", " of ", ", ") + wording.PartName(m, int(f.Part))
	}
	return name
}

// missingSets lists which parts lack which sets, in order of first use.
func missingSets(uvID string, u *check.UVResult) (out []missingView) {
	for _, entries := range u.MissingSets() {
		out = append(out, missingView{
			ID: fmt.Sprintf("%s-missing-%d", uvID, len(out)), Severity: u.MissingSeverity.String(), Name: wording.Printable(u.Missing[entries[0]].Name, wording.PathLimit),
			Reason: wording.GroupedCount(len(entries), "part") + wording.Either(len(entries) == 1, " lacks the set", " lack the set"),
			at:     check.Ref{List: check.MissingSets, Index: entries[0]},
		})
	}
	return out
}

// addSheetFacts adds the positions of the islands of the page's sheets in the model.
func (v *fileView) addSheetFacts(f *report.File) {
	v.Facts3D.Sheets = []sheetFacts{}
	if v.UV == nil {
		return
	}
	for i := range v.UV.Sheets {
		s := sheetFacts{Index: v.UV.Sheets[i].Sheet, Runs: []int{}}
		if l := layoutOf(v.model, s.Index); l != nil {
			for _, run := range l.Runs {
				s.Runs = append(s.Runs, run.Mesh, run.First, run.Count, int(run.Island))
			}
		}
		v.Facts3D.Sheets = append(v.Facts3D.Sheets, s)
	}
}
