package rig_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/meshcheck/meshcheck/internal/loadertest"
	"github.com/meshcheck/meshcheck/loader"
	"github.com/meshcheck/meshcheck/mesh"
)

// rigged is a stage with a triangle that two joints and a blend shape move, below a transform that turns, and a mesh
// whose points vary.
const rigged = `#usda 1.0
(
    timeCodesPerSecond = 10
)
def SkelRoot "R" (prepend apiSchemas = ["SkelBindingAPI"])
{
    float xformOp:rotateZ.timeSamples = { 0: 0, 10: 90 }
    uniform token[] xformOpOrder = ["xformOp:rotateZ"]
    rel skel:animationSource = </A>
    def Skeleton "S" (prepend apiSchemas = ["SkelBindingAPI"])
    {
        uniform token[] joints = ["a", "a/b"]
        uniform matrix4d[] bindTransforms = [((1,0,0,0),(0,1,0,0),(0,0,1,0),(0,0,0,1)), ((1,0,0,0),(0,1,0,0),(0,0,1,0),(1,0,0,1))]
        uniform matrix4d[] restTransforms = [((1,0,0,0),(0,1,0,0),(0,0,1,0),(0,0,0,1)), ((1,0,0,0),(0,1,0,0),(0,0,1,0),(1,0,0,1))]
    }
    def Mesh "M" (prepend apiSchemas = ["SkelBindingAPI"])
    {
        rel skel:skeleton = </R/S>
        point3f[] points = [(0,0,0), (1,0,0), (2,1,0)]
        int[] faceVertexCounts = [3]
        int[] faceVertexIndices = [0, 1, 2]
        int[] primvars:skel:jointIndices = [0, 0, 0, 1, 1, 0] (interpolation = "vertex"; elementSize = 2)
        float[] primvars:skel:jointWeights = [1, 0, 0.5, 0.5, 1, 0] (interpolation = "vertex"; elementSize = 2)
        matrix4d primvars:skel:geomBindTransform = ((1,0,0,0),(0,1,0,0),(0,0,1,0),(0,0,0,1))
        uniform token[] skel:blendShapes = ["up"]
        rel skel:blendShapeTargets = </R/M/up>
        def BlendShape "up"
        {
            uniform vector3f[] offsets = [(0,0,1), (0,0,2)]
            uniform int[] pointIndices = [2, 1]
            uniform vector3f[] inbetweens:half = [(0,1,0), (0,1,0)] (weight = 0.5)
        }
    }
    def Mesh "C"
    {
        point3f[] points.timeSamples = { 0: [(0,0,0), (1,0,0), (0,1,0)], 5: [(0,0,1), (1,0,1), (0,1,1)] }
        int[] faceVertexCounts = [3]
        int[] faceVertexIndices = [0, 1, 2]
    }
}
def SkelAnimation "A"
{
    uniform token[] joints = ["a", "a/b"]
    float3[] translations.timeSamples = { 0: [(0,0,0), (1,0,0)], 10: [(0,0,1), (1,0,1)] }
    quatf[] rotations = [(1,0,0,0), (1,0,0,0)]
    half3[] scales = [(1,1,1), (1,1,1)]
    uniform token[] blendShapes = ["up"]
    float[] blendShapeWeights.timeSamples = { 0: [0], 10: [1] }
}
`

