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

// TestPoseSettings: a 0 is a setting of its own, and shown as one.
func TestPoseSettings(t *testing.T) {
	s := New()
	for _, row := range []struct{ flag, text, shown string }{
		{"fps", "0", "0"}, {"fps", "24", "24"}, {"fps", "59.94", "59.94"}, {"pose-near", "0", "0"}, {"pose-near", "4", "4"},
		{"pose-tolerance", "0", "0%"}, {"pose-tolerance", "1%", "1%"}, {"pose-tolerance", "2mm", "2mm"}, {"max-samples", "10", "10"},
	} {
		f := flagOf(t, &s, row.flag)
		if err := f.Set(row.text); err != nil || f.String() != row.shown {
			t.Errorf("--%s %s is shown as %q, %v", row.flag, row.text, f, err)
		}
	}
	for _, row := range [][2]string{
		{"fps", "-1"}, {"fps", "NaN"}, {"fps", "1e9"}, {"fps", "fast"}, {"pose-near", "-1"}, {"pose-tolerance", "-1%"}, {"max-samples", "0"}, {"clips", "["}, {"clips", ""},
	} {
		if err := flagOf(t, &s, row[0]).Set(row[1]); err == nil {
			t.Errorf("--%s %s is read", row[0], row[1])
		}
	}
	none := New()
	for name, shown := range map[string]string{"fps": "30", "clips": "", "pose-near": "2", "pose-tolerance": "0.5%", "max-samples": "100000"} {
		if f := flagOf(t, &none, name); f.String() != shown {
			t.Errorf("without --%s it is %q, want %q", name, f, shown)
		}
	}
}
