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

// keptPictures takes pictures that are kept for pairs, hulls and poses, at most half of those that are
// left, and returns their number.
func keptPictures(f *report.File, pairs, hulls []*drawing.View, m *drawing.Motion, free *budget) int {
	kept := min(free.pictures/2, len(pairs)+hullPictures(f, hulls)+posedPictures(m))
	free.pictures -= kept
	return kept
}

// hullPictures returns the greatest number of pictures of groups of hulls.
func hullPictures(f *report.File, hulls []*drawing.View) (n int) {
	for _, x := range hulls {
		n += 1 + len(f.Result.Hulls().Groups[x.Group].Findings)
	}
	return n
}

// detail is a file that a page shows in detail: at a position on the page, and with its number in the
// report.
type detail struct {
	at, number int
	file       *report.File
	model      *assets.File
}

// pictureShares divides total pictures among files. Failing files get one each, then a second one,
// and so on, up to their number of places. The rest goes to the other files in the same way.
func pictureShares(files []detail, total int) []int {
	shares := make([]int, len(files))
	for _, fails := range []bool{true, false} {
		for given := true; given && total > 0; {
			given = false
			for i, d := range files {
				if total > 0 && (d.file.Status() == check.Fail) == fails && shares[i] < min(placesToDraw(d.file, d.model.Excerpt), picturesPerPage) {
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
	n := len(e.Pairs) + hullPictures(f, e.Hulls) + posedPictures(e.Motion)
	for i := range f.Result.Meshes {
		n += len(f.Result.Meshes[i].Regions)
	}
	return n
}

// failingFirst returns files in the order in which they take the room on a page: failing ones first,
// and of these the small ones, so that as many as possible fit.
func failingFirst(files []detail) []detail {
	rank := func(d detail) int {
		if d.file.Status() == check.Fail {
			return 0
		}
		return 1
	}
	size := func(d detail) int {
		if e := d.model.Excerpt; e != nil {
			return e.Size()
		}
		return 0
	}
	order := slices.Clone(files)
	slices.SortStableFunc(order, func(a, b detail) int { return cmp.Or(cmp.Compare(rank(a), rank(b)), cmp.Compare(size(a), size(b))) })
	return order
}
