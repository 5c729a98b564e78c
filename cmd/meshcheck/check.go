package main

import (
	"context"
	"io"
	"os"
	"runtime"
	"slices"
	"time"

	"golang.org/x/sync/semaphore"

	"github.com/meshcheck/meshcheck"
	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/loader"
	"github.com/meshcheck/meshcheck/mesh"
	"github.com/meshcheck/meshcheck/report"
)

// checkPaths carries out the root command and returns the exit status of its verdict.
func checkPaths(ctx context.Context, paths []string, s *settings) (int, error) {
	flags := s
	layers, err := s.layers()
	if err != nil {
		return 0, err
	}
	s = layers.base()
	if err := firstError(s.validHulls(paths, flags.checks), s.validShard(paths)); err != nil {
		return 0, err
	}
	con := newConsole(s.quiet)
	inputs, others, err := s.allInputs(ctx, con, paths)
	if err == nil {
		err = layers.valid(inputs)
	}
	if err != nil {
		return 0, err
	}
	outputs, err := prepareOutputs(s.outputs, s.sources(layers, append(pathsOf(inputs), others...)...))
	if err != nil {
		return 0, err
	}
	defer outputs.discard()
	con.expectReader(s.format.String())
	shard, inputs := s.shard.cut(inputs)
	baseline, err := openBaseline(s, s.sources(layers, pathsOf(inputs)...))
	if err != nil {
		return 0, err
	}
	defer baseline.discard()
	if err := shard.follow(layers, s); err != nil {
		return 0, err
	}

	if !s.quiet && smart(os.Stderr) {
		con.bar = newProgress(os.Stderr, pathsOf(inputs))
	}
	r := &runner{con: con, settings: s, layers: layers, outputs: outputs, inputs: inputs, shard: shard, baseline: baseline}
	r.json = r.newJSONStream(outputs, s.format.String())
	r.cache = openCache(s, con)
	r.needs = outputs.needs().And(report.NeedsOf(s.format.String()))
	defer r.json.close()
	err = r.checkAll(ctx)
	con.bar.erase()
	if err != nil {
		return 0, err
	}
	return r.finish(ctx)
}

// allInputs returns the files to check, and those beside them that are read as well.
func (s *settings) allInputs(ctx context.Context, con *console, paths []string) (inputs []input, others []string, err error) {
	if s.hulls.hulls != "" {
		return []input{{path: s.hulls.hulls}}, []string{s.hulls.against}, nil
	}
	inputs, err = s.gather(ctx, con, paths)
	return inputs, nil, err
}

func pathsOf(inputs []input) []string {
	paths := make([]string, len(inputs))
	for i := range inputs {
		paths[i] = inputs[i].path
	}
	return paths
}

// runner is one run over all files.
type runner struct {
	con      *console
	settings *settings // where no override says otherwise
	layers   *layers
	outputs  outputs
	needs    report.Needs // of the outputs and of standard output
	inputs   []input
	memory   int64         // to make do with, in bytes
	shard    *shardRun     // nil if the inputs are all that there are
	baseline *baselineRun  // nil if there is none
	cache    *cache        // nil if there is none
	files    []report.File // what the reports need of them, if any
	sum      report.Summary
	json     *jsonStream // nil if none is wanted
	times    timings
	broken   bool // some result could not be written
	mute     bool // standard output could not be written
}

// checked is one file with the times it took.
type checked struct {
	file  report.File
	times timings
	held  int64       // bytes of memory that the result still has
	named [2][]string // files that the model refers to, and that which it is checked against
	json  []byte      // its report.JSONMembers, if they are known and nothing is added to them
}

// checkAll checks the files side by side and delivers them in the order given,
// each as soon as those before it are done. It stops early when nobody is left to
// read the results, and when the context ends: with its cause if nothing is done then.
func (r *runner) checkAll(ctx context.Context) error {
	work, cancel := context.WithCancel(ctx)
	defer cancel()
	q := r.start(work)
	for i := range r.inputs {
		select {
		case <-ctx.Done():
			// A file that is being read may be a pipe that nobody writes to, so an
			// interrupted run does not wait for its workers.
			r.deliverRest(q, i)
			if r.sum.Files == 0 {
				return context.Cause(ctx)
			}
			return nil
		case c := <-q.result(i):
			r.shard.reached(i)
			r.deliver(c)
			q.delivered(c)
		}
		if r.unread() {
			return nil
		}
	}
	return nil
}

