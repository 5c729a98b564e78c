package excerpt

import (
	"math"

	"github.com/meshcheck/meshcheck/check"
)

// portion is what one view may take of the bounds of a file.
type portion struct{ triangles, findings, bytes int }

// meshShares divides the bounds among the meshes: small ones get what they need, the
// others the same number, those with findings four times that of those without.
func meshShares(r *check.Result, o Options) []portion {
	triangles, findings := make([]demand, len(r.Meshes)), make([]demand, len(r.Meshes))
	for i := range r.Meshes {
		m := &r.Meshes[i]
		triangles[i] = demand{m.Triangles, 1}
		if len(m.Findings) > 0 {
			triangles[i].weight = cleanShare
		}
		findings[i] = demand{len(m.Findings), 1}
	}
	return shareOut(triangles, findings, o)
}

// shareOut divides the bounds among views that want so many triangles and findings.
func shareOut(triangles, findings []demand, o Options) []portion {
	shares, cost := make([]portion, len(triangles)), make([]float64, len(triangles))
	total := 0.0
	listed := divideUp(findings, o.Findings)
	for i, n := range divideUp(triangles, o.Triangles) {
		shares[i].triangles, shares[i].findings = n, listed[i]
		cost[i] = viewCost + 30*float64(n) + 60*float64(listed[i])
		total += cost[i]
	}
	for i := range shares {
		shares[i].bytes = int(float64(o.Bytes) * cost[i] / total)
	}
	return shares
}

// viewCost is what a view takes beyond its triangles and findings, in bytes.
const viewCost = 250

type demand struct{ want, weight int }

// divideUp divides total among demands: each gets what it wants, or else weight times a
// level that is as high as the total allows.
func divideUp(demands []demand, total int) []int {
	at := func(level float64) (out []int, sum int) {
		for _, n := range demands {
			x := int(min(float64(n.want), level*float64(n.weight)))
			out = append(out, x)
			sum += x
		}
		return out, sum
	}
	low, high := 0.0, float64(math.MaxInt32)
	if out, sum := at(high); sum <= total {
		return out
	}
	for range 64 {
		if _, sum := at((low + high) / 2); sum <= total {
			low = (low + high) / 2
		} else {
			high = (low + high) / 2
		}
	}
	out, _ := at(low)
	return out
}
