package html

import (
	"fmt"
	"html/template"
	"slices"
	"strconv"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/report/layout"
)

// The size of a timeline in its own units. It is stretched to the width of the page.
const (
	timelineWidth  = 1000
	timelineHeight = 60
	// leastMark is the width of a place that is there at one sample, and leastHeight the height of the
	// shallowest one.
	leastMark   = 6
	leastHeight = 6
	// pointsPerCurve is how many points a curve of depth has at most.
	pointsPerCurve = 80
)

// curve is the depth of a place over the time of its clip, in units of the timeline.
type curve struct {
	points [][2]float64 // from left to right, y up
	worst  float64
}

// curveOf returns the curve of a place of a clip whose deepest place has the given depth.
func curveOf(c *check.PoseClip, p *check.PosePlace, deepest float64) curve {
	x := func(t float64) float64 {
		if c.To <= c.From {
			return timelineWidth / 2
		}
		return timelineWidth * min(max((t-c.From)/(c.To-c.From), 0), 1)
	}
	of := curve{worst: x(p.Worst)}
	step := max(1, (len(p.Times)+pointsPerCurve-1)/pointsPerCurve)
	for i := 0; i < len(p.Times) && i < len(p.Depths); i += step {
		end := min(i+step, len(p.Times), len(p.Depths))
		k := i
		for j := i; j < end; j++ { // no depth is lost that is greater than its neighbours
			if p.Depths[j] > p.Depths[k] {
				k = j
			}
		}
		y := float64(leastHeight)
		if deepest > 0 {
			y += (timelineHeight - leastHeight) * min(p.Depths[k]/deepest, 1)
		}
		of.points = append(of.points, [2]float64{x(p.Times[k]), y})
	}
	return of
}

// path returns the area below the curve as a path.
func (c *curve) path() string {
	if len(c.points) == 0 {
		return ""
	}
	first, last := c.points[0][0], c.points[len(c.points)-1][0]
	if wider := (leastMark - (last - first)) / 2; wider > 0 {
		first, last = first-wider, last+wider
	}
	b := append([]byte{'M'}, tenths(first)...)
	b = fmt.Appendf(b, " %dV", timelineHeight)
	b = append(b, tenths(timelineHeight-c.points[0][1])...)
	for _, p := range c.points {
		b = fmt.Appendf(b, "L%s %s", tenths(p[0]), tenths(timelineHeight-p[1]))
	}
	b = append(b, 'H')
	b = append(b, tenths(last)...)
	return string(fmt.Appendf(b, "V%dz", timelineHeight))
}

func tenths(x float64) string {
	text := strconv.FormatFloat(x, 'f', 1, 64)
	if n := len(text) - 2; text[n:] == ".0" {
		text = text[:n]
	}
	return text
}

// Timeline draws when the places of the clip are there and how deep, the worst on top. Each is a link to
// its card.
func (v *clipView) Timeline() template.HTML {
	if len(v.Worst) == 0 {
		return ""
	}
	label := "Depth over time in " + v.Name + ", " + v.From + " to " + v.To
	b := fmt.Appendf(nil, `<svg class="timeline" viewBox="0 0 %d %d" preserveAspectRatio="none" role="img" aria-label="%s">`, timelineWidth, timelineHeight, layout.Escape(label))
	var marks [][]byte
	v.all(func(p *posedView) {
		c := &v.curves[len(marks)]
		title := p.A
		if p.B != "" {
			title += " ↔ " + p.B
		}
		mark := fmt.Appendf(nil, `<a href="#%s" tabindex="-1" class="mark %s" data-issue="%d"><title>%s</title><path d="%s"/>`,
			layout.Escape(p.ID), p.Severity, p.Issue, layout.Escape(title+", "+p.Size+" "+p.When), c.path())
		mark = fmt.Appendf(mark, `<path class="worst" d="M%s %dV%s"/></a>`, tenths(c.worst), timelineHeight, tenths(timelineHeight-c.highest()))
		marks = append(marks, mark)
	})
	for _, mark := range slices.Backward(marks) {
		b = append(b, '\n')
		b = append(b, mark...)
	}
	return template.HTML(append(b, "\n</svg>"...))
}

// highest returns the greatest height of the curve.
func (c *curve) highest() (y float64) {
	for _, p := range c.points {
		y = max(y, p[1])
	}
	return y
}
