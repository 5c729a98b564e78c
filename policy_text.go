package meshcheck

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// PolicyNames returns the names of all that a policy can have a verdict on, in the order of
// reports: "crossing", "parts/crossing", "clearance", "hull_flat", ….
func PolicyNames() []string {
	var names []string
	for _, k := range Kinds() {
		names = append(names, k.String())
	}
	for _, k := range PairKinds() {
		names = append(names, pairPolicyName(k))
	}
	for _, r := range HullRules() {
		names = append(names, r.String())
	}
	return names
}

func pairPolicyName(k PairKind) string {
	if k == PairClearance {
		return k.String()
	}
	return "parts/" + strings.ReplaceAll(k.String(), " ", "_")
}

// ParsePolicy reads items with commas between them, of which a later one counts for more:
//
//	crossing               it fails
//	overlap:area>1e-4      it fails where it is larger, and is a warning elsewhere
//	degenerate:warning     its severity: error, warning, info or off
//	none                   nothing fails; what did is a warning
//
// The names are those of PolicyNames. A size is a number in the file's unit, or has one, as
// in depth>0.5mm, area>2mm2 and distance<0.1mm. The error names the item.
func ParsePolicy(text string) (Policy, error) {
	var p Policy
	for item := range strings.SplitSeq(text, ",") {
		item = strings.TrimSpace(item)
		q, err := parsePolicyItem(item)
		if err != nil {
			return Policy{}, fmt.Errorf("%q: %w", item, err)
		}
		p = p.With(q)
	}
	return p, nil
}

func parsePolicyItem(item string) (p Policy, err error) {
	if item == "none" {
		return nothingFails(), nil
	}
	name, about, given := strings.Cut(item, ":")
	i := slices.Index(PolicyNames(), name)
	if i < 0 {
		return p, errors.New("not the name of anything that is found, such as crossing, parts/crossing or hull_gap")
	}
	var v Verdict
	if given {
		if v, err = parseVerdict(about); err != nil {
			return p, err
		}
	}
	switch n, m := len(kindNames), len(kindNames)+len(pairKindNames); {
	case i < n:
		p.Kinds = map[Kind]Verdict{Kind(i): v}
		err = v.validate(kindMeasures[i])
	case i < m:
		p.Pairs = map[PairKind]Verdict{PairKind(i - n): v}
		err = v.validate(pairMeasures[i-n])
	default:
		p.Hulls = map[HullRule]Verdict{HullRule(i - m): v}
		err = v.validate(hullMeasures[i-m])
	}
	return p, err
}

// nothingFails is the policy that makes warnings of errors.
func nothingFails() Policy {
	p := Policy{Kinds: map[Kind]Verdict{}, Pairs: map[PairKind]Verdict{}, Hulls: map[HullRule]Verdict{}}
	for _, k := range Kinds() {
		p.Kinds[k] = Verdict{Severity: max(k.Severity(), Warning)}
	}
	for _, k := range PairKinds() {
		p.Pairs[k] = Verdict{Severity: max(k.Severity(), Warning)}
	}
	for _, r := range HullRules() {
		p.Hulls[r] = Verdict{Severity: Warning}
	}
	return p
}

var errVerdict = errors.New("after the colon stands error, warning, info, off, or a limit such as depth>0.5mm, area>1e-4 or distance<0.1mm")

func parseVerdict(text string) (v Verdict, err error) {
	for _, s := range []Severity{Error, Warning, Info, Off} {
		if text == s.String() {
			return Verdict{Severity: s}, nil
		}
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
	if (text[at] == '<') != (v.Limit.Of == OfDistance) {
		return v, fmt.Errorf("a %s fails where it is %s than its limit: write %s", v.Limit.Of,
			[...]string{"greater", "less"}[boolIndex(v.Limit.Of == OfDistance)], v.Limit.sign())
	}
	v.Limit.Size, err = parseSize(text[at+1:], v.Limit.Of)
	return v, err
}

func boolIndex(b bool) int {
	if b {
		return 1
	}
	return 0
}

// parseSize reads a number, with the unit of a length or of an area if it has one.
func parseSize(text string, of Measure) (Length, error) {
	switch of {
	case OfCount:
		n, err := strconv.ParseUint(text, 10, 53)
		if err != nil {
			return Length{}, errors.New("a count is a whole number of 0 or more")
		}
		return Length{Value: float64(n)}, nil
	case OfArea:
		for _, u := range units {
			if digits, ok := strings.CutSuffix(text, u.name+"2"); ok {
				text = strings.TrimRight(digits, " ") + u.name
				break
			}
		}
		l, err := ParseLength(text)
		if err != nil {
			err = errors.New("not an area such as 2mm2 or 1e-4, which is in the file's own unit")
		}
		return l, err
	}
	return ParseLength(text)
}

// Items returns the policy as ParsePolicy reads it, an item for each verdict, in the order
// of PolicyNames.
func (p *Policy) Items() []string {
	var items []string
	for _, k := range Kinds() {
		items = appendItem(items, k.String(), p.Kinds, k)
	}
	for _, k := range PairKinds() {
		items = appendItem(items, pairPolicyName(k), p.Pairs, k)
	}
	for _, r := range HullRules() {
		items = appendItem(items, r.String(), p.Hulls, r)
	}
	return items
}

func appendItem[K comparable](items []string, name string, verdicts map[K]Verdict, k K) []string {
	v, ok := verdicts[k]
	if !ok {
		return items
	}
	return append(items, name+":"+v.String())
}

// String returns what stands behind the colon of an item: "error", "depth>0.5mm".
func (v Verdict) String() string {
	if v.Limit.Of == NoMeasure {
		return v.Severity.String()
	}
	return v.Limit.String()
}

// String returns "depth>0.5mm", "" for no limit.
func (l Limit) String() string {
	if l.Of == NoMeasure {
		return ""
	}
	text := l.Of.String() + l.sign() + l.Size.String()
	if l.Of == OfArea && l.Size.Unit != "" {
		text += "2"
	}
	return text
}

func (l Limit) sign() string {
	if l.Of == OfDistance {
		return "<"
	}
	return ">"
}

// In returns the size of the limit in the unit of a file, as Length.In does.
func (l Limit) In(unit string) (float64, error) {
	size, err := l.Size.In(unit)
	if err != nil || l.Of != OfArea || l.Size.Unit == "" || l.Size.Unit == unit {
		return size, err
	}
	one, err := Length{Value: 1, Unit: l.Size.Unit}.In(unit)
	return math.Min(cmp.Or(size*one, l.Size.Value*one*one), math.MaxFloat64), err
}
