package main

import (
	"errors"

	"github.com/spf13/pflag"
)

// declareCache declares the flag for the folder of results of earlier runs.
func (s *settings) declareCache(f *pflag.FlagSet) {
	f.Var(&s.cache, "cache", "keep results in this folder, and take those of unchanged files from there")
}

// cachePath is a flag for a folder, "" where it is not given.
type cachePath string

func (p *cachePath) Type() string   { return "DIR" }
func (p *cachePath) String() string { return string(*p) }

func (p *cachePath) Set(s string) error {
	if s == "" { // a variable that is not set, as a rule
		return errors.New("is empty")
	}
	*p = cachePath(s)
	return nil
}
