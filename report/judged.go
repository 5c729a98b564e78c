package report

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

// BaselineStates are the words for the states, by their numbers.
var BaselineStates = [...]string{"new", "accepted", "worse", "expired"}

// String returns the lower-case word for s that all reports use.
func (s BaselineState) String() string { return BaselineStates[s] }

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

// Judgement returns what the baseline of f says about a spot; nil where it says nothing.
func (f *File) Judgement(at Spot) *Judgement {
	if f.Baseline == nil {
		return nil
	}
	j, ok := f.Baseline.Judgements[at]
	if !ok {
		return nil
	}
	return &j
}

// Accepted returns how many findings, pairs and findings about hulls of f a baseline
// accepts.
func (f *File) Accepted() (findings, pairs, hulls int) {
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

// Failing returns the number of findings, of pairs of objects and of findings about hulls
// that fail f, those that a baseline accepts left out.
func (f *File) Failing() int {
	findings, pairs, hulls := f.Accepted()
	return failingCount(f.Result) - findings - pairs - hulls
}
