// Package output writes the reports of a run: each to a file or to standard output, and none over a
// file that the run reads.
package output

import (
	"cmp"
	"context"
	"errors"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/internal/atomicfile"
	"github.com/meshcheck/meshcheck/internal/fserror"
	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/assets"
	"github.com/meshcheck/meshcheck/report/formats"
	"github.com/meshcheck/meshcheck/report/json"
)

// Reports are all reports of a run. They are prepared by New, get the files of the run by Add, and
// are written at the end.
type Reports struct {
	// Models are those of Files.
	Models assets.List

	temporaries *atomicfile.Temporaries
	outputs     []*output
	stdout      string // format of standard output
	kept        []report.File
	rows        []report.Row
	base        *check.Options // of files without their own
	detailed    []int          // the files that pages show in detail, the worst first
	stores      []*atomicfile.Spill
	spool       *json.Spool // nil if no JSON report grows file by file
	lines       *lines      // nil if no report of lines in a file does
	untextured  bool
	whole       bool   // files keep all findings
	pages       *pages // nil if no report is a folder
}

// output is a report that goes to a file.
type output struct {
	*atomicfile.File
	path   string // as given
	format string
}

// PathError says why no report can be written to a path.
type PathError struct {
	Path string // as given
	Err  error
}

func (e *PathError) Error() string { return printable(e.Path) + ": " + e.Err.Error() }

// Unwrap returns the error without the path.
func (e *PathError) Unwrap() error { return e.Err }

// New checks the paths of reports and creates a temporary file for each, so that bad paths fail
// before the long work. The ending of a path names its format. A report in the format stdout goes to
// standard output, but for "ndjson", whose lines the caller writes. Other words, such as "text", are
// no reports. A path that would overwrite a source, another report or,
// as a marked model, a model of another program is a *PathError. The reports must be closed.
func New(t *atomicfile.Temporaries, paths []string, stdout string, reads Sources) (*Reports, error) {
	r := &Reports{temporaries: t, stdout: stdout}
	for _, path := range paths {
		o := &output{path: path}
		var err error
		if o.format, err = formats.FormatOf(path); err != nil {
			r.Close()
			return nil, err
		}
		if o.format == formats.Folder {
			if err = r.claimFolder(path); err != nil {
				r.Close()
				return nil, &PathError{path, fserror.Cause(err)}
			}
			continue
		}
		if err = r.claim(o, reads); err != nil {
			r.Close()
			return nil, &PathError{path, fserror.Cause(err)}
		}
		r.outputs = append(r.outputs, o)
	}
	return r, nil
}

func (r *Reports) claim(o *output, reads Sources) (err error) {
	target, err := atomicfile.Resolve(o.path)
	for _, other := range r.outputs {
		if err == nil && target == other.Target() {
			return errors.New("is named twice")
		}
	}
	if err == nil {
		err = reads.overwritten(target)
	}
	if err == nil && o.format == formats.Marked {
		err = foreignModel(target)
	}
	if err == nil {
		o.File, err = r.temporaries.Claim(target)
	}
	return err
}

// Needs returns what the reports together need of the files. Nothing else is kept in memory.
func (r *Reports) Needs() report.Needs {
	needs := formats.NeedsOf(r.stdout)
	if r.pages != nil {
		needs = needs.And(formats.NeedsOf(formats.Folder))
	}
	for _, o := range r.outputs {
		needs = needs.And(formats.NeedsOf(o.format))
	}
	needs.Textures = needs.Textures && !r.untextured
	needs.Findings = needs.Findings || r.whole
	return needs
}

// OmitTextures leaves the textures of models out of the reports.
func (r *Reports) OmitTextures() { r.untextured = true }

// KeepFindings leaves the files that are added as they are, also if no report needs all their findings.
func (r *Reports) KeepFindings() { r.whole = true }

// InFiles reports whether any report goes to a file.
func (r *Reports) InFiles() bool { return len(r.outputs) > 0 || r.pages != nil }

// Spare refuses to overwrite a file to which a model refers by one of the names.
func (r *Reports) Spare(model string, names []string) {
	for _, o := range r.outputs {
		Spare(o.File, model, names)
	}
}

// Overwritten returns a *PathError if a report would overwrite one of the sources.
func (r *Reports) Overwritten(reads Sources) error {
	for _, o := range r.outputs {
		if err := reads.overwritten(o.Target()); err != nil {
			return &PathError{o.path, err}
		}
	}
	return nil
}

// spillSize is how much of a JSON report is kept in memory before it goes to disk, in bytes.
const spillSize = 8 << 20

// Spool makes JSON reports and reports of lines, if any are wanted, grow in temporary files while
// files are added. If no such file can be created, they are kept in memory, up to a quarter of the
// given bytes, and the error says why. The workers are goroutines besides those that check. The head
// has what the report says before its files.
func (r *Reports) Spool(memory int64, workers int, head *report.Report) error {
	r.base = &head.Options
	r.BeginPages(head)
	var err error
	if outputs := r.in("json"); r.stdout == "json" || outputs != nil {
		store, failed := r.newStore(outputs, memory)
		r.spool, err = json.NewSpool(store, workers), failed
	}
	if outputs := r.in("ndjson"); outputs != nil {
		store, failed := r.newStore(outputs, memory)
		r.lines = &lines{Lines: json.NewLines(store, head), store: store}
		err = cmp.Or(err, failed)
	}
	return err
}

