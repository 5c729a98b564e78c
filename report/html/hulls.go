package html

import (
	"fmt"
	"html/template"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/drawing"
	"github.com/meshcheck/meshcheck/report/picture"
	"github.com/meshcheck/meshcheck/report/wording"
)

const (
	hullsPerPage   = 2000
	groupsPerPage  = 500
	faultsPerPage  = 2000
	faultsPerGroup = 50
)

type (
	// hullsView shows the findings about the collision hulls of a file.
	hullsView struct {
		ID, Line       string
		Profile        *profileView
		Seen           int // groups that the 3D view shows
		Groups         []hullGroupView
		More           int
		NotChecked     []objectProblemView
		MoreNotChecked int
	}
	// profileView shows the limits of an engine and their source.
	profileView   struct{ Name, Limits, Source string }
	hullGroupView struct {
		ID         string
		Group      int
		Seen       bool // shown in the 3D view
		Unseen     bool // not shown there, though others are
		Picture    template.URL
		Name, Line string
		Facts      []fact
		Hulls      []hullView
		MoreHulls  int
		Faults     []faultView
		MoreFaults int
		Omitted    int // overlaps that no report lists
	}
	hullView struct {
		Name, Shape, Scheme     string
		Vertices, Faces, Volume string
		Faults                  []faultKind
	}
	// faultKind is a rule that a hull breaks, with the severity of the findings.
	faultKind struct{ Name, Severity string }
	// faultView shows one finding about hulls.
	faultView struct {
		ID, Short       string // Short is the ID for people
		Group, Number   int
		Severity        string
		Rule            string
		Who, Reason     string
		Size, Limit, At string
		Facts           []fact
		Picture         template.URL
		Accept          acceptView
	}
)

// newHullsView shows the findings about collision hulls; nil if hulls were not checked. Warnings
// about patterns are among those of the file.
func newHullsView(fileID string, f *report.File, free *budget) *hullsView {
	s := f.Result.Hulls()
	if s == nil {
		return nil
	}
	v := &hullsView{
		ID: fileID + "-hulls", Line: report.HullLine(s),
		Profile: newProfileView(s.Profile),
	}
	shown := take(&free.groups, len(s.Groups), len(s.Groups))
	for i := range s.Groups[:shown] {
		g := newHullGroupView(fmt.Sprintf("%s-%d", v.ID, i), f, i, free)
		v.Groups = append(v.Groups, g)
	}
	v.More = len(s.Groups) - shown
	for i := range s.NotChecked[:min(len(s.NotChecked), wording.NamesPerList)] {
		p := &s.NotChecked[i]
		v.NotChecked = append(v.NotChecked, objectProblemView{wording.ObjectName(f.Result, &p.Object), wording.Printable(p.Reason, wording.PathLimit)})
	}
	v.MoreNotChecked = len(s.NotChecked) - len(v.NotChecked)
	return v
}

// newProfileView shows the limits of a profile; nil for a profile without an engine.
func newProfileView(name string) *profileView {
	if name == "" || name == "none" {
		return nil
	}
	v := &profileView{Name: wording.Printable(name, wording.NameLimit)}
	if p, ok := check.HullProfileOf(name); ok {
		v.Source = p.Source
		if v.Limits = "it does not limit vertices"; p.Vertices > 0 {
			v.Limits = fmt.Sprintf("a hull may have %d vertices and %d faces", p.Vertices, p.Faces)
		}
	}
	return v
}

func newHullGroupView(id string, f *report.File, number int, free *budget) hullGroupView {
	g := &f.Result.Hulls().Groups[number]
	v := hullGroupView{ID: id, Group: number, Name: wording.GroupName(g), Line: wording.Count(len(g.Hulls), "hull"), Facts: coverageFacts(f, g)}
	if len(g.Visuals) != 1 {
		v.Line += wording.Either(len(g.Visuals) == 0, " of no mesh", " of "+wording.Count(len(g.Visuals), "mesh"))
	}
	hulls := take(&free.hulls, len(g.Hulls), len(g.Hulls))
	for k := range g.Hulls[:hulls] {
		v.Hulls = append(v.Hulls, newHullView(f, g, k))
	}
	v.MoreHulls = len(g.Hulls) - hulls
	faults := take(&free.faults, len(g.Findings), faultsPerGroup)
	for k := range g.Findings[:faults] {
		fault := newFaultView(f, g, k)
		fault.ID, fault.Group = fmt.Sprintf("%s-%d", id, k), number
		v.Faults = append(v.Faults, fault)
	}
	v.MoreFaults = len(g.Findings) - faults
	v.Omitted = g.Omitted
	return v
}

// coverageFacts says how closely hulls fit their mesh.
func coverageFacts(f *report.File, g *check.HullGroup) (facts []fact) {
	for _, c := range []struct {
		name     string
		coverage *check.Coverage
	}{{"Mesh outside its hulls", g.Gap}, {"Hulls beyond the mesh", g.Excess}} {
		switch {
		case c.coverage == nil:
		case wording.Covered(g, c.coverage):
			facts = append(facts, fact{c.name, "nothing"})
		default:
			facts = append(facts, fact{c.name, fmt.Sprintf("%s (95 %% within %s)", wording.Length(c.coverage.Greatest, f.Unit), wording.Length(c.coverage.Percentile95, f.Unit))})
		}
	}
	if share := wording.VolumeRatio(g); share > 0 {
		facts = append(facts, fact{"Volume of the hulls", fmt.Sprintf("%s, %s of that of the mesh", wording.Volume(g.HullVolume, f.Unit), wording.Percent(share))})
	}
	return facts
}

