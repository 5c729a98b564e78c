package json

import (
	"errors"
	"fmt"

	"github.com/meshcheck/meshcheck"
	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/report"
)

// file returns the file, if it has the members of its status and no others, and its pieces
// fit together.
func (w *wireFile) file() (*report.File, error) {
	f := &report.File{
		Path: w.Path, SHA256: string(w.SHA256), Format: string(w.Format), Against: w.Against, Problem: w.Error, Options: w.Options,
		Warnings: orNil(w.Warnings), Baseline: w.Baseline,
	}
	if err := w.members(); err != nil {
		return f, err
	}
	if w.Meshes != nil {
		f.Unit = string(*w.Unit)
		f.Result = &meshcheck.Result{Status: w.Status, Meshes: orNil(w.Meshes), Between: w.Objects, Pairs: orNil(w.Between), Hulls: w.Hulls}
		if w.UV != nil {
			f.Result.UV = w.UV.result()
			if err := w.UV.sameMeshes(f.Result.Meshes); err != nil {
				return f, inner{"uv", err}
			}
		}
		if err := checkScene(f.Result); err != nil {
			return f, err
		}
		if err := addCounts(f.Result, w.Counts.counts()); err != nil {
			return f, err
		}
	}
	return f, checkBaseline(f, w.Status)
}

// members sees to it that a file has all members of its status.
func (w *wireFile) members() error {
	checked := w.Meshes != nil
	switch {
	case (w.Objects != nil) != (w.Between != nil) || w.Between != nil && !checked:
		return errors.New("the fields \"objects\" and \"between\" must both be present, together with \"meshes\", or both be missing")
	case w.Hulls != nil && !checked:
		return errors.New("the field \"hulls\" needs the field \"meshes\"")
	case w.UV != nil && !checked:
		return errors.New("the field \"uv\" needs the field \"meshes\"")
	case !checked && w.Status != meshcheck.NotChecked:
		return fmt.Errorf("a file with the status %q cannot have meshes", w.Status)
	case (w.Unit != nil) != checked || w.Counts.IsZero() == checked:
		return errors.New("the fields \"unit\", \"counts\" and \"meshes\" must all be present or all be missing")
	case checked && (w.Error != nil || w.SHA256 == "" || w.Format == ""):
		return errors.New("a file with meshes needs a hash and a format, and cannot have an error")
	}
	return nil
}

// addCounts sets the counts of a result to the sums over its meshes, which are said to be
// counts.
func addCounts(r *meshcheck.Result, counts check.Counts) error {
	for i := range r.Meshes {
		m := &r.Meshes[i]
		if m.Index != i {
			return fmt.Errorf("mesh %d has the index %d", i, m.Index)
		}
		if err := add(&r.Counts, m.Counts); err != nil {
			return err
		}
	}
	if r.Counts.ByRule != counts.ByRule || r.Counts.Failed != counts.Failed {
		return errors.New("the counts are not the sums over the meshes")
	}
	return nil
}
