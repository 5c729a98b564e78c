package html

import (
	"cmp"
	"context"
	"html/template"
	"runtime"
	"slices"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/internal/parallel"
	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/assets"
	"github.com/meshcheck/meshcheck/report/drawing"
)

// pictureJob draws a picture if there is room for it on the page.
type pictureJob struct {
	at   *template.URL
	draw func() template.URL // "" if there is nothing to see
}

// drawPictures draws the first pictures within the budget. Empty ones do not count.
func drawPictures(jobs []pictureJob, free *int) {
	for len(jobs) > 0 && *free > 0 {
		batch := jobs[:min(len(jobs), *free)]
		jobs = jobs[len(batch):]
		// A job holds everything it shows, so a hundred at once would take much memory.
		parallel.Tasks(context.Background(), runtime.GOMAXPROCS(0), len(batch), func(_, k int) { *batch[k].at = batch[k].draw() })
		for _, job := range batch {
			if *job.at != "" {
				*free--
			}
		}
	}
}

// pictureShares divides total pictures among files. Failing files get one each, then a second one,
// and so on, up to their number of places. The rest goes to the other files in the same way.
func pictureShares(files []report.File, models assets.List, total int) []int {
	shares := make([]int, len(files))
	for _, fails := range []bool{true, false} {
		for given := true; given && total > 0; {
			given = false
			for i := range files {
				f := &files[i]
				if total > 0 && (f.Status() == check.Fail) == fails && shares[i] < min(placesToDraw(f, models.Of(i).Excerpt), picturesPerPage) {
					shares[i]++
					total--
					given = true
				}
			}
		}
	}
	return shares
}

// placesToDraw returns the greatest number of pictures that a file can have.
func placesToDraw(f *report.File, e *drawing.Excerpt) int {
	if f.Result == nil || e == nil {
		return 0
	}
	n := len(e.Pairs)
	for i := range f.Result.Meshes {
		n += len(f.Result.Meshes[i].Regions)
	}
	for _, x := range e.Hulls {
		n += 1 + len(f.Result.Hulls().Groups[x.Group].Findings)
	}
	return n
}

// failingFirst returns the order in which files take the room on a page: failing ones first, and of
// these the small ones, so that as many as possible fit.
func failingFirst(files []report.File, models assets.List) []int {
	order := make([]int, len(files))
	for i := range order {
		order[i] = i
	}
	rank := func(i int) int {
		if files[i].Status() == check.Fail {
			return 0
		}
		return 1
	}
	size := func(i int) int {
		if e := models.Of(i).Excerpt; e != nil {
			return e.Size()
		}
		return 0
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Or(cmp.Compare(rank(i), rank(j)), cmp.Compare(size(i), size(j))) })
	return order
}
