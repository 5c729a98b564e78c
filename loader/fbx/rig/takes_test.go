package rig_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/meshcheck/meshcheck/fixtures/generate/encode"
	"github.com/meshcheck/meshcheck/mesh"
	"github.com/meshcheck/meshcheck/mesh/pose"
)

// take returns a file of version 6.1 whose Model has a child channel of its translation with keys.
func take(channel string) string {
	return fmt.Sprintf(`; FBX 6.1.0 project file
FBXHeaderExtension:  {
	FBXVersion: 6100
}
Objects:  {
	Model: "Model::a", "Mesh" {
		Properties60:  {
			Property: "Lcl Translation", "Lcl Translation", "A+",7,8,9
		}
		Vertices: 0,0,0,1,0,0,0,1,0
		PolygonVertexIndex: 0,1,-3
		Shape: "smile" {
			Indexes: 0
			Vertices: 0,0,1
		}
	}
}
Takes:  {
	Take: "Take 001" {
		Model: "Model::unknown" {
			Channel: "Transform" {
			}
		}
		Model: "Model::a" {
			%s
		}
	}
}
`, strings.ReplaceAll(channel, ";", "\n"))
}

// translation returns the channel of the X of a translation.
func translation(x string) string {
	return `Channel: "Transform" {;Channel: "T" {;Channel: "X" {;` + x + `;};Channel: "Y" {;Default: 8;Color: 1,1,1;};};}`
}

// clipOf returns the only clip of a file.
func clipOf(t *testing.T, s *mesh.Scene) *pose.Clip {
	t.Helper()
	if s.RigError != nil || s.Rig == nil || len(s.Rig.Clips) != 1 || s.Rig.Clips[0].Name != "Take 001" {
		t.Fatalf("%+v, %v", s.Rig, s.RigError)
	}
	return &s.Rig.Clips[0]
}

// TestTakes: takes of old files are clips. Keys are linear, constant, or cubic with tangents and perhaps weights.
func TestTakes(t *testing.T) {
	const s = second
	keys := fmt.Sprintf("Default: 1;KeyVer: 4005;KeyCount: 7;Key: 0,5,L,%d,6,C,s,%d,7,C,n,%d,8,U,s,1.5,-2,n,%d,9,U,b,3,4,a,0.5,0.25,%d,10,U,s,1,2,r,0.75,%d,11,U,s,1,2,l,0.125",
		s, 2*s, 3*s, 4*s, 6*s, 7*s)
	clip := clipOf(t, decode(t, []byte(take(translation(keys)))))
	if len(clip.Channels) != 1 || len(clip.NotEvaluated) != 0 {
		t.Fatalf("%+v", clip)
	}
	third := 1. / 3
	want := []pose.Segment{
		{}, {Kind: pose.Hold}, {Kind: pose.Next},
		{Kind: pose.Bezier, Leave: pose.Control{Time: third, Value: 1.5 * third}, Arrive: pose.Control{Time: third, Value: -2 * third}},
		{Kind: pose.Bezier, Leave: pose.Control{Time: 0.5, Value: 3}, Arrive: pose.Control{Time: 0.25, Value: 2}},
		{Kind: pose.Bezier, Leave: pose.Control{Time: 0.75, Value: 0.75}, Arrive: pose.Control{Time: third, Value: 2 * third}},
	}
	curves := clip.Channels[0].Sampler.Curves
	for i, got := range curves[0].Segments {
		for k, off := range []float64{
			got.Leave.Time - want[i].Leave.Time, got.Leave.Value - want[i].Leave.Value, got.Arrive.Time - want[i].Arrive.Time, got.Arrive.Value - want[i].Arrive.Value,
		} {
			if got.Kind != want[i].Kind || math.Abs(off) > 1e-15 {
				t.Errorf("segment %d, number %d: %+v, want %+v", i, k, got, want[i])
			}
		}
	}
	if !slices.Equal(curves[0].Values, []float64{5, 6, 7, 8, 9, 10, 11}) || !slices.Equal(curves[0].Times, []float64{0, 1, 2, 3, 4, 6, 7}) {
		t.Errorf("%+v", curves[0])
	}
	if curves[1].At(0) != 8 || curves[2].At(0) != 9 {
		t.Errorf("Y is %v and Z %v", curves[1].At(0), curves[2].At(0))
	}
	old := strings.NewReplacer("KeyVer: 4005", "KeyVer: 4003", "C,s", "C", "C,n", "C", "-2,n", "-2", "4,a,0.5,0.25", "4", "2,r,0.75", "2", "2,l,0.125", "2").Replace(keys)
	if clip := clipOf(t, decode(t, []byte(take(translation(old))))); clip.Channels[0].Sampler.Curves[0].Segments[2].Kind != pose.Hold {
		t.Errorf("%+v", clip)
	}
}