// deliverRest delivers what is done already from a file on, and notes how many are not.
func (r *runner) deliverRest(q *queue, from int) {
	for i := from; i < min(from+ahead, len(r.inputs)); i++ {
		select {
		case c := <-q.result(i):
			r.shard.reached(i)
			r.deliver(c)
		default:
		}
	}
	r.sum.Interrupt(len(r.inputs) - r.sum.Files)
}

// unread reports whether nobody is left to read what the run finds.
func (r *runner) unread() bool { return r.con.gone && len(r.outputs) == 0 }

// start begins to check the files and returns the queue that their results come from.
func (r *runner) start(ctx context.Context) *queue {
	threads := r.settings.threads.n
	if threads == 0 {
		threads = runtime.GOMAXPROCS(0)
	}
	r.memory = r.settings.limits.most()
	limitHeap(r.memory)
	q := newQueue(r.inputs, r.memory, r.need)
	if r.cache != nil {
		q.look = r.look
	}
	slots := semaphore.NewWeighted(int64(threads))
	for range min(threads, len(r.inputs)) {
		go func() {
			// One goroutine after the other would grow its stack for every file.
			for j, ok := q.take(ctx); ok; j, ok = q.take(ctx) {
				c := r.checkJob(ctx, j, &share{slots: slots, all: threads, only: len(r.inputs) == 1})
				if c.file.Result == nil && ctx.Err() != nil {
					return // nobody knows what would have become of it
				}
				q.put(j, c)
			}
		}()
	}
	return q
}

// checkJob checks one file of the queue, as soon as there are threads for it.
func (r *runner) checkJob(ctx context.Context, j job, s *share) checked {
	switch {
	case j.err != nil:
		return checked{file: report.File{Path: j.path, Problem: problem(j.path, j.err)}}
	case j.refused != nil:
		return checked{file: report.File{Path: j.path, Problem: j.refused}}
	case j.found != nil && !j.found.draw:
		return checked{file: j.found.file, json: j.found.json, named: j.found.named, times: timings{Cached: 1}}
	}
	if err := s.take(ctx, s.forFile(j.path)); err != nil {
		return checked{file: report.File{Path: j.path, Problem: problem(j.path, err)}}
	}
	defer s.release()
	return r.checkFile(ctx, j, s, r.con.bar.watch(j.number))
}

// checkFile loads and checks one file. It may run beside others.
func (r *runner) checkFile(ctx context.Context, j job, s *share, watch watcher) checked {
	path := j.path
	settings := r.layers.of(path)
	noted := r.cache.about(path, settings)
	c := checked{file: report.File{Path: path, Options: settings.differing(r.settings)}}
	begin := time.Now()
	d := newDeadline(ctx, time.Duration(settings.limits.timeout))
	defer d.end()
	ctx = d.ctx
	d.run("loading")
	model, err := open(ctx, path, loader.Options{Workers: s.threads, Progress: watch.loading(), MaxTriangles: settings.maxTriangles.n, MaxMemory: r.memory, Side: noted.reading(0), Named: c.naming(0)})
	c.times.Load = time.Since(begin)
	if model != nil {
		c.file.Format, c.file.SHA256 = string(model.Format), model.SHA256
		noted.read(0, model.SHA256)
	}
	if err != nil {
		c.file.Problem = d.problem(path, err)
		r.remember(noted, &c, err)
		return c
	}
	o := settings.options()
	scene, err := r.against(ctx, &c, model.Scene, s, &o, noted)
	if err != nil {
		c.file.Problem = d.problem(path, err)
		return c
	}
	c.file.Unit, c.file.Warnings = scene.Unit, scene.Warnings

	d.pause()
	if err = s.take(ctx, s.forScene(scene)); err == nil {
		d.run("checking")
		defer frugal(scene)()
		if j.found.is(noted) {
			c.file, c.json, c.times.Cached = j.found.file, j.found.json, 1
		} else {
			o.Workers, o.Progress = s.threads, watch.checking()
			if settings.checks == 0 && o.Checks != 0 && meshcheck.HasHulls(scene, &o.Hulls) {
				o.Checks |= check.Hulls // a clearance comes on top of the default
			}
			err = checkScene(ctx, &c, scene, o)
		}
	}
	if err != nil {
		c.file.Problem = d.problem(path, err)
	}
	if c.times.Cached == 0 {
		r.remember(noted, &c, err)
	}
	if err != nil {
		return c
	}
	begin = time.Now()
	d.run("drawing it for a report")
	if err := c.file.Attach(ctx, scene, r.needs.At(j.number), excerptOptions(len(r.inputs), s.threads)); err != nil {
		c.file.Problem, c.file.Result = d.problem(path, err), nil
	}
	c.times.Report = time.Since(begin)
	return c
}

