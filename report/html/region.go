package html

import (
	"fmt"
	"html/template"
	"slices"
	"strings"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/wording"
)

type (
	regionView struct {
		ID, Name       string
		Short          string // ID for people
		Mesh, Region   int
		MeshName, Node string
		MoreNodes      int
		Kinds, Scopes  string // words for the filters
		InParts        string
		Counts         []kindCount
		Parts          []string
		More           int // parts that are not named
		Severity       string
		Where, Size    string
		Facts          []fact
		Findings       findingsView
		Picture        template.URL
		Accept         acceptView
	}
	// rankedRegion is a region to be put into the list of a file.
	rankedRegion struct {
		view   regionView
		region report.MeshRegion
	}
	// findingsView is a table of findings.
	findingsView struct {
		Rows []findingView
		More int
		Open bool
	}
	findingView struct {
		Kind, Notes       string
		A, B              faceView
		Depth, Area, Near string
		Mesh, Region      int
		Scope, InParts    string
	}
	faceView struct {
		Part, Triangle, InPart string
		Face                   string // number of the face in the file, "" if it is that of the triangle
	}
)

// scopePhrase says in words between what a region's findings are.
func scopePhrase(scopes string) string {
	return map[string]string{
		"same": "within one shell", "between": "between shells", "same between": "within shells and between them",
	}[scopes]
}

// addRegions lists the regions of all meshes, the worst first, and folds them if there are many.
func (v *fileView) addRegions(ranked []rankedRegion, f *report.File, free *budget) {
	slices.SortStableFunc(ranked, func(p, q rankedRegion) int { return report.CompareRegions(f, p.region, q.region) })
	jobs, paint := make([]pictureJob, len(ranked)), regionPainters(v.model.Excerpt)
	for i := range ranked {
		r := &ranked[i].view
		jobs[i] = pictureJob{&r.Picture, func() template.URL { return paint(r.Mesh, r.Region) }}
	}
	drawPictures(jobs, &free.pictures)
	v.fold(ranked, f)
}

// addFindings shows the findings of m outside of regions, and returns its first regions with their
// findings.
func (v *meshView) addFindings(f *report.File, m *check.Mesh, free *budget) []rankedRegion {
	rows := take(&free.findings, len(m.Findings), findingsPerMesh)
	shown := take(&free.regions, len(m.Regions), report.RegionsPerMesh)
	byRegion, singles, loose := splitFindings(m)
	var ranked []rankedRegion
	for id := range shown {
		ranked = append(ranked, rankedRegion{newRegionView(v.ID, id, f, m, byRegion[id], &rows), report.MeshRegion{Mesh: m, Index: id}})
	}
	v.Singles = newFindingsView(f, m, singles, &rows)
	v.Loose = newFindingsView(f, m, loose, &rows)
	free.findings += rows
	return ranked
}

// splitFindings returns the findings by region, those of single triangles, and the pairs outside of
// regions: touches, and findings whose region is not listed.
func splitFindings(m *check.Mesh) (byRegion [][]*check.Finding, singles, loose []*check.Finding) {
	byRegion = make([][]*check.Finding, len(m.Regions))
	for i := range m.Findings {
		f := &m.Findings[i]
		switch {
		case f.B == nil:
			singles = append(singles, f)
		case f.Region < 0:
			loose = append(loose, f)
		default:
			byRegion[f.Region] = append(byRegion[f.Region], f)
		}
	}
	return byRegion, singles, loose
}

