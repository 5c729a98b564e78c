package usd

import (
	"errors"
	"testing"

	"github.com/meshcheck/meshcheck/loader/source"
)

// FuzzStage: no stage of one text layer makes the decoder fail in another way than with an error of a
// loader, or give a scene with an index that is out of range.
func FuzzStage(f *testing.F) {
	mesh := "def Mesh \"m\" {\n" + triangle + "}\n"
	for _, text := range []string{
		mesh, "def Mesh \"m\" {\n" + square + "def GeomSubset \"s\" {\nint[] indices = [1]\n}\nint[] holeIndices = [0]\nuniform token orientation = \"leftHanded\"\n}\n",
		"def Mesh \"m\" {\n" + square + "texCoord2f[] primvars:st = [(7,0),(8,0)] (interpolation = \"uniform\")\ncolor3f[] primvars:displayColor = [(1,0,0)]\n}\n",
		"def Xform \"a\" {\nfloat3 xformOp:rotateXYZ = (1,2,3)\nquath xformOp:orient = (1,2,3,4)\nmatrix4d xformOp:transform = ((1,0,0,0),(0,1,0,0),(0,0,1,0),(0,0,0,1))\nuniform token[] xformOpOrder = [\"xformOp:rotateXYZ\", \"!invert!xformOp:orient\", \"xformOp:transform\"]\n" + mesh + "}\n",
		"def PointInstancer \"i\" (inactiveIds = [0]) {\npoint3f[] positions = [(0,0,0), (2,0,0)]\nint[] protoIndices = [0, 0]\nquath[] orientations = [(1,0,0,0), (0,1,0,0)]\nfloat3[] scales = [(1,1,1), (1,2,3)]\nrel prototypes = [<m>]\n" + mesh + "}\n",
		"class \"p\" {\n" + mesh + "}\ndef Xform \"a\" (instanceable = true; inherits = </p>) {\n}\ndef Xform \"b\" (references = </a>; variants = {string v = \"x\"}) {\nvariantSet \"v\" = {\"x\" {" + mesh + "}}\n}\n",
		"def Material \"x\" {\ntoken outputs:surface.connect = <s.outputs:surface>\ndef Shader \"s\" {\nuniform token info:id = \"UsdPreviewSurface\"\ncolor3f inputs:diffuseColor = (1,0,0)\nfloat inputs:roughness.connect = </x.inputs:r>\ntoken outputs:surface\n}\nfloat inputs:r.connect = </x.inputs:r>\n}\ndef Mesh \"m\" {\nrel material:binding = </x>\n" + triangle + "}\n",
		"def Cube \"c\" (apiSchemas = [\"PhysicsCollisionAPI\"]) {\ndouble size = 3\n}\n",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		s, err := decodeText(t, text, source.Input{UVs: true, Colors: true, Poses: true})
		var format *source.FormatError
		var unsupported *source.UnsupportedError
		var limit *source.LimitError
		if err != nil {
			if !errors.As(err, &format) && !errors.As(err, &unsupported) && !errors.As(err, &limit) {
				t.Errorf("%v", err)
			}
			return
		}
		for _, m := range s.Meshes {
			for i := range m.Parts {
				p := &m.Parts[i]
				for c := range 3 * p.Triangles() {
					p.Positions.At(p.Corner(c))
				}
				for k := range p.UVs {
					if p.UVs[k].Len() < p.Positions.Len() {
						t.Errorf("%d coordinates for %d vertices", p.UVs[k].Len(), p.Positions.Len())
					}
				}
			}
		}
		for i := range s.Instances {
			_ = s.Meshes[s.Instances[i].Mesh]
		}
	})
}
