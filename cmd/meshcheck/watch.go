//go:build !js

package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/internal/changes"
	"github.com/meshcheck/meshcheck/internal/fserror"
	"github.com/meshcheck/meshcheck/internal/live"
	"github.com/meshcheck/meshcheck/internal/run"
	"github.com/meshcheck/meshcheck/internal/watch"
	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/text"
)

const watchHelp = `Check models, and check them again whenever one is saved. The buffers and
textures of a glTF model, the configuration and the baseline count as well, and
so do models that appear in a folder or vanish from it.

Each check prints one line: the time, the verdict, and what is fixed or new
since the check before. The page with all places to fix is served to browsers
on this machine; it follows each save and keeps the selected place, the filters
and the camera. --open opens it. -o writes reports after each check. With
--format short, for editors, a check prints when it begins, a line for each file
that fails, and when it ends.

Ctrl-C ends it. The exit status is that of the last check: 0 if it passed, 1 if
it failed, 3 if some file could not be checked.`

// watchCommands returns the command watch, which a program in a browser does not have.
func watchCommands() []*cobra.Command { return []*cobra.Command{watchCommand()} }

func watchCommand() *cobra.Command {
	s := newSettings()
	cmd := s.checks(&cobra.Command{
		Use:     "watch [OPTIONS] PATH...",
		Short:   "check models each time they are saved",
		Long:    watchHelp,
		Example: "  meshcheck watch --open chair.glb\n  meshcheck watch --checks self,parts assets/",
	})
	cmd.RunE = func(cmd *cobra.Command, paths []string) error {
		if err := s.validWatch(paths); err != nil {
			return err
		}
		w := &watchRun{given: s, paths: paths, con: newConsole(s.quiet)}
		return w.run(cmd.Context())
	}
	cmd.Flags().Lookup("open").Usage = "open the page in the browser"
	return cmd
}

// validWatch fails for what cannot be checked repeatedly.
func (s *settings) validWatch(paths []string) error {
	wrong := func(text, hint string) error { return &failure{statusUsage, errors.New(text), hint} }
	switch {
	case slices.Contains(append(paths, s.inputs.filesFrom, s.hulls.hulls, s.hulls.against), "-"):
		return wrong("standard input (-) can be read only once, so it cannot be watched", "save it to a file")
	case !forPeople(s.format):
		return wrong("watch prints text for people, not "+s.format, "-o report.json and the like write reports after each check")
	case s.shard.of > 0:
		return wrong("a shard is one part of one run, so it cannot be watched", "leave out --shard")
	}
	return nil
}

// watchRun checks the same paths again and again.
type watchRun struct {
	given   *settings
	paths   []string
	con     *console
	watcher *watch.Watcher
	server  *live.Server
	tracker changes.Tracker
	checks  int          // done so far
	verdict check.Status // of the last one
	kept    []run.Outcome
	sides   map[string][]string // paths of the files that a model refers to, by its own
	said    map[string]string   // the problem of each path that has one
}

// run checks until the context ends.
func (w *watchRun) run(ctx context.Context) error {
	var err error
	if w.server, err = live.Start(); err != nil {
		return &failure{status: statusNotChecked, err: fmt.Errorf("the page cannot be served on this machine: %w", fserror.Cause(err))}
	}
	defer w.server.Close()
	w.watcher = watch.New(w.list, func(reason string) {
		w.con.notef("%s; files are looked at every %g s", reason, watch.PollEvery.Seconds())
	})
	defer w.watcher.Close()
	if err := w.check(ctx); err != nil {
		return w.end(ctx, err)
	}
	w.sayPage()
	for !w.con.gone {
		if err := w.watcher.Next(ctx); err != nil {
			return w.end(ctx, err)
		}
		w.server.Busy(true)
		err := w.check(ctx)
		w.server.Busy(false)
		if ctx.Err() != nil {
			return w.end(ctx, err)
		}
		if err != nil {
			w.verdict = check.NotChecked
			complain(err)
		}
	}
	return exitWith(statusUnread)
}

// end returns how the run ends: by the verdict of the last check if it was interrupted.
func (w *watchRun) end(ctx context.Context, err error) error {
	switch {
	case ctx.Err() == nil:
		return err
	case w.checks == 0:
		return exitWith(statusNotChecked)
	}
	return exitFor(w.verdict)
}

// sayPage prints where the page is, and opens it if that is wanted.
func (w *watchRun) sayPage() {
	address := w.server.URL()
	if !w.given.quiet {
		w.print(fmt.Appendf(nil, "watching; the page is %s (Ctrl-C ends)\n", address))
	}
	if !w.given.open {
		return
	}
	if err := browse(address); err != nil {
		w.con.warningf("no browser opens the page: %v", err)
	}
}

// print writes to standard output.
func (w *watchRun) print(text []byte) {
	if err := w.con.result(text); err != nil {
		w.con.errorf("cannot write %s: %v", stdout, fserror.Cause(err))
	}
}

// short reports whether checks print a line for each file that fails.
func (w *watchRun) short() bool { return w.given.format == "short" && !w.given.quiet }

// sayBegin prints that a check begins.
func (w *watchRun) sayBegin() {
	if w.short() {
		w.print([]byte(time.Now().Format(time.TimeOnly) + " checking\n"))
	}
}

// sayFile prints the line of a file.
func (w *watchRun) sayFile(r *checkRun, f *report.File) {
	if !w.short() {
		return
	}
	row := report.RowOf(f, cmp.Or(f.Options, r.base))
	if err := text.WriteShort(resultWriter{w.con}, &row, text.Options{Color: w.con.color()}); err != nil {
		w.con.errorf("cannot write %s: %v", stdout, fserror.Cause(err))
	}
}

// sayCheck prints the line of a check.
func (w *watchRun) sayCheck(r *checkRun, rep *report.Report, change changes.Change) {
	if w.given.quiet {
		return
	}
	var row *report.Row
	if len(rep.Files) == 1 && !w.short() {
		only := report.RowOf(&rep.Files[0], rep.OptionsOf(&rep.Files[0]))
		row = &only
	}
	out := resultWriter{w.con}
	err := text.WriteWatched(io.Writer(out), time.Now(), r.sum, row, change.String(), text.Options{Color: w.con.color(), Check: rep.Options})
	if err != nil {
		w.con.errorf("cannot write %s: %v", stdout, fserror.Cause(err))
	}
}
