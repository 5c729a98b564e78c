package uv

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/internal/quantity"
)

// judge turns what was found in a sheet into findings with severities.
type judge struct {
	criteria *check.Criteria
	sheet    *check.UVSheet
	outside  int64 // pairs of islands that overlap in wide places and are not stacks
	findings []check.UVFinding
}

// findingsOf returns the findings of a sheet, the gravest first. outside is the number of its pairs
// of islands that overlap in wide places and are not stacks.
func findingsOf(s *check.UVSheet, outside int64, criteria *check.Criteria) []check.UVFinding {
	j := judge{criteria: criteria, sheet: s, outside: outside}
	j.overlaps()
	j.folds()
	j.stacks()
	j.add(check.UVFlipped, s.Flipped, "%s wound opposite to most of %s island", j.areIs(s.Flipped, "triangle"), itsTheir(s.Flipped))
	j.padding()
	j.add(check.UVNonfinite, s.Nonfinite, "%s a texture coordinate that is NaN or infinite", j.haveHas(s.Nonfinite, "triangle"))
	j.singular()
	j.add(check.UVDegenerate, s.Degenerate, "%s no area in UV", j.haveHas(s.Degenerate, "triangle"))
	j.add(check.UVMirrored, s.Mirrored, "%s mirrored", j.areIs(s.Mirrored, "island"))
	j.add(check.UVOutOfRange, s.OutOfRange, "%s a corner outside of 0 to 1", j.haveHas(s.OutOfRange, "triangle"))
	j.add(check.UVCrossesTile, s.CrossingTile, "%s into two tiles", quantity.Count(s.CrossingTile, "triangle reaches", "triangles reach"))
	slices.SortStableFunc(j.findings, func(a, b check.UVFinding) int {
		return cmp.Or(cmp.Compare(a.Severity, b.Severity), cmp.Compare(a.Rule, b.Rule))
	})
	return j.findings
}

// severity returns the severity of a rule in the sheet. Unless the policy has a verdict on the
// rule, what fails in sheets that must be unique is a warning in others, or information for stacks.
func (j *judge) severity(r check.Rule) check.Severity {
	c := &j.criteria[r]
	switch {
	case c.Given || j.sheet.Unique:
		return c.Severity
	case r == check.UVStacked:
		return max(c.Severity, check.Info)
	}
	return max(c.Severity, check.Warning)
}

// add adds a finding with the severity of its rule in the sheet.
func (j *judge) add(r check.Rule, n int, reason string, args ...any) {
	j.enter(check.UVFinding{Rule: r, Severity: j.severity(r), Count: n, Reason: fmt.Sprintf(reason, args...)})
}

// enter adds a finding, unless it counts nothing or is off.
func (j *judge) enter(f check.UVFinding) {
	if f.Count > 0 && f.Severity != check.Off {
		j.findings = append(j.findings, f)
	}
}

// overlaps adds overlaps in wide places, without stacks in sheets that need not be unique; and the
// rest, for information.
func (j *judge) overlaps() {
	s, f := j.sheet, check.UVFinding{Rule: check.UVOverlap, Severity: j.severity(check.UVOverlap)}
	counts, pairs, rest := s.Wide.Overlap, s.Wide.IslandPairs, "by no more than the precision of the file"
	if !s.Unique && !j.criteria[check.UVOverlap].Given {
		counts, pairs, rest = s.Wide.OutsideStacks, j.outside, "only in stacks, or by no more than the precision of the file"
	}
	f.Count = counts
	f.Reason = fmt.Sprintf("%s area with other islands, in %s", quantity.Count(counts, "triangle shares", "triangles share"),
		quantity.Count(int(pairs), "pair of islands", "pairs of islands"))
	if worst := s.Worst(); worst != nil {
		f.Value = worst.Area
		f.Reason += fmt.Sprintf("; the worst pair shares %s of a tile", quantity.Percent(worst.Area))
	}
	j.enter(f)
	shallow := s.Overlap - counts
	j.enter(check.UVFinding{
		Rule: check.UVOverlap, Severity: max(f.Severity, check.Info), Count: shallow,
		Reason: fmt.Sprintf("%s area with other islands %s", quantity.Count(shallow, "triangle shares", "triangles share"), rest),
	})
}

