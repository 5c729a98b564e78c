package run

import (
	"github.com/meshcheck/meshcheck/mesh"
	"github.com/meshcheck/meshcheck/report"
)

// mostOmitted is how many kinds of objects that were left out a report lists.
const mostOmitted = 20

// omittedOf sums up the objects that were left out of a scene by kind and reason, in order of first
// appearance. Those of more kinds than a report lists are the last entry.
func omittedOf(s *mesh.Scene) (all []report.Omitted) {
	type key struct{ kind, reason string }
	at := map[key]int{}
	for i := range s.Omitted {
		o := &s.Omitted[i]
		k := key{o.Kind, o.Reason}
		n, known := at[k]
		switch {
		case known:
		case len(at) < mostOmitted:
			n = len(all)
			at[k] = n
			all = append(all, report.Omitted{Kind: mesh.ShortName(o.Kind), Reason: o.Reason, First: mesh.ShortName(o.Path)})
		case len(all) == mostOmitted:
			all = append(all, report.Omitted{First: mesh.ShortName(o.Path)})
			fallthrough
		default:
			n = mostOmitted
		}
		all[n].Count++
	}
	return all
}
