package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"os"
	"runtime"
	"time"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/internal/batch"
	"github.com/meshcheck/meshcheck/internal/cache"
	"github.com/meshcheck/meshcheck/internal/config"
	"github.com/meshcheck/meshcheck/internal/input"
	"github.com/meshcheck/meshcheck/internal/limits"
	"github.com/meshcheck/meshcheck/internal/terminal"
	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/assets"
	"github.com/meshcheck/meshcheck/report/formats"
	"github.com/meshcheck/meshcheck/report/text"
)

// checkPaths runs the root command.
func checkPaths(ctx context.Context, paths []string, s *settings) error {
	flags := s
	layers, err := s.layers()
	if err != nil {
		return err
	}
	inForce := *s
	inForce.Settings = *layers.Base()
	s = &inForce
	if err := cmp.Or(s.validHulls(paths, flags.Checks), s.validShard(paths)); err != nil {
		return err
	}
	con := newConsole(s.quiet)
	var skipped skippedModels
	inputs, others, err := s.allInputs(ctx, con, paths, func(path, ending string) {
		skipped.add(ending, layers.Of(path).Options().Policy.Of(check.Skipped).Severity)
	})
	if err == nil {
		err = validLayers(layers, flags, inputs)
	}
	if err != nil {
		return err
	}
	outputs, err := prepareOutputs(s.outputs, s.sources(layers, append(pathsOf(inputs), others...)...))
	if err != nil {
		return err
	}
	defer outputs.discard()
	con.expectReader(s.format.String())
	shard, inputs := s.shard.cut(inputs)
	baseline, err := openBaseline(s, s.sources(layers, pathsOf(inputs)...))
	if err != nil {
		return err
	}
	defer baseline.discard()
	if err := shard.follow(layers, s); err != nil {
		return err
	}

	if !s.quiet && terminal.Smart(os.Stderr) {
		con.bar = newProgress(os.Stderr, pathsOf(inputs))
	}
	r := &runner{con: con, skipped: skipped.all(), settings: s, layers: layers, outputs: outputs, inputs: inputs, shard: shard, baseline: baseline, begin: time.Now()}
	r.json = r.newJSONStream(outputs, s.format.String())
	r.cache = openCache(s, con)
	r.needs = outputs.needs().And(formats.NeedsOf(s.format.String()))
	defer r.json.close()
	r.sum.Skip(r.skipped)
	err = r.checkAll(ctx)
	con.bar.erase()
	if err != nil {
		return err
	}
	return r.finish(ctx)
}

// allInputs returns the files to check, and other files that the run reads.
func (s *settings) allInputs(ctx context.Context, con *console, paths []string, skip func(path, ending string)) (inputs []input.File, others []string, err error) {
	if s.hulls.hulls != "" {
		return []input.File{{Path: s.hulls.hulls}}, []string{s.hulls.against}, nil
	}
	inputs, err = s.gather(ctx, con, paths, skip)
	return inputs, nil, err
}

func pathsOf(inputs []input.File) []string {
	paths := make([]string, len(inputs))
	for i := range inputs {
		paths[i] = inputs[i].Path
	}
	return paths
}

// runner is one run over all files.
type runner struct {
	con      *console
	settings *settings // without overrides
	layers   *config.Layers
	outputs  outputs
	needs    report.Needs // of the outputs and of standard output
	inputs   []input.File
	skipped  []report.Skipped
	memory   int64         // available, in bytes
	shard    *shardRun     // nil if the run is not sharded
	baseline *baselineRun  // nil if there is none
	cache    *resultCache  // nil if there is none
	files    []report.File // for the reports, if any
	models   assets.List   // of files
	sum      report.Summary
	// The files that did not pass, by verdict.
	failed, unchecked []string
	begin             time.Time   // of the run
	json              *jsonStream // nil if none is wanted
	times             timings
	hulls             hullSearch
	broken            bool // some result could not be written
	mute              bool // standard output could not be written
	hinted            int  // number of missing files for which a hint was sought
}

// checkAll checks the files concurrently and delivers them in the order given, each as soon
// as all files before it are done. It stops early when nobody reads the results any more, and
// when the context ends. It returns the context's cause if no file is done then.
func (r *runner) checkAll(ctx context.Context) error {
	r.memory = memoryFor(r.settings.memory)
	limits.SetHeap(r.memory)
	files := batch.Run[checked]{
		Items: len(r.inputs), Threads: r.threads(), Memory: r.memory,
		Plan: r.plan, Size: checked.size,
		Deliver: func(i int, c checked) bool {
			r.shard.reached(i)
			r.deliver(c)
			return !r.unread()
		},
	}
	ended := files.Do(ctx)
	if ended == nil {
		return nil
	}
	r.sum.Interrupt(len(r.inputs) - r.sum.Files)
	if r.sum.Files == 0 {
		return ended
	}
	return nil
}

