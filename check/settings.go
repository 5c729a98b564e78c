package check

import (
	"fmt"
	"time"
)

// Settings are the options that all checks share, in the unit of the scene.
type Settings struct {
	// Criteria decide what fails; nil for the default severities.
	Criteria *Criteria
	// Tolerance is the depth up to which findings count as touches.
	Tolerance Tolerance
	// ListTouches lists touches among the findings.
	ListTouches bool
	// MaxFindings is the greatest number of findings, and of regions, in one list.
	MaxFindings int
	// Workers is the number of goroutines, at least 1.
	Workers int
}

// defaultCriteria are the criteria of the zero Policy.
var defaultCriteria = func() *Criteria {
	c, _ := Policy(nil).In("") // no limit, so no error
	return c
}()

// CriteriaOrDefault returns s.Criteria, or the default criteria if that is nil.
func (s *Settings) CriteriaOrDefault() *Criteria {
	if s.Criteria == nil {
		return defaultCriteria
	}
	return s.Criteria
}

// Tolerance is the depth up to which a Crossing, an Overlap or a Duplicate counts as a Touch, and a
// pair of objects as a PartsTouch. The depth of two coplanar triangles is the length of the
// shortest translation in their plane that separates them, that of ZFighting is its width. The zero
// value changes nothing. Exact decisions never depend on it.
type Tolerance struct {
	// Value is a length in Unit, a unit of Length, or, if Relative, a fraction of the diagonal of a
	// bounding box in the world: the mesh's, or that of both objects of a pair.
	Value    float64 `json:"value"`
	Unit     string  `json:"unit,omitzero"`
	Relative bool    `json:"relative"`
}

// In returns the tolerance in another unit, as Length.In does.
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
