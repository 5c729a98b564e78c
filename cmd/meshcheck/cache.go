package main

import (
	"errors"

	"github.com/meshcheck/meshcheck/internal/cache"
	"github.com/meshcheck/meshcheck/internal/fserror"
)

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
	path := string(s.cache)
	c, err := cache.Open(path, tool, temporary, func(err error) {
		con.warningf("%s: the cache cannot be written: %v", shown(path), fserror.Cause(err))
	})
	if err != nil {
		con.warningf("%s: no cache is used: %v", shown(path), fserror.Cause(err))
		return nil
	}
	return c
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
