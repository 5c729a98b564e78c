package output

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/meshcheck/meshcheck/internal/atomicfile"
	"github.com/meshcheck/meshcheck/internal/input"
	"github.com/meshcheck/meshcheck/report/wording"
)

// Baseline is the kind of source that the run may create: no report may have its path, even if
// there is no such file yet.
const Baseline = "baseline"

// Sources are all files that a run is known to read before it begins. It must not overwrite them.
type Sources []source

type source struct {
	path string // "-" is standard input
	kind string // such as "input"
}

// With returns the sources and more of a kind, such as "input". It skips empty paths.
func (all Sources) With(kind string, paths ...string) Sources {
	for _, p := range paths {
		if p != "" {
			all = append(all, source{p, kind})
		}
	}
	return all
}

// overwritten returns an error if a file at target would replace one of them under any name.
func (all Sources) overwritten(target string) error {
	info, err := os.Stat(target)
	for _, s := range all {
		if err != nil && s.kind != Baseline {
			continue // a file that does not exist is not a source, unless it will be written
		}
		if s.path == "-" && s.is(target, info) {
			return errors.New("would overwrite the file on standard input")
		}
		if s.is(target, info) {
			return fmt.Errorf("would overwrite the %s %s", s.kind, printable(s.path))
		}
	}
	return nil
}

// is reports whether the source is the file at target. info is that of target, nil if target
// does not exist.
func (s *source) is(target string, info fs.FileInfo) bool {
	if info == nil {
		path, err := atomicfile.Resolve(s.path)
		return err == nil && path == target
	}
	own, err := os.Stat(s.path)
	if s.path == "-" {
		own, err = os.Stdin.Stat()
	}
	return err == nil && os.SameFile(info, own)
}

// ErrForeign is why a marked model must not replace a file: a model of the same name often lies
// beside the one that is checked, such as what was exported from it.
var ErrForeign = errors.New("would overwrite a file that is not a marked model of meshcheck")

// foreignModel returns ErrForeign if there is a file at target that is neither empty nor a marked model.
func foreignModel(target string) error {
	info, err := os.Stat(target)
	if err != nil || !info.Mode().IsRegular() || info.Size() == 0 || input.IsMarked(target) {
		return nil // Claim reports what else is wrong
	}
	return ErrForeign
}

// Claim prepares to replace the file at a path, which must not be a source.
func Claim(t *atomicfile.Temporaries, path string, reads Sources) (*atomicfile.File, error) {
	target, err := atomicfile.Resolve(path)
	if err == nil {
		err = reads.overwritten(target)
	}
	if err != nil {
		return nil, err
	}
	return t.Claim(target)
}

// Spare refuses to replace a file to which a model refers by one of the names. They are known only
// after the model has been read.
func Spare(f *atomicfile.File, model string, names []string) {
	for _, name := range names {
		info, err := os.Stat(filepath.Join(filepath.Dir(model), filepath.FromSlash(name)))
		if err == nil && f.Replaces(info) {
			f.Refuse(fmt.Errorf("%s refers to that file", printable(model)))
		}
	}
}

func printable(path string) string { return wording.Printable(path, wording.PathLimit) }