// TestFaults: faults of what moves are errors of the rig, with the place, and of nothing else.
func TestFaults(t *testing.T) {
	for _, c := range []struct{ name, old, new, want string }{
		{"a joint past the last", "[0, 0, 0, 1, 1, 0]", "[0, 0, 0, 2, 1, 0]", "</R/M.primvars:skel:jointIndices>: element 1 has joint 2, and there are 2 joints"},
		{"a negative joint", "[0, 0, 0, 1, 1, 0]", "[-1, 0, 0, 1, 1, 0]", "</R/M.primvars:skel:jointIndices>: element 0 has joint -1, and there are 2 joints"},
		{"a joint past the last without weight", "[0, 0, 0, 1, 1, 0]", "[0, 9, 0, 1, 1, -3]", ""},
		{"a weight is not a number", "[1, 0, 0.5,", "[1, nan, 0.5,", "</R/M.primvars:skel:jointWeights>: has a value that is not finite"},
		{"an infinite weight", "[1, 0, 0.5,", "[1, inf, 0.5,", "</R/M.primvars:skel:jointWeights>: has a value that is not finite"},
		{"fewer weights", "[1, 0, 0.5, 0.5, 1, 0]", "[1, 0, 0.5, 0.5]", "</R/M.primvars:skel:jointWeights>: has 2 elements of 2 for 3 points"},
		{"a number of weights that is no multiple", "[1, 0, 0.5, 0.5, 1, 0]", "[1, 0, 0.5]", "has 3 values, which is no multiple of the elementSize 2"},
		{"weights in other elements", "0.5, 0.5, 1, 0] (interpolation = \"vertex\"; elementSize = 2)", "0.5, 0.5, 1, 0] (interpolation = \"vertex\"; elementSize = 3)", "</R/M.primvars:skel:jointWeights>: has the elementSize 3, and primvars:skel:jointIndices has 2"},
		{"elements of no values", "1, 0] (interpolation = \"vertex\"; elementSize = 2)\n        float", "1, 0] (interpolation = \"vertex\"; elementSize = 0)\n        float", "</R/M.primvars:skel:jointIndices>: has the elementSize 0 for 6 values"},
		{"another interpolation", "[0, 0, 0, 1, 1, 0] (interpolation = \"vertex\"", "[0, 0, 0, 1, 1, 0] (interpolation = \"faceVarying\"", "has the interpolation faceVarying, and only constant and vertex are possible"},
		{"two interpolations", "[0, 0, 0, 1, 1, 0] (interpolation = \"vertex\"; elementSize = 2)", "[0, 1] (elementSize = 2)", "</R/M.primvars:skel:jointWeights>: has another interpolation than primvars:skel:jointIndices"},
		{"constant and several elements", "[0, 0, 0, 1, 1, 0] (interpolation = \"vertex\"; elementSize = 2)", "[0, 1, 0, 1] (elementSize = 2)", "is constant and has 2 elements of 2"},
		{"joints without weights", "float[] primvars:skel:jointWeights", "float[] primvars:other", "</R/M.primvars:skel:jointIndices>: is without primvars:skel:jointWeights"},
		{"weights without joints", "int[] primvars:skel:jointIndices", "int[] primvars:other", "</R/M.primvars:skel:jointWeights>: is without primvars:skel:jointIndices"},
		{"joints are no integers", "int[] primvars:skel:jointIndices", "float[] primvars:skel:jointIndices", "</R/M.primvars:skel:jointIndices>: is not an array of integers of 32 bits"},
		{"a joint that the skeleton has not", "matrix4d primvars:skel:geomBindTransform", "uniform token[] skel:joints = [\"a\", \"hand\"]\nmatrix4d primvars:skel:geomBindTransform", "</R/M.skel:joints>: has the joint \"hand\", which is not in the skeleton </R/S>"},
		{"a matrix that is not finite", "geomBindTransform = ((1,", "geomBindTransform = ((nan,", "</R/M.primvars:skel:geomBindTransform>: has a value that is not finite"},
		{"fewer bind transforms", "[((1,0,0,0),(0,1,0,0),(0,0,1,0),(0,0,0,1)), ((1,0,0,0),(0,1,0,0),(0,0,1,0),(1,0,0,1))]\n        uniform matrix4d[] rest", "[((1,0,0,0),(0,1,0,0),(0,0,1,0),(0,0,0,1))]\n        uniform matrix4d[] rest", "</R/S.bindTransforms>: has 1 matrix for 2 joints"},
		{"no bind transforms", "bindTransforms", "other", "</R/S>: has no bindTransforms for 2 joints"},
		{"a bind transform without inverse", "(0,0,0,1)), ((1,0,0,0),(0,1,0,0),(0,0,1,0),(1,0,0,1))]\n        uniform matrix4d[] rest", "(0,0,0,1)), ((0,0,0,0),(0,1,0,0),(0,0,1,0),(1,0,0,1))]\n        uniform matrix4d[] rest", "</R/S.bindTransforms>: the matrix of joint 1 has no inverse"},
		{"a joint before its parent", "joints = [\"a\", \"a/b\"]\n        uniform matrix4d[] bind", "joints = [\"a/b\", \"a\"]\n        uniform matrix4d[] bind", "</R/S.joints>: has the joint \"a/b\" before its parent"},
		{"a joint twice", "joints = [\"a\", \"a/b\"]\n        uniform matrix4d[] bind", "joints = [\"a\", \"a\"]\n        uniform matrix4d[] bind", "</R/S.joints>: has the joint \"a\" twice"},
		{"a sample with fewer values", "10: [(0,0,1), (1,0,1)]", "10: [(0,0,1)]", "</A.translations>: the sample at time code 10 has 1 elements, and 2 are needed"},
		{"an animated joint twice", "joints = [\"a\", \"a/b\"]\n    float3", "joints = [\"a\", \"a\"]\n    float3", "</A.joints>: has the joint \"a\" twice"},
		{"fewer rotations", "rotations = [(1,0,0,0), (1,0,0,0)]", "rotations = [(1,0,0,0)]", "</A.rotations>: has 1 value, and 2 are needed"},
		{"a rotation of length 0", "rotations = [(1,0,0,0), (1,0,0,0)]", "rotations = [(1,0,0,0), (0,0,0,0)]", "</A.rotations>: the rotation of joint 1 has the length 0"},
		{"a sampled rotation of length 0", "rotations = [(1,0,0,0), (1,0,0,0)]", "rotations.timeSamples = { 1: [(1,0,0,0), (1,0,0,0)], 2: [(0,0,0,0), (1,0,0,0)] }", "</A.rotations>: the rotation of joint 0 in sample 1 has the length 0"},
		{"a sample that is not finite", "10: [(0,0,1), (1,0,1)]", "10: [(0,0,-inf), (1,0,1)]", "</A.translations>: the sample at time code 10 is not finite"},
		{"a sample without a value", "10: [(0,0,1), (1,0,1)]", "10: None", "</A.translations>: a time sample without a value"},
		{"a time that is not finite", "timeCodesPerSecond = 10", "timeCodesPerSecond = 1e-310", "the time of a sample is not finite"},
		{"unsorted times, which text may have", "{ 0: 0, 10: 90 }", "{ 10: 90, 0: 0, 10: 91 }", ""},
		{"an angle that is not finite", "{ 0: 0, 10: 90 }", "{ 0: 0, 10: inf }", "</R.xformOp:rotateZ>: the sample at time code 10 is not finite"},
		{"fewer names of blend shapes", "blendShapes = [\"up\"]\n        rel", "blendShapes = [\"up\", \"down\"]\n        rel", "</R/M.skel:blendShapes>: has 2 names for 1 target"},
		{"a point past the last", "pointIndices = [2, 1]", "pointIndices = [3, 1]", "</R/M/up.pointIndices>: has point 3, and there are 3 points"},
		{"a point twice", "pointIndices = [2, 1]", "pointIndices = [1, 1]", "</R/M/up.pointIndices>: has point 1 twice"},
		{"fewer offsets", "offsets = [(0,0,1), (0,0,2)]", "offsets = [(0,0,1)]", "</R/M/up.offsets>: has 1 value for 2 points"},
		{"offsets of all points", "uniform int[] pointIndices = [2, 1]", "", "</R/M/up.offsets>: has 2 values for 3 points"},
		{"an offset that is not finite", "offsets = [(0,0,1),", "offsets = [(0,0,nan),", "</R/M/up.offsets>: has a value that is not finite"},
		{"a weight of a shape that is not finite", "10: [1] }", "10: [nan] }", "</A.blendShapeWeights>: the sample at time code 10 is not finite"},
		{"points that differ in number", "5: [(0,0,1), (1,0,1), (0,1,1)]", "5: [(0,0,1), (1,0,1)]", "</R/C.points>: the sample at time code 5 has 2 elements, and 3 are needed"},
		{"a point that is not finite", "5: [(0,0,1),", "5: [(0,0,nan),", "</R/C.points>: the sample at time code 5 is not finite"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := decode(t, replaced(t, rigged, c.old, c.new))
			loadertest.CheckRig(t, s)
			var format *loader.FormatError
			var unsupported *loader.UnsupportedError
			switch {
			case c.want == "" && s.RigError != nil, c.want != "" && s.RigError == nil:
				t.Errorf("%v, want %s", s.RigError, c.want)
			case c.want != "" && (!errors.As(s.RigError, &format) && !errors.As(s.RigError, &unsupported) || !strings.Contains(s.RigError.Error(), c.want)):
				t.Errorf("%v, want %s", s.RigError, c.want)
			}
		})
	}
}

