// Package shards joins the JSON reports of the shards of a run to that of the whole.
package shards

import (
	"bytes"
	"container/heap"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"

	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/json"
	"github.com/meshcheck/meshcheck/report/wording"
)

// Merge joins the JSON reports of the shards of a run to that of the whole, file by file
// in the order of the run, and holds one file of each shard.
//
// The reports may come from anywhere, and are checked like any other: see json.Files.
type Merge struct {
	shards  []*mergedShard // in the order of New
	waiting shardHeap      // those with a file left
	head    report.Report  // of the whole run
	sum     report.Summary
	// baseline is the first shard with a checked file, whose run had a baseline or not.
	baseline *mergedShard
	judged   bool
}

// Source is the report of a shard to be merged, and what messages call it.
type Source struct {
	Name string
	JSON io.Reader
}

// File is a file of a merged report.
type File struct {
	*report.File
	// Position in the list of the inputs of the whole run, from 0.
	Position int
	// Source of the file, a place in the list given to New.
	Source int
}

// New reads the reports as far as their first files. Errors name the reports: one
// that cannot be read, is no report or not that of a shard; two that are not of the same
// run, such as of other lists of inputs, or are the same shard. A *MissingError
// names those that are not there.
func New(sources []Source) (*Merge, error) {
	if len(sources) == 0 {
		return nil, errors.New("there are no reports to merge")
	}
	m := &Merge{}
	for i, s := range sources {
		shard, err := openShard(s, i)
		if err == nil && i > 0 {
			err = shard.sameRun(m.shards[0])
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", wording.Printable(s.Name, wording.PathLimit), err)
		}
		m.shards = append(m.shards, shard)
	}
	if err := m.complete(); err != nil {
		return nil, err
	}
	first := m.shards[0].report
	m.head = report.Report{Version: first.Version, Options: first.Options, Skipped: first.Skipped}
	for _, s := range m.shards {
		if err := m.advance(s); err != nil {
			return nil, err
		}
	}
	return m, nil
}

// Warnings says what else there is to know about the reports: see json.Files.Warnings.
func (m *Merge) Warnings() (all []string) {
	for _, s := range m.shards {
		for _, w := range s.files.Warnings() {
			all = append(all, s.String()+": "+w)
		}
	}
	return all
}

// Inputs returns how many inputs the whole run has, as its reports say.
func (m *Merge) Inputs() int { return m.shards[0].report.Shard.Inputs }

// Report returns the report of the whole run without its files. Whether it was
// interrupted is known when Next has returned io.EOF.
func (m *Merge) Report() *report.Report {
	r := m.head
	return &r
}

// Next returns the file at the next position, or io.EOF when all reports have ended, and
// together have all inputs of the run.
func (m *Merge) Next() (*File, error) {
	if len(m.waiting) == 0 {
		return nil, m.end()
	}
	s := m.waiting[0]
	f := &File{File: s.file, Position: s.position(), Source: s.source}
	if err := m.sameBaseline(s); err != nil {
		return nil, err
	}
	if m.sum.Add(s.file); !readable(m.sum) {
		return nil, fmt.Errorf("%s: the counts are too large", s)
	}
	heap.Pop(&m.waiting)
	if err := m.advance(s); err != nil {
		return nil, err
	}
	if len(m.waiting) > 0 && m.waiting[0].position() == f.Position {
		return nil, fmt.Errorf("%s and %s both have position %d of the run", s, m.waiting[0], f.Position)
	}
	return f, nil
}

// advance reads the next file of a shard, or its end.
func (m *Merge) advance(s *mergedShard) error {
	f, err := s.files.Next()
	switch {
	case err == io.EOF:
		m.endShard(s)
		return nil
	case err != nil:
		return fmt.Errorf("%s: %w", s, err)
	}
	s.number++
	if s.number >= len(s.report.Shard.Positions) {
		return fmt.Errorf("%s: the shard has only %s", s, wording.Count(len(s.report.Shard.Positions), "position"))
	}
	s.file = f
	heap.Push(&m.waiting, s)
	return nil
}

