package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"github.com/meshcheck/meshcheck"
	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/internal/codec"
	"github.com/meshcheck/meshcheck/loader"
	"github.com/meshcheck/meshcheck/report"
)

// cache has the results of earlier runs. A result is found by the content of the files
// that it is of and by all else that it depends on, so that nothing in it is ever out of
// date; what depends on the machine or the moment is not kept. A nil cache has nothing.
type cache struct {
	folder *cacheFolder
	tool   string // which program this is
	// scopes has the encoded cacheScope by *settings: one for all files that share them.
	scopes sync.Map
}

// openCache opens the cache that the settings name. A run goes on without one that cannot
// be used.
func openCache(s *settings, con *console) *cache {
	if s.cache == "" {
		return nil
	}
	tool, err := toolIdentity()
	if err != nil {
		con.warningf("no cache is used: the program cannot read itself: %v", cause(err))
		return nil
	}
	path := string(s.cache)
	folder, err := openCacheFolder(path, func(err error) {
		con.warningf("%s: the cache cannot be written: %v", shown(path), cause(err))
	})
	if err != nil {
		con.warningf("%s: no cache is used: %v", shown(path), cause(err))
		return nil
	}
	return &cache{folder: folder, tool: tool}
}

// trim takes out of the cache what is old.
func (c *cache) trim() {
	if c != nil {
		c.folder.trim(time.Now())
	}
}

// cacheScope is what a result depends on beside the content of the files.
type cacheScope struct {
	Tool string
	// Options are without what never changes a result.
	Options meshcheck.Options
	// Checks are those that were named; others may come on top of a default.
	Checks       check.Set
	MaxTriangles int
	// Names of two files that are checked together: meshes are called by them.
	Names []string
}

// cacheCase is one file, or two that are checked together, with what is read of them.
type cacheCase struct {
	cache  *cache
	paths  []string // of the model and of what it is checked together with
	scope  []byte
	named  [2][]string         // files that the models refer to
	hashes []string            // of their content, "" where it is not known
	sides  [][]loader.SideFile // as they were read
}

// about returns the case of a file, nil for one that is none of a cache's.
func (c *cache) about(path string, s *settings) *cacheCase {
	if c == nil || path == "-" || s.hulls.against == "-" {
		return nil
	}
	paths := []string{path}
	if s.hulls.against != "" {
		paths = append(paths, s.hulls.against)
	}
	return &cacheCase{
		cache: c, paths: paths, scope: c.scope(s),
		hashes: make([]string, len(paths)), sides: make([][]loader.SideFile, len(paths)),
	}
}

// scope returns what results depend on beside the content of the files. With the settings
// goes the one model that can have another file beside it.
func (c *cache) scope(s *settings) []byte {
	if known, ok := c.scopes.Load(s); ok {
		return known.([]byte)
	}
	scope := cacheScope{Tool: c.tool, Options: s.options(), Checks: check.Set(s.checks), MaxTriangles: s.maxTriangles.n}
	scope.Options.Workers = 0
	if s.hulls.against != "" {
		scope.Names = []string{filepath.Base(s.hulls.hulls), filepath.Base(s.hulls.against)}
	}
	encoded := codec.Append(nil, scope)
	c.scopes.Store(s, encoded)
	return encoded
}

// key names what is known of the case: of the content of its files and, from the second
// step on, of their side files.
func (q *cacheCase) key(sides [][]loader.SideFile) cacheKey {
	return sha256.Sum256(codec.Append(nil, struct {
		Scope  []byte
		Hashes []string
		Sides  [][]loader.SideFile
	}{q.scope, q.hashes, sides}))
}

// cacheEntry is what stands under a key: a result, or the side files that it depends on as
// well.
type cacheEntry struct {
	Sides  [][]loader.SideFile // nil beside a record
	Named  [2][]string         // files that the models refer to
	Record []byte
	JSON   []byte // report.JSONMembers, nil if no run had a use for them
}

var cacheEntries = codec.NewDecoder[cacheEntry](codec.Rules{})

// found is a result that the cache has.
type found struct {
	file  report.File
	json  []byte
	named [2][]string
	key   cacheKey
	draw  bool // a report is to have the model as well
}

