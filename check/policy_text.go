package check

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// PolicyNames returns the names of all rules that a policy can have a verdict on, in the order of
// reports: "crossing", "parts/crossing", "clearance", "hull_flat", ….
func PolicyNames() []string {
	var names []string
	for _, r := range Rules() {
		if r.PolicyRule() == r {
			names = append(names, r.String())
		}
	}
	return names
}

// ParsePolicy parses items separated by commas, of which later ones override earlier ones:
//
//	crossing               it fails
//	overlap:area>1e-4      it fails if it is larger, and is a warning otherwise
//	degenerate:warning     its severity: error, warning, info or off
//	none                   nothing fails; errors become warnings
//
// The names are those of PolicyNames. A size is a number in the file's unit, or has a unit, as in
// depth>0.5mm, area>2mm2 and distance<0.1mm. The error names the item.
func ParsePolicy(text string) (Policy, error) {
	var p Policy
	for item := range strings.SplitSeq(text, ",") {
		item = strings.TrimSpace(item)
		q, err := parsePolicyItem(item)
		if err != nil {
			return nil, fmt.Errorf("%q: %w", item, err)
		}
		p = p.With(q)
	}
	return p, nil
}

func parsePolicyItem(item string) (Policy, error) {
	if item == "none" {
		return nothingFails(), nil
	}
	name, about, given := strings.Cut(item, ":")
	r, ok := ParseRule(name)
	if better := withMeasure(name); !ok && better != "" {
		return nil, fmt.Errorf("the limit has no measure: write %s", better)
	}
	if !ok {
		return nil, unknownRule(name)
	}
	if r.PolicyRule() != r {
		return nil, judgedByAnother(r)
	}
	var v Verdict
	if given {
		var err error
		if v, err = parseVerdict(about); err != nil {
			return nil, err
		}
	}
	if err := v.validate(r.Measures()); err != nil {
		return nil, err
	}
	return Policy{r: v}, nil
}

// unknownRule returns an error for a word that names no rule. For headings of reports, it names the
// rule to write instead.
func unknownRule(word string) error {
	switch word {
	case ZFighting.Label():
		return judgedByAnother(ZFighting)
	case "precision", "rounding":
		return fmt.Errorf("there are two such rules: write %s or %s", CrossingWithinPrecision, OverlapWithinPrecision)
	}
	for r := range Rule(numRules) {
		if word == r.Label() || word == r.Words().Noun {
			return fmt.Errorf("the name of that rule is %s", r)
		}
	}
	return errors.New("not the name of a rule such as crossing, parts/crossing or hull_gap")
}

func judgedByAnother(r Rule) error {
	return fmt.Errorf("it is judged by the rule %s: write %[1]s", r.PolicyRule())
}

// withMeasure returns the correct form of an item such as "crossing>0.5mm", "" for other items.
func withMeasure(item string) string {
	at := strings.IndexAny(item, "<>")
	if at < 0 {
		return ""
	}
	name, size := strings.TrimSpace(item[:at]), strings.TrimSpace(strings.TrimLeft(item[at:], "<>="))
	r, ok := ParseRule(name)
	if !ok {
		return ""
	}
	for _, of := range r.Measures() {
		if _, err := parseSize(size, of); err == nil {
			return name + ":" + of.String() + Limit{Of: of}.sign() + size
		}
	}
	return ""
}

var errVerdict = errors.New("write error, warning, info, off or a limit after the colon, such as depth>0.5mm, area>1e-4 or distance<0.1mm")

func parseVerdict(text string) (v Verdict, err error) {
	if s, ok := parseSeverity(text); ok {
		return Verdict{Severity: s}, nil
	}
	at := strings.IndexAny(text, "<>")
	if at < 0 {
		return v, errVerdict
	}
	of := slices.Index(measureNames[1:], text[:at]) + 1
	if of == 0 {
		return v, errVerdict
	}
	v.Limit.Of = Measure(of)
	if sign := v.Limit.sign(); sign != text[at:at+1] {
		side := map[string]string{">": "greater", "<": "less"}[sign]
		return v, fmt.Errorf("a %s fails where it is %s than its limit: write %s", v.Limit.Of, side, sign)
	}
	v.Limit.Size, err = parseSize(text[at+1:], v.Limit.Of)
	return v, err
}

// parseSize parses a number with an optional unit of length or area.
func parseSize(text string, of Measure) (Length, error) {
	switch of {
	case OfCount:
		n, err := strconv.ParseUint(text, 10, 53)
		if err != nil {
			return Length{}, errors.New("a count is a whole number of 0 or more")
		}
		return Length{Value: float64(n)}, nil
	case OfArea:
		return parseArea(text)
	}
	return ParseLength(text)
}

// parseArea parses a number with an optional squared unit.
func parseArea(text string) (Length, error) {
	digits, unit := text, ""
	for _, name := range lengthUnits {
		if number, ok := strings.CutSuffix(text, name+"2"); ok {
			digits, unit = strings.TrimRight(number, " "), name
			break
		}
	}
	l, err := ParseLength(digits)
	if err != nil || l.Unit != "" {
		return Length{}, errors.New("not an area such as 2mm2, 0.02cm2 or 1e-4, which is in the file's own unit")
	}
	return Length{Value: l.Value, Unit: unit}, nil
}

// Items returns the policy in the form that ParsePolicy accepts, an item for each verdict, in the
// order of PolicyNames.
func (p Policy) Items() []string {
	var items []string
	for _, r := range Rules() {
		if v, ok := p[r]; ok {
			items = append(items, r.String()+":"+v.String())
		}
	}
	return items
}

// String returns the text after the colon of an item: "error", "depth>0.5mm".
func (v Verdict) String() string {
	if v.Limit.Of == NoMeasure {
		return v.Severity.String()
	}
	return v.Limit.String()
}
