package json

import "github.com/meshcheck/meshcheck/report"

// withoutDetails returns s as the JSON report has it.
func withoutDetails(s report.Summary) report.Summary {
	s.Counts.ThroughEdge = 0
	return s
}

// readable reports whether what JSON writes of s can be read again.
func readable(s report.Summary) bool {
	for _, n := range s.Counts.ByRule {
		if n > maxNatural {
			return false
		}
	}
	return true
}
