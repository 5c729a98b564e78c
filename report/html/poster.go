package html

import (
	"encoding/base64"
	"html/template"
	"slices"

	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/drawing"
	"github.com/meshcheck/meshcheck/report/picture"
)

// postersPerPage limits the large pictures of a page, in bytes.
const postersPerPage = 2_000_000

// posterIn returns a large picture of the worst place that has a stage, which stands where the 3D view
// is going to be, in the scene if there is one; "" for none.
func (p *packing) posterIn(e *drawing.Excerpt) template.URL {
	for i := range p.order {
		stage, region := stageOf(p.order[i].At)
		x := p.placed[stage]
		if x == nil || stage == posesStage && posedAt(e.Motion, p.order[i].At) < 0 {
			continue
		}
		if stage == posesStage {
			x, region = e.Motion.Posed(posedAt(e.Motion, p.order[i].At)), 0
		}
		painter := picture.NewLargePainter(x, e.Scene)
		var jpeg []byte
		switch {
		case x.Pair >= 0:
			jpeg = painter.Pair()
		case x.Group >= 0:
			jpeg = painter.Hull(region)
		default:
			jpeg = painter.Region(region)
		}
		if jpeg == nil {
			continue
		}
		return template.URL("data:image/jpeg;base64," + base64.StdEncoding.EncodeToString(jpeg))
	}
	return ""
}

// acceptedLast returns issues, the worst first and those that are accepted last.
func acceptedLast(issues []report.Issue) []report.Issue {
	order := slices.Clone(issues)
	slices.SortStableFunc(order, func(a, b report.Issue) int { return report.AcceptedLast(a.Accepted(), b.Accepted()) })
	return order
}
