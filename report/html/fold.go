package html

import (
	"fmt"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/wording"
)

type (
	// entryView is an entry in the list of regions: one region, or many that are folded. Its
	// regions are a slice of those of the file.
	entryView struct {
		Fold          *foldView // nil for one region
		Worst, Others []regionView
	}
	// foldView describes what many regions of the same parts have in common.
	foldView struct {
		ID, Name, MeshName string
		Counts             []kindCount
		Parts              []string
		More               int // parts that are not named
		Severity, Size     string
		Accepted           int
	}
)

// fold lists regions entry by entry.
func (v *fileView) fold(ranked []rankedRegion, f *report.File) {
	view := map[check.Ref]*regionView{}
	for i := range ranked {
		r := &ranked[i].view
		view[check.Ref{List: check.Regions, Of: r.Mesh, Index: r.Region}] = r
	}
	v.Regions = make([]regionView, 0, len(ranked)) // entries are slices of it, so it must not be reallocated
	for _, e := range report.RegionEntries(f) {
		first := len(v.Regions)
		for _, p := range e.Regions {
			if r := view[p.At()]; r != nil {
				v.Regions = append(v.Regions, *r)
			}
		}
		shown := v.Regions[first:]
		if len(shown) == 0 {
			continue // there is no room for any of it
		}
		entry := entryView{Worst: shown}
		if e.Folded() {
			worst := min(len(shown), report.WorstOfFold)
			v.Folds = report.UnfoldedRegions
			entry = entryView{newFoldView(fmt.Sprintf("%s-fold-%d", v.ID, len(v.Entries)), f, e), shown[:worst], shown[worst:]}
		}
		v.Entries = append(v.Entries, entry)
	}
}

func newFoldView(id string, f *report.File, e report.RegionEntry) *foldView {
	total := e.Total()
	v := &foldView{
		ID:       id,
		Name:     e.Name(wording.Grouped),
		Counts:   kindCounts(total.Counts),
		Parts:    wording.RegionParts(e.Mesh(), &total),
		More:     max(len(total.Parts)-wording.PartsPerRegion, 0),
		Severity: e.Size(f.Unit),
		Accepted: e.Accepted(f),
	}
	if len(f.Result.Meshes) > 1 {
		v.MeshName = wording.MeshName(e.Mesh())
	}
	if !total.Box.Empty() {
		v.Size = wording.Extent(total.Box, f.Unit)
	}
	return v
}
