package output

import (
	"errors"
	"runtime"

	"golang.org/x/sync/errgroup"

	"github.com/meshcheck/meshcheck/internal/atomicfile"
	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/assets"
	"github.com/meshcheck/meshcheck/report/html"
)

// pages is a report in a folder, whose pages are written while files are checked.
type pages struct {
	*atomicfile.Folder
	path   string // as given
	html   *html.Folder
	group  errgroup.Group
	number int // of the next file
}

// claimFolder makes a report a folder.
func (r *Reports) claimFolder(path string) error {
	if r.pages != nil {
		return errors.New("is a second folder: only one report can be a folder")
	}
	folder, err := r.temporaries.ClaimFolder(path, html.FolderFiles(), html.OnlyReport)
	if err == nil {
		r.pages = &pages{Folder: folder, path: path}
		r.pages.group.SetLimit(runtime.GOMAXPROCS(0))
	}
	return err
}

// discard ends the writing of pages and removes what was not committed.
func (p *pages) discard() {
	p.Discard()
	_ = p.group.Wait()
}

// BeginPages begins a report in a folder, if there is one, with what it says before its files. Spool
// does so itself.
func (r *Reports) BeginPages(head *report.Report) {
	if r.pages != nil {
		r.pages.html = html.NewFolder(head, r.pages.Write)
	}
}

// AddPage adds the next file to a report in a folder, if there is one; Add does so itself. The file
// must not change until the reports are written, unless other reports need the files at the end.
func (r *Reports) AddPage(f *report.File, model *assets.File) {
	p := r.pages
	if p == nil {
		return
	}
	number, file := p.number, *f
	p.number++
	p.group.Go(func() error { return p.html.Add(number, &file, model) })
	if r.Needs().Files { // then it will change at once
		_ = p.group.Wait() // write returns the first error
	}
}

// write writes the rest of the report.
func (p *pages) write(rep *report.Report, x *report.Index) error {
	err := p.group.Wait()
	if x == nil {
		x = rep.Indexed()
	}
	if err == nil {
		err = p.html.Close(rep, x)
	}
	if err == nil {
		err = p.Commit()
	}
	p.Discard()
	return err
}
