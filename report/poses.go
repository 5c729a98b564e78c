package report

import (
	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/report/wording"
)

// ClipLine names a clip and says what was looked at and found: "clip "Walk": 31 samples from 0 s to
// 1 s, 3 places, 12 new pairs". count writes a number of things.
func ClipLine(c *check.PoseClip, count func(n int, thing string) string) string {
	text := "clip " + wording.Printable(c.Label(), wording.NameLimit) + ": " + count(c.Samples, "sample")
	switch {
	case c.Samples == 1:
		text += " at " + check.Seconds(c.From)
	case c.Samples > 1:
		text += " from " + check.Seconds(c.From) + " to " + check.Seconds(c.To)
	}
	if len(c.Places) > 0 {
		text += ", " + count(len(c.Places), "place")
	}
	if c.NewPairs > 0 {
		text += ", " + count(c.NewPairs, "new pair")
	}
	return text
}

// PoseLine says what meets at a place of a clip, how deep, and when: "Hand ↔ Hip: 4.2 mm deep, from
// 0.25 s to 1.04 s, deepest at 0.92 s (sample 23 of 31), near (0.1, 0.2, 0.3)".
func PoseLine(f *File, c *check.PoseClip, p *check.PosePlace, is *check.Issue) string {
	in := *is
	in.Reason = p.When(c)
	return ListSummary(f, &in)
}
