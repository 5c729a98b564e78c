package rig_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/meshcheck/meshcheck/loader"
)

// TestLimits: what is made of a stage for poses is within the limit of memory. If it is not, the scene loads without.
func TestLimits(t *testing.T) {
	var text strings.Builder
	text.WriteString(rigged)
	joints, matrices := make([]string, 1000), make([]string, 1000)
	for i := range joints {
		joints[i], matrices[i] = fmt.Sprintf("%q", fmt.Sprint("j", i)), "((1,0,0,0),(0,1,0,0),(0,0,1,0),(0,0,0,1))"
	}
	fmt.Fprintf(&text, `class "C"
{
    def SkelRoot "R"
    {
        def Skeleton "S" (prepend apiSchemas = ["SkelBindingAPI"])
        {
            uniform token[] joints = [%s]
            uniform matrix4d[] bindTransforms = [%s]
        }
        def Mesh "M" (prepend apiSchemas = ["SkelBindingAPI"])
        {
            rel skel:skeleton = </C/R/S>
            point3f[] points = [(0,0,0), (1,0,0), (2,1,0)]
            int[] faceVertexCounts = [3]
            int[] faceVertexIndices = [0, 1, 2]
            int[] primvars:skel:jointIndices = [0]
            float[] primvars:skel:jointWeights = [1]
        }
    }
}
`, strings.Join(joints, ", "), strings.Join(matrices, ", "))
	for i := range 200 {
		fmt.Fprintf(&text, "def Xform \"I%d\" (instanceable = true; inherits = </C>) {\n}\n", i)
	}
	for _, c := range []struct {
		memory int64
		fits   bool
	}{{16 << 20, false}, {1 << 30, true}} {
		s, _, err := loader.Decode(t.Context(), []byte(text.String()), nil, loader.Options{Poses: true, MaxMemory: c.memory})
		if err != nil {
			t.Fatal(err)
		}
		var limit *loader.LimitError
		if len(s.Instances) != 202 || (s.Rig != nil) != c.fits || errors.As(s.RigError, &limit) == c.fits {
			t.Errorf("with %d bytes: %d instances, a rig: %v, %v", c.memory, len(s.Instances), s.Rig != nil, s.RigError)
		}
	}
}
