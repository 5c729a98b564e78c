package config

import (
	"testing"
	"time"

	"github.com/meshcheck/meshcheck/check"
)

// flagOf returns the flag of a name.
func flagOf(t *testing.T, s *Settings, name string) Flag {
	t.Helper()
	for _, f := range Flags(s) {
		if f.Name == name {
			return f
		}
	}
	t.Fatalf("there is no flag %s", name)
	return Flag{}
}

func TestTolerance(t *testing.T) {
	for _, row := range []struct {
		text     string
		value    float64
		relative bool
	}{
		{"0", 0, false},
		{"0.5", 0.5, false},
		{"1e-4", 1e-4, false},
		{"0.5 mm", 0.5, false},
		{"0.01%", 0.0001, true},
		{"100%", 1, true},
	} {
		s := New()
		if err := flagOf(t, &s, "tolerance").Set(row.text); err != nil {
			t.Errorf("%s: %v", row.text, err)
		}
		if s.Tolerance.Value != row.value || s.Tolerance.Relative != row.relative {
			t.Errorf("%s: %+v", row.text, s.Tolerance)
		}
	}
	for _, text := range []string{"", "%", "-0.5", "-1%", "nan", "inf", "+Inf%", "1e999", "0.5 furlongs", "5mm%", "0,5", "5%%"} {
		s := Settings{Tolerance: check.Tolerance{Value: 7}}
		if err := flagOf(t, &s, "tolerance").Set(text); err == nil {
			t.Errorf("%q was taken for %+v", text, s.Tolerance)
		}
		if s.Tolerance.Value != 7 {
			t.Errorf("%q was refused and changed the value to %v", text, s.Tolerance)
		}
	}
}

func TestTimeout(t *testing.T) {
	s := New()
	f := flagOf(t, &s, "timeout")
	if err := f.Set("1m30s"); err != nil || s.Timeout != 90*time.Second || f.String() != "1m30s" {
		t.Errorf("%v, %v", f, err)
	}
	for _, text := range []string{"", "30", "0s", "-1s", "soon"} {
		if err := f.Set(text); err == nil {
			t.Errorf("%q is taken for a time", text)
		}
	}
}
