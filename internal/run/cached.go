package run

import (
	"context"
	"path/filepath"

	"github.com/meshcheck/meshcheck/internal/cache"
	"github.com/meshcheck/meshcheck/internal/config"
	"github.com/meshcheck/meshcheck/internal/input"
	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/json"
)

// subject returns the cache subject of a file, nil if the file is not cached.
func (r *Run) subject(in *input.File, s *config.Settings) *cache.Subject {
	if r.Cache == nil || in.Path == "-" || r.Against == "-" {
		return nil
	}
	paths := []string{in.Path}
	if r.Against != "" {
		paths = append(paths, r.Against)
	}
	return r.Cache.Subject(r.scope(s), rootOf(in, s), paths...)
}

// scope returns what results depend on besides the content of the files: the settings and, of two
// files that are checked together, their names.
func (r *Run) scope(s *config.Settings) cache.Scope {
	if known, ok := r.scopes.Load(s); ok {
		return known.(cache.Scope)
	}
	conditions := cache.Conditions{Options: s.Options(), Checks: s.Checks, MaxTriangles: s.MaxTriangles, Units: []string{s.Unit}}
	if r.Against != "" {
		conditions.Names = []string{filepath.Base(r.Inputs[0].Path), filepath.Base(r.Against)}
		conditions.Units = append(conditions.Units, r.Layers.Of(r.Against).Unit)
	}
	scope := r.Cache.Scope(conditions)
	r.scopes.Store(s, scope)
	return scope
}

// look returns the cached result of a file, nil if there is none, and whether the model is
// still needed to draw it.
func (r *Run) look(ctx context.Context, in *input.File) (found *cache.Result, draw bool) {
	settings := r.Layers.Of(in.Path)
	subject := r.subject(in, settings)
	if found = subject.Find(ctx); found == nil {
		return nil, false
	}
	found.File.Options = settings.Differing(r.Layers.Base())
	switch listed := r.listed(&found.File); {
	case !listed:
		found.JSON = nil
	case found.JSON == nil:
		found.JSON = json.Members(&found.File)
		subject.Complete(found)
	}
	return found, found.File.Result != nil && r.Needs.For(&found.File, len(r.Inputs)).Models()
}

// remember caches the result of a file. A problem of the file is cached depending on err.
func (r *Run) remember(subject *cache.Subject, o *Outcome, err error) {
	if !subject.Keeps(&o.File, err) {
		return
	}
	if r.listed(&o.File) {
		o.JSON = json.Members(&o.File)
	}
	subject.Keep(&o.Result)
}

// listed reports whether the JSON report says the same about every file of the same content.
func (r *Run) listed(f *report.File) bool {
	return r.Members && f.Against == nil && f.Options == nil
}
