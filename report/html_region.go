package report

import (
	"fmt"
	"slices"

	"github.com/meshcheck/meshcheck"
)

type (
	regionView struct {
		ID, Name string
		Open     bool
		Counts   []kindCount
		Parts    []string
		More     int // parts beyond those named
		Size     string
		Facts    []fact
		Findings findingsView
	}
	// findingsView is a table of findings.
	findingsView struct {
		Rows []findingView
		More int
	}
	findingView struct {
		Kind, Notes       string
		A, B              faceView
		Depth, Area, Near string
	}
	faceView struct {
		Part, Triangle, InPart string
	}
)

const (
	partsPerRegion = 4 // parts that the line of a region names
	openRegions    = 3 // regions of a file that are unfolded from the start
)

// worstRegions leads to the worst regions shown of a file, and opens the first
// few of them. The views belong to the meshes one by one.
func worstRegions(views []meshView, f *File, meshes []*meshcheck.MeshResult) []regionLink {
	type region struct{ mesh, id int }
	var all []region
	for i := range views {
		for id := range min(len(views[i].Regions), worstLinks) {
			all = append(all, region{i, id})
		}
	}
	slices.SortStableFunc(all, func(p, q region) int {
		return compareRegions(&meshes[p.mesh].Regions[p.id], &meshes[q.mesh].Regions[q.id])
	})
	var links []regionLink
	for rank, p := range all[:min(len(all), worstLinks)] {
		m, view := meshes[p.mesh], &views[p.mesh].Regions[p.id]
		view.Open = rank < openRegions
		link := regionLink{
			Target: view.ID,
			Name:   view.Name,
			Parts:  view.Parts,
			More:   view.More,
			Size:   view.Size,
			Kind:   worstKind(&m.Regions[p.id]).String(),
		}
		if len(f.Result.Meshes) > 1 {
			link.Mesh = meshName(m)
		}
		links = append(links, link)
	}
	return links
}

func regionParts(m *meshcheck.MeshResult, r *meshcheck.Region) []string {
	var names []string
	for _, i := range r.Parts[:min(len(r.Parts), partsPerRegion)] {
		if name := partName(m, i); name != "" {
			names = append(names, name)
		}
	}
	return names
}

// regionSize says how bad a region is: by depth if anything is deep, else by area.
func regionSize(r *meshcheck.Region, unit string) string {
	switch {
	case r.Depth > 0:
		return length(r.Depth, unit) + " deep"
	case r.Area > 0:
		return area(r.Area, unit) + " shared"
	}
	return ""
}

// addRegions shows the first regions of m with their findings, and the findings
// that belong to none.
func (v *meshView) addRegions(f *File, m *meshcheck.MeshResult, free *budget) {
	rows := take(&free.findings, len(m.Findings), findingsPerMesh)
	shown := take(&free.regions, len(m.Regions), regionsPerMesh)
	byRegion, singles, loose := splitFindings(m)
	for id := range shown {
		v.Regions = append(v.Regions, newRegionView(v.ID, id, f, m, byRegion[id], &rows))
	}
	v.MoreRegions = m.RegionCount - shown
	v.Singles = newFindingsView(f, m, singles, &rows)
	v.Loose = newFindingsView(f, m, loose, &rows)
	free.findings += rows
}

// splitFindings returns the findings by region, those of single triangles, and
// the pairs of no region: touches, and those whose region was cut from the list.
func splitFindings(m *meshcheck.MeshResult) (byRegion [][]*meshcheck.Finding, singles, loose []*meshcheck.Finding) {
	byRegion = make([][]*meshcheck.Finding, len(m.Regions))
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

func newRegionView(meshID string, id int, f *File, m *meshcheck.MeshResult, findings []*meshcheck.Finding, rows *int) regionView {
	r := &m.Regions[id]
	v := regionView{
		ID:       fmt.Sprintf("%s-region-%d", meshID, id),
		Name:     fmt.Sprintf("Region %d", id),
		Counts:   kindCounts(r.Counts),
		Parts:    regionParts(m, r),
		Size:     regionSize(r, f.Unit),
		Findings: newFindingsView(f, m, findings, rows),
	}
	v.More = max(len(r.Parts)-partsPerRegion, 0)
	if !r.Box.Empty() {
		v.Facts = append(v.Facts, fact{"Size", extent(r.Box, f.Unit)})
	}
	if r.Depth > 0 {
		v.Facts = append(v.Facts, fact{"Greatest depth", length(r.Depth, f.Unit)})
	}
	if r.Area > 0 {
		v.Facts = append(v.Facts, fact{"Shared area", area(r.Area, f.Unit)})
	}
	if r.Length > 0 {
		v.Facts = append(v.Facts, fact{"Length of the cuts", length(r.Length, f.Unit)})
	}
	return v
}

func newFindingsView(f *File, m *meshcheck.MeshResult, findings []*meshcheck.Finding, rows *int) findingsView {
	shown := take(rows, len(findings), findingsPerRegion)
	v := findingsView{More: len(findings) - shown}
	for _, finding := range findings[:shown] {
		v.Rows = append(v.Rows, newFindingView(f, m, finding))
	}
	return v
}

func newFindingView(file *File, m *meshcheck.MeshResult, f *meshcheck.Finding) findingView {
	v := findingView{Kind: f.Kind.String(), A: newFaceView(m, &f.A), Near: place(f)}
	if f.B == nil {
		return v
	}
	v.B = newFaceView(m, f.B)
	if f.Depth > 0 {
		v.Depth = length(f.Depth, file.Unit)
	}
	if f.Facing != meshcheck.NoFacing {
		v.Area = area(f.Area, file.Unit)
		v.Notes = f.Facing.String() + " facing"
	}
	if f.ThroughEdge {
		v.Notes = "through an edge"
	}
	return v
}

func newFaceView(m *meshcheck.MeshResult, f *meshcheck.Face) faceView {
	v := faceView{Part: partName(m, f.Part), Triangle: fmt.Sprint(f.Triangle)}
	if f.InPart != f.Triangle {
		v.InPart = fmt.Sprint(f.InPart)
	}
	return v
}
