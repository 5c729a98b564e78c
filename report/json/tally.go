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

// tally is an object with a number for each of some rules. That of a kind has those of all rules
// that are counted under it, which have numbers of their own where there are any. A member
// "failing" says how many of them fail, for the rules where a policy makes that another number
// than it is without one: all or none.
type tally struct {
	of     *ruleSet
	all    []int // by rule, then the number of another name
	failed []int // by rule
}

type ruleSet struct {
	rules []check.Rule
	word  func(check.Rule) string
	more  string // the name of another number, or ""
	// old are the words of rules in reports of an earlier version, where they were others.
	old map[check.Rule]string
}

var (
	triangleRules = startingWith(check.Self.Rules(), check.Crossing, check.Overlap, check.Duplicate, check.Touch, check.Degenerate, check.Nonfinite)

	selfRules = ruleSet{triangleRules, check.Rule.String, "", nil}
	meshRules = ruleSet{triangleRules, check.Rule.String, "through_edge", nil}
	pairRules = ruleSet{check.Between.Rules(), check.Rule.Word, "allowed", map[check.Rule]string{check.PartsUndecided: "not_checked"}}
)

// startingWith returns rules in another order: those given first, then the others.
func startingWith(rules []check.Rule, first ...check.Rule) []check.Rule {
	return append(first, slices.DeleteFunc(slices.Clone(rules), func(r check.Rule) bool { return slices.Contains(first, r) })...)
}

func newTally(of *ruleSet, more int) tally {
	n := len(of.rules)
	numbers := make([]int, 2*n+1)
	numbers[n] = more
	return tally{of, numbers[:n+1], numbers[n+1:]}
}

// IsZero reports whether there are no numbers.
func (t *tally) IsZero() bool { return t.all == nil }

// Counts returns numbers of findings by rule as the report has them.
func Counts(c check.Counts) tally { return newCounts(&selfRules, &c) }

// MeshCounts returns those of a mesh.
func MeshCounts(c check.Counts) tally { return newCounts(&meshRules, &c) }

func newCounts(of *ruleSet, c *check.Counts) tally {
	t := newTally(of, c.ThroughEdge)
	for i, r := range of.rules {
		t.all[i], t.failed[i] = c.Of(r), c.Failed[r]
	}
	return t
}

func (t *tally) counts() (c check.Counts) {
	for i, r := range t.of.rules {
		c.ByRule[r], c.Failed[r] = t.all[i], t.failed[i]
	}
	c.ThroughEdge = t.all[len(t.of.rules)]
	return c
}

// PairCounts returns numbers of pairs by rule as the report has them.
func PairCounts(s *check.PairResult) tally {
	t := newTally(&pairRules, s.Allowed)
	for i, r := range pairRules.rules {
		t.all[i], t.failed[i] = s.Counts.Of(r), s.Counts[r][check.Error]
	}
	return t
}

// usual is how many of a rule fail without a policy.
func (t *tally) usual(i int) int {
	return wording.Either(t.of.rules[i].Severity() == check.Error, t.all[i], 0)
}

// MarshalJSONTo writes the object.
func (t *tally) MarshalJSONTo(enc *jsontext.Encoder) error {
	return enc.WriteValue(t.append(enc.AvailableBuffer()))
}

func (t *tally) append(b []byte) []byte {
	b = append(b, '{')
	var failing []byte
	for i, r := range t.of.rules {
		all, failed, usual := t.all[i], t.failed[i], t.usual(i)
		for _, k := range t.parts(i) {
			all, failed, usual = all+t.all[k], failed+t.failed[k], usual+t.usual(k)
		}
		if all > 0 || r.Kind() == r {
			b = appendMember(b, t.of.word(r), all)
		}
		if failed != usual {
			failing = appendMember(failing, t.of.word(r), failed)
		}
	}
	if t.of.more != "" {
		b = appendMember(b, t.of.more, t.all[len(t.of.rules)])
	}
	if failing != nil {
		failing[len(failing)-1] = '}'
		b = append(append(append(b, `"failing":{`...), failing...), ',')
	}
	b[len(b)-1] = '}' // for the comma
	return b
}

// parts returns the numbers of the rules that are counted under rule number i.
func (t *tally) parts(i int) (parts []int) {
	for k, r := range t.of.rules {
		if k != i && r.Kind() == t.of.rules[i] {
			parts = append(parts, k)
		}
	}
	return parts
}

// appendMember appends a member and a comma.
func appendMember(b []byte, name string, n int) []byte {
	return append(strconv.AppendInt(append(append(append(b, '"'), name...), `":`...), int64(n), 10), ',')
}

