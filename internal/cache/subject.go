package cache

import (
	"context"
	"crypto/sha256"
	"errors"
	"path/filepath"
	"slices"

	"github.com/meshcheck/meshcheck/loader"
	"github.com/meshcheck/meshcheck/report"
)

// Subject is one file, or two that are checked together, with what was read of them. A nil
// Subject is of no cache: nothing of it is kept. It is for one goroutine.
type Subject struct {
	cache  *Cache
	scope  Scope
	root   string              // loader.Options.Root
	paths  []string            // of the model and of what it is checked together with
	hashes []string            // of their content, "" where it is not known
	sides  [][]loader.SideFile // as they were read
}

// Subject returns the subject of one path, or of two that are checked together. root is
// loader.Options.Root. It is not part of the key: a result holds for any root below which the same names
// lead to the same layers.
func (c *Cache) Subject(scope Scope, root string, paths ...string) *Subject {
	return &Subject{
		cache: c, scope: scope, root: root, paths: paths,
		hashes: make([]string, len(paths)), sides: make([][]loader.SideFile, len(paths)),
	}
}

// Result is what became of a subject.
type Result struct {
	// File is what a record keeps of it. One that was found has its path, hash
	// and companion as they are now.
	File  report.File
	JSON  []byte      // as json.Members returns it, nil if it is not known
	Named [2][]string // files that the models refer to
	key   key
}

// Find returns what the cache has of the files as they are now, or nil.
func (s *Subject) Find(ctx context.Context) *Result {
	if s == nil {
		return nil
	}
	var err error
	for i, path := range s.paths {
		if s.hashes[i], err = hashFile(ctx, path); err != nil {
			return nil
		}
	}
	k := s.key(nil)
	e, ok := s.cache.get(k)
	if ok && e.Sides != nil {
		if k, ok = s.sideKey(ctx, e.Sides); ok {
			e, ok = s.cache.get(k)
		}
	}
	if !ok || e.Record == nil || (e.Record.Problem == nil) == (e.Record.Result == nil) {
		return nil
	}
	f := &Result{File: report.File{Path: s.paths[0], SHA256: s.hashes[0]}, JSON: e.JSON, Named: e.Named, key: k}
	if len(s.paths) > 1 {
		f.File.Against = &report.Companion{Path: filepath.ToSlash(s.paths[1]), SHA256: s.hashes[1]}
	}
	e.Record.restore(&f.File)
	return f
}

// Complete puts a result that was found into the cache once more, after its JSON was added.
func (s *Subject) Complete(f *Result) { s.put(f) }

// Reading begins to note what is read of file i, and returns what is to be told of its side
// files, nil if nobody wants to know.
func (s *Subject) Reading(i int) func(loader.SideFile) {
	if s == nil {
		return nil
	}
	s.hashes[i], s.sides[i] = "", nil
	return func(side loader.SideFile) { s.sides[i] = append(s.sides[i], side) }
}

// Read notes the hash of file i, whose side files have been told.
func (s *Subject) Read(i int, hash string) {
	if s != nil {
		s.hashes[i] = hash
	}
}

// Matches reports whether a result that was found, if any, is of what was then read.
func (s *Subject) Matches(f *Result) bool { return f != nil && s.final() == f.key }

// Keeps reports whether a result, or a problem that err says more of, is one to keep: all
// that it is of was read, and it will be the same on any machine.
func (s *Subject) Keeps(f *report.File, err error) bool {
	return s != nil && !slices.Contains(s.hashes, "") && whole(s.sides) && (f.Problem == nil || s.lasting(f.Problem, err))
}

// Keep puts a result into the cache.
func (s *Subject) Keep(f *Result) {
	f.key = s.final()
	s.put(f)
	if s.hasSides() { // these come last: what they lead to is there by then
		s.cache.put(s.key(nil), entry{Sides: s.sides})
	}
}

func (s *Subject) put(f *Result) {
	s.cache.put(f.key, entry{Named: f.Named, Record: newRecord(&f.File), JSON: f.JSON})
}

// lasting reports whether a problem will be there again on any machine. What is wrong with
// one of two files may be told with its path.
func (s *Subject) lasting(p *report.Problem, err error) bool {
	var limit *loader.LimitError
	if errors.As(err, &limit) && limit.What == "bytes" {
		return false
	}
	return len(s.paths) == 1 && (p.Kind == "format" || p.Kind == "unsupported")
}

// key names what is known of the subject: of the content of its files and, from the second
// step on, of their side files. What is wrong with content of no format depends on what the ending
// of its name says.
func (s *Subject) key(sides [][]loader.SideFile) key {
	var named []string
	for _, path := range s.paths {
		named = append(named, string(loader.FormatByEnding(path))+loader.ForeignFormat(path))
	}
	return sha256.Sum256(encode(struct {
		Scope         []byte
		Named, Hashes []string
		Sides         [][]loader.SideFile
	}{s.scope, named, s.hashes, sides}))
}

// sideKey returns the key of the subject with its side files as they are now, and false
// where they cannot all be read.
func (s *Subject) sideKey(ctx context.Context, sides [][]loader.SideFile) (key, bool) {
	if len(sides) != len(s.paths) {
		return key{}, false
	}
	now := make([][]loader.SideFile, len(sides))
	for i := range sides {
		var err error
		if now[i], err = loader.HashSides(ctx, s.paths[i], s.root, sides[i]); err != nil {
			return key{}, false
		}
	}
	return s.key(now), whole(now)
}

// final returns the key of a result of what was read.
func (s *Subject) final() key {
	if s.hasSides() {
		return s.key(s.sides)
	}
	return s.key(nil)
}

func (s *Subject) hasSides() bool {
	return slices.ContainsFunc(s.sides, func(list []loader.SideFile) bool { return len(list) > 0 })
}

// whole reports whether all side files could be read.
func whole(sides [][]loader.SideFile) bool {
	for _, list := range sides {
		if slices.ContainsFunc(list, func(s loader.SideFile) bool { return s.SHA256 == "" }) {
			return false
		}
	}
	return true
}
