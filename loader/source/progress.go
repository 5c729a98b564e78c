package source

import "sync"

// Progress adds up the progress of the goroutines of one load. Its methods are safe for concurrent
// use.
type Progress struct {
	mu          sync.Mutex
	report      func(done, total int64)
	done, total int64 // total is -1 while it is unknown
}

// NewProgress returns a Progress that calls report, if it is not nil, with the number of bytes done
// and the total, which is -1 while it is unknown. Calls never overlap.
func NewProgress(report func(done, total int64)) *Progress {
	return &Progress{report: report, total: -1}
}

// Grow adds n bytes to the total.
func (p *Progress) Grow(n int64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.total = max(p.total, 0) + n
}

// GrowTo raises the total to at least n bytes.
func (p *Progress) GrowTo(n int64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.total = max(p.total, n)
}

// Add counts n bytes as done and reports.
func (p *Progress) Add(n int64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.done += n
	if p.report != nil && n > 0 {
		p.report(p.done, p.total)
	}
}

// Finish counts everything as done.
func (p *Progress) Finish() { p.Add(p.total - p.done) }
