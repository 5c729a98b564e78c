package fbx_test

import (
	"math"
	"testing"

	"github.com/meshcheck/meshcheck/geom"
)

// rows returns the map with the numbers of its three rows.
func rows(m ...float64) (a geom.Affine) {
	for i, x := range m {
		a[i/4][i%4] = x
	}
	return a
}

// TestTransforms: the map of a Model by each of its properties, exactly.
func TestTransforms(t *testing.T) {
	move, turn, scale := "Lcl Translation", "Lcl Rotation", "Lcl Scaling"
	for name, c := range map[string]struct {
		properties string
		want       geom.Affine
	}{
		"nothing":                 {"", geom.Identity()},
		"translation":             {property(move, 1, 2, 3), rows(1, 0, 0, 1, 0, 1, 0, 2, 0, 0, 1, 3)},
		"scaling":                 {property(scale, 2, 3, -4), rows(2, 0, 0, 0, 0, 3, 0, 0, 0, 0, -4, 0)},
		"a quarter about X":       {property(turn, 90, 0, 0), rows(1, 0, 0, 0, 0, 0, -1, 0, 0, 1, 0, 0)},
		"a quarter back about Y":  {property(turn, 0, -90, 0), rows(0, 0, -1, 0, 0, 1, 0, 0, 1, 0, 0, 0)},
		"half and more about Z":   {property(turn, 0, 0, 180+720), rows(-1, 0, 0, 0, 0, -1, 0, 0, 0, 0, 1, 0)},
		"X before Z":              {property(turn, 90, 0, 90), rows(0, 0, 1, 0, 1, 0, 0, 0, 0, 1, 0, 0)},
		"Z before X":              {property(turn, 90, 0, 90) + property("RotationOrder", 5), rows(0, -1, 0, 0, 0, 0, -1, 0, 1, 0, 0, 0)},
		"the order is ignored":    {property(turn, 90, 0, 90) + property("RotationOrder", 5) + property("RotationActive", 0), rows(0, 0, 1, 0, 1, 0, 0, 0, 0, 1, 0, 0)},
		"pre-rotation after it":   {property(turn, 90, 0, 0) + property("PreRotation", 0, 0, 90), rows(0, 0, 1, 0, 1, 0, 0, 0, 0, 1, 0, 0)},
		"post-rotation, inverted": {property(turn, 0, 0, 90) + property("PostRotation", -90, 0, 0), rows(0, 0, 1, 0, 1, 0, 0, 0, 0, 1, 0, 0)},
		"pre-rotation for limits": {property("PreRotation", 0, 0, 90) + property("PostRotation", 90, 0, 0) + property("RotationSpaceForLimitOnly", 1), geom.Identity()},
		"rotation pivot":          {property(turn, 0, 0, 90) + property("RotationPivot", 1, 0, 0), rows(0, -1, 0, 1, 1, 0, 0, -1, 0, 0, 1, 0)},
		"pivots without a turn":   {property(move, 0.1, 0, 0) + property("RotationPivot", 0.7, 1e9, 3) + property("ScalingPivot", 0.3, 1e10, 7), rows(1, 0, 0, 0.1, 0, 1, 0, 0, 0, 0, 1, 0)},
		"scaling pivot":           {property(scale, 2, 2, 2) + property("ScalingPivot", 1, 0, 0), rows(2, 0, 0, -1, 0, 2, 0, 0, 0, 0, 2, 0)},
		"offsets":                 {property(turn, 0, 0, 90) + property("RotationOffset", 5, 0, 0) + property("ScalingOffset", 1, 0, 0), rows(0, -1, 0, 5, 1, 0, 0, 1, 0, 0, 1, 0)},
		"geometric":               {property(move, 1, 0, 0) + property("GeometricTranslation", 0, 1, 0) + property("GeometricRotation", 0, 0, 90) + property("GeometricScaling", 2, 1, 1), rows(0, -1, 0, 1, 2, 0, 0, 1, 0, 0, 1, 0)},
	} {
		s := mustDecode(t, text(geometry(1, "m")+model(2, "a", c.properties), connect(1, 2)))
		if got := s.Instances[0].World; got != c.want {
			t.Errorf("%s:\n%v, want\n%v", name, got, c.want)
		}
	}
}

