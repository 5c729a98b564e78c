package config

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/meshcheck/meshcheck/check"
)

// The types here are flags as well: String returns what Set reads, and Type names the kind
// of value for a help page. Set leaves the value alone if it fails.

// Count is a whole number between two limits.
type Count struct{ N, Least, Most int }

func (c *Count) String() string { return strconv.Itoa(c.N) }
func (c *Count) Type() string   { return "N" }

func (c *Count) Set(s string) error {
	n, err := strconv.Atoi(s)
	if err != nil || n < c.Least || n > c.Most {
		return fmt.Errorf("not a whole number from %d to %d", c.Least, c.Most)
	}
	c.N = n
	return nil
}

// Tolerance is a length ("0.5") or a percentage of a mesh's size ("0.01%").
type Tolerance check.Tolerance

func (t *Tolerance) Type() string { return "LENGTH" }

func (t *Tolerance) String() string {
	if t.Relative {
		return strconv.FormatFloat(t.Value*100, 'g', -1, 64) + "%"
	}
	return strconv.FormatFloat(t.Value, 'g', -1, 64)
}

func (t *Tolerance) Set(s string) error {
	digits, relative := strings.CutSuffix(s, "%")
	v, err := strconv.ParseFloat(digits, 64)
	if err != nil || v < 0 || math.IsNaN(v) || math.IsInf(v, 0) {
		return errors.New("neither a length such as 0.5 nor a percentage such as 0.01%")
	}
	if relative {
		v /= 100
	}
	t.Value, t.Relative = v, relative
	return nil
}

// Timeout is a time, "30s"; 0, which cannot be given, is none.
type Timeout time.Duration

func (t *Timeout) Type() string   { return "TIME" }
func (t *Timeout) String() string { return time.Duration(*t).String() }

func (t *Timeout) Set(s string) error {
	d, err := time.ParseDuration(s)
	if err != nil || d <= 0 {
		return errors.New("not a time such as 30s or 5m")
	}
	*t = Timeout(d)
	return nil
}

// Path is that of a file.
type Path string

func (p *Path) Type() string   { return "FILE" }
func (p *Path) String() string { return string(*p) }

func (p *Path) Set(s string) error {
	*p = Path(s)
	return nil
}

// Switch is on or off.
type Switch bool

func (t *Switch) Type() string     { return "bool" }
func (t *Switch) IsBoolFlag() bool { return true }

func (t *Switch) String() string {
	if *t {
		return "true"
	}
	return "false"
}

func (t *Switch) Set(s string) error {
	switch s {
	case "true":
		*t = true
	case "false":
		*t = false
	default:
		return errors.New("neither true nor false")
	}
	return nil
}
