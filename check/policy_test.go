package check_test

import (
	"errors"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/meshcheck/meshcheck/check"
)

func TestParsePolicy(t *testing.T) {
	for _, row := range []struct{ text, items string }{
		{"crossing", "crossing:error"},
		{"touch:off, crossing:warning", "crossing:warning touch:off"},
		{"overlap:area>1e-4", "overlap:area>0.0001"},
		{"overlap:area>2mm2,duplicate:area>2 cm2", "overlap:area>2mm2 duplicate:area>2cm2"},
		{"crossing:length>1cm", "crossing:length>1cm"},
		{"crossing:depth>0.5mm,crossing:depth>1", "crossing:depth>1"},
		{"crossing:depth>0", "crossing:depth>0"},
		{"parts/crossing:depth>1in,clearance:distance<0.1mm,parts/undecided", "parts/crossing:depth>1in clearance:distance<0.1mm parts/undecided:error"},
		{"parts/not_checked:info", "parts/undecided:info"}, // its name in earlier versions
		{"empty,nothing_to_compare:off,skipped", "empty:error nothing_to_compare:off skipped:error"},
		{"hull_gap:depth>2cm,hull_not_closed:count>3,hull_orphan:info", "hull_orphan:info hull_not_closed:count>3 hull_gap:depth>2cm"},
	} {
		p, err := check.ParsePolicy(row.text)
		if err != nil {
			t.Errorf("%s: %v", row.text, err)
			continue
		}
		if got := strings.Join(p.Items(), " "); got != row.items {
			t.Errorf("%s: %s, want %s", row.text, got, row.items)
		}
		again, err := check.ParsePolicy(strings.Join(p.Items(), ","))
		if err != nil || !reflect.DeepEqual(again, p) {
			t.Errorf("%s: read again %+v, %v, want %+v", row.text, again, err, p)
		}
		if err := p.Validate(); err != nil {
			t.Errorf("%s: %v", row.text, err)
		}
	}
	for _, row := range []struct{ text, want string }{
		{"", "not the name of a rule"},
		{"crossing,", "not the name of a rule"},
		{"Crossing", "not the name of a rule"},
		{"parts/clearance", "not the name of a rule"},
		{"crossing>0.5mm", "write crossing:depth>0.5mm"},
		{"overlap>=2mm2", "write overlap:area>2mm2"},
		{"clearance>1", "write clearance:distance<1"},
		{"touch>1", "not the name of a rule"},
		{"quux>1", "not the name of a rule"},
		{"crossing>much", "not the name of a rule"},
		{"crossing:", "after the colon"},
		{"crossing:bad", "after the colon"},
		{"crossing:size>1", "after the colon"},
		{"crossing:area>1", "limit must be of depth or length"},
		{"touch:depth>1", "no size that can be limited"},
		{"overlap:depth>1", "limit must be of area"},
		{"crossing:depth<1", "write >"},
		{"clearance:distance>1", "write <"},
		{"crossing:depth>-1", "not a length"},
		{"crossing:depth>NaN", "not a length"},
		{"crossing:depth>1furlong", "not a length"},
		{"overlap:area>1mm3", "not an area"},
		{"overlap:area>2cm", "not an area such as 2mm2, 0.02cm2"},
		{"overlap:area>2um", "not an area"},
		{"overlap:area>2um2", "not an area"},
		{"overlap:area>2mmmm2", "not an area"},
		{"crossing:depth>1mm2", "not a length"},
		{"z_fighting", "judged by the rule overlap: write overlap"},
		{"z-fighting:error", "judged by the rule overlap: write overlap"},
		{"precision:error", "write crossing_within_precision or overlap_within_precision"},
		{"hull_not_closed:count>1.5", "whole number"},
		{"none:off", "not the name of a rule"},
	} {
		if p, err := check.ParsePolicy(row.text); err == nil || !strings.Contains(err.Error(), row.want) {
			t.Errorf("%q: %+v, %v, want %q", row.text, p, err, row.want)
		}
	}
}

