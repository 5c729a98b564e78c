package json

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/report/wording"
)

// Tally is an object with a number for each of some rules. That of a kind has those of all rules
// that are counted under it, which have numbers of their own where there are any. A member
// "failing" says how many of them fail, for the rules where a policy makes that another number
// than it is without one: all or none.
type Tally struct {
	of          *ruleSet
	all, failed [len(check.Totals{})]int // by rule
	more        int                      // the number of another name
}

type ruleSet struct {
	rules []check.Rule
	parts [][]check.Rule // by place in rules: those that are counted under the rule
	word  func(check.Rule) string
	more  string // the name of another number, or ""
}

var (
	triangleRules = startingWith(check.Self.Rules(), check.Crossing, check.Overlap, check.Duplicate, check.Touch, check.Degenerate, check.Nonfinite)

	selfRules = newRuleSet(triangleRules, check.Rule.String, "")
	meshRules = newRuleSet(triangleRules, check.Rule.String, "through_edge")
	pairRules = newRuleSet(check.Between.Rules(), check.Rule.Word, "allowed")
)

// startingWith returns rules in another order: those given first, then the others.
func startingWith(rules []check.Rule, first ...check.Rule) []check.Rule {
	return append(first, slices.DeleteFunc(rules, func(r check.Rule) bool { return slices.Contains(first, r) })...)
}

func newRuleSet(rules []check.Rule, word func(check.Rule) string, more string) *ruleSet {
	s := &ruleSet{rules: rules, word: word, more: more}
	for _, r := range rules {
		var parts []check.Rule
		for _, p := range rules {
			if p != r && p.Kind() == r {
				parts = append(parts, p)
			}
		}
		s.parts = append(s.parts, parts)
	}
	return s
}

// IsZero reports whether there are no numbers.
func (t *Tally) IsZero() bool { return t.of == nil }

// Counts returns numbers of findings by rule as the report has them.
func Counts(c check.Counts) Tally { return newCounts(selfRules, &c) }

// MeshCounts returns those of a mesh.
func MeshCounts(c check.Counts) Tally { return newCounts(meshRules, &c) }

func newCounts(of *ruleSet, c *check.Counts) Tally {
	t := Tally{of: of, more: c.ThroughEdge}
	copy(t.all[:], c.ByRule[:])
	copy(t.failed[:], c.Failed[:])
	return t
}

func (t *Tally) counts() check.Counts {
	c := check.Counts{ThroughEdge: t.more}
	copy(c.ByRule[:], t.all[:])
	copy(c.Failed[:], t.failed[:])
	return c
}

// PairCounts returns numbers of pairs by rule as the report has them.
func PairCounts(s *check.PairResult) Tally {
	t := Tally{of: pairRules, more: s.Allowed}
	for _, r := range pairRules.rules {
		t.all[r], t.failed[r] = s.Counts.Of(r), s.Counts[r][check.Error]
	}
	return t
}

// usual is how many of a rule fail without a policy.
func (t *Tally) usual(r check.Rule) int {
	return wording.Either(r.Severity() == check.Error, t.all[r], 0)
}

// MarshalJSONTo writes the object.
func (t *Tally) MarshalJSONTo(enc *jsontext.Encoder) error {
	return enc.WriteValue(t.append(enc.AvailableBuffer()))
}

func (t *Tally) append(b []byte) []byte {
	start := len(b)
	var failing []byte
	for i, r := range t.of.rules {
		all, failed, usual := t.all[r], t.failed[r], t.usual(r)
		for _, k := range t.of.parts[i] {
			all, failed, usual = all+t.all[k], failed+t.failed[k], usual+t.usual(k)
		}
		if all > 0 || r.Kind() == r {
			b = appendInt(b, t.of.word(r), all)
		}
		if failed != usual {
			failing = appendInt(failing, t.of.word(r), failed)
		}
	}
	if t.of.more != "" {
		b = appendInt(b, t.of.more, t.more)
	}
	if failing != nil {
		failing[0] = '{'
		b = append(append(append(b, `,"failing":`...), failing...), '}')
	}
	b[start] = '{' // for a comma
	return append(b, '}')
}

