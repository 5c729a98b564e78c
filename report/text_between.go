package report

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/meshcheck/meshcheck"
	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/check/parts"
	"github.com/meshcheck/meshcheck/check/self"
)

// textPairLines is how many pairs of objects of a file the text shows.
const textPairLines = 10

// textBetween writes what was found between objects: a line with the numbers, then a
// line for each of the worst pairs.
func textBetween(b *bytes.Buffer, f *File, o TextOptions) {
	s := f.Result.Between
	if s == nil {
		return
	}
	fmt.Fprintf(b, "  %s%s: %s\n", count(s.Objects, "object"), limitText(f), pairTally(s))
	for _, p := range s.NotChecked[:min(len(s.NotChecked), textPairLines)] {
		fmt.Fprintf(b, "    not checked  %s: %s\n", objectName(f.Result, &p.Object), Printable(p.Reason, nameLimit))
	}
	if more := len(s.NotChecked) - textPairLines; more > 0 {
		fmt.Fprintf(b, "    and %s not checked (--json lists them)\n", count(more, "more object"))
	}
	if left := withoutPairs(&s.LeftOut); left != "" {
		fmt.Fprintf(b, "    left out  %s\n", left)
	}
	pairs := f.Result.Pairs
	shown := pairs[:min(len(pairs), textPairLines)]
	width := 0
	for i := range shown {
		width = max(width, len(pairVerdict(&shown[i])))
	}
	for i := range shown {
		p := &shown[i]
		fmt.Fprintf(b, "    %-*s  %s\n", width, pairVerdict(p), pairLine(f, p))
	}
	if more := len(pairs) - len(shown); more > 0 {
		fmt.Fprintf(b, "    and %s (--json lists them)\n", count(more, "more pair"))
	}
	if s.Truncated {
		fmt.Fprintf(b, "    the list of pairs is cut (--max-findings lists more)\n")
	}
	if n := s.Counts.Of(check.PartsTouch); n > 0 && !o.Check.ListTouches {
		fmt.Fprintf(b, "    touch  %d   counted; listed only where rounding is to blame (--touch lists all)\n", n)
	}
}

// pairTally returns "2 crossing, 1 contained, 3 allowed", or that there is nothing.
func pairTally(s *parts.Summary) string {
	var parts []string
	for _, k := range check.Between.Rules() {
		if n := s.Counts.Of(k); n > 0 {
			parts = append(parts, fmt.Sprint(n, " ", k.PairWord()))
		}
	}
	if s.Allowed > 0 {
		parts = append(parts, fmt.Sprint(s.Allowed, " allowed"))
	}
	if len(parts) == 0 {
		return either(s.Clearance > 0, "none too near", "no two meet")
	}
	return strings.Join(parts, ", ")
}

// pairVerdict is the verdict on a pair as a line begins with it.
func pairVerdict(p *parts.Pair) string {
	if allowed(p) {
		return "allowed " + p.Rule.PairWord()
	}
	return p.Rule.PairWord() + remark(p.Severity, p.Rule.Severity())
}

// pairLine says which two objects a pair is of, how deep they are in each other, and
// where.
func pairLine(f *File, p *parts.Pair) string {
	a, b := objectName(f.Result, &p.A), objectName(f.Result, &p.B)
	if p.Inner == 1 {
		a, b = b, a
	}
	near := pairPlace(p)
	if near != "" {
		near = " near " + near
	}
	switch p.Rule {
	case check.Contained:
		return a + " inside " + b + near
	case check.PartsNotChecked:
		return fmt.Sprintf("whether %s is inside %s: %s", a, b, Printable(p.Reason, 2*nameLimit))
	}
	text := a + " ↔ " + b
	if p.Nearest != nil {
		return text + ", " + apart(f, p.Nearest) + near
	}
	if p.DepthOf != parts.NoDepth {
		text += ", " + length(p.Depth, f.Unit) + " deep"
	}
	if p.RegionCount > 1 {
		text += ", " + count(p.RegionCount, "region")
	}
	if p.WithinRounding {
		text += ", within the rounding of " + length(p.Rounding, f.Unit)
	}
	return text + near
}

// objectName names an object by its node, else by its mesh, and the piece of it.
func objectName(r *meshcheck.Result, o *check.Object) string {
	name := Printable(o.Path, pathLimit)
	var m *self.Result
	if o.Mesh >= 0 && o.Mesh < len(r.Meshes) {
		m = &r.Meshes[o.Mesh]
	}
	if name == "" {
		name = either(o.Mesh < 0, "shape", "mesh")
		if m != nil {
			name = meshName(m)
		}
	}
	switch {
	case o.Part >= 0 && m != nil && o.Part < len(m.Parts):
		if part := partName(m, o.Part); part != "" {
			name += " " + part
		}
	case o.Shell >= 0:
		name += fmt.Sprint(" shell ", o.Shell)
	}
	return name
}
