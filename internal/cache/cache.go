// Package cache keeps the results of checks in a folder, to be found by the content of the
// files that they are of and by all else that they depend on, so that nothing in it is ever
// out of date. What depends on the machine or the moment is not kept.
package cache

import (
	"time"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/internal/atomicfile"
	"github.com/meshcheck/meshcheck/loader"
)

// Cache has the results of earlier runs. Any number of processes may use its folder at
// once; its methods may be called from any goroutine.
type Cache struct {
	folder *folder
	tool   string
}

// Open opens the cache in a folder, which it makes if it is not there. Results of another
// tool, as of ToolIdentity, are not found. When an entry cannot be written, warn is told of
// it, once, and no more are written.
func Open(path, tool string, temporaries *atomicfile.Temporaries, warn func(error)) (*Cache, error) {
	folder, err := openFolder(path, temporaries, warn)
	if err != nil {
		return nil, err
	}
	return &Cache{folder: folder, tool: tool}, nil
}

// Trim removes what no run has used for a month, and what killed processes left behind. It
// looks for that once a day.
func (c *Cache) Trim() { c.folder.trim(time.Now()) }

// Conditions are what a result depends on beside the content of the files.
type Conditions struct {
	// Options but for what never changes a result: Workers and Progress are left out.
	Options check.Options
	// Checks are those that were named; others may come on top of a default.
	Checks       check.Set
	MaxTriangles int
	// Units that files get which have none: that of the model, and that of the one it is checked
	// together with.
	Units []string
	// Names of two files that are checked together: meshes are called by them.
	Names []string
}

// Scope stands for conditions. It is made once for all files that share them.
type Scope []byte

// Scope returns what stands for some conditions in this cache.
func (c *Cache) Scope(conditions Conditions) Scope {
	conditions.Options.Workers = 0
	return encode(struct {
		Tool       string
		Conditions Conditions
	}{c.tool, conditions})
}

// entry is what stands under a key: a result, or the side files that it depends on as well.
type entry struct {
	Sides  [][]loader.SideFile // nil beside a record
	Named  [2][]string         // files that the models refer to
	Record *record
	JSON   []byte // as json.Members returns it, nil if no run had a use for them
}

func (c *Cache) get(k key) (e entry, ok bool) {
	content, ok := c.folder.get(k)
	if ok {
		ok = decode(content, &e) == nil
	}
	return e, ok
}

func (c *Cache) put(k key, e entry) { c.folder.put(k, encode(e)) }
