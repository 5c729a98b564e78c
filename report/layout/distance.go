package layout

import (
	"math"
	"strconv"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/checks/uv"
)

// distance is a place where two islands are too close.
type distance struct {
	at    [2]point
	label string
}

// The number of distances that a picture shows, and how many of them have a label.
const (
	mostDistances = 200
	mostLabels    = 12
)

// addDistances adds the nearest pairs of islands; vUp is mesh.Scene.VUp. Labels that would overlap others
// are left out.
func (l *Layout) addDistances(s *check.UVSheet, vUp bool) {
	var labelled []geom.Vec2
	known := map[[2]point]bool{}
	for i := range s.Padding {
		for k := range s.Padding[i].Listed {
			n := &s.Padding[i].Listed[k]
			if len(l.distances) >= mostDistances {
				return
			}
			if !within(n.At) {
				continue
			}
			p, q := uv.Downwards(n.At[0], vUp), uv.Downwards(n.At[1], vUp)
			d := distance{at: [2]point{pointOf(p), pointOf(q)}}
			if known[d.at] {
				continue // the islands are stacked
			}
			known[d.at] = true
			if len(labelled) < mostLabels && !l.nearAny(labelled, p) {
				labelled = append(labelled, p)
				d.label = Texels(n.Distance)
			}
			l.distances = append(l.distances, d)
		}
	}
}

// nearAny reports whether a point is so close to others that labels at both would overlap.
func (l *Layout) nearAny(others []geom.Vec2, p geom.Vec2) bool {
	const wide, high = 0.16, 0.04
	extent := max(l.high[0]-l.low[0], l.high[1]-l.low[1])
	for _, q := range others {
		if math.Abs(p[0]-q[0]) < wide*extent && math.Abs(p[1]-q[1]) < high*extent {
			return true
		}
	}
	return false
}

func within(at [2][2]float64) bool {
	for _, p := range at {
		if !(math.Abs(p[0]) <= reach && math.Abs(p[1]) <= reach) {
			return false
		}
	}
	return true
}

// Texels writes a distance in texels, such as "2.4 px".
func Texels(d float64) string {
	if d > 0 && d < 0.001 {
		return "under 0.001 px"
	}
	digits := 1
	if d > 0 && d < 0.1 {
		digits = 3
	}
	text := strconv.FormatFloat(d, 'f', digits, 64)
	if d == math.Trunc(d) {
		text = strconv.FormatFloat(d, 'f', 0, 64)
	}
	return text + " px"
}
