package config

import (
	"reflect"
	"slices"
	"testing"

	"github.com/meshcheck/meshcheck/check"
)

// TestOf: settings made of options give the same options again, whichever are set.
func TestOf(t *testing.T) {
	profile, _ := check.HullProfileOf("unreal")
	all := check.Options{
		Checks: check.Self | check.UV | check.Poses, PartsOf: check.ByShell, Clearance: check.Length{Value: 2, Unit: "mm"}, Allow: []string{"a:b"},
		Hulls: check.HullOptions{Profile: &profile, Names: []string{"*_hull"}, Gap: check.Length{Value: 3}, Excess: check.Length{Value: 4}},
		UV:    check.UVOptions{Unique: []string{"a"}, Padding: []check.PaddingLimit{{Texels: 4}}, Lightmap: 1},
		Poses: check.PoseOptions{
			Rate: 24, Clips: []string{"Walk*"}, MaxSamples: 9, Tolerance: check.Tolerance{Value: 2, Unit: "mm"}, Near: 3, Targets: true,
		},
		Policy: check.Policy{check.Touch: {Severity: check.Error}}, Tolerance: check.Tolerance{Value: 1}, ListTouches: true, MaxFindings: 7,
	}
	named := check.Options{UV: check.UVOptions{LightmapName: "light map"}, MaxFindings: -1}
	for _, o := range []check.Options{all, named, {MaxFindings: check.DefaultMaxFindings}} {
		s, err := Of(o)
		if got := s.Options(); err != nil || !reflect.DeepEqual(got, o) {
			t.Errorf("%+v, %v, want %+v", got, err, o)
		}
		if fixed := Fixed(&s).Of("a/b.glb"); !reflect.DeepEqual(fixed, &s) {
			t.Errorf("a file has %+v", fixed)
		}
	}
	for _, v := range []any{all, all.Hulls, all.UV, all.Poses} {
		value := reflect.ValueOf(v)
		for i := range value.NumField() {
			name := value.Type().Field(i).Name
			if value.Field(i).IsZero() && !slices.Contains([]string{"Workers", "Progress", "Meshes", "LightmapName"}, name) {
				t.Errorf("%T.%s is not tested here", v, name)
			}
		}
	}
}
