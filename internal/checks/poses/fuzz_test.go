package poses_test

import (
	"reflect"
	"testing"

	"github.com/meshcheck/meshcheck"
	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/internal/posegen"
	"github.com/meshcheck/meshcheck/loader"
)

// FuzzCheck checks the poses of whatever the loader makes of any bytes, with one worker and with two.
func FuzzCheck(f *testing.F) {
	for k, x := range posegen.Fixtures() {
		f.Add(x.GLB(), uint8(k))
	}
	f.Fuzz(func(t *testing.T, data []byte, how uint8) {
		s, _, err := loader.Decode(t.Context(), data, nil, loader.Options{Workers: 1, Poses: true, MaxTriangles: 500, MaxMemory: 1 << 24})
		if err != nil || len(s.Instances)*s.Triangles() > 5000 {
			return
		}
		o := check.Options{Checks: check.Poses, Workers: 1, Poses: check.PoseOptions{
			Targets: how&1 != 0, MaxSamples: 20, Rate: []float64{0, -1}[how>>1&1], Near: []int{0, -1}[how>>2&1],
		}}
		one, err := meshcheck.Check(t.Context(), s, o)
		if err != nil {
			t.Fatal(err)
		}
		if err := one.Validate(); err != nil {
			t.Error(err)
		}
		o.Workers = 2
		two, err := meshcheck.Check(t.Context(), s, o)
		if err != nil || !reflect.DeepEqual(one.Poses(), two.Poses()) {
			t.Errorf("two workers find something else: %v", err)
		}
	})
}
