package main

import (
	"cmp"
	"io"

	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/assets"
	"github.com/meshcheck/meshcheck/report/text"
)

// sumUp keeps the row of a file for the reports that need it, and prints it if the text has such
// rows.
func (r *runner) sumUp(f *report.File) {
	short := r.settings.format.short()
	if !short && !r.needs.Rows {
		return
	}
	row := report.RowOf(f, cmp.Or(f.Options, &r.base))
	if r.needs.Rows {
		r.rows = append(r.rows, row)
	}
	if short {
		r.print(func(w io.Writer, o text.Options) error { return text.WriteShort(w, &row, o) })
	}
}

// keep keeps what the reports need at the end from the file added last.
func (r *runner) keep(f report.File, model *assets.File) {
	if r.needs.Files {
		f.Forget(r.needs.At(r.sum.Files - 1))
		r.files, r.models = append(r.files, f), append(r.models, model)
	}
}

// index returns the index of the files, nil if no report needs it.
func (r *runner) index() *report.Index {
	if !r.needs.Rows {
		return nil
	}
	return &report.Index{Summary: r.sum, Rows: r.rows}
}