func newHullView(f *report.File, g *check.HullGroup, number int) hullView {
	h := &g.Hulls[number]
	v := hullView{Name: wording.ObjectName(f.Result, &h.Object), Shape: h.Shape.String(), Scheme: wording.Printable(h.Scheme, wording.NameLimit)}
	if h.Vertices > 0 {
		v.Vertices, v.Faces = wording.Grouped(h.Vertices), wording.Grouped(h.Faces)
	}
	if h.Volume > 0 {
		v.Volume = wording.Volume(h.Volume, f.Unit)
	}
	var counts check.Totals
	for k := range g.Findings {
		if w := &g.Findings[k]; w.Hull == number || w.Other == number {
			counts[w.Rule][w.Severity]++
		}
	}
	for _, s := range check.Severities() {
		for _, r := range check.Hulls.Rules() {
			if counts[r][s] > 0 {
				v.Faults = append(v.Faults, faultKind{r.String(), s.String()})
			}
		}
	}
	return v
}

func newFaultView(f *report.File, g *check.HullGroup, number int) faultView {
	h := &g.Findings[number]
	v := faultView{
		Number: number, Severity: h.Severity.String(), Rule: h.Rule.String(),
		Who: wording.HullNames(f.Result, g, h), Reason: wording.Printable(h.Reason, wording.ReasonLimit),
		Size: hullSize(f, h, h.Value),
	}
	if h.Limit > 0 {
		v.Limit = hullSize(f, h, h.Limit)
	}
	if len(h.Places) > 0 {
		v.At = wording.PlaceAt(h.Places[0], wording.Significant)
	}
	if o := h.Overlap; o != nil {
		v.Facts = append(v.Facts, fact{"Moving the second by", wording.PlaceAt(o.Translation.Add(geom.Vec{}), wording.Significant)}, fact{"Volume in common", wording.Volume(o.Volume, f.Unit)})
	}
	return v
}

// hullSize writes the value or the limit of a finding about hulls, or "" if the rule has none.
func hullSize(f *report.File, h *check.HullFinding, x float64) string {
	switch {
	case h.Rule == check.HullOrphan || x == 0:
		return ""
	case h.Rule.Counted() && wording.Finite(x):
		return wording.Grouped(int(x))
	}
	return wording.Length(x, f.Unit)
}

// addHullExcerpts embeds the groups of hulls that are on the page, with pictures of the first
// groups and of their findings.
func (v *fileView) addHullExcerpts(f *report.File, free *budget) {
	if v.Hulls == nil {
		return
	}
	var jobs []pictureJob
	for _, x := range v.model.Excerpt.Hulls {
		if x.Group >= len(v.Hulls.Groups) {
			continue
		}
		g, painter := &v.Hulls.Groups[x.Group], picture.NewPainter(x)
		jobs = append(jobs, pictureJob{&g.Picture, func() template.URL { return pictureURL(painter.Hull(-1)) }})
		for k := range g.Faults {
			if x.Findings[k].Points != nil {
				jobs = append(jobs, pictureJob{&g.Faults[k].Picture, func() template.URL { return pictureURL(painter.Hull(k)) }})
			}
		}
		if v.embed(x, free) {
			g.Seen = true
			v.Hulls.Seen++
			v.Facts3D.addHulls(f, x)
		}
	}
	drawPictures(jobs, &free.pictures)
	for i := range v.Hulls.Groups {
		g := &v.Hulls.Groups[i]
		g.Unseen = !g.Seen && v.Hulls.Seen > 0
	}
}

// hullFacts tells the 3D view about a group of hulls: the names of all objects on its stage, the
// distances at the ends of the scales, and the size of each finding that is a length.
type hullFacts struct {
	Index  int      `json:"index"`
	Names  []string `json:"names"`
	Unit   string   `json:"unit"`
	Gap    string   `json:"gap"`
	Excess string   `json:"excess"`
	Sizes  []string `json:"sizes"`
}

// addHulls adds the facts of a group and of its meshes.
func (v *factsView) addHulls(f *report.File, x *drawing.View) {
	g := &f.Result.Hulls().Groups[x.Group]
	facts := hullFacts{Index: x.Group, Unit: f.Unit, Sizes: []string{}, Gap: wording.Length(x.Gap, f.Unit), Excess: wording.Length(x.Excess, f.Unit)}
	for i := range g.Visuals {
		facts.Names = append(facts.Names, wording.ObjectName(f.Result, &g.Visuals[i]))
	}
	for i := range g.Hulls {
		facts.Names = append(facts.Names, wording.ObjectName(f.Result, &g.Hulls[i].Object))
	}
	for k := range g.Findings {
		h, size := &g.Findings[k], ""
		if !h.Rule.Counted() {
			size = hullSize(f, h, h.Value)
		}
		facts.Sizes = append(facts.Sizes, size)
	}
	for _, o := range x.Objects {
		if o.Mesh < len(f.Result.Meshes) { // shapes given by numbers need no mesh
			v.addMeshes(f, o.Mesh)
		}
	}
	v.Hulls = append(v.Hulls, facts)
}
