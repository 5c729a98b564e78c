package report

import (
	"slices"

	"github.com/meshcheck/meshcheck/check"
)

// Needs lists what a format uses of the files, so that nothing else is kept in memory.
type Needs struct {
	// Files: the format is written after all files have been checked. Other formats can be written
	// file by file: see json.Spool.
	Files bool
	// Rows: it shows a row for each file, and no more of them: see Report.Indexed.
	Rows bool
	// Findings: it shows more listed findings than the first of each rule and severity in each
	// region.
	Findings bool
	// Scene and Excerpt: it draws the models, from their scenes or from excerpts.
	Scene, Excerpt bool
	// Textures: the excerpts have the textures of the models, and not only their other base colors.
	Textures bool
	// Layouts: it draws UV sheets in more detail than a page.
	Layouts bool
	// Pages: it has a page for each file, written when the file has been checked.
	Pages bool
}

// And returns the union of two needs.
func (n Needs) And(m Needs) Needs {
	return Needs{n.Files || m.Files, n.Rows || m.Rows, n.Findings || m.Findings, n.Scene || m.Scene, n.Excerpt || m.Excerpt, n.Textures || m.Textures, n.Layouts || m.Layouts, n.Pages || m.Pages}
}

// For returns the needs for one of several files. Pages show only files with something to say, unless
// there is room for all.
func (n Needs) For(f *File, files int) Needs {
	if n.Excerpt && (n.Pages || files > FilesPerPage) && !f.Noteworthy() {
		n.Excerpt = false
	}
	return n
}

// Beyond returns the needs for a file that pages do not show in detail.
func (n Needs) Beyond() Needs {
	n.Excerpt, n.Findings = false, n.Findings && n.Scene
	return n
}

// Noteworthy reports whether there is more to say about a file than that it passed: it did not, or it
// has warnings, findings that are at least warnings, or changes since an earlier report.
func (f *File) Noteworthy() bool {
	if f.Status() != check.Pass || len(f.Warnings) > 0 || f.Changes.Tally().Any() {
		return true
	}
	totals := f.Result.Totals()
	return totals.AtLeast(check.Warning) > 0
}

// Models reports whether the format draws the models.
func (n Needs) Models() bool { return n.Scene || n.Excerpt || n.Layouts }

// Forget drops the listed findings of f that are not needed. Counts stay, and so does every byte
// that formats with these needs write.
func (f *File) Forget(n Needs) {
	if f.Result == nil || n.Findings {
		return
	}
	for i := range f.Result.Meshes {
		m := &f.Result.Meshes[i]
		m.Findings = worstOfRegions(m.Findings)
	}
	for i := range f.Result.Pairs() {
		p := &f.Result.Pairs()[i]
		p.Findings = copies(p.Findings[:min(1, len(p.Findings))])
	}
}

// worstOfRegions returns the first finding of each rule and severity in each region, and among the
// findings outside of regions.
func worstOfRegions(findings []check.Finding) []check.Finding {
	type place struct {
		region   int
		rule     check.Rule
		severity check.Severity
	}
	seen := map[place]bool{}
	var worst []check.Finding
	for i := range findings {
		at := place{findings[i].Region, findings[i].Rule, findings[i].Severity}
		if !seen[at] {
			seen[at] = true
			worst = append(worst, findings[i])
		}
	}
	return copies(worst)
}

// copies returns findings that share no memory with the rest of their list, so that it can be
// freed.
func copies(findings []check.Finding) []check.Finding {
	if len(findings) == 0 {
		return nil
	}
	out := slices.Clone(findings)
	for i := range out {
		f := &out[i]
		if f.B != nil {
			b := *f.B
			f.B = &b
		}
		f.Segment, f.Polygon = slices.Clone(f.Segment), slices.Clone(f.Polygon)
	}
	return out
}

// FilesPerPage is how many files a page shows in detail.
const FilesPerPage = 1000
