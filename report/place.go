package report

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/report/wording"
)

// Name names the place of an issue by what meets there: "seat ↔ leg_front_left", "seat" if it meets
// itself, the hulls of a finding or their mesh, or the sheet of a UV set; and the clip of a pose. It is
// the title of the rule for an issue about a whole file.
func (is *Issue) Name() string {
	a, b := is.sides()
	name := is.Rule.Words().Title
	switch {
	case a != "" && b != "":
		name = a + " ↔ " + b
	case a != "":
		name = a
	}
	if is.Pose != nil {
		name += " in clip " + wording.Printable(is.Pose.Label(), wording.NameLimit)
	}
	return name
}

// sides returns the names of the one or two things that meet in an issue, "" for what has none.
func (is *Issue) sides() (a, b string) {
	var names []string
	switch m := is.Mesh(); {
	case is.At.Index < 0:
	case m != nil:
		if names = is.PartNames(); len(names) == 0 {
			names = []string{wording.MeshName(m)}
		}
	case is.Whole:
		names = []string{wording.Group(&is.Issue)}
	default:
		for i := range is.Subjects {
			names = append(names, wording.ObjectName(is.File.Result, &is.Subjects[i]))
		}
		if p := is.Pair(); p != nil && p.Inner == 1 {
			names[0], names[1] = names[1], names[0]
		}
	}
	switch len(names) {
	case 0:
		return "", ""
	case 1:
		return names[0], ""
	case 2:
		return names[0], names[1]
	}
	return names[0], wording.Count(len(names)-1, "other part")
}

// Size says how bad an issue is, such as "4.2 mm deep" or "277 cm² shared". It is "" for rules
// without a measure.
func (is *Issue) Size() string {
	if r := is.Region(); r != nil {
		return wording.RegionSize(r, is.File.Unit)
	}
	if p := is.Pair(); p != nil && p.Nearest != nil {
		return Apart(is.File, p.Nearest)
	}
	if text := listSize(is.File, &is.Issue); text != "" && is.At.List == check.InSection {
		return text
	}
	if text := is.quantity(is.Rule, is.Value); text != "" && is.Rule.Size() == check.OfDepth && is.At.Check() == check.Between {
		return text + " deep"
	} else if text != "" {
		return text
	}
	return wording.When(is.Count > 1, wording.Count(is.Count, is.Rule.Words().Noun))
}

// quantity writes a value of a rule with its unit, "" for none.
func (is *Issue) quantity(rule check.Rule, x float64) string {
	if x == 0 || !wording.Finite(x) {
		return ""
	}
	switch rule.Size() {
	case check.OfArea:
		return wording.Area(x, is.File.Unit)
	case check.OfDepth, check.OfLength, check.OfDistance:
		return wording.Length(x, is.File.Unit)
	case check.OfCount:
		return wording.Grouped(int(x))
	}
	if is.At.Check() == check.UV {
		return fmt.Sprintf("%.3g", x)
	}
	return ""
}

// WhatToDo says in two sentences how to fix the issue, with its names and numbers.
func (is *Issue) WhatToDo() string {
	rule, value := is.fix()
	words := rule.Words()
	a, b := is.sides()
	if b == "" && is.Mesh() != nil {
		a, b = "one surface", "the other"
	}
	move := ""
	if _, h := is.HullFinding(); h != nil && h.Overlap != nil {
		move = wording.PlaceAt(h.Overlap.Translation, wording.Significant)
	}
	values := []string{"{a}", a, "{b}", b, "{size}", is.quantity(rule, value), "{limit}", is.quantity(is.Rule, is.Limit), "{move}", move}
	for i := 0; i < len(values); i += 2 {
		if values[i+1] == "" && strings.Contains(words.Do, values[i]) {
			return words.Fix
		}
	}
	return cmp.Or(strings.NewReplacer(values...).Replace(words.Do), words.Fix)
}

// fix returns the rule whose words say how to fix the issue, and its value. Where triangles lie on
// each other over an area that is wider than others of the region cross deep, it is to be fixed as
// such: to move the surfaces by that depth leaves them on each other.
func (is *Issue) fix() (check.Rule, float64) {
	if is.wide() {
		for _, r := range []check.Rule{check.Overlap, check.Duplicate, check.ZFighting} {
			if is.Counts.Of(r) > 0 {
				return r, is.Region().Area
			}
		}
	}
	return is.Rule, is.Value
}