func newRegionView(meshID string, id int, f *report.File, m *check.Mesh, findings []*check.Finding, rows *int) regionView {
	r := &m.Regions[id]
	v := regionView{
		ID:       fmt.Sprintf("%s-region-%d", meshID, id),
		Name:     fmt.Sprintf("Region %d", r.Number),
		Mesh:     m.Index,
		Region:   id,
		Scopes:   scopesOf(findings),
		InParts:  joined(r.Parts...),
		Counts:   kindCounts(r.Counts),
		Parts:    wording.RegionParts(m, r),
		Severity: wording.RegionSize(r, f.Unit),
		Findings: newFindingsView(f, m, findings, rows),
	}
	v.Where = scopePhrase(v.Scopes)
	for _, k := range v.Counts {
		v.Kinds = strings.TrimSpace(v.Kinds + " " + k.Name)
	}
	if len(f.Result.Meshes) > 1 {
		v.MeshName = wording.MeshName(m)
	}
	if len(m.Instances) > 0 {
		v.Node, v.MoreNodes = wording.Printable(m.Instances[min(max(m.Measured, 0), len(m.Instances)-1)], wording.NameLimit), len(m.Instances)-1
	}
	v.More = max(len(r.Parts)-wording.PartsPerRegion, 0)
	if !r.Box.Empty() {
		v.Size = wording.Extent(r.Box, f.Unit)
	}
	deep, wide := r.Sizes()
	if deep > 0 {
		v.Facts = append(v.Facts, fact{"Depth", wording.Length(deep, f.Unit)})
	}
	if r.Area > 0 {
		v.Facts = append(v.Facts, fact{"Shared area", wording.Area(r.Area, f.Unit)})
	}
	if wide > 0 {
		v.Facts = append(v.Facts, fact{"Shared width", wording.Length(wide, f.Unit)})
	}
	if r.Length > 0 {
		v.Facts = append(v.Facts, fact{"Cut length", wording.Length(r.Length, f.Unit)})
	}
	if r.EdgeLength > 0 {
		v.Facts = append(v.Facts, fact{"Edge length", wording.Length(r.EdgeLength, f.Unit)})
	}
	return v
}

func newFindingsView(f *report.File, m *check.Mesh, findings []*check.Finding, rows *int) findingsView {
	shown := take(rows, len(findings), findingsPerRegion)
	v := findingsView{More: len(findings) - shown}
	for _, finding := range findings[:shown] {
		v.Rows = append(v.Rows, newFindingView(f, m, finding))
	}
	return v
}

func newFindingView(file *report.File, m *check.Mesh, f *check.Finding) findingView {
	v := measuresOf(file, f)
	v.A = newFaceView(m, &f.A)
	v.Mesh, v.Region, v.Scope, v.InParts = m.Index, f.Region, scopeWord(f), joined(f.A.Part)
	if f.B == nil {
		return v
	}
	if f.B.Part != f.A.Part {
		v.InParts = joined(f.A.Part, f.B.Part)
	}
	v.B = newFaceView(m, f.B)
	return v
}

// measuresOf returns the columns of a finding that do not name triangles.
func measuresOf(file *report.File, f *check.Finding) findingView {
	v := findingView{Kind: f.Rule.String(), Near: wording.Place(f)}
	if f.B == nil {
		return v
	}
	if f.Depth > 0 {
		v.Depth = wording.Length(f.Depth, file.Unit) + wording.When(f.Rule.Size() == check.OfArea, " wide")
	}
	if f.Rule.Size() == check.OfArea {
		v.Area = wording.Area(f.Area, file.Unit)
	}
	if f.Facing != check.NoFacing {
		v.Notes = f.Facing.String() + " facing"
	}
	if f.ThroughEdge {
		v.Notes = "through an edge"
	}
	if f.AtEdge > 0 {
		v.Notes = wording.Count(f.AtEdge, "triangle") + " around " + wording.Length(f.Length(), file.Unit)
	}
	return v
}

func newFaceView(m *check.Mesh, f *check.Face) faceView {
	v := faceView{Triangle: fmt.Sprint(f.Triangle)}
	if len(m.Parts) > 1 {
		v.Part = wording.PartName(m, f.Part) // otherwise every row would say the same
	}
	if f.InPart != f.Triangle {
		v.InPart = fmt.Sprint(f.InPart)
	}
	if f.CutFrom > 0 {
		v.Face = fmt.Sprint(f.CutFrom - 1)
	}
	return v
}

// Areas reports whether any row has an area.
func (v findingsView) Areas() bool {
	return slices.ContainsFunc(v.Rows, func(f findingView) bool { return f.Area != "" })
}
