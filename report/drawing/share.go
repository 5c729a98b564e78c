package drawing

import (
	"math"

	"github.com/meshcheck/meshcheck/check"
)

// portion is the part of a file's bounds that one view may take.
type portion struct{ triangles, findings, bytes int }

// demand is what a view wants, and its weight.
type demand struct{ triangles, findings, weight int }

// meshShares divides the bounds among the meshes. Small ones get what they need, the others equal
// numbers of triangles; meshes with findings get four times as many as those without.
func meshShares(r *check.Result, o Options) []portion {
	var demands []demand
	for i := range meshesOf(r) {
		m := &meshesOf(r)[i]
		d := demand{m.Triangles, len(m.Findings), 1}
		if d.findings > 0 {
			d.weight = cleanShare
		}
		demands = append(demands, d)
	}
	return shareOut(demands, o)
}

// shareOut divides the bounds among views.
func shareOut(demands []demand, o Options) []portion {
	shares, cost := make([]portion, len(demands)), make([]float64, len(demands))
	total := 0.0
	level := levelOf(demands, o.Triangles, func(d demand) (int, int) { return d.triangles, d.weight })
	listed := levelOf(demands, o.Findings, func(d demand) (int, int) { return d.findings, 1 })
	for i, d := range demands {
		shares[i].triangles = int(min(float64(d.triangles), level*float64(d.weight)))
		shares[i].findings = int(min(float64(d.findings), listed))
		cost[i] = viewCost + 30*float64(shares[i].triangles) + 60*float64(shares[i].findings)
		total += cost[i]
	}
	for i := range shares {
		shares[i].bytes = int(float64(o.Bytes) * cost[i] / total)
	}
	return shares
}

// viewCost is the size of a view without triangles and findings, in bytes.
const viewCost = 1400

// levelOf returns the greatest level at which the total is not exceeded if each demand takes what
// it wants, but at most its weight times the level.
func levelOf(demands []demand, total int, of func(d demand) (want, weight int)) float64 {
	low, high := 0.0, float64(math.MaxInt32)
	for range 64 {
		level, sum := (low+high)/2, 0.0
		for _, d := range demands {
			want, weight := of(d)
			sum += math.Floor(min(float64(want), level*float64(weight)))
		}
		if sum <= float64(total) {
			low = level
		} else {
			high = level
		}
	}
	return low
}
