package html

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/wording"
)

const (
	// placesOpen is how many places of a clip are in sight; the others are folded.
	placesOpen = 6
	// informedPerClip is how many places of a clip that are only information a page has.
	informedPerClip = 20
)

type (
	// clipView is a clip with findings.
	clipView struct {
		ID, Name, Line string
		Clip           int
		NotEvaluated   []string
		Depth          string // the greatest, at the top of the timeline
		From, To       string
		Counts         []placeCount
		Worst, Others  []posedView
		More           int // places that are not on the page

		curves []curve
	}
	// placeCount is how many places of a clip are of a rule.
	placeCount struct{ Rule, Severity, N string }
)

// deepestDrawn returns the greatest depth of the places of a clip that are more than information, or else of
// all. Deeper curves are cut at the top of the timeline.
func deepestDrawn(c *check.PoseClip) (depth float64) {
	for i := range c.Places {
		if p := &c.Places[i]; p.Severity < check.Info || c.Places[0].Severity == check.Info {
			depth = max(depth, p.Depth)
		}
	}
	return depth
}

func newClipView(id string, f *report.File, c *check.PoseClip, free *budget) clipView {
	v := clipView{ID: id, Name: clipName(c), Clip: c.Clip, From: seconds(c.From), To: seconds(c.To)}
	v.Line = wording.GroupedCount(c.Samples, "sample") + wording.Either(c.From == c.To, " at "+v.To, " from "+v.From+" to "+v.To)
	if c.NewPairs > 0 {
		v.Line += ", " + wording.GroupedCount(c.NewPairs, "pair") + " of triangles"
	}
	if c.WithinPrecision > 0 {
		v.Line += "; " + wording.Grouped(c.WithinPrecision) + " more no deeper than rounding"
	}
	v.NotEvaluated, _ = wording.FirstNames(c.NotEvaluated, wording.PathLimit)
	v.addCounts(c)
	depth := deepestDrawn(c)
	if depth > 0 {
		v.Depth = wording.Length(depth, f.Unit)
	}
	informed := 0
	for i, p := range deepestFirst(c) {
		told := p.Severity == check.Info
		if told {
			informed++
		}
		if p.Issue < 0 || informed > informedPerClip || take(&free.regions, 1, 1) == 0 {
			v.More++
			continue
		}
		posed := newPosedView(fmt.Sprintf("%s-%d", id, i), f, c, p)
		v.curves = append(v.curves, curveOf(c, p, depth))
		if len(v.Worst) < placesOpen && !told {
			posed.addFindings(f, p, free)
			v.Worst = append(v.Worst, posed)
		} else {
			v.Others = append(v.Others, posed)
		}
	}
	return v
}

// addCounts says how many places of each rule there are.
func (v *clipView) addCounts(c *check.PoseClip) {
	var counts check.Totals
	for i := range c.Places {
		counts[c.Places[i].Rule][c.Places[i].Severity]++
	}
	for _, s := range check.Severities() {
		for _, r := range check.Poses.Rules() {
			if n := counts[r][s]; n > 0 {
				v.Counts = append(v.Counts, placeCount{r.String(), s.String(), wording.Grouped(n)})
			}
		}
	}
}

// deepestFirst returns the places of a clip by severity and depth.
func deepestFirst(c *check.PoseClip) (places []*check.PosePlace) {
	for i := range c.Places {
		places = append(places, &c.Places[i])
	}
	slices.SortStableFunc(places, func(p, q *check.PosePlace) int {
		return cmp.Or(cmp.Compare(p.Severity, q.Severity), cmp.Compare(q.Depth, p.Depth))
	})
	return places
}

// all visits the places of the clip.
func (v *clipView) all(visit func(*posedView)) {
	for _, list := range [][]posedView{v.Worst, v.Others} {
		for i := range list {
			visit(&list[i])
		}
	}
}