// decode decodes a text with its rig. It must load whatever is wrong with that.
func decode(t testing.TB, text string) *mesh.Scene {
	t.Helper()
	s, _, err := loader.Decode(t.Context(), []byte(text), nil, loader.Options{Poses: true})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func replaced(t testing.TB, text, old, with string) string {
	t.Helper()
	if strings.Count(text, old) != 1 {
		t.Fatalf("%d times %q", strings.Count(text, old), old)
	}
	return strings.Replace(text, old, with, 1)
}

// TestWarnings: what is interpreted, or is no part of a skeleton in OpenUSD.
func TestWarnings(t *testing.T) {
	for _, c := range []struct{ name, old, new, want string }{
		{"weights that add up to another sum", "[1, 0, 0.5, 0.5, 1, 0]", "[0.25, 0, 0.5, 0.5, 1, 0]", "</R/M>: the weights of 1 vertex add up to 0.25 to 0.25 instead of 1; they are divided by the sum"},
		{"no weight", "[1, 0, 0.5, 0.5, 1, 0]", "[0, 0, 0.5, 0.5, 0, 0]", "</R/M>: the weights of 2 vertices are 0; they follow the first joint"},
		{"negative weights", "[1, 0, 0.5, 0.5, 1, 0]", "[2, -1, 0.5, 0.5, 1, 0]", "</R/M>: has negative weights"},
		{"no rest", "restTransforms", "other", "</R/S>: has no restTransforms; its joints rest where they were bound"},
		{"no scales", "half3[] scales", "half3[] other", "</A>: has no scales, so that its joints do not move"},
		{"no schema", "def Mesh \"M\" (prepend apiSchemas = [\"SkelBindingAPI\"])", "def Mesh \"M\"", "</R/M>: has primvars:skel:jointIndices without SkelBindingAPI, so that it does not move with a skeleton"},
		{"no root", "def SkelRoot", "def Xform", "</R/M>: is bound to a skeleton and not below a SkelRoot, so that it does not move with it"},
		{"no skeleton", "skel:skeleton = </R/S>", "skel:skeleton = </R/X>", "</R/M>: there is no Skeleton </R/X>, so that it does not move with it"},
		{"no animation", "animationSource = </A>", "animationSource = </R/M>", "</R>: the skel:animationSource </R/M> is no SkelAnimation and is ignored"},
		{"no blend shape", "Targets = </R/M/up>", "Targets = </R/M/down>", "</R/M>: the target </R/M/down> is no BlendShape and is ignored"},
		{"an inbetween at the end", "weight = 0.5", "weight = 1", "</R/M/up>: inbetweens:half has the weight 1 and is ignored"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := decode(t, replaced(t, rigged, c.old, c.new))
			if s.RigError != nil || s.Rig == nil {
				t.Fatal(s.RigError)
			}
			if got := strings.Join(s.Rig.Warnings, "\n"); got != c.want {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
}

// TestNotEvaluated: what may move and is not evaluated is said by name.
func TestNotEvaluated(t *testing.T) {
	for _, c := range []struct{ name, old, new, want string }{
		{"dual quaternions", "matrix4d primvars:skel:geomBindTransform", "uniform token skel:skinningMethod = \"dualQuaternion\"\nmatrix4d primvars:skel:geomBindTransform", "/R/M: it is skinned by the method \"dualQuaternion\""},
		{"weights by time", "0.5, 0.5, 1, 0] (interpolation = \"vertex\"; elementSize = 2)", "0.5, 0.5, 1, 0] (interpolation = \"vertex\"; elementSize = 2)\nfloat[] primvars:skel:jointWeights.timeSamples = {1: [1, 0, 0.5, 0.5, 1, 0], 2: [1, 0, 0.5, 0.5, 1, 0]}", "/R/M: it has time samples of primvars:skel:jointWeights"},
		{"faces by time", "\"C\"\n    {", "\"C\"\n    {\nint[] holeIndices.timeSamples = { 0: [], 5: [0] }", "/R/C: it has time samples of its faces"},
		{"more points", "{ 0: [(0,0,0), (1,0,0), (0,1,0)], 5: [(0,0,1), (1,0,1), (0,1,1)] }", "{ 0: [(0,0,0), (1,0,0), (0,1,0), (2,2,2)], 5: [(0,0,1), (1,0,1), (0,1,1), (2,2,2)] }\npoint3f[] points = [(0,0,0), (1,0,0), (0,1,0)]", "/R/C: it has time samples of its points that differ in number from those at rest"},
		{"an inverse", "[\"xformOp:rotateZ\"]", "[\"xformOp:rotateZ\", \"!invert!xformOp:scale\"]\nfloat3 xformOp:scale.timeSamples = { 0: (1,1,1), 3: (2,2,2) }", "xformOp:scale of </R> has time samples and is inverted"},
		{"hidden at first", "\"C\"\n    {", "\"C\"\n    {\ntoken visibility.timeSamples = { 0: \"invisible\", 5: \"inherited\" }", "visibility of </R/C> has time samples and hides it in the default pose"},
		{"an instancer", "def SkelAnimation", "def PointInstancer \"I\" {\nint[] protoIndices = [0]\npoint3f[] positions.timeSamples = { 0: [(0,0,0)], 1: [(1,1,1)] }\nrel prototypes = </I/P>\ndef Mesh \"P\" {\npoint3f[] points = [(0,0,0), (1,0,0), (2,1,0)]\nint[] faceVertexCounts = [3]\nint[] faceVertexIndices = [0, 1, 2]\n}\n}\ndef SkelAnimation", "/I[0]/P: it is an instance of a point instancer with time samples"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := decode(t, replaced(t, rigged, c.old, c.new))
			if s.RigError != nil || s.Rig == nil {
				t.Fatal(s.RigError)
			}
			got := s.Rig.Clips[0].NotEvaluated
			for _, o := range s.Rig.Objects {
				if o.Unposed != "" {
					got = append(got, fmt.Sprint(s.Instances[o.Instance].Path, ": ", o.Unposed))
				}
			}
			if len(got) != 1 || got[0] != c.want {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
}

// TestNoRig: without poses, or where nothing moves, there is no rig.
func TestNoRig(t *testing.T) {
	still := `#usda 1.0
def Camera "A" {
    double3 xformOp:translate.timeSamples = { 4: (1,2,3), 5: (2,3,4) }
    uniform token[] xformOpOrder = ["xformOp:translate"]
}
def Xform "X" {
    double3 xformOp:translate.timeSamples = { 4: (1,2,3) }
    token visibility.timeSamples = { 1: "inherited" }
    uniform token[] xformOpOrder = ["xformOp:translate"]
    def Mesh "M" {
        point3f[] points.timeSamples = { 0: [(0,0,0), (1,0,0), (0,1,0)] }
        int[] faceVertexCounts = [3]
        int[] faceVertexIndices = [0, 1, 2]
    }
}
`
	if s := decode(t, still); s.Rig != nil || s.RigError != nil {
		t.Errorf("%v, %v of what does not move", s.Rig, s.RigError)
	}
	s, _, err := loader.Decode(t.Context(), []byte(rigged), nil, loader.Options{})
	if err != nil || s.Rig != nil || s.RigError != nil {
		t.Errorf("%v, %v, %v without poses", s.Rig, s.RigError, err)
	}
}
