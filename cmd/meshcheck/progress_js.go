package main

import (
	"syscall/js"
	"time"
)

// progressEvery is the least time from one message to the next.
const progressEvery = 100 * time.Millisecond

// progress tells the page in which the program runs how far the first file is that is not done. A nil
// progress tells nothing.
type progress struct {
	tell  js.Value // a function of the page
	paths []string
	front int       // the file told about
	last  time.Time // when it was told
}

// watchedProgress returns the progress of a run, nil if the page does not want it. It is then told the
// number of files done and of all, the path of the first that is not done, its phase, and how much of the
// phase is done, of how much.
func watchedProgress(paths []string) *progress {
	tell := js.Global().Get("meshcheckProgress")
	if tell.Type() != js.TypeFunction {
		return nil
	}
	return &progress{tell: tell, paths: paths}
}

// callbacks returns the callbacks for bytes loaded of a file, and for its triangles checked; nil if
// nobody is told.
func (p *progress) callbacks(file int) (loading, checking func(done, total int64)) {
	if p == nil {
		return nil, nil
	}
	return func(done, total int64) { p.send(file, "loading", done, total) },
		func(done, total int64) { p.send(file, "checking", done, total) }
}

func (p *progress) send(file int, phase string, done, total int64) {
	if now := time.Now(); file == p.front && now.Sub(p.last) >= progressEvery {
		p.last = now
		p.tell.Invoke(p.front, len(p.paths), p.paths[file], phase, done, total)
	}
}

// next moves on to the next file.
func (p *progress) next() {
	if p != nil {
		p.front++
	}
}

// erase does nothing: a page shows progress and other text in different places.
func (p *progress) erase() {}
