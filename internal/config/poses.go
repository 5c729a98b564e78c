package config

import (
	"cmp"
	"errors"
	"math"
	"strconv"

	"github.com/bmatcuk/doublestar/v4"

	"github.com/meshcheck/meshcheck/check"
)

// maxRate is more samples a second than any animation has keys.
const maxRate = 1e6

// In options, the zero value stands for the default, and a negative number for 0.
var (
	rate = kind[float64]{
		name: "N", schema: schema{"type": "number", "minimum": 0, "maximum": maxRate}, literal: true,
		parse: func(text string) (float64, error) {
			x, err := strconv.ParseFloat(text, 64)
			switch {
			case err != nil || !(x >= 0 && x <= maxRate):
				return 0, errors.New("not a number of samples a second from 0 to 1000000")
			case x == 0:
				return -1, nil
			case x == check.DefaultPoseRate:
				return 0, nil
			}
			return x, nil
		},
		format: func(x float64) string {
			return strconv.FormatFloat(max(cmp.Or(x, check.DefaultPoseRate), 0), 'g', -1, 64)
		},
	}
	poseNear = kind[int]{
		name: "N", schema: schema{"type": "integer", "minimum": 0}, literal: true,
		parse: func(text string) (int, error) {
			n, err := whole(0, math.MaxInt32).parse(text)
			switch {
			case err != nil:
			case n == 0:
				n = -1
			case n == check.DefaultPoseNear:
				n = 0
			}
			return n, err
		},
		format: func(n int) string {
			return strconv.Itoa(max(cmp.Or(n, check.DefaultPoseNear), 0))
		},
	}
	maxSamples = kind[int]{
		name: "N", schema: schema{"type": "integer", "minimum": 1}, literal: true,
		parse: func(text string) (int, error) {
			n, err := whole(1, math.MaxInt32).parse(text)
			if n == check.DefaultMaxSamples {
				n = 0
			}
			return n, err
		},
		format: func(n int) string { return strconv.Itoa(cmp.Or(n, check.DefaultMaxSamples)) },
	}
	poseTolerance = kind[check.Tolerance]{
		name: tolerance.name, schema: tolerance.schema,
		parse: func(text string) (check.Tolerance, error) {
			t, err := parseTolerance(text)
			switch {
			case err == nil && t.Value == 0:
				t = check.Tolerance{Relative: true} // unlike the zero value
			case t == check.DefaultPoseTolerance():
				t = check.Tolerance{}
			}
			return t, err
		},
		format: func(t check.Tolerance) string {
			return formatTolerance(cmp.Or(t, check.DefaultPoseTolerance()))
		},
	}
)

// validGlob fails for a pattern that is no glob.
func validGlob(text string) error {
	if text == "" || !doublestar.ValidatePattern(text) {
		return errors.New("not a glob such as 'Walk*'")
	}
	return nil
}
