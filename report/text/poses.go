package text

import (
	"bytes"
	"fmt"

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

// writePoses writes a line for each clip with one of the worst places, and below it one for each of
// these; then what belongs to no place, and the clips without any.
func writePoses(b *bytes.Buffer, f *report.File, l check.Lister, o Options) {
	s := l.(*check.PoseResult)
	shown := map[int]bool{} // issues
	for i := range s.List[:min(len(s.List), maxPoseLines)] {
		shown[i] = true
	}
	var clean []string
	clips, lines := 0, 0
	for i := range s.Clips {
		c := &s.Clips[i]
		if len(c.Places) == 0 {
			clean = append(clean, c.Label())
			continue
		}
		if n := writeClip(b, f, s, c, shown, o); n > 0 {
			lines += n
		} else {
			clips++
		}
	}
	rest := 0
	var others []check.Issue
	for i := range s.List {
		if s.List[i].Rule == check.PoseCrack {
			others = append(others, s.List[i])
		} else {
			rest++
		}
	}
	writeList(b, f, others, "    ", o)
	if more := rest - lines; more > 0 {
		fmt.Fprintf(b, "    and %s%s (--json lists them)\n", o.count(more, "more place"), wording.When(clips > 0, ", some in "+o.count(clips, "other clip")))
	}
	writeClean(b, clean, o)
}

// writeClip writes the places of a clip that are shown, if any, and returns their number.
func writeClip(b *bytes.Buffer, f *report.File, s *check.PoseResult, c *check.PoseClip, shown map[int]bool, o Options) (lines int) {
	for k := range c.Places {
		p := &c.Places[k]
		if p.Issue < 0 || !shown[p.Issue] {
			continue
		}
		if lines++; lines == 1 {
			fmt.Fprintf(b, "    %s\n", report.ClipLine(c, o.count))
		}
		is := &s.List[p.Issue]
		line := "      " + listLine(f, is, report.PoseLine(f, c, p, is), o)
		fmt.Fprintf(b, "%s%s\n", line, o.shortID(is.At, line, ""))
	}
	return lines
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