// UnmarshalJSONFrom reads the object, of the rules that t is of.
func (t *tally) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	*t = newTally(t.of, 0)
	var all, failing fields
	for i, r := range t.of.rules {
		t.failed[i] = -1
		old, renamed := t.of.old[r]
		required := r.Kind() == r && !renamed && r != check.EdgeCrossing // which older reports lack
		all = append(all, field{t.of.word(r), required, &t.all[i]})
		failing = append(failing, field{t.of.word(r), false, &t.failed[i]})
		if renamed {
			all, failing = append(all, field{old, false, &t.all[i]}), append(failing, field{old, false, &t.failed[i]})
		}
	}
	if t.of.more != "" {
		all = append(all, field{t.of.more, true, &t.all[len(t.of.rules)]})
	}
	m := &members{fields: append(all, field{"failing", false, &failing})}
	if err := m.all(dec); err != nil {
		return err
	}
	for r, old := range t.of.old {
		if word := t.of.word(r); m.has(word) == m.has(old) {
			return fmt.Errorf("the field %q is missing, or has an older name beside it", word)
		}
	}
	for i, r := range t.of.rules {
		if r.Kind() != r {
			if err := t.settle(i, t.usual(i)); err != nil {
				return err
			}
		}
	}
	for i, r := range t.of.rules {
		if r.Kind() != r {
			continue
		}
		all, failed, usual := 0, 0, 0
		for _, k := range t.parts(i) {
			all, failed, usual = all+t.all[k], failed+t.failed[k], usual+t.usual(k)
		}
		if all > t.all[i] {
			return fmt.Errorf("%d %s, and %d that are counted among them", t.all[i], t.of.word(r), all)
		}
		t.all[i] -= all
		if err := t.settle(i, usual+t.usual(i)); err != nil {
			return err
		}
		if t.failed[i] -= failed; t.failed[i] < 0 || t.failed[i] > t.all[i] {
			return fmt.Errorf("the numbers of failing %s do not add up", t.of.word(r))
		}
	}
	return nil
}

// settle gives rule number i the usual number of those that fail where none was read.
func (t *tally) settle(i, usual int) error {
	all := t.all[i]
	for _, k := range t.parts(i) {
		all += t.all[k]
	}
	switch {
	case t.failed[i] < 0:
		t.failed[i] = usual
	case t.failed[i] > all || t.failed[i] == usual:
		return fmt.Errorf("%d of %d %s fail, which is too many, or need not be said", t.failed[i], all, t.of.word(t.of.rules[i]))
	}
	return nil
}

// HullCounts are numbers of findings about hulls by rule and severity.
type HullCounts check.Totals

// MarshalJSONTo writes an object with one for each rule.
func (c *HullCounts) MarshalJSONTo(enc *jsontext.Encoder) error {
	return writeTotals(enc, (*check.Totals)(c), check.Hulls.Rules())
}

// UnmarshalJSONFrom reads the object.
func (c *HullCounts) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	return readTotals(dec, (*check.Totals)(c), check.Hulls.Rules())
}

// UVCounts are numbers of triangles, islands and parts in UV sets by rule and severity.
type UVCounts check.Totals

// MarshalJSONTo writes an object with one for each rule.
func (c *UVCounts) MarshalJSONTo(enc *jsontext.Encoder) error {
	return writeTotals(enc, (*check.Totals)(c), check.UV.Rules())
}

// UnmarshalJSONFrom reads the object.
func (c *UVCounts) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	return readTotals(dec, (*check.Totals)(c), check.UV.Rules())
}

// writeTotals writes an object with the numbers of each rule by severity.
func writeTotals(enc *jsontext.Encoder, c *check.Totals, rules []check.Rule) error {
	enc.WriteToken(jsontext.BeginObject)
	for _, r := range rules {
		enc.WriteToken(jsontext.String(r.String()))
		b := append(enc.AvailableBuffer(), '{')
		for _, s := range check.Severities() {
			b = appendMember(b, s.String(), c[r][s])
		}
		b[len(b)-1] = '}' // for the comma
		enc.WriteValue(b)
	}
	return enc.WriteToken(jsontext.EndObject)
}

// readTotals reads what writeTotals writes.
func readTotals(dec *jsontext.Decoder, c *check.Totals, rules []check.Rule) error {
	var all fields
	for _, r := range rules {
		var by fields
		for _, s := range check.Severities() {
			by = append(by, field{s.String(), true, &c[r][s]})
		}
		all = append(all, field{r.String(), true, &by})
	}
	return json.UnmarshalDecode(dec, &all)
}
