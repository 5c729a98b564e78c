package main

import (
	"context"
	"errors"
	"path/filepath"
	"sync"

	"github.com/meshcheck/meshcheck/internal/cache"
	"github.com/meshcheck/meshcheck/internal/config"
	"github.com/meshcheck/meshcheck/internal/fserror"
	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/json"
)

// resultCache is the cache of a run.
type resultCache struct {
	*cache.Cache
	scopes sync.Map // cache.Scope by *config.Settings: one for all files that share them
}

// openCache opens the cache that the settings name. A run continues without a cache that
// cannot be used.
func openCache(s *settings, con *console) *resultCache {
	if s.cache == "" {
		return nil
	}
	tool, err := cache.ToolIdentity()
	if err != nil {
		con.warningf("no cache is used: cannot read the meshcheck executable: %v", fserror.Cause(err))
		return nil
	}
	path := string(s.cache)
	c, err := cache.Open(path, tool, temporary, func(err error) {
		con.warningf("%s: the cache cannot be written: %v", shown(path), fserror.Cause(err))
	})
	if err != nil {
		con.warningf("%s: no cache is used: %v", shown(path), fserror.Cause(err))
		return nil
	}
	return &resultCache{Cache: c}
}

// subject returns the cache subject of a file, nil if the file is not cached.
func (r *runner) subject(path string, s *config.Settings) *cache.Subject {
	against := r.settings.hulls.against
	if r.cache == nil || path == "-" || against == "-" {
		return nil
	}
	paths := []string{path}
	if against != "" {
		paths = append(paths, against)
	}
	return r.cache.Subject(r.scope(s), paths...)
}

// scope returns what results depend on besides the content of the files: the settings, and
// the names of the files of --hulls and --against.
func (r *runner) scope(s *config.Settings) cache.Scope {
	if known, ok := r.cache.scopes.Load(s); ok {
		return known.(cache.Scope)
	}
	conditions := cache.Conditions{Options: s.Options(), Checks: s.Checks, MaxTriangles: s.MaxTriangles, Units: []string{s.Unit}}
	if hulls := &r.settings.hulls; hulls.against != "" {
		conditions.Names = []string{filepath.Base(hulls.hulls), filepath.Base(hulls.against)}
		conditions.Units = append(conditions.Units, r.layers.Of(hulls.against).Unit)
	}
	scope := r.cache.Scope(conditions)
	r.cache.scopes.Store(s, scope)
	return scope
}

// look returns the cached result of a file, nil if there is none, and whether the model is
// still needed for a page or a marked model.
func (r *runner) look(ctx context.Context, number int, path string) (found *cache.Result, draw bool) {
	settings := r.layers.Of(path)
	subject := r.subject(path, settings)
	if found = subject.Find(ctx); found == nil {
		return nil, false
	}
	found.File.Options = settings.Differing(r.layers.Base())
	switch listed := r.listed(&found.File); {
	case !listed:
		found.JSON = nil
	case found.JSON == nil:
		found.JSON = json.Members(&found.File)
		subject.Complete(found)
	}
	needs := r.needs.At(number)
	return found, found.File.Result != nil && (needs.Scene || needs.Excerpt)
}

// remember caches the result of a file. A problem of the file is cached depending on err.
func (r *runner) remember(subject *cache.Subject, c *checked, err error) {
	if !subject.Keeps(&c.File, err) {
		return
	}
	if r.listed(&c.File) {
		c.JSON = json.Members(&c.File)
	}
	subject.Keep(&c.Result)
}

// listed reports whether the JSON report says the same about every file of the same content.
func (r *runner) listed(f *report.File) bool {
	return r.json != nil && r.baseline == nil && f.Against == nil && f.Options == nil
}

// cachePath is a flag for a folder, "" where it is not given.
type cachePath string

func (p *cachePath) Type() string   { return "DIR" }
func (p *cachePath) String() string { return string(*p) }

func (p *cachePath) Set(s string) error {
	if s == "" { // usually an unset variable
		return errors.New("is empty")
	}
	*p = cachePath(s)
	return nil
}