// look returns what the cache has of the files as they are now, or nil.
func (q *cacheCase) look(ctx context.Context) *found {
	if q == nil {
		return nil
	}
	var err error
	for i, path := range q.paths {
		if q.hashes[i], err = hashFile(ctx, path); err != nil {
			return nil
		}
	}
	key := q.key(nil)
	entry, ok := q.cache.entry(key)
	if ok && entry.Sides != nil {
		if key, ok = q.sideKey(ctx, entry.Sides); ok {
			entry, ok = q.cache.entry(key)
		}
	}
	if !ok {
		return nil
	}
	f := &found{file: report.File{Path: q.paths[0], SHA256: q.hashes[0]}, json: entry.JSON, named: entry.Named, key: key}
	if len(q.paths) > 1 {
		f.file.Against = &report.Companion{Path: q.paths[1], SHA256: q.hashes[1]}
	}
	if report.ReadRecord(entry.Record, &f.file) != nil {
		return nil
	}
	q.named = entry.Named
	return f
}

func (c *cache) entry(key cacheKey) (entry cacheEntry, ok bool) {
	content, ok := c.folder.get(key)
	if ok {
		ok = cacheEntries.Decode(content, &entry) == nil
	}
	return entry, ok
}

// sideKey returns the key of the case with its side files as they are now, and false
// where they cannot all be read.
func (q *cacheCase) sideKey(ctx context.Context, sides [][]loader.SideFile) (cacheKey, bool) {
	if len(sides) != len(q.paths) {
		return cacheKey{}, false
	}
	now := make([][]loader.SideFile, len(sides))
	for i := range sides {
		var err error
		if now[i], err = loader.HashSides(ctx, q.paths[i], sides[i]); err != nil {
			return cacheKey{}, false
		}
	}
	return q.key(now), whole(now)
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

// reading begins to note what is read of file number i, and returns what is to be told of
// its side files.
func (q *cacheCase) reading(i int) func(loader.SideFile) {
	if q == nil {
		return nil
	}
	q.hashes[i], q.sides[i] = "", nil
	return func(s loader.SideFile) { q.sides[i] = append(q.sides[i], s) }
}

// read notes the hash of file number i, whose side files have been told.
func (q *cacheCase) read(i int, hash string) {
	if q != nil {
		q.hashes[i] = hash
	}
}

// final returns the key of a result of what was read.
func (q *cacheCase) final() cacheKey {
	if q.hasSides() {
		return q.key(q.sides)
	}
	return q.key(nil)
}

func (q *cacheCase) hasSides() bool {
	return slices.ContainsFunc(q.sides, func(list []loader.SideFile) bool { return len(list) > 0 })
}

// is reports whether a result that was found is of what was then read.
func (f *found) is(q *cacheCase) bool { return f != nil && q.final() == f.key }

// keeps reports whether a result, or a problem that err says more of, is one to keep.
func (q *cacheCase) keeps(f *report.File, err error) bool {
	return q != nil && !slices.Contains(q.hashes, "") && whole(q.sides) && (f.Problem == nil || q.lasting(f.Problem, err))
}

func (q *cacheCase) put(key cacheKey, f *report.File, json []byte) {
	q.cache.folder.put(key, codec.Append(nil, cacheEntry{Named: q.named, Record: report.AppendRecord(nil, f), JSON: json}))
}

// keep puts a result into the cache, and what the JSON report says of it if that is known.
func (q *cacheCase) keep(f *report.File, json []byte) {
	q.put(q.final(), f, json)
	if q.hasSides() { // these come last: what they lead to is there by then
		q.cache.folder.put(q.key(nil), codec.Append(nil, cacheEntry{Sides: q.sides}))
	}
}

// lasting reports whether a problem will be there again on any machine. What is wrong with
// one of two files may be told with its path.
func (q *cacheCase) lasting(p *report.Problem, err error) bool {
	var limit *loader.LimitError
	if errors.As(err, &limit) && limit.What == "bytes" {
		return false
	}
	return len(q.paths) == 1 && (p.Kind == "format" || p.Kind == "unsupported")
}

// hashBuffers are what files are read into to be hashed.
var hashBuffers = sync.Pool{New: func() any { return new([256 << 10]byte) }}

// hashFile returns the SHA-256 of a regular file in hexadecimal.
func hashFile(ctx context.Context, path string) (string, error) {
	if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() {
		return "", errors.New("no regular file")
	}
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	buf := hashBuffers.Get().(*[256 << 10]byte)
	defer hashBuffers.Put(buf)
	hash := sha256.New()
	for {
		n, err := f.Read(buf[:])
		hash.Write(buf[:n])
		switch {
		case err == io.EOF:
			return hex.EncodeToString(hash.Sum(nil)), nil
		case err != nil:
			return "", err
		case ctx.Err() != nil:
			return "", ctx.Err()
		}
	}
}