// appendInt appends a comma and a member.
func appendInt(b []byte, name string, n int) []byte {
	return strconv.AppendInt(append(append(append(b, `,"`...), name...), `":`...), int64(n), 10)
}

// undecidedBefore is what reports of an earlier version call pairs that are undecided.
const undecidedBefore = "not_checked"

// UnmarshalJSONFrom reads the object, of the rules that t is of.
func (t *Tally) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	var w struct {
		Failing map[string]int `json:"failing"`
		Numbers map[string]int `json:",inline"`
	}
	if err := json.UnmarshalDecode(dec, &w); err != nil {
		return err
	}
	*t = Tally{of: t.of, more: w.Numbers[t.of.more]}
	delete(w.Numbers, t.of.more)
	saidToFail := map[check.Rule]int{}
	for _, r := range t.of.rules {
		word := t.of.word(r)
		if _, old := w.Numbers[undecidedBefore]; old && r == check.PartsUndecided {
			word = undecidedBefore
		}
		t.all[r] = w.Numbers[word]
		if n, said := w.Failing[word]; said {
			saidToFail[r] = n
		}
		delete(w.Numbers, word)
	}
	for name := range w.Numbers {
		if refuse, _ := json.GetOption(dec.Options(), json.RejectUnknownMembers); refuse {
			return fmt.Errorf("%s is no rule of these", shortQuote(name))
		}
	}
	return t.split(saidToFail)
}

// split takes the numbers of the rules that are counted under a kind from those of the kind, and
// settles how many of each fail.
func (t *Tally) split(saidToFail map[check.Rule]int) error {
	failing := func(r check.Rule, usual int) int {
		if n, said := saidToFail[r]; said {
			return n
		}
		return usual
	}
	for i, r := range t.of.rules {
		if r.Kind() != r {
			continue
		}
		usual, ofParts := 0, 0
		for _, k := range t.of.parts[i] {
			t.failed[k] = failing(k, t.usual(k))
			t.all[r] -= t.all[k]
			usual, ofParts = usual+t.usual(k), ofParts+t.failed[k]
		}
		t.failed[r] = failing(r, usual+t.usual(r)) - ofParts
		if t.all[r] < 0 || t.failed[r] < 0 || t.failed[r] > t.all[r] {
			return fmt.Errorf("the numbers of %s do not add up", t.of.word(r))
		}
	}
	return nil
}

// onlyFound are rules of checks with numbers by severity that have one only where it is not 0: those
// that reports of earlier versions do not have.
var onlyFound = []check.Rule{check.MovingTrimesh, check.HullScale, check.HullTransform}

// Totals are numbers by rule and severity, of some rules whether there are any or not.
type Totals struct {
	of check.Set
	check.Totals
}

// HullCounts returns numbers of findings about hulls as the report has them.
func HullCounts(t check.Totals) Totals { return Totals{check.Hulls, t} }

// severities are numbers by severity.
type severities struct {
	Error   int `json:"error"`
	Warning int `json:"warning"`
	Info    int `json:"info"`
}

// MarshalJSONTo writes an object with one for each rule.
func (t *Totals) MarshalJSONTo(enc *jsontext.Encoder) error {
	enc.WriteToken(jsontext.BeginObject)
	for _, r := range check.Rules() {
		if t.of.Has(r.Check()) && !slices.Contains(onlyFound, r) || t.Of(r) > 0 {
			of := t.Totals[r]
			enc.WriteToken(jsontext.String(r.String()))
			if err := json.MarshalEncode(enc, &severities{of[check.Error], of[check.Warning], of[check.Info]}); err != nil {
				return err
			}
		}
	}
	return enc.WriteToken(jsontext.EndObject)
}

// UnmarshalJSONFrom reads the object.
func (t *Totals) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	w := map[string]severities{}
	if err := json.UnmarshalDecode(dec, &w); err != nil {
		return err
	}
	for name, n := range w {
		r, err := valueOf(name, check.Rule.String, check.Rules()...)
		if err != nil {
			return err
		}
		t.Totals[r] = [...]int{check.Error: n.Error, check.Warning: n.Warning, check.Info: n.Info, check.Off: 0}
	}
	return nil
}
