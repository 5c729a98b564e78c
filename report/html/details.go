package html

import (
	"bytes"
	"html/template"
	"slices"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/assets"
)

// sectionView shows what a check found that has more to show than a list of issues.
type sectionView interface {
	// HTML returns the section of the page. The template calls it when all places have their IDs.
	HTML() (template.HTML, error)
	// places appends the places of the section.
	places(all []placeView) []placeView
}

// stagedView is a view of a section with stages of its own.
type stagedView interface {
	// addExcerpts embeds them, with pictures.
	addExcerpts(of *fileView, f *report.File, free *budget)
}

// details return the view of the section of a check, nil for nothing to show. The file of the check
// adds its function.
var details = map[check.Set]func(fileID string, f *report.File, model *assets.File, free *budget) sectionView{}

// newSectionViews returns the views of the checks that have one of their own.
func newSectionViews(fileID string, f *report.File, model *assets.File, free *budget) (views []sectionView) {
	for _, found := range f.Result.Sections {
		if view := details[found.Check()]; view != nil {
			if v := view(fileID, f, model, free); v != nil {
				views = append(views, v)
			}
		}
	}
	return views
}

// executed returns what a template of the page makes of a view.
func executed(name string, view any) (template.HTML, error) {
	var b bytes.Buffer
	err := page().ExecuteTemplate(&b, name, view)
	return template.HTML(b.String()), err
}

// located reports whether a section lists something with triangles.
func located(s check.Found) bool {
	l, ok := s.(check.Lister)
	return ok && slices.ContainsFunc(l.Listed().List, func(is check.Issue) bool { return len(is.Findings) > 0 })
}