// Every rule can have a verdict, and "none" makes each one not fail.
func TestNothingFails(t *testing.T) {
	names := check.PolicyNames()
	p, err := check.ParsePolicy(strings.Join(names, ",") + ",none")
	if err != nil {
		t.Fatal(err)
	}
	if items := p.Items(); len(items) != len(names) || slices.ContainsFunc(items, func(s string) bool { return strings.HasSuffix(s, ":error") }) {
		t.Errorf("%v", items)
	}
}

func TestLimitIn(t *testing.T) {
	for _, row := range []struct {
		limit check.Limit
		want  float64
	}{
		{check.Limit{Of: check.OfArea, Size: check.Length{Value: 2, Unit: "mm"}}, 2e-6},
		{check.Limit{Of: check.OfArea, Size: check.Length{Value: 2}}, 2},
		{check.Limit{Of: check.OfDepth, Size: check.Length{Value: 0.5, Unit: "mm"}}, 0.0005},
		{check.Limit{Of: check.OfCount, Size: check.Length{Value: 3}}, 3},
	} {
		if got, err := row.limit.In("m"); err != nil || got != row.want {
			t.Errorf("%v: %v, %v, want %v", row.limit, got, err, row.want)
		}
	}
}

func TestPolicyValidate(t *testing.T) {
	for _, p := range []check.Policy{
		{99: {}},
		{check.Touch: {Severity: 9}},
		{check.Crossing: {Severity: check.Warning, Limit: check.Limit{Of: check.OfDepth}}},
		{check.Crossing: {Limit: check.Limit{Of: check.OfDepth, Size: check.Length{Value: -1}}}},
		{check.PartsCrossing: {Limit: check.Limit{Of: check.OfDepth, Size: check.Length{Value: 1, Unit: "ft"}}}},
		{check.HullNotClosed: {Limit: check.Limit{Of: check.OfCount, Size: check.Length{Value: 1, Unit: "mm"}}}},
	} {
		if err := p.Validate(); err == nil {
			t.Errorf("%+v is valid", p)
		}
	}
}

// A policy is its verdicts on top of the defaults, and adding to it changes no other policy.
func TestPolicyWith(t *testing.T) {
	p := check.Policy{check.Touch: {Severity: check.Off}}
	q := p.With(check.Policy{check.Crossing: {Severity: check.Warning}})
	if p.Of(check.Crossing).Severity != check.Error || q.Of(check.Crossing).Severity != check.Warning || q.Of(check.Touch).Severity != check.Off {
		t.Errorf("%v with %v", p, q)
	}
	if got := check.Policy(nil).With(nil).Of(check.Degenerate).Severity; got != check.Warning {
		t.Errorf("a degenerate triangle is %v by no policy", got)
	}
}

// A size is beyond a limit if it is greater, a distance if it is less, and one that is not
// a number always.
func TestCriteria(t *testing.T) {
	p, err := check.ParsePolicy("crossing:depth>2mm,clearance:distance<1mm,touch:off")
	if err != nil {
		t.Fatal(err)
	}
	c, err := p.In("mm")
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range []struct {
		rule check.Rule
		size float64
		want check.Severity
	}{
		{check.Crossing, 2, check.Warning},
		{check.Crossing, 3, check.Error},
		{check.Crossing, math.NaN(), check.Error},
		{check.TooNear, 1, check.Warning},
		{check.TooNear, 0.5, check.Error},
		{check.TooNear, math.NaN(), check.Error},
		{check.Touch, 1, check.Off},
		{check.Overlap, 0, check.Error},
	} {
		if got := c[row.rule].Judge(row.size); got != row.want {
			t.Errorf("%v of %v: %v, want %v", row.rule, row.size, got, row.want)
		}
	}
	if !c[check.Touch].Given || c[check.Overlap].Given {
		t.Error("what is given is not what the policy has verdicts on")
	}
	if _, err := p.In(""); !errors.Is(err, check.ErrNoUnit) || !strings.Contains(err.Error(), "a limit for crossing of depth>2mm") {
		t.Errorf("limits with units for a file without: %v", err)
	}
}