// TestOldShapes: shapes and other channels of takes are not evaluated.
func TestOldShapes(t *testing.T) {
	moving := translation("Default: 1;KeyCount: 2;Key: 0,5,L,46186158000,6,L")
	twoKeys := "KeyCount: 2;Key: 0,5,L,46186158000,6,L;"
	for channel, want := range map[string][]string{
		moving: nil,
		`Channel: "smile" {;` + twoKeys + `};` + moving:                                                         {`the shape smile of the Model "a" is animated`},
		`Channel: "RotationPivot" {;Channel: "X" {;` + twoKeys + `};};` + moving:                                {`RotationPivot of the Model "a" is animated`},
		`Channel: "Color" {;Channel: "X" {;` + twoKeys + `};};` + moving:                                        nil,
		translation("Default: 1;KeyCount: 2;Key: 0,5,U,a,n,46186158000,6,U,a,n"):                                {`Lcl Translation of the Model "a" has tangents of a kind that is not known`},
		translation("Default: 1;KeyCount: 2;Key: 0,5,U,s,1,2,x,46186158000,6,L"):                                {`Lcl Translation of the Model "a" has tangents of a kind that is not known`},
		translation("Default: 1;KeyCount: 1;Key: 0,5,Q"):                                                        {`Lcl Translation of the Model "a" has tangents of a kind that is not known`},
		translation("KeyCount: 1;Key: 46186158000,5,L;Post-Extrapolation: {;Type: R;Repetition: -1;};"):         nil,
		strings.Replace(moving, "KeyCount: 2;", "Pre-Extrapolation: {;Type: R;Repetition: 1;};KeyCount: 2;", 1): nil,
	} {
		s := decode(t, []byte(take(channel)))
		clip := clipOf(t, s)
		if !slices.Equal(clip.NotEvaluated, want) || s.Rig.Objects[0].Unposed != "it has shapes of FBX 6" {
			t.Errorf("%s: %q, want %q; %q", channel, clip.NotEvaluated, want, s.Rig.Objects[0].Unposed)
		}
	}
	still := strings.Replace(take(translation("Default: 7;Color: 1,1,1")), "Shape:", "NoShape:", 1)
	if s := decode(t, []byte(still)); s.Rig != nil || s.RigError != nil {
		t.Errorf("without keys: %+v, %v", s.Rig, s.RigError)
	}
}

// TestTakeFaults: faults of keys are errors by place.
func TestTakeFaults(t *testing.T) {
	for keys, want := range map[string]string{
		"KeyCount: 3;Key: 0,5,L,46186158000,6,L":                 `line 29: Lcl Translation of the Model "a", key 2: there are too few values`,
		"KeyCount: 1000000;Key: 0,5,L,46186158000,6,L":           `line 29: Lcl Translation of the Model "a": 1000000 keys have 6 values`,
		"KeyCount: -1;Key: 0,5,L":                                `line 29: Lcl Translation of the Model "a": -1 keys have 3 values`,
		"KeyCount: 2;Key: 0,5,L,0,6,L":                           `key 1: its time is not after that of the one before it`,
		"KeyCount: 1;Key: L,5,L":                                 `key 0: a value is not a finite number`,
		"KeyCount: 1;Key: 0,5,LL":                                `key 0: a value is not a letter`,
		"KeyCount: 2;Key: 0,5,U,s,1e308,1,a,9,9,46186158000,6,L": `the tangents between the keys 0 and 1 are not finite`,
		"Default: nan;KeyCount: 1;Key: 0,5,L":                    `the value is not finite`,
	} {
		s := decode(t, []byte(take(translation(keys))))
		if s.RigError == nil || !strings.Contains(s.RigError.Error(), want) {
			t.Errorf("%s: %v, want %s", keys, s.RigError, want)
		}
	}
	twice := translation("KeyCount: 1;Key: 0,5,L")
	if s := decode(t, []byte(take(twice+";"+twice))); s.RigError == nil || !strings.Contains(s.RigError.Error(), `another channel animates Lcl Translation of the Model "a"`) {
		t.Errorf("%v", s.RigError)
	}
}

// TestBinaryTake: letters of keys are characters in binary files.
func TestBinaryTake(t *testing.T) {
	channel := func(name string, children ...node) node { return with(newNode("Channel", name), children...) }
	keys := newNode("Key", int64(0), 5.0, int16('L'), int64(second), 6.0, int16('C'), int16('n'))
	data := encode.FBX{Version: 6100}.File(
		with(newNode("Objects"), with(newNode("Model", "a\x00\x01Model", "Mesh"), newNode("Vertices", 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0), newNode("PolygonVertexIndex", int32(0), int32(1), int32(-3)))),
		with(newNode("Takes"), with(newNode("Take", "Take 001"), with(newNode("Model", "a\x00\x01Model"),
			channel("Transform", channel("S", channel("Z", newNode("Default", 1.0), newNode("KeyCount", int32(2)), keys)))))),
	)
	clip := clipOf(t, decode(t, data))
	if c := clip.Channels[0]; c.Property != pose.Scale || c.Sampler.Curves[2].At(0.5) != 5.5 {
		t.Errorf("%+v", c)
	}
}
