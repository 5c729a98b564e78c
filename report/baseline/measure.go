package baseline

import (
	"cmp"
	"fmt"
	"math"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
)

// measure is one of the numbers of a line of a baseline.
type measure int

// The measures: a count of findings for each rule, then sizes.
const (
	depthMeasure = measure(check.Touch) + 1 + iota
	areaMeasure
	lengthMeasure
	// distanceMeasure is how near to each other objects are: less of it is worse.
	distanceMeasure
	// valueMeasure is the number of a rule for hulls, or how many things of a UV set break one.
	valueMeasure
	measureCount
)

var sizeNames = [...]string{"depth", "area", "length", "distance", "value"}

// String is the word before the number.
func (m measure) String() string {
	if m < depthMeasure {
		return check.Rule(m).String()
	}
	return sizeNames[m-depthMeasure]
}

// measures are the numbers of a line; a number that is not there is 0.
type measures [measureCount]float64

// setCounts sets the number of findings of each rule that fail.
func (m *measures) setCounts(c check.Counts) {
	for k, failed := range c.Failed {
		m[k] = float64(failed)
	}
}

// bound makes numbers of all measures: what is beyond them all, or was not to be measured,
// is accepted as such.
func (m *measures) bound() {
	for k, x := range m {
		if !(x <= math.MaxFloat64) {
			m[k] = math.MaxFloat64
		}
		m[k] = max(m[k], 0)
	}
}

// slackShare is how much larger a size may be before it counts as worse: the same model
// exported again gives other last digits.
const slackShare = 0.01

// roundings is how many roundings to float32 of the greatest coordinate a length may grow
// by: both surfaces have moved, at both ends.
const roundings = 4

// slack is how much a measure may be above its limit. Counts have none.
func (s *Failure) slack(m measure, limit float64) float64 {
	if m < depthMeasure || m == valueMeasure && s.whole {
		return 0
	}
	ulp := 0.0
	if !s.box.Empty() {
		for k := range s.box.Min {
			ulp = max(ulp, math.Abs(s.box.Min[k]), math.Abs(s.box.Max[k]))
		}
		ulp *= roundings * 0x1p-23
	}
	if m == areaMeasure {
		ulp *= s.box.Diagonal()
	}
	return slackShare*limit + ulp
}

// worseThan says in words what is worse than the entry has it, "" if nothing is.
func (s *Failure) worseThan(e *entry) string {
	if a, b := pairRank(s.rule), pairRank(e.rule); a < b {
		return s.rule + ", was " + e.rule
	}
	for m := range measureCount {
		now, was := s.measures[m], e.measures[m]
		bad := now > was+s.slack(m, was)
		if m == distanceMeasure {
			bad = now < was-s.slack(m, was)
		}
		if bad {
			return fmt.Sprintf("%s %s, was %s", m, significantDigits(now), significantDigits(was))
		}
	}
	return ""
}

// significantDigits writes a number for people.
func significantDigits(x float64) string { return fmt.Sprintf("%.6g", x) }

// compareMeasures orders entries by how much they accept, the least first.
func compareMeasures(a, b *measures) int {
	for _, m := range []measure{valueMeasure, depthMeasure, areaMeasure, lengthMeasure} {
		if c := cmp.Compare(a[m], b[m]); c != 0 {
			return c
		}
	}
	for m := range depthMeasure {
		if c := cmp.Compare(a[m], b[m]); c != 0 {
			return c
		}
	}
	return 0
}

// add puts what another region has on top; of depths the greater counts.
func (m *measures) add(o *measures) {
	for k := range m {
		if measure(k) == depthMeasure {
			m[k] = max(m[k], o[k])
		} else {
			m[k] += o[k]
		}
	}
}

// position is a place in the world, and the middle of the mesh it is in: a node that is moved
// takes the place along.
type position struct {
	box  geom.Box  // empty if there is none
	mesh *geom.Vec // nil outside of meshes
}

// distance is how far the corners of two places are apart in any direction: in the
// world, or in their meshes if that is less. Infinite if only one is known.
func (p *position) distance(q *position) float64 {
	if p.box.Empty() || q.box.Empty() {
		if p.box.Empty() && q.box.Empty() {
			return 0
		}
		return math.Inf(1)
	}
	least := math.Inf(1)
	shifts, n := p.shifts(q)
	for _, by := range shifts[:n] {
		d := 0.0
		for k := range by {
			d = max(d, math.Abs(p.box.Min[k]+by[k]-q.box.Min[k]), math.Abs(p.box.Max[k]+by[k]-q.box.Max[k]))
		}
		least = min(least, d)
	}
	return least
}

// shifts returns the moves that may take p to q, one or two: none, and that of the mesh.
func (p *position) shifts(q *position) (all [2]geom.Vec, n int) {
	if p.mesh == nil || q.mesh == nil {
		return all, 1
	}
	all[1] = q.mesh.Sub(*p.mesh)
	return all, 2
}

// near reports whether the corners of two places are within a length of each other in all
// directions, within whether p lies in q, up to that length, and meets whether the two
// have a point in common. Each asks it of both moves. They are asked of all regions of a
// mesh and all its lines, and so give up at the first direction.
func (p *position) near(q *position, reach float64) bool {
	return p.anyMove(q, func(by geom.Vec) bool {
		for k := range by {
			if math.Abs(p.box.Min[k]+by[k]-q.box.Min[k]) > reach || math.Abs(p.box.Max[k]+by[k]-q.box.Max[k]) > reach {
				return false
			}
		}
		return true
	})
}

func (p *position) within(q *position, reach float64) bool {
	return p.anyMove(q, func(by geom.Vec) bool {
		for k := range by {
			if p.box.Min[k]+by[k] < q.box.Min[k]-reach || p.box.Max[k]+by[k] > q.box.Max[k]+reach {
				return false
			}
		}
		return true
	})
}

func (p *position) meets(q *position, reach float64) bool {
	return p.anyMove(q, func(by geom.Vec) bool {
		for k := range by {
			if p.box.Min[k]+by[k] > q.box.Max[k]+reach || p.box.Max[k]+by[k] < q.box.Min[k]-reach {
				return false
			}
		}
		return true
	})
}

// anyMove reports whether something holds for a move that may take p to q. Without a place
// everything does, of two that both have none.
func (p *position) anyMove(q *position, holds func(by geom.Vec) bool) bool {
	if p.box.Empty() || q.box.Empty() {
		return p.box.Empty() && q.box.Empty()
	}
	if holds(geom.Vec{}) {
		return true
	}
	if p.mesh == nil || q.mesh == nil {
		return false
	}
	return holds(q.mesh.Sub(*p.mesh))
}
