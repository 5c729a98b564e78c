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

// pictureJob is a picture that the page has room for if others leave it.
type pictureJob struct {
	at   *template.URL
	draw func() template.URL // "" for nothing that could be seen
}

// drawPictures draws the first pictures as far as the budget allows. Empty ones take nothing
// of it.
func drawPictures(jobs []pictureJob, free *int) {
	for len(jobs) > 0 && *free > 0 {
		batch := jobs[:min(len(jobs), *free)]
		jobs = jobs[len(batch):]
		// Each holds all that it shows, so that a hundred at once would take much memory.
		parallel.Tasks(context.Background(), runtime.GOMAXPROCS(0), len(batch), func(_, k int) { *batch[k].at = batch[k].draw() })
		for _, job := range batch {
			if *job.at != "" {
				*free--
			}
		}
	}
}

// pictureShares divides total pictures among files: those that fail get one after another a
// first one, then a second one and so on, as far as they have places for them, and what
// they leave goes to the others in the same way.
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

// placesToDraw returns how many pictures of a file there may be at most.
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

// failingFirst returns the numbers of files in the order in which they take from what a page
// has room for: those that fail, the small ones first, so that as many as possible are there.
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