// endShard adds up what the shard has not reached. That is at most the inputs of the run,
// and these are no more than JSON has whole numbers for.
func (m *Merge) endShard(s *mergedShard) {
	s.file = nil
	r := s.files.Report()
	m.head.Interrupted = m.head.Interrupted || r.Interrupted
	m.head.Unreached = min(m.head.Unreached+r.Unreached, math.MaxInt/2)
}

// end compares the whole with what the shards have said of it.
func (m *Merge) end() error {
	if n := m.sum.Files + m.head.Unreached; n != m.Inputs() {
		return fmt.Errorf("the shards have %s in total, but the run has %d", wording.Count(n, "input"), m.Inputs())
	}
	return io.EOF
}

// sameBaseline reports an error if only one of two shards was checked with a baseline.
func (m *Merge) sameBaseline(s *mergedShard) error {
	if s.file.Result == nil {
		return nil
	}
	judged := s.file.Baseline != nil
	if m.baseline == nil {
		m.baseline, m.judged = s, judged
	}
	if judged == m.judged {
		return nil
	}
	with, without := s, m.baseline
	if m.judged {
		with, without = without, with
	}
	return fmt.Errorf("%s was checked with a baseline, but %s was not", with, without)
}

// mergedShard is one of the shards on its way in.
type mergedShard struct {
	name   string
	source int
	files  *json.Files
	report *report.Report
	head   []byte       // what all shards of a run have in common, as JSON
	file   *report.File // the next one
	number int          // of that file in the shard
}

func openShard(s Source, source int) (*mergedShard, error) {
	files, err := json.NewFiles(s.JSON)
	if err != nil {
		return nil, err
	}
	if err := files.Leading(); err != nil {
		return nil, err
	}
	r := files.Report()
	if r.Shard == nil {
		return nil, errors.New("is the report of a whole run, not of a shard")
	}
	var head bytes.Buffer
	if err := json.Write(&head, &report.Report{Options: r.Options}); err != nil {
		return nil, err
	}
	return &mergedShard{name: s.Name, source: source, files: files, report: r, head: head.Bytes(), number: -1}, nil
}

// String returns the name of the report.
func (s *mergedShard) String() string { return wording.Printable(s.name, wording.PathLimit) }

// position returns that of the next file.
func (s *mergedShard) position() int { return s.report.Shard.Positions[s.number] }

// sameRun says in what s and t are not of the same run.
func (s *mergedShard) sameRun(t *mergedShard) error {
	a, b := s.report, t.report
	switch {
	case a.Shard.Of != b.Shard.Of:
		return fmt.Errorf("is a shard of another run than %s: it is %s, the other is %s", t, a.Shard, b.Shard)
	case a.Shard.List != b.Shard.List || a.Shard.Inputs != b.Shard.Inputs:
		return fmt.Errorf("is a shard of another run than %s: the lists of inputs differ (%d and %d)", t, a.Shard.Inputs, b.Shard.Inputs)
	case a.Version != b.Version:
		return fmt.Errorf("is a shard of another run than %s: the versions differ (meshcheck %s here, %s there)", t, wording.Printable(a.Version, wording.NameLimit), wording.Printable(b.Version, wording.NameLimit))
	case !bytes.Equal(s.head, t.head):
		return fmt.Errorf("is a shard of another run than %s: the options differ", t)
	case !slices.Equal(a.Skipped, b.Skipped):
		return fmt.Errorf("is a shard of another run than %s: the models that were not looked at differ", t)
	case a.Shard.Rules != b.Shard.Rules:
		return fmt.Errorf("is a shard of another run than %s: the baseline, configuration or --max-triangles differ", t)
	}
	return nil
}

// shardHeap has the shard with the least position on top.
type shardHeap []*mergedShard

func (h shardHeap) Len() int           { return len(h) }
func (h shardHeap) Less(i, j int) bool { return h[i].position() < h[j].position() }
func (h shardHeap) Swap(i, j int)      { h[i], h[j] = h[j], h[i] }
func (h *shardHeap) Push(s any)        { *h = append(*h, s.(*mergedShard)) }

func (h *shardHeap) Pop() any {
	old := *h
	last := old[len(old)-1]
	*h = old[:len(old)-1]
	return last
}

// readable reports whether what JSON writes of s can be read again.
func readable(s report.Summary) bool {
	for _, n := range s.Counts.ByRule {
		if n > json.MaxNumber {
			return false
		}
	}
	return true
}
