package text

import (
	"cmp"
	"slices"

	"github.com/meshcheck/meshcheck/loader/usd/layer"
)

// sortSamples sorts samples by time. Of samples at one time the last one counts.
func sortSamples(s *layer.Samples) *layer.Samples {
	if slices.IsSortedFunc(s.Times, func(a, b float64) int { return cmp.Compare(a, b) }) && !hasEqual(s.Times) {
		return s
	}
	order := make([]int, len(s.Times))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(s.Times[i], s.Times[j]) })
	out := &layer.Samples{}
	for k, i := range order {
		if k+1 < len(order) && s.Times[order[k+1]] == s.Times[i] {
			continue
		}
		out.Times, out.Values = append(out.Times, s.Times[i]), append(out.Values, s.Values[i])
	}
	return out
}

// hasEqual reports whether neighbours are equal.
func hasEqual(times []float64) bool {
	for i := 1; i < len(times); i++ {
		if times[i-1] == times[i] {
			return true
		}
	}
	return false
}
