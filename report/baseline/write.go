package baseline

import (
	"bufio"
	"io"
	"math"
	"path"
	"slices"
	"strings"

	"github.com/meshcheck/meshcheck/report"
)

// baselineTitle begins a new baseline.
const baselineTitle = "# Findings that meshcheck accepts"

const baselineHead = baselineTitle + `: one per line, with the reason after its #.
# "meshcheck baseline check PATH..." fails for new and worse findings, and for lines that no
# longer match anything. "meshcheck explain baseline" explains the fields of a line.`

// New returns a baseline that accepts nothing.
func New() *Baseline {
	b := newBaseline()
	b.head = append(strings.Split(baselineHead, "\n"), "")
	return b
}

func newBaseline() *Baseline {
	return &Baseline{byPath: map[string][]*entry{}, judged: map[*report.Judged][]*failure{}}
}

// Len returns the number of findings that the lines accept: one each, unless they give a number of
// times.
func (b *Baseline) Len() int {
	n := 0
	for _, e := range b.entries {
		n += min(max(e.times, 1), math.MaxInt-n)
	}
	return n
}

// Line is a line of a baseline in a message.
type Line struct {
	Line  int
	Title string
	// Gone: the file no longer exists.
	Gone bool
	// Pattern: the path of the line is a pattern, which may match other files as well.
	Pattern bool
}

// Stale returns the lines that matched nothing in the judged files, although these were checked for
// them, and the lines of files that are gone. Gone is asked about paths that are not patterns and
// do not name a judged file; a nil function means that no file is gone.
func (b *Baseline) Stale(gone func(path string) bool) []Line {
	var out []Line
	for _, e := range b.entries {
		if unmatched := e.seen && !e.used; unmatched || e.gone(gone) {
			out = append(out, Line{e.line, e.title(), !unmatched, e.glob})
		}
	}
	return out
}

// gone reports whether the file of an entry that matched nothing is gone.
func (e *entry) gone(gone func(string) bool) bool {
	if gone == nil || e.seen || e.used || e.glob {
		return false
	}
	literal, _ := literalPath(e.path)
	return gone(path.Clean(literal))
}

// Prune removes the lines that Stale returns, keeps everything else unchanged, and returns the
// number of removed lines.
func (b *Baseline) Prune(gone func(path string) bool) int {
	n := len(b.entries)
	b.entries = slices.DeleteFunc(b.entries, func(e *entry) bool { return e.seen && !e.used || e.gone(gone) })
	return n - len(b.entries)
}

// Change describes what Update did.
type Change struct {
	New, Updated, Dropped int
	// Expired lines stay expired until someone sets another date.
	Expired int
}

// Update makes the baseline accept everything that fails in files, whose judgements are given, in
// its current state. Lines that still match keep their reason and date. Lines with a pattern as
// path stay as they are unless something got worse. Lines that Stale(nil) returns are removed. New
// lines get the given reason and date. The lines are sorted by their text.
func (b *Baseline) Update(files []*report.Judged, reason, until string) Change {
	var c Change
	c.Dropped = b.Prune(nil)
	done := map[string]bool{}
	met := map[*entry]int{} // how often
	for _, j := range files {
		if j == nil || done[j.Path] {
			continue
		}
		done[j.Path] = true
		for _, s := range b.judged[j] {
			of := j.Judgements[s.at]
			if of.State == report.BaselineExpired {
				c.Expired++
			}
			e := s.entry
			switch {
			case e == nil:
				e = newEntry(j.Path, s)
				e.reason, e.until = oneLine(reason), until
				c.New++
			case e.glob && of.State != report.BaselineWorse:
				continue
			case e.glob, met[e] > 0:
				own := newEntry(j.Path, s)
				own.reason, own.until = e.reason, e.until
				if met[e]++; e.glob || met[e] > e.times {
					c.New++
				}
				e = own
			default:
				met[e]++
				before := e.bare()
				if e.finding = s.finding; e.bare() != before {
					c.Updated++
				}
				continue
			}
			b.add(e)
		}
	}
	for e := range met {
		if !e.glob {
			e.times = 0
		}
	}
	b.sort()
	b.fold()
	return c
}

// fold merges lines that differ only in their remarks.
func (b *Baseline) fold() {
	first := map[string]*entry{}
	b.entries = slices.DeleteFunc(b.entries, func(e *entry) bool {
		same := first[e.bare()]
		if same == nil {
			first[e.bare()] = e
			return false
		}
		same.times = max(same.times, 1) + max(e.times, 1)
		same.remarks = append(same.remarks, e.remarks...)
		return true
	})
}

// sort orders the lines by their text, so that two people who add lines get the same order.
func (b *Baseline) sort() {
	texts := make(map[*entry]string, len(b.entries))
	for _, e := range b.entries {
		texts[e] = e.String()
	}
	slices.SortStableFunc(b.entries, func(d, e *entry) int { return strings.Compare(texts[d], texts[e]) })
}

// WriteTo writes the baseline in the form that Read reads.
func (b *Baseline) WriteTo(w io.Writer) (int64, error) {
	out := bufio.NewWriterSize(w, 1<<16)
	n := 0
	put := func(line string) {
		k, _ := out.WriteString(line + "\n")
		n += k
	}
	for _, line := range b.head {
		put(line)
	}
	for _, e := range b.entries {
		for _, line := range e.remarks {
			put(line)
		}
		put(e.String())
	}
	for _, line := range b.foot {
		put(line)
	}
	return int64(n), out.Flush()
}
