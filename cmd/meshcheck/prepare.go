package main

import (
	"cmp"
	"context"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/internal/cache"
	"github.com/meshcheck/meshcheck/internal/fserror"
	"github.com/meshcheck/meshcheck/internal/input"
	"github.com/meshcheck/meshcheck/internal/output"
	"github.com/meshcheck/meshcheck/internal/run"
)

// newRun returns a run with the configuration applied to the given flags.
func newRun(paths []string, given *settings) (*checkRun, error) {
	layers, err := given.layers()
	if err != nil {
		return nil, err
	}
	base := *given // for files without overrides
	base.Settings = *layers.Base()
	if err := cmp.Or(base.validHulls(paths, given.Checks), base.validShard(paths), base.validSince(), base.validRoot()); err != nil {
		return nil, err
	}
	return &checkRun{results: newResults(&base), layers: layers}, nil
}

// prepare finds the files and opens everything else that the run needs.
func (r *checkRun) prepare(ctx context.Context, paths []string, given *settings) (err error) {
	base := r.settings
	if r.inputs, err = r.allInputs(ctx, paths); err != nil {
		return err
	}
	if err := validLayers(r.layers, given, r.inputs); err != nil {
		return err
	}
	if err := r.page.choose(base, r.inputs, paths); err != nil {
		return err
	}
	reads := base.sources(r.layers, append(pathsOf(r.inputs), base.hulls.against, base.since)...)
	if r.reports, err = base.prepareReports(reads.With(output.Baseline, base.Baseline)); err != nil {
		return err
	}
	r.shard, r.inputs = base.shard.cut(r.inputs)
	if r.baseline, err = openBaseline(base, reads); err != nil {
		return err
	}
	return cmp.Or(r.shard.follow(r.layers, base), r.openSince(ctx))
}

// close discards what was prepared and not written.
func (r *checkRun) close() {
	if r.reports != nil {
		r.reports.Close()
	}
	r.baseline.discard()
	r.page.discard()
}

// allInputs returns the files to check.
func (r *checkRun) allInputs(ctx context.Context, paths []string) ([]input.File, error) {
	if hulls := r.settings.hulls.hulls; hulls != "" {
		return []input.File{{Path: hulls}}, nil
	}
	var skipped run.Skipped
	inputs, err := r.settings.gather(ctx, r.con, paths, func(path, ending string) {
		skipped.Add(ending, r.layers.Of(path).FailOn.Of(check.Skipped).Severity)
	})
	r.skip(skipped.All())
	return inputs, err
}

func pathsOf(inputs []input.File) []string {
	paths := make([]string, len(inputs))
	for i := range inputs {
		paths[i] = inputs[i].Path
	}
	return paths
}

// openCache opens the cache that the settings name. A run continues without a cache that
// cannot be used.
func openCache(s *settings, con *console) *cache.Cache {
	if s.cache == "" {
		return nil
	}
	tool, err := cache.ToolIdentity()
	if err != nil {
		con.warningf("no cache is used: cannot read the meshcheck executable: %v", fserror.Cause(err))
		return nil
	}
	c, err := cache.Open(s.cache, tool, temporary, func(err error) {
		con.warningf("%s: the cache cannot be written: %v", shown(s.cache), fserror.Cause(err))
	})
	if err != nil {
		con.warningf("%s: no cache is used: %v", shown(s.cache), fserror.Cause(err))
		return nil
	}
	return c
}