func (j *judge) folds() {
	s := j.sheet
	of := func(n int) string { return quantity.Count(n, "triangle shares", "triangles share") }
	j.add(check.UVFold, s.Wide.Fold, "%s area with other triangles of the same island", of(s.Wide.Fold))
	shallow := s.Fold - s.Wide.Fold
	j.enter(check.UVFinding{
		Rule: check.UVFold, Severity: max(j.severity(check.UVFold), check.Info), Count: shallow,
		Reason: of(shallow) + " area with other triangles of the same island by no more than the precision of the file",
	})
}

func (j *judge) stacks() {
	s := j.sheet
	islands := ""
	if n := int(s.IslandPairs.Stacks); n > 0 {
		islands = fmt.Sprintf("; %s on one another", quantity.Count(n, "pair of islands lies", "pairs of islands lie"))
	}
	j.add(check.UVStacked, s.Stacked, "%s the UV corners of another triangle%s", j.haveHas(s.Stacked, "triangle"), islands)
}

// padding adds the distances below their limit. It judges each image size and reports the least
// distance.
func (j *judge) padding() {
	for i := range j.sheet.Padding {
		p := &j.sheet.Padding[i]
		at := fmt.Sprintf("at %d × %d texels", p.Width, p.Height)
		j.enter(check.UVFinding{
			Rule: check.UVPadding, Severity: j.severity(check.UVPadding), Count: int(p.Pairs), Value: p.Least, Limit: p.Limit,
			Reason: fmt.Sprintf("%s closer than %s %s; the closest %s", j.areIs(int(p.Pairs), "pair of islands"), texels(p.Limit), at, closest(p)),
		})
		j.add(check.UVBorder, p.Border, "%s closer than %s to the border of the tile %s", j.areIs(p.Border, "island"), texels(p.Limit/2), at)
	}
}

// singular adds the transforms that remove the area of all triangles.
func (j *judge) singular() {
	s := j.sheet
	if t := s.Transform.Scale; !s.TransformsDiffer && (t[0] == 0 || t[1] == 0) {
		j.add(check.UVSingularTransform, len(s.Parts), "the texture transform has a scale of %g × %g", t[0], t[1])
	}
}

// safeMip returns the last mip level at which the nearest islands are still a texel apart, -1 if
// they are not at full size.
func safeMip(p *check.IslandPadding) int {
	level := -1
	for d := p.Least; d >= 1; d /= 2 {
		level++
	}
	return level
}

// closest describes the distance of the nearest islands.
func closest(p *check.IslandPadding) string {
	switch level := safeMip(p); {
	case p.Least == 0:
		return "touch"
	case level < 0:
		return fmt.Sprintf("are %s apart, less than one at full size", apart(p))
	default:
		return fmt.Sprintf("are %s apart, safe down to mip level %d", apart(p), level)
	}
}

// apart formats the least distance so that it does not look like 0, the limit, or a whole texel if
// it is less than one.
func apart(p *check.IslandPadding) string {
	switch text := texels(p.Least); {
	case p.Least < 0.001:
		return "less than 0.001 texels"
	case p.Least < p.Limit && text == texels(p.Limit), p.Least < 1 && text == texels(1):
		return "just under " + text
	default:
		return text
	}
}

// texels formats a distance.
func texels(d float64) string {
	number := strings.TrimSuffix(strings.TrimRight(fmt.Sprintf("%.3f", d), "0"), ".")
	if number == "1" {
		return "1 texel"
	}
	return number + " texels"
}

func (j *judge) areIs(n int, noun string) string {
	return quantity.Count(n, noun+" is", plural(noun)+" are")
}

func (j *judge) haveHas(n int, noun string) string {
	return quantity.Count(n, noun+" has", plural(noun)+" have")
}

func itsTheir(n int) string { return quantity.Agree(n, "its", "their") }

// plural returns the plural of a noun that may be followed by more words.
func plural(noun string) string {
	if head, rest, ok := strings.Cut(noun, " "); ok {
		return head + "s " + rest
	}
	return noun + "s"
}
