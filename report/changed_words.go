package report

import (
	"fmt"
	"strings"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/report/wording"
)

// Words returns "1 new, 2 fixed, 1 worse, 5 unchanged", without what there is none of. It is "" for
// no issues at all.
func (t ChangeTally) Words() string {
	var parts []string
	for _, of := range []struct {
		n    int
		word string
	}{{t.New, "new"}, {t.Worse, "worse"}, {t.Fixed, "fixed"}, {t.Better, "better"}, {t.Unchanged, "unchanged"}} {
		if of.n > 0 {
			parts = append(parts, wording.Grouped(of.n)+" "+of.word)
		}
	}
	return strings.Join(parts, ", ")
}

// Notes say what else there is to know about the changes of a file, each in one printable line.
func (c *Changes) Notes() (lines []string) {
	if c.Was != "" {
		lines = append(lines, "renamed, was "+wording.Printable(c.Was, wording.PathLimit))
	}
	if c.Before == BeforeNotChecked && len(c.Places) > 0 {
		lines = append(lines, "not checked in the old report, so all places are new")
	}
	for _, o := range c.Options {
		lines = append(lines, "other options: "+wording.Printable(o, wording.PathLimit))
	}
	if c.Unchecked > 0 {
		lines = append(lines, wording.Count(c.Unchecked, "old place")+" not looked for this time (other checks or clips)")
	}
	if c.Cut {
		lines = append(lines, "not all places are listed (--max-findings): new ones may be old, and fixed ones still there")
	}
	return lines
}

// Text names what has become of an issue, as in "worse", and marks what is not sure: "worse?".
func (c *Change) Text() string { return c.State.String() + wording.When(c.Unsure, "?") }

// Measured writes a measure of the issue by its name, a rule for its number of findings or "depth",
// "area", "length", "edge_length", "distance" or "value": "4.2 mm deep".
func (is *Issue) Measured(measure string, x float64) string {
	world := is.At.Check() != check.UV
	switch {
	case measure == "value" && is.At.Index >= 0:
		if text := is.quantity(is.Rule, x); text != "" {
			return text
		}
		return fmt.Sprintf("%.6g", x)
	case measure == "value":
		return wording.Count(int(x), is.Rule.Words().Noun)
	case !world:
		return fmt.Sprintf("%s %.3g", measure, x)
	case measure == "depth":
		return wording.Length(x, is.File.Unit) + wording.Either(is.wide(), " wide", " deep")
	case measure == "area":
		return wording.Area(x, is.File.Unit) + " shared"
	case measure == "length", measure == "edge_length":
		return wording.Length(x, is.File.Unit) + " long"
	case measure == "distance":
		return wording.Length(x, is.File.Unit) + " apart"
	}
	if rule, ok := check.ParseRule(measure); ok {
		return strings.Replace(wording.FindingCount(int(x), rule), "0 ", "no ", wording.Either(x == 0, 1, 0))
	}
	return fmt.Sprintf("%s %.6g", measure, x)
}

// wide reports whether the depth of a region is the width of the area that its triangles share.
func (is *Issue) wide() bool {
	if is.Region() == nil {
		return false
	}
	deep, wide := is.Region().Sizes()
	return wide > deep
}

// Notes say what the reports do not have in common, each in one printable line.
func (c *Comparison) Notes(r *Report) (lines []string) {
	if len(c.Options) > 0 {
		lines = append(lines, "the options differ, and changes may come from that:")
		for _, o := range c.Options {
			lines = append(lines, "  "+wording.Printable(o, wording.PathLimit))
		}
	}
	if c.Version != r.Version {
		lines = append(lines, fmt.Sprintf("the old report is by version %s, the new one by %s",
			wording.Printable(c.Version, wording.NameLimit), wording.Printable(r.Version, wording.NameLimit)))
	}
	return lines
}
