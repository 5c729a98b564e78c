package report

import (
	"strings"
	"time"

	"github.com/meshcheck/meshcheck"
	"github.com/meshcheck/meshcheck/check"
)

// Baseline is a file of findings that somebody has accepted, a line each. They do not
// fail their files any more unless they get worse, or their date is over. What a line
// accepts is a region, the single triangles of one kind in a mesh, a pair of objects or a
// finding about collision hulls.
//
// A line finds what it is about by the file's path, which may be a pattern, by the names
// of the mesh, nodes and objects, and by the place, never by numbers of triangles, parts or
// shells: it does so in a model that was exported again. Not safe for concurrent use.
type Baseline struct {
	entries []*entry
	byPath  map[string][]*entry // of entries whose path is no pattern
	globs   []*entry
	head    []string // lines of remarks above the first entry
	foot    []string // those below the last
}

// BaselineState is what a baseline says about something that fails.
type BaselineState uint8

// The states. All but Accepted fail.
const (
	// BaselineNew: no line accepts it.
	BaselineNew BaselineState = iota
	// BaselineAccepted: a line accepts it, and it is no worse than it was then.
	BaselineAccepted
	// BaselineWorse: there is a line for it, but it is deeper or larger by more than 1 % and
	// rounding, or nearer, or there is more of it.
	BaselineWorse
	// BaselineExpired: a line accepted it up to a day that is over.
	BaselineExpired
)

var baselineStates = [...]string{"new", "accepted", "worse", "expired"}

// String returns the lower-case word for s that all reports use.
func (s BaselineState) String() string { return baselineStates[s] }

// Judgement is what a baseline says about one thing that fails.
type Judgement struct {
	State BaselineState
	// Reason and Until, a date such as "2027-01-31", are those of the line; "" if it has none.
	Reason, Until string
	// Worse says in words what is worse, for BaselineWorse.
	Worse string
}

// Spot names what a judgement is about by its place in a Result.
type Spot struct {
	Of SpotKind
	// I is a place in Result.Meshes, Result.Pairs or hulls.Result.Groups. J is a place in
	// self.Result.Regions or hulls.Group.Findings, or a rule of check.Self, or 0 for pairs.
	I, J int
}

// SpotKind says what a Spot is in.
type SpotKind uint8

// The kinds of spots.
const (
	SpotRegion SpotKind = iota
	// SpotSingles: the findings of one kind in a mesh that belongs to no region.
	SpotSingles
	SpotPair
	SpotHull
)

// Judged is what a baseline says about a file.
type Judged struct {
	// Path of the file as the baseline has it.
	Path string
	// Judgements of all that fails and is listed.
	Judgements map[Spot]Judgement
	// offences of the judgements with the entries they met, for the next baseline.
	offences []*offence
}

// Of returns how many judgements are in a state.
func (j *Judged) Of(s BaselineState) int {
	n := 0
	if j != nil {
		for _, of := range j.Judgements {
			if of.State == s {
				n++
			}
		}
	}
	return n
}

// Judge compares what fails in f with the baseline and sets f.Baseline, for a file that
// was checked with the options o; of one that was not it says nothing. The path is that of the file from the folder of the
// baseline, with slashes. An entry is accepted through its day, which ends when it
// does in UTC.
func (b *Baseline) Judge(f *File, path string, o meshcheck.Options, now time.Time) {
	if f.Result == nil {
		return
	}
	path = strings.ToValidUTF8(path, "\ufffd")
	f.Baseline = &Judged{Path: path, Judgements: map[Spot]Judgement{}}
	offences := offencesOf(f)
	today := now.UTC().Format(time.DateOnly)
	entries := b.entriesFor(path)
	for _, e := range entries {
		e.seen = e.seen || looked(f.Result, o, e.rule)
	}
	for _, group := range candidatesOf(entries, offences) {
		group.match()
	}
	for _, s := range offences {
		f.Baseline.Judgements[s.spot] = s.judgement(today)
	}
	f.Baseline.offences = offences
}

// judgement is what the entry of the offence says about it, if it has one.
func (s *offence) judgement(today string) Judgement {
	e := s.entry
	if e == nil {
		return Judgement{}
	}
	e.used = true
	j := Judgement{State: BaselineAccepted, Reason: e.reason, Until: e.until}
	if worse := s.worseThan(e); worse != "" && !s.shares {
		j.State, j.Worse = BaselineWorse, worse
	} else if e.until != "" && e.until < today {
		j.State = BaselineExpired
	}
	return j
}

// looked reports whether a check looked for all that entries of a rule are about, so that
// those that met nothing are out of date.
func looked(r *meshcheck.Result, o meshcheck.Options, rule string) bool {
	switch checkOf(rule) {
	case "parts":
		return r.Between != nil && o.Checks.Has(check.Parts) && !r.Between.Truncated
	case "clearance":
		return r.Between != nil && o.Checks.Has(check.Clearance) && !r.Between.Truncated
	case "hulls":
		return r.Hulls != nil || o.Checks == 0 || o.Checks.Has(check.Hulls)
	}
	for i := range r.Meshes {
		if len(r.Meshes[i].Regions) < r.Meshes[i].RegionCount {
			return false
		}
	}
	return o.Checks == 0 || o.Checks.Has(check.Self)
}

// judgement returns what the baseline of f says about a spot; nil where it says nothing.
func (f *File) judgement(at Spot) *Judgement {
	if f.Baseline == nil {
		return nil
	}
	j, ok := f.Baseline.Judgements[at]
	if !ok {
		return nil
	}
	return &j
}

// accepted returns how many findings, pairs and findings about hulls of f a baseline
// accepts.
func (f *File) accepted() (findings, pairs, hulls int) {
	if f.Baseline == nil || f.Result == nil {
		return 0, 0, 0
	}
	for at, j := range f.Baseline.Judgements {
		switch {
		case j.State != BaselineAccepted:
		case at.Of == SpotRegion:
			findings += f.Result.Meshes[at.I].Regions[at.J].Counts.Failing()
		case at.Of == SpotSingles:
			findings += f.Result.Meshes[at.I].Counts.Failed[at.J]
		case at.Of == SpotPair:
			pairs++
		case at.Of == SpotHull:
			hulls++
		}
	}
	return findings, pairs, hulls
}

// failing returns the number of findings, of pairs of objects and of findings about hulls
// that fail f, those that a baseline accepts left out.
func (f *File) failing() int {
	findings, pairs, hulls := f.accepted()
	return failingCount(f.Result) - findings - pairs - hulls
}
