package config

import (
	"testing"
	"time"
)

func TestTolerance(t *testing.T) {
	for _, row := range []struct {
		text     string
		value    float64
		relative bool
	}{
		{"0", 0, false},
		{"0.5", 0.5, false},
		{"1e-4", 1e-4, false},
		{"0.01%", 0.0001, true},
		{"100%", 1, true},
	} {
		var f Tolerance
		if err := f.Set(row.text); err != nil {
			t.Errorf("%s: %v", row.text, err)
		}
		if f.Value != row.value || f.Relative != row.relative {
			t.Errorf("%s: %+v", row.text, f)
		}
	}
	for _, text := range []string{"", "%", "-0.5", "-1%", "nan", "inf", "+Inf%", "1e999", "0.5 mm", "0,5", "5%%"} {
		f := Tolerance{Value: 7}
		if err := f.Set(text); err == nil {
			t.Errorf("%q was taken for %+v", text, f)
		}
		if f.Value != 7 {
			t.Errorf("%q was refused and changed the value to %v", text, f.Value)
		}
	}
}

func TestTimeout(t *testing.T) {
	var d Timeout
	if err := d.Set("1m30s"); err != nil || time.Duration(d) != 90*time.Second {
		t.Errorf("%v, %v", time.Duration(d), err)
	}
	for _, text := range []string{"", "30", "0s", "-1s", "soon"} {
		if err := d.Set(text); err == nil {
			t.Errorf("%q is taken for a time", text)
		}
	}
}
