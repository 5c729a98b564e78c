package baseline

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"

	"github.com/meshcheck/meshcheck/check"
)

// measure is an index into the numbers of a line of a baseline.
type measure int

// The measures are a count of findings for each rule, then sizes.
const (
	depthMeasure = measure(check.Touch) + 1 + iota
	areaMeasure
	lengthMeasure
	edgeLengthMeasure
	// distanceMeasure is the distance between objects; less is worse.
	distanceMeasure
	// valueMeasure is the value of a rule for hulls, or the number of failures in a UV set.
	valueMeasure
	measureCount
)

var sizeNames = [...]string{"depth", "area", "length", "edge_length", "distance", "value"}

// String returns the word before the number.
func (m measure) String() string {
	if m < depthMeasure {
		return check.Rule(m).String()
	}
	return sizeNames[m-depthMeasure]
}

// measures are the numbers of a line, 0 where it has none.
type measures [measureCount]float64

// setCounts sets the number of failing findings of each rule.
func (m *measures) setCounts(c check.Counts) {
	for k, failed := range c.Failed {
		m[k] = float64(failed)
	}
}

// bound makes all measures numbers that a line can hold. Infinite or unknown sizes are accepted as
// such.
func (m *measures) bound() {
	for k, x := range m {
		if !(x <= math.MaxFloat64) {
			x = math.MaxFloat64
		}
		m[k], _ = strconv.ParseFloat(measureText(max(x, 0)), 64)
	}
}

// slackShare is how much a size may grow before it counts as worse: exporting the same model again
// changes the last digits.
const slackShare = 0.01

// roundings is how many roundings of the greatest coordinate to float32 a length may grow by: both
// surfaces have moved, at both ends.
const roundings = 4

// rounding returns how far a corner may move when the same model is exported again.
func (s *failure) rounding() float64 {
	if s.box.Empty() {
		return 0
	}
	return roundings * 0x1p-23 * s.box.MaxAbs()
}

// slack returns how far a measure may exceed its limit. Counts have no slack.
func (s *failure) slack(m measure, limit float64) float64 {
	if m < depthMeasure || m == valueMeasure && s.whole {
		return 0
	}
	length := s.rounding()
	if m == areaMeasure {
		length *= s.box.Diagonal()
	}
	return slackShare*limit + length
}

// worse returns the first measure that exceeds what is accepted; not ok if none does.
func (s *failure) worse(accepted *measures) (m measure, ok bool) {
	for m := range measureCount {
		now, was := s.measures[m], accepted[m]
		if m == distanceMeasure {
			now, was = -now, -was
		}
		if now > was && now > was+s.slack(m, accepted[m]) {
			return m, true
		}
	}
	return 0, false
}

// follows reports whether the entry's rule may become that of the failure without counting as
// worse.
func (s *failure) follows(e *entry) bool {
	return s.rule == e.rule || rank(s.rule) >= rank(e.rule)
}

// rank orders rules, the gravest of a check first.
func rank(rule string) check.Rule {
	r, _ := check.ParseRule(rule)
	return r
}

// refuses reports whether the failure is worse than the entry in any way.
func (s *failure) refuses(e *entry) bool {
	_, worse := s.worse(&e.measures)
	return worse || !s.follows(e)
}

// worseThan says how the failure is worse than the entry, or returns "" if it is not.
func (s *failure) worseThan(e *entry) string {
	switch c := s.difference(e); {
	case c == nil:
		return ""
	case c.Measure == RuleMeasure:
		return s.rule + ", was " + e.rule
	default:
		return fmt.Sprintf("%s %.6g, was %.6g", c.Measure, c.Now, c.Was)
	}
}

// compareMeasures orders measures, the least first.
func compareMeasures(a, b *measures) int {
	for _, m := range []measure{valueMeasure, depthMeasure, areaMeasure, lengthMeasure, edgeLengthMeasure} {
		if c := cmp.Compare(a[m], b[m]); c != 0 {
			return c
		}
	}
	return cmp.Or(
		cmp.Compare(b[distanceMeasure], a[distanceMeasure]),
		slices.Compare(a[:depthMeasure], b[:depthMeasure]),
	)
}

// add adds the measures of another region; of depths it keeps the greater.
func (m *measures) add(o *measures) {
	for k := range m {
		if measure(k) == depthMeasure {
			m[k] = max(m[k], o[k])
		} else {
			m[k] += o[k]
		}
	}
}
