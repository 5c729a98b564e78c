package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/internal/atomicfile"
	"github.com/meshcheck/meshcheck/internal/fserror"
	"github.com/meshcheck/meshcheck/internal/input"
	"github.com/meshcheck/meshcheck/internal/output"
	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/baseline"
	"github.com/spf13/cobra"
)

const baselineHelp = `Keep a list of accepted findings in a file for version control: one per line,
with a reason and, optionally, a last day. "meshcheck --baseline FILE PATH..."
ignores accepted findings unless they get worse. The file is .meshcheck-baseline
unless --baseline FILE names another. "meshcheck explain baseline" says more.

  check    check the files, and also fail stale lines: those that no longer
           match anything
  write    accept all that fails now; lines that still match keep their reason
           and day
  prune    delete stale lines
  add      add the decisions that somebody made on a report page

The options are those of a check: give the same ones. Only "add" has its own.`

func baselineCommand() *cobra.Command {
	root := &cobra.Command{
		Use:     "baseline check|write|prune|add [OPTIONS] PATH...",
		Short:   "keep a list of accepted findings",
		Long:    baselineHelp,
		Example: "  meshcheck baseline write --reason 'before the clean-up' models/*.glb\n  meshcheck baseline check models/*.glb",
		RunE: func(cmd *cobra.Command, args []string) error {
			hint := `to fail a build on new findings, run "meshcheck baseline check models/*.glb"`
			if len(args) > 0 {
				hint = cmp.Or(meantCommand(cmd, args[0]), hint)
			}
			return &failure{statusUsage, errors.New("baseline needs one of check, write, prune, add"), hint}
		},
	}
	for _, c := range []struct {
		name, short string
		mode        baselineMode
	}{
		{"check", "check, and fail stale lines too", baselineCheck},
		{"write", "accept all that fails now", baselineWrite},
		{"prune", "delete stale lines", baselinePrune},
	} {
		root.AddCommand(baselineModeCommand(c.name, c.short, c.mode))
	}
	root.AddCommand(baselineAddCommand())
	return root
}

func baselineModeCommand(name, short string, mode baselineMode) *cobra.Command {
	s := newSettings()
	s.baseline.mode, s.Baseline = mode, baselineFile
	cmd := s.checks(&cobra.Command{Use: name + " [OPTIONS] PATH...", Short: short})
	if mode == baselineWrite {
		cmd.Flags().StringVar(&s.baseline.reason, "reason", "", "why new lines are accepted, as `TEXT`")
		cmd.Flags().Func("until", "the last day that new lines count, a `DATE` such as 2027-01-31", func(day string) error {
			if _, err := time.Parse(time.DateOnly, day); err != nil {
				return errors.New("not a date such as 2027-01-31")
			}
			s.baseline.until = day
			return nil
		})
	}
	return cmd
}

// baselineRun is the baseline of a run; nil for a run without one.
type baselineRun struct {
	flags  *baselineFlags
	file   string
	folder string // absolute
	lines  *baseline.Baseline
	out    *atomicfile.File // nil unless the baseline is rewritten
	judged []*report.Judged // everything to accept, for baselineWrite
	now    time.Time
}

// openBaseline reads the baseline that the settings name. It must not be one of the run's
// inputs if it will be rewritten. Errors are usage errors.
func openBaseline(s *settings, reads output.Sources) (*baselineRun, error) {
	flags, file := &s.baseline, s.Baseline
	if file == "" {
		return nil, nil
	}
	wrong := func(err error) error {
		return &failure{statusUsage, fmt.Errorf("%s: %w", shown(file), fserror.Cause(err)), ""}
	}
	target, err := atomicfile.Resolve(file)
	if err != nil {
		return nil, wrong(err)
	}
	b := &baselineRun{flags: flags, file: file, folder: filepath.Dir(target), now: time.Now()}
	if abs, err := filepath.Abs(file); err == nil {
		b.folder = filepath.Dir(abs) // of the name, not of what it links to
	}
	if b.lines, err = readBaseline(file); errors.Is(err, fs.ErrNotExist) && flags.mode.creates() {
		b.lines, err = baseline.New(), nil
	}
	if bad := malformed(file, err); bad != nil {
		return nil, bad
	}
	if errors.Is(err, fs.ErrNotExist) {
		return nil, &failure{statusUsage, fmt.Errorf("%s: there is no such baseline", shown(file)), `"meshcheck baseline write PATH..." writes one`}
	}
	if err == nil && flags.mode.rewrites() {
		b.out, err = output.Claim(temporary, file, reads)
	}
	if err != nil {
		return nil, wrong(err)
	}
	return b, nil
}

