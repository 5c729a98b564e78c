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
	j.count(check.UVFlipped, s.Flipped, "triangle faces", "triangles face", " the other way than most of "+quantity.Agree(s.Flipped, "its", "their")+" island")
	j.padding()
	j.count(check.UVNonfinite, s.Nonfinite, "triangle has", "triangles have", " a texture coordinate that is NaN or infinite")
	j.singular()
	j.count(check.UVDegenerate, s.Degenerate, "triangle has", "triangles have", " no area in UV")
	j.count(check.UVMirrored, s.Mirrored, "island is", "islands are", " mirrored")
	j.count(check.UVOutOfRange, s.OutOfRange, "triangle has", "triangles have", " a corner outside of 0 to 1")
	j.count(check.UVCrossesTile, s.CrossingTile, "triangle reaches", "triangles reach", " into two tiles")
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

// count adds a finding with the severity of its rule in the sheet. Its reason is the count, the word
// for one or many, and the rest of the sentence.
func (j *judge) count(r check.Rule, n int, one, many, rest string) {
	j.enter(check.UVFinding{Rule: r, Severity: j.severity(r), Count: n, Reason: quantity.Count(n, one, many) + rest})
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
	s := j.sheet
	f := check.UVFinding{Rule: check.UVOverlap, Severity: j.severity(check.UVOverlap), Count: s.Wide.Overlap}
	pairs, rest := s.Wide.IslandPairs, "by no more than a rounding error"
	if !s.Unique && !j.criteria[check.UVOverlap].Given {
		f.Count, pairs, rest = s.Wide.OutsideStacks, j.outside, "only in stacks, or by no more than a rounding error"
	}
	f.Reason = fmt.Sprintf("%s area with other islands, in %s", share(f.Count), quantity.Count(int(pairs), "pair of islands", "pairs of islands"))
	if worst := s.Worst(); worst != nil {
		f.Value = worst.Area
		f.Reason += fmt.Sprintf("; the worst pair shares %s of a tile", quantity.Percent(worst.Area))
	}
	j.enter(f)
	j.inform(check.UVOverlap, s.Overlap-f.Count, " area with other islands "+rest)
}

func (j *judge) folds() {
	const area = " area with other triangles of the same island"
	wide := j.sheet.Wide.Fold
	j.count(check.UVFold, wide, "triangle shares", "triangles share", area)
	j.inform(check.UVFold, j.sheet.Fold-wide, area+" by no more than a rounding error")
}

// inform adds triangles that share area, but not so that they fail, for information.
func (j *judge) inform(r check.Rule, n int, rest string) {
	j.enter(check.UVFinding{Rule: r, Severity: max(j.severity(r), check.Info), Count: n, Reason: share(n) + rest})
}

// share begins a sentence about triangles that share area.
func share(n int) string { return quantity.Count(n, "triangle shares", "triangles share") }

func (j *judge) stacks() {
	islands := ""
	if n := int(j.sheet.IslandPairs.Stacks); n > 0 {
		islands = fmt.Sprintf("; %s on one another", quantity.Count(n, "pair of islands lies", "pairs of islands lie"))
	}
	j.count(check.UVStacked, j.sheet.Stacked, "triangle has", "triangles have", " the UV corners of another triangle"+islands)
}

// padding adds the distances below their limit. It judges each image size and reports the least
// distance.
func (j *judge) padding() {
	for i := range j.sheet.Padding {
		p := &j.sheet.Padding[i]
		at := fmt.Sprintf("at %d × %d texels", p.Width, p.Height)
		j.enter(check.UVFinding{
			Rule: check.UVPadding, Severity: j.severity(check.UVPadding), Count: int(p.Pairs), Value: p.Least, Limit: p.Limit,
			Reason: fmt.Sprintf("%s closer than %s %s; the closest %s",
				quantity.Count(int(p.Pairs), "pair of islands is", "pairs of islands are"), texels(p.Limit), at, closest(p)),
		})
		j.count(check.UVBorder, p.Border, "island is", "islands are", fmt.Sprintf(" closer than %s to the border of the tile %s", texels(p.Limit/2), at))
	}
}

// singular adds the transforms that remove the area of all triangles.
func (j *judge) singular() {
	s := j.sheet
	if t := s.Transform.Scale; !s.TransformsDiffer && (t[0] == 0 || t[1] == 0) {
		j.enter(check.UVFinding{
			Rule: check.UVSingularTransform, Severity: j.severity(check.UVSingularTransform), Count: len(s.Parts),
			Reason: fmt.Sprintf("the texture transform has a scale of %g × %g", t[0], t[1]),
		})
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
		return fmt.Sprintf("are %s apart, which bleeds even at full size", apart(p))
	default:
		return fmt.Sprintf("are %s apart, which bleeds from mip level %d on", apart(p), level+1)
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