// checkScene checks the scene of a file.
func checkScene(ctx context.Context, c *checked, scene *mesh.Scene, o meshcheck.Options) (err error) {
	if c.file.Result, err = meshcheck.Check(ctx, scene, o); err != nil {
		return err
	}
	if b := c.file.Result.Between; b != nil {
		c.file.Warnings = slices.Concat(c.file.Warnings, b.Warnings)
	}
	if h := c.file.Result.Hulls; h != nil {
		c.file.Warnings = slices.Concat(c.file.Warnings, h.Warnings)
	}
	c.times.Weld, c.times.Check = c.file.Result.Timings.Weld, c.file.Result.Timings.Check
	return nil
}

// look returns what the cache has of a file. A page or a marked model needs its scene all
// the same.
func (r *runner) look(ctx context.Context, j *job) *found {
	settings := r.layers.of(j.path)
	q := r.cache.about(j.path, settings)
	f := q.look(ctx)
	if f != nil {
		f.file.Options = settings.differing(r.settings)
		switch listed := r.listed(&f.file); {
		case !listed:
			f.json = nil
		case f.json == nil:
			f.json = report.JSONMembers(&f.file)
			q.put(f.key, &f.file, f.json)
		}
		needs := r.needs.At(j.number)
		f.draw = f.file.Result != nil && (needs.Scene || needs.Excerpt)
	}
	return f
}

// remember puts what became of a file into the cache; err says more of its problem.
func (r *runner) remember(q *cacheCase, c *checked, err error) {
	if !q.keeps(&c.file, err) {
		return
	}
	if r.listed(&c.file) {
		c.json = report.JSONMembers(&c.file)
	}
	q.named = c.named
	q.keep(&c.file, c.json)
}

// listed reports whether the JSON report is to say of a file what it says of another of
// its content.
func (r *runner) listed(f *report.File) bool {
	return r.json != nil && r.baseline == nil && f.Against == nil && f.Options == nil
}

// pageModels is how much of a page all models together may take, in bytes.
const pageModels = 8_000_000

// excerptOptions are those for one of the files of a page.
func excerptOptions(files, threads int) report.ExcerptOptions {
	o := report.ExcerptShare(files, pageModels)
	o.Workers = threads
	return o
}

// open loads a file. A pipe may have nobody who writes to it, and is then left to itself
// when the context ends.
func open(ctx context.Context, path string, o loader.Options) (*loader.Model, error) {
	if info, err := os.Stat(path); path != "-" && (err != nil || info.Mode().IsRegular()) {
		return loader.Open(ctx, path, o)
	}
	type opened struct {
		model *loader.Model
		err   error
	}
	done := make(chan opened, 1)
	var names []string // nobody else looks at them before the end
	named := o.Named
	o.Named = func(name string) { names = append(names, name) }
	go func() {
		var f opened
		if path == "-" {
			f.model, f.err = loader.Read(ctx, os.Stdin, o)
		} else {
			f.model, f.err = loader.Open(ctx, path, o)
		}
		done <- f
	}()
	select {
	case f := <-done:
		for _, name := range names {
			named(name)
		}
		return f.model, f.err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// deliver says what became of a file and hands it to the reports, or keeps for them what
// they need at the end.
func (r *runner) deliver(c checked) {
	f := c.file
	r.spare(&c)
	r.baseline.judge(&f, r.layers.of(f.Path).options())
	r.sum.Add(&f)
	r.json.add(&f, c.json)
	r.times.add(c.times)
	r.con.bar.next()
	for _, w := range f.Warnings {
		r.con.warningf("%s: %s", shown(f.Path), shown(w))
	}
	if p := f.Problem; p != nil && !(r.wantsText() && r.con.oneScreen()) {
		r.con.errorf("%s: %s", shown(f.Path), sentence(p))
	}
	r.print(func(w io.Writer, o report.TextOptions) error {
		if f.Options != nil {
			o.Check = *f.Options
		}
		return report.Text(w, &f, o)
	})
	if hint := problemHint(&f); hint != "" {
		r.con.hintf("%s", hint)
	}
	r.keep(f)
}

// keep keeps what the reports need at the end of the file that was added last.
func (r *runner) keep(f report.File) {
	if r.needs.Files {
		f.Forget(r.needs.At(r.sum.Files - 1))
		r.files = append(r.files, f)
	}
}