// threads returns the number of threads of the run.
func (r *runner) threads() int { return cmp.Or(r.settings.threads, runtime.GOMAXPROCS(0)) }

// unread reports whether nobody reads the results any more.
func (r *runner) unread() bool { return r.con.gone && len(r.outputs) == 0 }

// plan returns the task for a file.
func (r *runner) plan(ctx context.Context, number int) batch.Task[checked] {
	in := r.inputs[number]
	if in.Err != nil {
		c := checked{Result: cache.Result{File: report.File{Path: in.Path, Problem: problem(in.Path, in.Err, nil)}}}
		return batch.Done(c, 0)
	}
	var found *cache.Result
	if r.cache != nil {
		var draw bool
		if found, draw = r.look(ctx, number, in.Path); found != nil && !draw {
			c := checked{Result: *found, times: timings{Cached: 1}}
			return batch.Done(c, c.size())
		}
	}
	need := r.need(in.Path)
	if need > r.memory {
		p := &report.Problem{Kind: "memory", Message: fmt.Sprintf("needs about %s, --memory is %s", limits.FormatBytes(need), limits.FormatBytes(r.memory))}
		return batch.Done(checked{Result: cache.Result{File: report.File{Path: in.Path, Problem: p}}}, 0)
	}
	return batch.Task[checked]{Need: need, Do: func(ctx context.Context, s *batch.Share) (checked, bool) {
		c := r.checkFile(ctx, number, found, s, r.con.bar.watch(number))
		return c, c.File.Result != nil || ctx.Err() == nil // otherwise the outcome is unknown
	}}
}

// need estimates the memory for loading and checking a file, and the file that it is checked
// against; -1 if that cannot be estimated.
func (r *runner) need(path string) int64 {
	uvs := r.layers.Of(path).Checks.Has(check.UV)
	need := batch.Need(path, uvs)
	if against := r.settings.hulls.against; need >= 0 && against != "" && path != against {
		beside := batch.Need(against, uvs)
		if beside < 0 {
			return -1
		}
		need += beside
	}
	return need
}

// deliver prints the outcome of a file, adds it to the streamed reports, and keeps what the
// other reports need at the end.
func (r *runner) deliver(c checked) {
	f := c.File
	r.spare(&c)
	r.baseline.judge(&f, r.layers.Of(f.Path).Reported())
	if hint := foreign(&f); hint != "" { // cached results do not depend on the name
		f.Problem.Hint, c.JSON = hint, nil
	}
	r.sum.Add(&f)
	switch f.Status() {
	case check.Fail:
		r.failed = append(r.failed, f.Path)
	case check.NotChecked:
		r.unchecked = append(r.unchecked, f.Path)
	}
	r.hulls.add(f.Result)
	r.json.add(&f, c.JSON)
	r.times.add(c.times)
	r.con.bar.next()
	for _, w := range f.Warnings {
		r.con.warningf("%s: %s", shown(f.Path), shown(w))
	}
	if p := f.Problem; p != nil && !(r.wantsText() && terminal.OneStream()) {
		r.con.errorf("%s: %s", shown(f.Path), shown(p.Sentence()))
	}
	r.print(func(w io.Writer, o text.Options) error {
		if f.Options != nil {
			o.Check = *f.Options
		}
		return text.Write(w, &f, o)
	})
	if hint := cmp.Or(report.HintText(f.Problem), r.missing(&f)); hint != "" {
		r.con.hintf("%s", hint)
	}
	r.keep(f, c.model)
}

// hullSearch records whether hulls were checked, and whether any file has some.
type hullSearch struct{ asked, found bool }

// add counts one more file.
func (s *hullSearch) add(r *check.Result) {
	if r == nil || r.Hulls() == nil {
		return
	}
	s.asked = true
	s.found = s.found || len(r.Hulls().Groups) > 0 || len(r.Hulls().NotChecked) > 0
}

// keep keeps what the reports need at the end from the file added last.
func (r *runner) keep(f report.File, model *assets.File) {
	if r.needs.Files {
		f.Forget(r.needs.At(r.sum.Files - 1))
		r.files, r.models = append(r.files, f), append(r.models, model)
	}
}
