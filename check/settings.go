package check

import (
	"fmt"
	"time"
)

// Settings are the options that all checks share.
type Settings struct {
	// Criteria decide what fails, in the unit of the scene; nil for the default severities.
	Criteria *Criteria
	// Tolerance is the depth up to which findings count as touches, in the unit of the scene.
	Tolerance Tolerance
	// ListTouches lists touches among the findings.
	ListTouches bool
	// MaxFindings is the greatest number of findings, and of regions, that are listed together.
	MaxFindings int
	// Workers is the number of goroutines, at least 1.
	Workers int
}

// defaultCriteria are the criteria of the zero Policy.
var defaultCriteria = func() *Criteria {
	c, _ := Policy(nil).In("") // without a limit there is none to convert
	return c
}()

// Judged returns s.Criteria, or the default criteria where that is nil.
func (s *Settings) Judged() *Criteria {
	if s.Criteria == nil {
		return defaultCriteria
	}
	return s.Criteria
}

// Tolerance is the depth up to which a Crossing, an Overlap or a Duplicate counts as a Touch,
// and a pair of objects as a PartsTouch. The depth of two triangles in one plane is the length
// of the shortest translation in that plane that separates them; the width of ZFighting stands
// for its depth. The zero value changes nothing. It never enters the exact decisions.
type Tolerance struct {
	// Value is a length in the Unit, one that a Length may have, or, if Relative, a fraction of the
	// diagonal of a bounding box in the world: the mesh's, or that of both objects of a pair.
	Value    float64 `json:"value"`
	Unit     string  `json:"unit,omitzero"`
	Relative bool    `json:"relative"`
}

// In returns the tolerance with its length in a unit, as Length.In does.
func (t Tolerance) In(unit string) (Tolerance, error) {
	if t.Relative || t.Unit == "" {
		return t, nil
	}
	v, err := Length{t.Value, t.Unit}.In(unit)
	if err != nil {
		return t, fmt.Errorf("a tolerance of %s: %w", Length{t.Value, t.Unit}, err)
	}
	return Tolerance{Value: v}, nil
}

// Timings are the wall-clock times of the phases of a check.
type Timings struct{ Weld, Check time.Duration }
