package main

import (
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/meshcheck/meshcheck/internal/fserror"
	"github.com/meshcheck/meshcheck/report"
)

// shardFile is the report of a shard. It is read page by page and open only meanwhile, so
// that there may be more shards than the system lets a program have open files.
type shardFile struct {
	path string
	info os.FileInfo // as it was at first
	at   int64       // of the next page
	page []byte      // what is left of the last one
	room []byte      // for a page
}

// How much of all shards is in memory at a time, and of one.
const (
	shardPages = 16 << 20
	leastPage  = 4 << 10
	mostPage   = 256 << 10
)

// findShards returns the files at paths.
func findShards(paths []string) ([]shardFile, error) {
	files := make([]shardFile, len(paths))
	for i, path := range paths {
		info, err := os.Stat(path)
		if err == nil && !info.Mode().IsRegular() {
			err = errors.New("is not a regular file")
		}
		if err != nil {
			return nil, notMerged(fmt.Errorf("%s: %w", shown(path), fserror.Cause(err)))
		}
		files[i] = shardFile{path: path, info: info}
	}
	return files, nil
}

func sourcesOf(files []shardFile) []report.ShardSource {
	page := min(max(shardPages/len(files), leastPage), mostPage)
	sources := make([]report.ShardSource, len(files))
	for i := range files {
		files[i].room = make([]byte, page)
		sources[i] = report.ShardSource{Name: files[i].path, JSON: &files[i]}
	}
	return sources
}

// Read reads on, and fails when the file is not what it was.
func (s *shardFile) Read(b []byte) (int, error) {
	if len(s.page) == 0 {
		if err := s.turn(); err != nil {
			return 0, err
		}
	}
	n := copy(b, s.page)
	s.page = s.page[n:]
	return n, nil
}

// turn reads the next page.
func (s *shardFile) turn() error {
	f, err := os.Open(s.path)
	if err != nil {
		return fserror.Cause(err)
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return fserror.Cause(err)
	}
	if !os.SameFile(info, s.info) || info.Size() != s.info.Size() || !info.ModTime().Equal(s.info.ModTime()) {
		return errors.New("the file changes while it is read")
	}
	n, err := f.ReadAt(s.room, s.at)
	if n == 0 && err != nil {
		if err == io.EOF {
			return err
		}
		return fserror.Cause(err)
	}
	s.page, s.at = s.room[:n], s.at+int64(n)
	return nil
}