// in returns the outputs in a format.
func (r *Reports) in(format string) (some []*output) {
	for _, o := range r.outputs {
		if o.format == format {
			some = append(some, o)
		}
	}
	return some
}

// newStore returns a store for what becomes some outputs, beside one of them or in the folder for
// temporary files, and why it is kept in memory, if it is.
func (r *Reports) newStore(outputs []*output, memory int64) (*atomicfile.Spill, error) {
	dir, beside := os.TempDir(), false
	for _, o := range outputs {
		if !o.Direct() { // its folder must hold the whole report anyway
			dir, beside = filepath.Dir(o.Target()), true
		}
	}
	store := r.temporaries.NewSpill(dir, spillSize)
	r.stores = append(r.stores, store)
	err := store.Try()
	if err == nil || beside {
		return store, nil
	}
	store.KeepInMemory(int(max(spillSize, min(memory/4, math.MaxInt))))
	return store, err
}

// Spooled reports whether JSON reports grow file by file.
func (r *Reports) Spooled() bool { return r.spool != nil }

// Add adds a file. members may be the result of json.Members for it, model is what reports show of
// it; both may be nil.
func (r *Reports) Add(f report.File, members []byte, model *assets.File) {
	// The spool keeps its first error and returns it at the end.
	switch {
	case r.spool == nil:
	case members != nil:
		_ = r.spool.AddMembers(f.Path, members)
	default:
		_ = r.spool.Add(&f)
	}
	if r.lines != nil {
		r.lines.add(&f)
	}
	needs := r.Needs()
	r.AddPage(&f, model)
	if needs.Rows {
		r.rows = append(r.rows, report.RowOf(&f, cmp.Or(f.Options, r.base)))
	}
	if needs.Files {
		f.Forget(needs)
		r.kept, r.Models = append(r.kept, f), append(r.Models, model)
		r.limitDetails(needs)
	}
}

// limitDetails drops what pages show in detail of the least bad file, if they have no room for the
// one that was added last.
func (r *Reports) limitDetails(needs report.Needs) {
	if !needs.Excerpt {
		return
	}
	last := len(r.kept) - 1
	at, _ := slices.BinarySearchFunc(r.detailed, last, func(i, j int) int {
		return cmp.Or(report.CompareRows(&r.rows[i], &r.rows[j]), cmp.Compare(i, j))
	})
	if r.detailed = slices.Insert(r.detailed, at, last); len(r.detailed) <= report.FilesPerPage {
		return
	}
	least := r.detailed[report.FilesPerPage]
	r.detailed = r.detailed[:report.FilesPerPage]
	r.kept[least].Forget(needs.Beyond())
	if m := r.Models[least]; m != nil {
		m.Excerpt = nil
	}
}

// Files returns the files that were added, nil if no report needs them all at once.
func (r *Reports) Files() []report.File { return r.kept }

// Write writes a report in one format.
func (r *Reports) Write(w io.Writer, format string, rep *report.Report, sum report.Summary) error {
	if format == "json" && r.spool != nil {
		return r.spool.WriteReport(w, rep, sum)
	}
	if format == "ndjson" && r.lines != nil {
		return r.lines.write(w, rep, sum)
	}
	rep.Index = r.index(rep, sum)
	return formats.Write(w, format, rep, r.Models)
}

// index returns the index of a report, nil if no format needs one.
func (r *Reports) index(rep *report.Report, sum report.Summary) *report.Index {
	if r.rows == nil {
		return rep.Index
	}
	return &report.Index{Summary: sum, Rows: r.rows}
}

// WriteFiles writes the reports to their files, and calls wrote with the outcome for each path. It
// fails only when the context ends, and then no file has been replaced.
func (r *Reports) WriteFiles(ctx context.Context, rep *report.Report, sum report.Summary, wrote func(path string, err error)) error {
	for _, o := range r.outputs {
		wrote(o.path, o.File.Write(ctx, func(w io.Writer) error { return r.Write(w, o.format, rep, sum) }))
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
	}
	if r.pages != nil {
		wrote(r.pages.path, r.pages.write(rep, r.index(rep, sum)))
	}
	for _, o := range r.outputs {
		wrote(o.path, o.Commit())
	}
	return nil
}

// Written returns the paths of the files that have been written.
func (r *Reports) Written() (paths []string) {
	for _, o := range r.outputs {
		if o.Written() {
			paths = append(paths, o.path)
		}
	}
	if r.pages != nil && r.pages.Written() {
		paths = append(paths, r.pages.path)
	}
	return paths
}

// Close discards what was not written.
func (r *Reports) Close() {
	for _, o := range r.outputs {
		o.Discard()
	}
	if r.pages != nil {
		r.pages.discard()
	}
	for _, store := range r.stores {
		store.Close()
	}
}