func readBaseline(path string) (*baseline.Baseline, error) {
	f, err := input.OpenRegular(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return baseline.Read(f)
}

// name returns the name of a file in the baseline: its path relative to the baseline's folder.
func (b *baselineRun) name(path string) string {
	if path == "-" {
		return "stdin"
	}
	return strings.ToValidUTF8(input.RelativePath(b.folder, path), "\ufffd")
}

// judge compares a file with the baseline.
func (b *baselineRun) judge(f *report.File, o check.Options) {
	if b == nil {
		return
	}
	b.lines.Judge(f, b.name(f.Path), o, b.now)
	if b.flags.mode == baselineWrite && f.Baseline != nil {
		b.judged = append(b.judged, f.Baseline)
	}
}

// gone reports whether nothing exists at a path of the baseline any more.
func (b *baselineRun) gone(path string) bool {
	if path == "stdin" {
		return false
	}
	path = filepath.FromSlash(path)
	if !filepath.IsAbs(path) {
		path = filepath.Join(b.folder, path)
	}
	_, err := os.Lstat(path)
	return errors.Is(err, fs.ErrNotExist)
}

func (b *baselineRun) discard() {
	if b != nil && b.out != nil {
		b.out.Discard()
	}
}

// baselineMessages limits the stale lines that a run lists.
const baselineMessages = 50

// finishBaseline rewrites the baseline or reports its stale lines, and returns the verdict on
// the run. A run that ended early cannot know which lines are stale.
func (r *checkRun) finishBaseline(verdict check.Status) check.Status {
	b := r.baseline
	switch {
	case b == nil || r.sum.Files < len(r.inputs):
		return verdict
	case b.flags.mode.rewrites():
		r.rewriteBaseline()
		if verdict == check.Fail {
			verdict = check.Pass // the command reports on the baseline, not on the files
		}
		return verdict
	}
	gone := b.gone
	if b.flags.mode == baselineUse {
		gone = nil
	}
	stale := r.shard.ownLines(b.lines.Stale(gone))
	say := r.con.warningf
	if b.flags.mode == baselineCheck {
		say = r.con.errorf
	}
	r.nameStale(stale, say)
	if len(stale) > 0 && b.flags.mode == baselineCheck && verdict == check.Pass {
		verdict = check.Fail
	}
	return verdict
}

// nameStale lists the lines that no longer match anything.
func (r *checkRun) nameStale(stale []baseline.Line, say func(string, ...any)) {
	for _, line := range stale[:min(len(stale), baselineMessages)] {
		why := "no longer matches anything"
		if line.Gone {
			why = "the file is gone"
		}
		say("%s:%d: %s: %s", shown(r.baseline.file), line.Line, why, line.Title)
	}
	if more := len(stale) - baselineMessages; more > 0 {
		say("%s: and %d more lines that no longer match anything", shown(r.baseline.file), more)
	}
	if len(stale) > 0 {
		r.con.hintf("%s", `"meshcheck baseline prune PATH..." deletes them`)
	}
}

// rewriteBaseline writes the baseline in its new form, or nothing at all.
func (r *checkRun) rewriteBaseline() {
	b := r.baseline
	var said string
	if b.flags.mode == baselineWrite {
		c := b.lines.Update(b.judged, b.flags.reason, b.flags.until)
		said = fmt.Sprintf("%d accepted, %d of them new, %d changed; %d removed", b.lines.Len(), c.New, c.Updated, c.Dropped)
		if c.Expired > 0 {
			r.con.warningf("%s: findings whose last day has passed still fail (%d); set another day", shown(b.file), c.Expired)
		}
	} else {
		said = fmt.Sprintf("%d removed, %d left", b.lines.Prune(b.gone), b.lines.Len())
	}
	r.saveBaseline(b, said)
}

// saveBaseline writes a baseline and says what has been done to it.
func (r *results) saveBaseline(b *baselineRun, said string) {
	// It is too late for an interrupt.
	err := b.out.Write(context.Background(), func(w io.Writer) error { _, err := b.lines.WriteTo(w); return err })
	if err = cmp.Or(err, b.out.Commit()); err == nil && !r.settings.quiet {
		r.wrote(stdout, r.con.result([]byte(shown(b.file)+": "+said+"\n")))
	}
	r.wrote(b.file, err)
}
