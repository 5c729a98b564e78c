package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/meshcheck/meshcheck/internal/atomicfile"
	"github.com/meshcheck/meshcheck/internal/config"
	"github.com/meshcheck/meshcheck/internal/output"
	"github.com/meshcheck/meshcheck/report/formats"
)

// temporary holds the files to delete when the process ends for any reason.
var temporary = atomicfile.NewTemporaries()

// prepareReports prepares the reports that the flags ask for. Its errors are usage errors.
func (s *settings) prepareReports(reads output.Sources) (*output.Reports, error) {
	for _, path := range s.outputs {
		if _, err := formats.FormatOf(path); err != nil {
			return nil, &failure{statusUsage, err, outputHint(path)}
		}
	}
	reports, err := output.New(temporary, s.outputs, s.format, reads)
	var bad *output.PathError
	if errors.As(err, &bad) {
		return nil, &failure{statusUsage, fmt.Errorf("-o %w", err), pathHint(bad)}
	}
	if err == nil && s.noTextures {
		reports.OmitTextures()
	}
	return reports, err
}

// sources returns the given inputs and everything else that a check reads but the baseline, which it
// may write.
func (s *settings) sources(l *config.Layers, inputs ...string) output.Sources {
	all := output.Sources{}.With("input", inputs...).With("list of files", s.inputs.filesFrom)
	if c := l.File(); c != nil {
		all = all.With("configuration", c.Path)
	}
	return all
}

// outputEndings are the endings of report files without their dots, for completion.
func outputEndings() []string {
	var endings []string
	for _, e := range formats.Endings() {
		if ending, ok := strings.CutPrefix(e, "."); ok {
			endings = append(endings, ending)
		}
	}
	return endings
}

// outputHint returns the hint for a path whose ending is not that of a format.
func outputHint(path string) string {
	if path == "-" {
		return "--json prints the JSON report on standard output, and --format FORMAT others"
	}
	if hint := meantLong("o", path, []string{"output"}); hint != "" || filepath.Ext(path) != "" {
		return hint
	}
	return fmt.Sprintf("-o %s/ makes it a folder with an index and a page for each file", shown(path))
}

// pathHint returns a hint for a path to which no report can be written.
func pathHint(bad *output.PathError) string {
	if errors.Is(bad, output.ErrForeign) {
		name := strings.TrimSuffix(bad.Path, filepath.Ext(bad.Path)) + ".marked.glb"
		return fmt.Sprintf("choose another name, such as %s", shown(name))
	}
	return folderHint(bad.Path)
}

// folderHint returns a hint for a path in a folder that does not exist.
func folderHint(path string) string {
	folder := filepath.Dir(path)
	if _, err := os.Stat(folder); !errors.Is(err, fs.ErrNotExist) {
		return ""
	}
	return fmt.Sprintf("there is no folder %s", shown(folder))
}
