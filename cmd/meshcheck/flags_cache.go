package main

import "github.com/spf13/pflag"

// declareCache declares the flag for the folder of results of earlier runs.
func (s *settings) declareCache(f *pflag.FlagSet) {
	f.StringVar(&s.cache, "cache", "", "keep results in this folder, and take those of unchanged files from there")
}