// TestTemplate: a property is that of the template unless the Model has it.
func TestTemplate(t *testing.T) {
	definitions := "Definitions:  {\n\tObjectType: \"Material\" {\n\t\tPropertyTemplate: \"FbxSurfaceLambert\" {\n\t\t\tProperties70:  {\n" + property("Lcl Translation", 9, 9, 9) + "\t\t\t}\n\t\t}\n\t}\n" +
		"\tObjectType: \"Model\" {\n\t\tPropertyTemplate: \"FbxNode\" {\n\t\t\tProperties70:  {\n" + property("Lcl Translation", 1, 2, 3) + property("RotationActive", 0) + "\t\t\t}\n\t\t}\n\t}\n}\n"
	s := mustDecode(t, append(text(geometry(1, "m")+model(2, "a", property("PreRotation", 90, 0, 0))+model(3, "b", property("Lcl Translation", 4, 5, 6)), connect(1, 2, 1, 3)), definitions...))
	for i, want := range []geom.Affine{rows(1, 0, 0, 1, 0, 1, 0, 2, 0, 0, 1, 3), rows(1, 0, 0, 4, 0, 1, 0, 5, 0, 0, 1, 6)} {
		if got := s.Instances[i].World; got != want {
			t.Errorf("%s: %v, want %v", s.Instances[i].Path, got, want)
		}
	}
}

// TestInheritance: how the scaling of parents reaches a child that is turned by a quarter and moved,
// by its InheritType. The geometric transform of a parent never does.
func TestInheritance(t *testing.T) {
	parent := property("Lcl Scaling", 2, 1, 1) + property("GeometricTranslation", 7, 7, 7)
	child := property("Lcl Translation", 1, 0, 0) + property("Lcl Rotation", 0, 0, 90) + property("Lcl Scaling", 1, 3, 1)
	for inherit, want := range map[float64]geom.Affine{
		1: rows(0, -6, 0, 2, 1, 0, 0, 0, 0, 0, 1, 0), // the parent's after the turn
		0: rows(0, -3, 0, 2, 2, 0, 0, 0, 0, 0, 1, 0), // before it
		2: rows(0, -3, 0, 2, 1, 0, 0, 0, 0, 0, 1, 0), // not at all, but for the translation
	} {
		s := mustDecode(t, text(geometry(1, "m")+model(2, "a", parent)+model(3, "b", child+property("InheritType", inherit)), connect(1, 3, 3, 2)))
		if got := s.Instances[0].World; got != want {
			t.Errorf("InheritType %v:\n%v, want\n%v", inherit, got, want)
		}
	}
	// A Rrs child of a RrSs Model has the scaling that this one inherits.
	s := mustDecode(t, text(geometry(1, "m")+model(2, "a", parent)+model(3, "b", child+property("InheritType", 0))+model(4, "c", property("InheritType", 2)), connect(1, 4, 4, 3, 3, 2)))
	if got, want := s.Instances[0].World, rows(0, -1, 0, 2, 2, 0, 0, 0, 0, 0, 1, 0); got != want {
		t.Errorf("below RrSs:\n%v, want\n%v", got, want)
	}
}

// TestRounding: where coordinates are float32, bounds on matrices cover what programs that compute
// in float32 write; where one is not, matrices are exact.
func TestRounding(t *testing.T) {
	// An angle that Blender writes for -90.
	properties := property("Lcl Rotation", -90.00000933466734, 0, 0) + property("Lcl Translation", float64(float32(12.3))*100, 0, 0) + property("Lcl Scaling", 100, 100, 100)
	want := rows(100, 0, 0, 1230, 0, 0, 100, 0, 0, -100, 0, 0)
	single := geometry(1, "m")
	in := mustDecode(t, text(single+model(2, "a", properties), connect(1, 2))).Instances[0]
	for r := range want {
		for c := range want[r] {
			if d := math.Abs(in.World[r][c] - want[r][c]); d > in.Rounding[r][c] || in.Rounding[r][c] > 1e-3 {
				t.Errorf("entry %d %d is off by %v, not within %v", r, c, d, in.Rounding[r][c])
			}
		}
	}
	s := mustDecode(t, []byte(replaced(t, string(text(single+model(2, "a", properties), connect(1, 2))), "a: 0,0,0,1", "a: 0,0,0.1,1")))
	if in := s.Instances[0]; *in.Rounding != (geom.Affine{}) {
		t.Errorf("with float64 coordinates, the rounding is %v", *in.Rounding)
	}
}
