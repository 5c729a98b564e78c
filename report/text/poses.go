package text

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/wording"
)

func init() { details[check.Poses] = detail{poseScope, writePoses} }

// maxPoseLines is how many places in animations the text has for a file.
const maxPoseLines = 20

// poseScope returns the numbers of clips and samples.
func poseScope(l check.Lister, o Options) string {
	clips := l.(*check.PoseResult).Clips
	samples := 0
	for i := range clips {
		samples += clips[i].Samples
	}
	if samples == 0 {
		return ""
	}
	return o.count(len(clips), "clip") + ", " + o.count(samples, "sample")
}

// writePoses writes a line for each clip with places, the worst clip first, and below it one for each of its
// worst places; then what belongs to no place, and the clips without any.
func writePoses(b *bytes.Buffer, f *report.File, l check.Lister, o Options) {
	s := l.(*check.PoseResult)
	var clean []string
	var clips []posedClip
	places := 0
	for i := range s.Clips {
		c := &s.Clips[i]
		if places += len(c.Places); len(c.Places) == 0 {
			clean = append(clean, wording.When(c.Name == "", "clip ")+c.Label())
		} else if worst := worstPlaces(c); len(worst) > 0 {
			clips = append(clips, posedClip{c, worst})
		}
	}
	slices.SortStableFunc(clips, func(c, d posedClip) int { return comparePlaces(c.places[0], d.places[0]) })
	shown := clips[:min(len(clips), maxPoseLines)]
	lines := 0
	for _, c := range shown {
		lines += writeClip(b, f, s, c, maxPoseLines/len(shown), o)
	}
	var others []check.Issue
	for i := range s.List {
		if s.List[i].Rule == check.PoseCrack {
			others = append(others, s.List[i])
		}
	}
	writeList(b, f, others, "    ", o)
	if more, hidden := places-lines, len(clips)-len(shown); more > 0 {
		fmt.Fprintf(b, "    and %s%s (--json lists them)\n", o.count(more, "more place"), wording.When(hidden > 0, ", some in "+o.count(hidden, "other clip")))
	}
	writeClean(b, clean, o)
}

// posedClip is a clip and its places, the worst first.
type posedClip struct {
	*check.PoseClip
	places []*check.PosePlace
}

// writeClip writes the worst places of a clip, at most so many, and returns their number.
func writeClip(b *bytes.Buffer, f *report.File, s *check.PoseResult, c posedClip, most int, o Options) int {
	fmt.Fprintf(b, "    %s\n", report.ClipLine(c.PoseClip, o.count))
	places := c.places[:min(len(c.places), most)]
	for _, p := range places {
		is := &s.List[p.Issue]
		line := "      " + listLine(f, is, report.PoseLine(f, c.PoseClip, p, is), o)
		fmt.Fprintf(b, "%s%s\n", line, o.shortID(is.At, line, ""))
	}
	return len(places)
}

// worstPlaces returns the places of a clip that have an issue, the worst first.
func worstPlaces(c *check.PoseClip) (places []*check.PosePlace) {
	for i := range c.Places {
		if c.Places[i].Issue >= 0 {
			places = append(places, &c.Places[i])
		}
	}
	slices.SortStableFunc(places, comparePlaces)
	return places
}

// comparePlaces puts the worse place first.
func comparePlaces(p, q *check.PosePlace) int {
	return cmp.Or(cmp.Compare(p.Severity, q.Severity), cmp.Compare(q.Depth, p.Depth))
}

// writeClean names the clips without places.
func writeClean(b *bytes.Buffer, clean []string, o Options) {
	names, more := wording.FirstNames(clean, wording.NameLimit)
	if len(names) == 0 {
		return
	}
	fmt.Fprintf(b, "    %s without places: %c%s", o.count(len(clean), "clip"), hang, names[0])
	for _, name := range names[1:] {
		fmt.Fprintf(b, ", %s", name)
	}
	fmt.Fprintf(b, "%s\n", wording.When(more > 0, fmt.Sprintf(" and %s more", o.number(more))))
}
