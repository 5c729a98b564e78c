package report

import (
	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
)

// ChangeState is what has become of an issue since an earlier report.
type ChangeState uint8

const (
	// ChangeNone: the issue is as it was.
	ChangeNone ChangeState = iota
	// ChangeBetter: it has shrunk by more than 1 % and rounding, has gone farther apart, has fewer
	// kinds of findings, or fewer findings where they have no size, or matters less, and is worse in
	// nothing.
	ChangeBetter
	// ChangeWorse: it has grown by more than 1 % and rounding, has come nearer, has more kinds of
	// findings, or more findings where they have no size, or matters more.
	ChangeWorse
	// ChangeNew: the earlier report does not have it.
	ChangeNew
)

// ChangeStates are the names of the states, indexed by state.
var ChangeStates = [...]string{"unchanged", "better", "worse", "new"}

// String returns the lower-case word that all reports use for s.
func (s ChangeState) String() string { return ChangeStates[s] }

// Change is what has become of one issue.
type Change struct {
	State ChangeState
	// Unsure: names and places say that it is an issue of the earlier report. The fingerprints
	// differ.
	Unsure bool
	// Fails: the issue fails its file, and no baseline accepts it.
	Fails bool
	// Name is that of the issue: see Issue.Name.
	Name string
	// What says what is worse or better, such as "4.2 mm deep, was 3.1 mm deep", and otherwise is "".
	What string
}

// FixedPlace is an issue of an earlier report that is gone.
type FixedPlace struct {
	Rule     check.Rule     `json:"rule"`
	Severity check.Severity `json:"severity"`
	// Name and Size are those of Issue.
	Name string `json:"name"`
	Size string `json:"size,omitzero"`
	// Fingerprint and Box are those of check.Issue.
	Fingerprint string   `json:"fingerprint"`
	Box         geom.Box `json:"box,omitempty"`
}

// Changes say what has become of a file since an earlier report.
type Changes struct {
	// Was is the path that the file had in the earlier report, "" if it is the same.
	Was string
	// Before says what the earlier report knows about the file.
	Before Before
	// Options say how the options for the file differ from the earlier ones, where the report's own
	// do not. See Comparison.
	Options []string
	// Cut: not all places are listed, now or before, so that a new one may be old, and a fixed one
	// still be there.
	Cut bool
	// Unchecked is the number of earlier issues that no check looked for this time. They do not
	// count as fixed.
	Unchecked int
	// Places has each issue that is not as it was, or that was found again without its fingerprint:
	// see ChangeKey. Unchanged is the number of the others.
	Places    map[check.Ref]Change
	Unchanged int
	// Fixed are the issues that are gone, the worst first.
	Fixed []FixedPlace
}

// Before is what an earlier report knows about a file.
type Before uint8

const (
	// BeforeChecked: it was checked.
	BeforeChecked Before = iota
	// BeforeNotChecked: it could not be checked, so that all its issues are new.
	BeforeNotChecked
	// BeforeMissing: it is not in the report, so that all its issues are new.
	BeforeMissing
)

// BeforeStates are the names of the values of Before.
var BeforeStates = [...]string{"checked", "not checked", "missing"}

// String returns the lower-case words that all reports use.
func (b Before) String() string { return BeforeStates[b] }

// Comparison is what a report as a whole says about the earlier report that its files were compared
// with.
type Comparison struct {
	// Version of the tool that made the earlier report.
	Version string `json:"version"`
	// Options say how the options differ, such as "checks self,parts, were self". Differences may
	// come from these.
	Options []string `json:"options,omitempty"`
	// Missing are the files of the earlier report that this one does not have.
	Missing []MissingFile `json:"missing,omitempty"`
}

// MissingFile is a file of an earlier report.
type MissingFile struct {
	// Path as it was given.
	Path string `json:"path"`
	// Status as it was.
	Status check.Status `json:"status"`
	// Places is the number of its issues. They are not known to be fixed.
	Places int `json:"places"`
}

// ChangeKey returns the key of an issue in Changes.Places: its reference. For an issue that is only
// counted, Of is -1 and Index is the rule.
func ChangeKey(is *check.Issue) check.Ref {
	at := is.At
	if at.Index < 0 {
		at.Index = int(is.Rule)
	}
	return at
}

// Change returns what has become of an issue, or nil if its file was not compared.
func (is *Issue) Change() *Change {
	if is.File.Changes == nil {
		return nil
	}
	c := is.File.Changes.Places[ChangeKey(&is.Issue)] // or unchanged
	return &c
}

// ChangeTally counts issues by what has become of them.
type ChangeTally struct {
	New, Worse, Better, Unchanged, Fixed int
	// NewFailing and WorseFailing are those of New and Worse that fail their files.
	NewFailing, WorseFailing int
}

// Tally counts the issues of a file. It counts nothing if c is nil.
func (c *Changes) Tally() (t ChangeTally) {
	if c == nil {
		return t
	}
	t.Fixed, t.Unchanged = len(c.Fixed), c.Unchanged
	for _, p := range c.Places {
		fails := 0
		if p.Fails {
			fails = 1
		}
		switch p.State {
		case ChangeNew:
			t.New++
			t.NewFailing += fails
		case ChangeWorse:
			t.Worse++
			t.WorseFailing += fails
		case ChangeBetter:
			t.Better++
		case ChangeNone:
			t.Unchanged++
		}
	}
	return t
}

// Add returns the sums of two tallies.
func (t ChangeTally) Add(u ChangeTally) ChangeTally {
	return ChangeTally{
		t.New + u.New, t.Worse + u.Worse, t.Better + u.Better, t.Unchanged + u.Unchanged, t.Fixed + u.Fixed,
		t.NewFailing + u.NewFailing, t.WorseFailing + u.WorseFailing,
	}
}

// ChangeTally counts the issues of all files.
func (r *Report) ChangeTally() (t ChangeTally) {
	for i := range r.Files {
		t = t.Add(r.Files[i].Changes.Tally())
	}
	return t
}

// Any reports whether anything has changed.
func (t ChangeTally) Any() bool { return t.New+t.Worse+t.Better+t.Fixed > 0 }
