package usd

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/png"
	"math"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/meshcheck/meshcheck/loader/source"
	"github.com/meshcheck/meshcheck/mesh"
)

// decodeText decodes a text without other files.
func decodeText(t *testing.T, text string, options source.Input) (*mesh.Scene, error) {
	t.Helper()
	options.Format, options.Name, options.MaxMemory, options.Progress = USD, "a.usda", 1<<30, source.NewProgress(nil)
	data := []byte("#usda 1.0\n" + text + "\n")
	if err := options.Hold(int64(len(data))); err != nil {
		t.Fatal(err)
	}
	return Decode(t.Context(), &options, data)
}

// triangle is the content of a Mesh of one triangle.
const triangle = "point3f[] points = [(0,0,0), (1,0,0), (0,1,0)]\nint[] faceVertexCounts = [3]\nint[] faceVertexIndices = [0,1,2]\nuniform token subdivisionScheme = \"none\"\n"

// square is the content of a Mesh of two quads.
const square = "point3f[] points = [(0,0,0), (1,0,0), (1,1,0), (0,1,0), (2,0,0), (2,1,0)]\nint[] faceVertexCounts = [4,4]\nint[] faceVertexIndices = [0,1,2,3,1,4,5,2]\nuniform token subdivisionScheme = \"none\"\n"

// show writes what is in a scene: the instances, and what is left out.
func show(s *mesh.Scene) string {
	var out []string
	for i := range s.Instances {
		in := &s.Instances[i]
		line := fmt.Sprint(in.Path, "=", s.Meshes[in.Mesh].Name)
		if at := [3]float64{in.World[0][3], in.World[1][3], in.World[2][3]}; at != [3]float64{} {
			line += fmt.Sprint("@", at)
		}
		if in.Hidden {
			line += " hidden"
		}
		if in.LowerLevel {
			line += " lower"
		}
		out = append(out, line)
	}
	for _, o := range s.Omitted {
		out = append(out, "-"+o.Path+" "+o.Kind+": "+o.Reason)
	}
	return strings.Join(out, "; ")
}

// TestWalk: which prims are shown, and where.
func TestWalk(t *testing.T) {
	const mesh = "def Mesh \"m\" {\n" + triangle + "}\n"
	at := func(x int) string {
		return fmt.Sprintf("double3 xformOp:translate = (%d, 0, 0)\nuniform token[] xformOpOrder = [\"xformOp:translate\"]\n", x)
	}
	cube := func(name string) string { return "def Xform \"" + name + "\" {\n" + at(1) + mesh + "}\n" }
	for _, row := range []struct{ reason, text, want string }{
		{"children move with their parents", "def Xform \"a\" {\n" + at(1) + "def Xform \"b\" {\n" + at(2) + mesh + "}\n}", "/a/b/m=m@[3 0 0]"},
		{"a prim without a type moves nothing", "def \"a\" {\n" + at(1) + mesh + "}", "/a/m=m"},
		{"a prim of an unknown type moves and hides nothing", "def Foo \"a\" {\n" + at(1) + "token visibility = \"invisible\"\nuniform token purpose = \"guide\"\n" + mesh + "}", "/a/m=m"},
		{"inactive, undefined and abstract prims are not there", "def Xform \"a\" (active = false) {\n" + mesh + "}\nover \"b\" {\n" + mesh + "}\nclass \"c\" {\n" + mesh + "}", ""},
		{"invisible prims and all below are hidden", "def Xform \"a\" {\ntoken visibility = \"invisible\"\ndef Xform \"b\" {\ntoken visibility = \"inherited\"\n" + mesh + "}\n}", "/a/b/m=m hidden"},
		{"the purpose of a prim counts below it", "def Xform \"a\" {\nuniform token purpose = \"proxy\"\n" + mesh + "}\ndef Xform \"b\" {\nuniform token purpose = \"render\"\n" + mesh + "}",
			"/b/m=m; -/a/m Mesh: the purpose is proxy"},
		{"the first of several levels of detail is the finest", "def Xform \"a\" (apiSchemas = [\"LODRootAPI\"]) {\n" + mesh + "def Xform \"b\" {\n" + mesh + "}\n}", "/a/m=m; /a/b/m=m lower"},
		{"other geometry is left out", "def Sphere \"s\" {\n}\ndef Xform \"x\" {\ndef BasisCurves \"c\" {\n}\n}", "-/s Sphere: only meshes are checked; -/x/c BasisCurves: only meshes are checked"},
		{"instances of a prototype share its mesh", "class \"p\" {\n" + mesh + "}\ndef Xform \"a\" (instanceable = true; inherits = </p>) {\n" + at(1) + "}\ndef Xform \"b\" (instanceable = true; inherits = </p>) {\n" + at(2) + "}",
			"/a/m=m@[1 0 0]; /b/m=m@[2 0 0]"},
		{"instances of a point instancer have numbers, and its prototypes are not shown by themselves",
			"def PointInstancer \"i\" {\n" + at(10) + "point3f[] positions = [(0,0,0), (2,0,0)]\nint[] protoIndices = [0, 1]\nrel prototypes = [<p/a>, <p/b>]\ndef \"p\" {\n" + cube("a") + cube("b") + "}\n}",
			"/i[0]/a/m=m@[11 0 0]; /i[1]/b/m=m@[13 0 0]"},
		{"prototypes may be undefined or abstract", "def PointInstancer \"i\" {\npoint3f[] positions = [(1,0,0), (2,0,0)]\nint[] protoIndices = [0, 1]\nrel prototypes = [</o/m>, </c/m>]\n}\nover \"o\" {\n" + mesh + "}\nclass \"c\" {\n" + mesh + "}",
			"/i[0]/m=m@[1 0 0]; /i[1]/m=m@[2 0 0]"},
		{"what is below a prototype must be defined and not abstract", "def PointInstancer \"i\" {\npoint3f[] positions = [(1,0,0)]\nint[] protoIndices = [0]\nrel prototypes = <o>\nover \"o\" {\n" + mesh + "class Mesh \"c\" {\n" + triangle + "}\nover Mesh \"v\" {\n" + triangle + "}\n}\n}",
			"/i[0]/o/m=m@[1 0 0]"},
		{"a reset of transforms stops at the instance", "def Xform \"w\" {\n" + at(100) + "def PointInstancer \"i\" {\npoint3f[] positions = [(0,0,0), (5,0,0)]\nint[] protoIndices = [0, 0]\nrel prototypes = <p>\ndef Xform \"p\" {\n" + at(7) + "def Mesh \"m\" {\n" +
			strings.Replace(at(1), "= [", "= [\"!resetXformStack!\", ", 1) + triangle + "}\n}\n}\n}",
			"/w/i[0]/p/m=m@[101 0 0]; /w/i[1]/p/m=m@[106 0 0]"},
		{"what must be of one time is read at the earliest, where later first samples hold", "def Mesh \"m\" {\n" + triangle + "double3 xformOp:translate = (9,9,9)\ndouble3 xformOp:translate.timeSamples = {2: (1,0,0), 3: (5,5,5)}\ndouble3 xformOp:translate:b.timeSamples = {1: (0,1,0), 2: (7,7,7)}\nuniform token[] xformOpOrder = [\"xformOp:translate\", \"xformOp:translate:b\"]\n}",
			"/m=m@[1 1 0]"},
		{"default values go before samples, if all have one", "def Mesh \"m\" {\n" + triangle + "double3 xformOp:translate = (9,9,9)\ndouble3 xformOp:translate.timeSamples = {2: (1,0,0)}\nuniform token[] xformOpOrder = [\"xformOp:translate\"]\n}",
			"/m=m@[9 9 9]"},
		{"masked instances are left out", "def PointInstancer \"i\" (inactiveIds = [7]) {\nint64[] ids = [5, 6, 7]\nint64[] invisibleIds = [5]\npoint3f[] positions = [(0,0,0), (2,0,0), (3,0,0)]\nint[] protoIndices = [0, 0, 0]\nrel prototypes = <m>\n" + mesh + "}",
			"/i[1]/m=m@[2 0 0]"},
		{"without ids, the index of an instance counts", "def PointInstancer \"i\" {\nint64[] invisibleIds = [1]\npoint3f[] positions = [(1,0,0), (2,0,0)]\nint[] protoIndices = [0, 0]\nrel prototypes = <m>\n" + mesh + "}", "/i[0]/m=m@[1 0 0]"},
		{"instancers in instancers", "def PointInstancer \"i\" {\npoint3f[] positions = [(10,0,0), (20,0,0)]\nint[] protoIndices = [0, 0]\nrel prototypes = <j>\ndef PointInstancer \"j\" {\n" + at(5) + "point3f[] positions = [(1,0,0), (2,0,0)]\nint[] protoIndices = [0, 0]\nrel prototypes = <m>\n" + mesh + "}\n}",
			"/i[0]/j[0]/m=m@[16 0 0]; /i[0]/j[1]/m=m@[17 0 0]; /i[1]/j[0]/m=m@[26 0 0]; /i[1]/j[1]/m=m@[27 0 0]"},
		{"what is left out below a prototype is said once", "def PointInstancer \"i\" {\npoint3f[] positions = [(1,0,0), (2,0,0)]\nint[] protoIndices = [0, 0]\nrel prototypes = <s>\ndef Sphere \"s\" {\n}\n}", "-/i[0]/s Sphere: only meshes are checked"},
		{"an instancer of another purpose", "def PointInstancer \"i\" {\nuniform token purpose = \"guide\"\npoint3f[] positions = [(1,0,0)]\nint[] protoIndices = [0]\nrel prototypes = <m>\n" + mesh + "}", "-/i[0]/m Mesh: the purpose is guide"},
		{"an instancer without prototypes", "def PointInstancer \"i\" {\npoint3f[] positions = [(1,0,0)]\nint[] protoIndices = [0]\n}", "-/i PointInstancer: it has no prototypes for 1 instance"},
		{"an instancer without indices", "def PointInstancer \"i\" {\npoint3f[] positions = [(1,0,0)]\nrel prototypes = <m>\n" + mesh + "}", "-/i PointInstancer: it has no protoIndices"},
		{"an instancer whose indices are blocked", "def PointInstancer \"i\" {\npoint3f[] positions = [(1,0,0)]\nint[] protoIndices = None\nrel prototypes = <m>\n" + mesh + "}", "-/i PointInstancer: it has no protoIndices"},
		{"an instancer without instances has nothing to show", "def PointInstancer \"i\" {\npoint3f[] positions = []\nint[] protoIndices = []\nrel prototypes = <m>\n" + mesh + "}", ""},
		{"what is below an instancer and no prototype is left out", "def PointInstancer \"i\" {\npoint3f[] positions = [(1,0,0)]\nint[] protoIndices = [0]\nrel prototypes = <p/m>\ndef \"p\" {\n" + mesh + "def Mesh \"n\" {\n" + triangle + "def Sphere \"s\" {\n}\n}\ndef PointInstancer \"j\" {\n}\n}\n}",
			"/i[0]/m=m@[1 0 0]; -/i/p/n Mesh: it is below a point instancer and is no prototype; -/i/p/n/s Sphere: it is below a point instancer and is no prototype; -/i/p/j PointInstancer: it is below a point instancer and is no prototype"},
		{"an instancer without positions", "def PointInstancer \"i\" {\nint[] protoIndices = [0]\nrel prototypes = <m>\n" + mesh + "}", "-/i PointInstancer: it has no positions for 1 instance"},
		{"a prototype that does not exist and is not used", "def PointInstancer \"i\" {\npoint3f[] positions = [(1,0,0)]\nint[] protoIndices = [0]\nrel prototypes = [<m>, <n>]\n" + mesh + "}", "/i[0]/m=m@[1 0 0]"},
	} {
		s, err := decodeText(t, row.text, source.Input{})
		if err != nil {
			t.Errorf("%s: %v", row.reason, err)
			continue
		}
		if got := show(s); got != row.want {
			t.Errorf("%s: got %q, want %q", row.reason, got, row.want)
		}
	}
}

// TestUnits: units, axes, and the warnings about what the reader works around.
func TestUnits(t *testing.T) {
	for _, row := range []struct {
		reason, text, unit string
		yUp                bool
		warning            string
	}{
		{"the unit of files that say nothing is a centimetre, and Y is up", "", "cm", true, ""},
		{"a unit and an axis", "(metersPerUnit = 1; upAxis = \"Z\")", "m", false, ""},
		{"a unit without a name", "(metersPerUnit = 100)", "100 m", true, ""},
		{"an axis that is none", "(upAxis = \"X\")", "cm", true, "upAxis is X, and neither Y nor Z: Y is taken"},
		{"a subdivision surface", "def Mesh \"m\" {\n" + strings.Replace(triangle, "none", "loop", 1) + "}", "cm", true, `"/m" is a subdivision surface, of which the control cage is checked`},
		{"time samples", "def Mesh \"m\" {\n" + strings.Replace(triangle, "points = [(0,0,0), (1,0,0), (0,1,0)]", "points.timeSamples = {2: [(0,0,0), (1,0,0), (0,1,0)], 1: [(0,0,0), (2,0,0), (0,1,0)]}", 1) + "}",
			"cm", true, `the earliest time sample of "/m.points" is read`},
		{"a blocked time sample", "def Mesh \"m\" {\n" + triangle + "double3 xformOp:translate.timeSamples = {1: None, 2: (1,2,3)}\nuniform token[] xformOpOrder = [\"xformOp:translate\"]\n}", "cm", true, `the earliest time sample of "/m.xformOp:translate" is blocked, so that it has no value`},
		{"a spline that does not count", "def Mesh \"m\" {\n" + triangle + "double xformOp:rotateX = 1\ndouble xformOp:rotateX.spline = {1: 2}\nuniform token[] xformOpOrder = [\"xformOp:rotateX\"]\n}", "cm", true, ""},
		{"a flat matrix", "def Mesh \"m\" {\n" + triangle + "float3 xformOp:scale = (1,0,1)\nuniform token[] xformOpOrder = [\"xformOp:scale\"]\n}", "cm", true, `the world matrix of "/m" is singular and flattens it`},
		{"short faces", "def Mesh \"m\" {\npoint3f[] points = [(0,0,0)]\nint[] faceVertexCounts = [2,1,0]\nint[] faceVertexIndices = [0,0,0]\n}", "cm", true, `3 faces have fewer than 3 corners and are left out, the first of "/m"`},
		{"a matrix with perspective", "def Mesh \"m\" {\n" + triangle + "matrix4d xformOp:transform = ((1,0,0,1), (0,1,0,0), (0,0,1,0), (0,0,0,1))\nuniform token[] xformOpOrder = [\"xformOp:transform\"]\n}", "cm", true,
			`the last column of the matrix "/m.xformOp:transform" is not 0, 0, 0, 1 and is ignored`},
	} {
		s, err := decodeText(t, row.text, source.Input{})
		if err != nil {
			t.Errorf("%s: %v", row.reason, err)
			continue
		}
		if s.Unit != row.unit || s.YUp != row.yUp || strings.Join(s.Warnings, "; ") != row.warning {
			t.Errorf("%s: unit %q, Y is up: %v, warnings %q", row.reason, s.Unit, s.YUp, s.Warnings)
		}
	}
}

// TestRefused: input errors with their places.
func TestRefused(t *testing.T) {
	in := func(content string) string { return "def Mesh \"m\" {\n" + content + "\n}" }
	replaced := func(old, new string) string { return in(strings.Replace(triangle, old, new, 1)) }
	for _, row := range []struct{ reason, text, want string }{
		{"an index without a point", replaced("[0,1,2]", "[0,1,3]"), "usd: </m.faceVertexIndices>: index 2 is 3, and there are 3 points"},
		{"a negative index", replaced("[0,1,2]", "[0,-1,2]"), "usd: </m.faceVertexIndices>: index 1 is -1, and there are 3 points"},
		{"too few indices", replaced("[0,1,2]", "[0,1]"), "usd: </m.faceVertexIndices>: ends in face 0"},
		{"too many indices", replaced("[0,1,2]", "[0,1,2,0]"), "usd: </m.faceVertexCounts>: the faces have 3 corners, and there are 4 indices"},
		{"a negative count", replaced("[3]", "[-3]"), "usd: </m.faceVertexCounts>: face 0 has -3 corners"},
		{"a huge face", replaced("[3]", "[65537]"), "usd: </m.faceVertexCounts>: face 0 has 65537 corners, more than 65536"},
		{"points that are none", replaced("point3f[] points = [(0,0,0), (1,0,0), (0,1,0)]", "float[] points = [0, 1, 2]"), "usd: </m.points>: is not an array of 3 numbers each"},
		{"points that are integers", replaced("point3f[]", "int3[]"), "usd: </m.points>: are integers"},
		{"counts of 64 bits", replaced("int[] faceVertexCounts", "int64[] faceVertexCounts"), "usd: </m.faceVertexCounts>: is not an array of integers of 32 bits"},
		{"a hole that is no face", in(triangle + "int[] holeIndices = [1]"), "usd: </m.holeIndices>: there is no face 1"},
		{"a subset with what is no face", in(triangle + "def GeomSubset \"s\" {\nint[] indices = [1]\n}\n"), "usd: </m/s.indices>: there is no face 1"},
		{"an op that is none", in(triangle + "double3 xformOp:foo = (1,2,3)\nuniform token[] xformOpOrder = [\"xformOp:foo\"]"), `usd: </m.xformOp:foo>: is an op of type "foo" with 3 numbers`},
		{"an op of another shape", in(triangle + "double xformOp:scale = 1\nuniform token[] xformOpOrder = [\"xformOp:scale\"]"), `usd: </m.xformOp:scale>: is an op of type "scale" with 1 number`},
		{"a matrix that is not finite", in(triangle + "double3 xformOp:translate = (inf,0,0)\nuniform token[] xformOpOrder = [\"xformOp:translate\"]"), "usd: </m>: its world matrix is not finite"},
		{"a unit that is none", "(metersPerUnit = -1)", "usd: metersPerUnit is not a length"},
		{"an instancer that is its own prototype", "def PointInstancer \"i\" {\npoint3f[] positions = [(1,0,0)]\nint[] protoIndices = [0]\nrel prototypes = <a>\ndef \"a\" {\ndef PointInstancer \"j\" {\npoint3f[] positions = [(1,0,0)]\nint[] protoIndices = [0]\nrel prototypes = </i>\n}\n}\n}",
			"usd: </i>: is below one of its own prototypes"},
		{"too few scales", "def PointInstancer \"i\" {\nint[] protoIndices = [0, 0]\npoint3f[] positions = [(1,0,0), (2,0,0)]\nfloat3[] scales = [(1,1,1)]\nrel prototypes = <m>\n" + in(triangle) + "\n}", "usd: </i>: it has 1 scale for 2 instances"},
		{"an instance past the only prototype", "def PointInstancer \"i\" {\nint[] protoIndices = [0, 1]\npoint3f[] positions = [(1,0,0), (2,0,0)]\nrel prototypes = <m>\n" + in(triangle) + "\n}", "usd: </i.protoIndices>: instance 1 refers to prototype 1, but there is only 1 prototype (counted from 0)"},
		{"a negative prototype", "def PointInstancer \"i\" {\nint[] protoIndices = [-1]\npoint3f[] positions = [(1,0,0)]\nrel prototypes = [<m>, <n>]\n" + in(triangle) + "\n}", "usd: </i.protoIndices>: instance 0 refers to prototype -1, but there are only 2 prototypes (counted from 0)"},
		{"texture coordinates for fewer points", in(triangle + "texCoord2f[] primvars:st = [(0,0)] (interpolation = \"vertex\")"), "usd: </m.primvars:st>: has 1 values, and 3 are needed"},
		{"an index of texture coordinates", in(triangle + "texCoord2f[] primvars:st = [(0,0)] (interpolation = \"vertex\")\nint[] primvars:st:indices = [0,0,1]"), "usd: </m.primvars:st:indices>: there is no value 1"},
		{"a mesh that lacks what a missing layer has", "def Mesh \"m\" (references = @x.usda@) {\nint[] faceVertexCounts = [3]\nint[] faceVertexIndices = [0,1,2]\n}", "usd: </m>: reference to @x.usda@: there is no folder to read it from"},
		{"more sets of texture coordinates than a mesh may have", in(triangle + numbered(257, "texCoord2f[] primvars:a%d = [(0,0)]\n")), "usd: </m>: has more than 256 sets of texture coordinates"},
		{"more textures than a material may have", in(triangle+"rel material:binding = </x>") + "\ndef Material \"x\" {\ntoken outputs:surface.connect = </x/s.outputs:surface>\ndef Shader \"s\" {\nuniform token info:id = \"UsdPreviewSurface\"\ntoken outputs:surface\n" +
			numbered(257, "float inputs:a%d.connect = </x/t.outputs:r>\n") + "}\ndef Shader \"t\" {\nuniform token info:id = \"UsdUVTexture\"\nasset inputs:file = @t.png@\nfloat outputs:r\n}\n}", "usd: </x>: has more than 256 textures"},
		{"an interpolation that is none", in(triangle + "texCoord2f[] primvars:st = [(0,0)] (interpolation = \"foo\")"), `usd: </m.primvars:st>: has the interpolation "foo"`},
	} {
		_, err := decodeText(t, row.text, source.Input{UVs: true})
		var format *source.FormatError
		if !errors.As(err, &format) || err.Error() != row.want {
			t.Errorf("%s: %v, want %s", row.reason, err, row.want)
		}
	}
}

// numbered returns n texts with the numbers from 0 on.
func numbered(n int, format string) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, format, i)
	}
	return b.String()
}

// TestUnsupported: what may be right, but is not read.
func TestUnsupported(t *testing.T) {
	for _, row := range []struct{ reason, text, want string }{
		{"an edit of an array is not the array", "def Mesh \"m\" {\n" + strings.Replace(triangle, "[3]", "edit [append 3]", 1) + "}", `usd: </m.faceVertexCounts>: a value of the kind "edit of int[]" is not supported`},
		{"a spline moves a mesh", "def Mesh \"m\" {\n" + triangle + "double xformOp:rotateX.spline = {1: 2}\nuniform token[] xformOpOrder = [\"xformOp:rotateX\"]\n}", "usd: </m.xformOp:rotateX>: a spline is not supported"},
		{"a spline beside time samples", "def Mesh \"m\" {\n" + triangle + "double xformOp:rotateX = 1\ndouble xformOp:rotateX.spline = {1: 2}\ndouble xformOp:rotateY.timeSamples = {1: 2}\nuniform token[] xformOpOrder = [\"xformOp:rotateX\", \"xformOp:rotateY\"]\n}", "usd: </m.xformOp:rotateX>: a spline is not supported"},
		{"a prototype may be in what is not there", "def PointInstancer \"i\" {\nint[] protoIndices = [1]\npoint3f[] positions = [(1,0,0)]\nrel prototypes = [</m>, </n>]\n}", `usd: </i.prototypes>: a prototype that does not exist ("/n") is not supported`},
	} {
		_, err := decodeText(t, row.text, source.Input{})
		var unsupported *source.UnsupportedError
		if !errors.As(err, &unsupported) || err.Error() != row.want {
			t.Errorf("%s: %v, want %s", row.reason, err, row.want)
		}
	}
}

// instancersOf returns point instancers in one another, the last of which shows what is called i20.
func instancersOf(levels, each int) string {
	var b strings.Builder
	for i := range levels {
		fmt.Fprintf(&b, "def PointInstancer \"i%d\" {\npoint3f[] positions = [%s]\nint[] protoIndices = [%s]\nrel prototypes = </i%d>\n}\n",
			i, strings.Repeat("(1,0,0),", each), strings.Repeat("0,", each), i+1)
	}
	return b.String()
}

// doubled returns prims that have the next one twice, up to one with a mesh.
func doubled(levels int, metadata string) string {
	var b strings.Builder
	for i := range levels {
		fmt.Fprintf(&b, "def Xform \"a%d\" {\n", i)
		for _, side := range []string{"l", "r"} {
			fmt.Fprintf(&b, "def %q (references = </a%d>%s) {\n}\n", side, i+1, metadata)
		}
		b.WriteString("}\n")
	}
	fmt.Fprintf(&b, "def Xform \"a%d\" {\ndef Mesh \"m\" {\n%s}\n}\n", levels, triangle)
	return b.String()
}

// TestBlowUp: what little text makes more and more of is counted, also if it shows nothing, and ends at a limit
// that names a place. The memory is a limit too.
func TestBlowUp(t *testing.T) {
	for _, row := range []struct {
		reason, text string
		memory       int64
		left         int64 // of the limit of prims
		want         string
	}{
		{"instancers in one another", instancersOf(20, 10) + "def Mesh \"i20\" {\n" + triangle + "}\n", 1 << 30, 5000, "prims at </i"},
		{"the same that show nothing", instancersOf(20, 10) + "def \"i20\" {\n}\n", 1 << 30, 5000, "prims at </i"},
		{"references that double", doubled(40, ""), 1 << 30, 5000, "prims at </a0/l/l"},
		{"the same with little memory", doubled(40, ""), 1 << 20, mostPrims, "bytes at </a0/l/l"},
		{"instances that double", doubled(40, "; instanceable = true"), 1 << 30, 5000, "prims at </a0/l/l"},
		{"the same with little memory", doubled(40, "; instanceable = true"), 1 << 20, mostPrims, "bytes at </a0/l/l"},
		{"few levels that double", doubled(5, ""), 1 << 30, mostPrims, ""},
		{"ops of many instances", "def PointInstancer \"i\" {\npoint3f[] positions = [" + strings.Repeat("(1,0,0),", 100) + "]\nint[] protoIndices = [" + strings.Repeat("0,", 100) + "]\nrel prototypes = </p>\n}\n" +
			"def Xform \"p\" {\ndouble xformOp:scaleX = 1\nuniform token[] xformOpOrder = [" + strings.Repeat("\"xformOp:scaleX\",", 2000) + "]\n}\n", 1 << 30, -132000, "prims at </p.xformOpOrder>"},
	} {
		data := []byte("#usda 1.0\n" + row.text)
		in := &source.Input{Format: USD, Name: "a.usda", MaxMemory: row.memory, Progress: source.NewProgress(nil)}
		if err := in.Hold(int64(len(data))); err != nil {
			t.Fatal(err)
		}
		r := &reader{Input: in, ctx: t.Context(), layers: newLayers(t.Context(), in, data), scene: &mesh.Scene{}}
		r.layers.work = mostPrims - row.left
		err := r.decode()
		var limit *source.LimitError
		got := ""
		if errors.As(err, &limit) {
			got = limit.What + " at " + limit.Place
		} else if err != nil {
			got = err.Error()
		}
		if !strings.HasPrefix(got, row.want) || row.want == "" && got != "" {
			t.Errorf("%s: %q, want %q (%v)", row.reason, got, row.want, err)
		}
	}
}

// TestLayout: references and instances multiply what a small file has, and that is no fault of theirs.
func TestLayout(t *testing.T) {
	const references, parts = 300, 60
	for _, metadata := range []string{"", "; instanceable = true"} {
		s, err := decodeText(t, "def Xform \"asset\" {\n"+numbered(parts, "def Xform \"x%d\" {\ndef Mesh \"m\" {\n"+triangle+"}\n}\n")+"}\n"+
			numbered(references, "def Xform \"r%d\" (references = </asset>"+metadata+") {\n}\n"), source.Input{})
		if err != nil || len(s.Instances) != (references+1)*parts {
			t.Errorf("%q: %v", metadata, err)
		}
	}
}

// TestParts: subsets, holes and winding.
func TestParts(t *testing.T) {
	for _, row := range []struct{ reason, text, want string }{
		{"without subsets there is one part", square, "[0 1 2 0 2 3 1 4 5 1 5 2] of [0 0 1 1]"},
		{"left-handed faces are turned", square + "uniform token orientation = \"leftHanded\"\n", "[0 2 1 0 3 2 1 5 4 1 2 5] of [0 0 1 1]"},
		{"holes are left out", square + "int[] holeIndices = [0]\n", "[1 4 5 1 5 2] of [1 1]"},
		{"a subset, and the rest", square + "def GeomSubset \"s\" {\nint[] indices = [1]\nuniform token familyName = \"materialBind\"\nrel material:binding = </x/red>\n}\nrel material:binding = </blue>\n",
			"s red [0 1 2 0 2 3] of [1 1]; blue [0 1 2 0 2 3] of [0 0]"},
		{"a material that is stronger than those below", square + "def GeomSubset \"s\" {\nint[] indices = [1]\nuniform token familyName = \"materialBind\"\nrel material:binding = </x/red>\n}\nrel material:binding = </blue> (bindMaterialAs = \"strongerThanDescendants\")\n",
			"s blue [0 1 2 0 2 3] of [1 1]; blue [0 1 2 0 2 3] of [0 0]"},
		{"a material that is weaker", square + "def GeomSubset \"s\" {\nint[] indices = [0, 1]\nuniform token familyName = \"materialBind\"\nrel material:binding = </x/red>\n}\nrel material:binding = </blue> (bindMaterialAs = \"weakerThanDescendants\")\n",
			"s red [0 1 2 0 2 3 1 4 5 1 5 2] of [0 0 1 1]"},
		{"a face in two subsets is in the one that binds a material", square + "def GeomSubset \"s\" {\nint[] indices = [0, 1]\n}\ndef GeomSubset \"t\" {\nint[] indices = [1]\nuniform token familyName = \"materialBind\"\n}\n",
			"t [0 1 2 0 2 3] of [1 1]; s [0 1 2 0 2 3] of [0 0]"},
		{"subsets of points are none", square + "def GeomSubset \"s\" {\nuniform token elementType = \"point\"\nint[] indices = [5]\n}\n", "[0 1 2 0 2 3 1 4 5 1 5 2] of [0 0 1 1]"},
	} {
		s, err := decodeText(t, "def Mesh \"m\" {\n"+row.text+"}", source.Input{})
		if err != nil {
			t.Errorf("%s: %v", row.reason, err)
			continue
		}
		var parts []string
		for i := range s.Meshes[0].Parts {
			p := &s.Meshes[0].Parts[i]
			parts = append(parts, strings.TrimSpace(fmt.Sprintf("%s %s", p.Name, p.Material))+fmt.Sprintf(" %v of %v", p.Indices.U32, p.Faces))
		}
		if got := strings.TrimSpace(strings.Join(parts, "; ")); got != row.want {
			t.Errorf("%s: got %q, want %q", row.reason, got, row.want)
		}
	}
}

// TestUVs: each interpolation gives each corner its coordinates, and vertices are split only where a
// primvar differs between faces.
func TestUVs(t *testing.T) {
	for _, row := range []struct {
		reason, text string
		vertices     int
		want         []float64 // U of the corners of the faces in order
	}{
		{"of the whole mesh", "texCoord2f[] primvars:a = [(7,0)]", 6, []float64{7, 7, 7, 7, 7, 7, 7, 7}},
		{"at the time of the faces", "int[] holeIndices.timeSamples = {1: []}\ntexCoord2f[] primvars:a = [(9,0)]\ntexCoord2f[] primvars:a.timeSamples = {1: [(7,0)]}", 6, []float64{7, 7, 7, 7, 7, 7, 7, 7}},
		{"of faces", "texCoord2f[] primvars:a = [(7,0),(8,0)] (interpolation = \"uniform\")", 8, []float64{7, 7, 7, 7, 8, 8, 8, 8}},
		{"of points", "texCoord2d[] primvars:a = [(0,0),(1,0),(2,0),(3,0),(4,0),(5,0)] (interpolation = \"vertex\")", 6, []float64{0, 1, 2, 3, 1, 4, 5, 2}},
		{"of points, with indices", "texCoord2h[] primvars:a = [(7,0),(8,0)] (interpolation = \"varying\")\nint[] primvars:a:indices = [0,1,0,1,1,1]", 6, []float64{7, 8, 7, 8, 8, 8, 8, 7}},
		{"of corners", "texCoord2f[] primvars:a = [(0,0),(1,0),(2,0),(3,0),(4,0),(5,0),(6,0),(7,0)] (interpolation = \"faceVarying\")", 8, []float64{0, 1, 2, 3, 4, 5, 6, 7}},
		{"of corners, with indices", "float2[] primvars:st = [(7,0),(8,0)] (interpolation = \"faceVarying\")\nint[] primvars:st:indices = [0,1,0,1,1,0,1,0]", 8, []float64{7, 8, 7, 8, 8, 7, 8, 7}},
		{"of points beside a set of corners", "texCoord2f[] primvars:a = [(0,0),(1,0),(2,0),(3,0),(4,0),(5,0)] (interpolation = \"vertex\")\ntexCoord2f[] primvars:b = [(0,0),(1,0),(2,0),(3,0),(4,0),(5,0),(6,0),(7,0)] (interpolation = \"faceVarying\")",
			8, []float64{0, 1, 2, 3, 1, 4, 5, 2}},
	} {
		s, err := decodeText(t, "def Mesh \"m\" {\n"+square+row.text+"\n}", source.Input{UVs: true})
		if err != nil {
			t.Errorf("%s: %v", row.reason, err)
			continue
		}
		p := &s.Meshes[0].Parts[0]
		// Quads are cut into fans, so that these are their corners.
		var got []float64
		for _, c := range []int{0, 1, 2, 5, 6, 7, 8, 11} {
			got = append(got, p.UVs[0].At(p.Corner(c))[0])
		}
		if p.Positions.Len() != row.vertices || !slices.Equal(got, row.want) {
			t.Errorf("%s: %d vertices with %v, want %d with %v", row.reason, p.Positions.Len(), got, row.vertices, row.want)
		}
	}
}

// TestXformOps: the matrix of each op. Those of 1,611 random stacks of ops, inverses of single scales
// aside, were compared with OpenUSD's, which agreed to 2e-14; there, an inverse of a single scale negates.
func TestXformOps(t *testing.T) {
	const s = math.Sqrt2 / 2
	for _, row := range []struct {
		reason, ops, order string
		want               [12]float64
	}{
		{"the last op comes first", "double3 xformOp:translate = (1,2,3)\nfloat3 xformOp:scale = (2,3,4)", `"xformOp:translate", "xformOp:scale"`, [12]float64{2, 0, 0, 1, 0, 3, 0, 2, 0, 0, 4, 3}},
		{"and the other way round", "double3 xformOp:translate = (1,2,3)\nfloat3 xformOp:scale = (2,3,4)", `"xformOp:scale", "xformOp:translate"`, [12]float64{2, 0, 0, 2, 0, 3, 0, 6, 0, 0, 4, 12}},
		{"single axes", "half xformOp:translateY = 5\ndouble xformOp:scaleZ = 2", `"xformOp:translateY", "xformOp:scaleZ"`, [12]float64{1, 0, 0, 0, 0, 1, 0, 5, 0, 0, 2, 0}},
		{"quarters are exact", "float xformOp:rotateX = 90", `"xformOp:rotateX"`, [12]float64{1, 0, 0, 0, 0, 0, -1, 0, 0, 1, 0, 0}},
		{"negative ones too", "float xformOp:rotateZ = -450", `"xformOp:rotateZ"`, [12]float64{0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1, 0}},
		{"the first axis comes first", "float3 xformOp:rotateXYZ = (90, 90, 0)", `"xformOp:rotateXYZ"`, [12]float64{0, 1, 0, 0, 0, 0, -1, 0, -1, 0, 0, 0}},
		{"another order", "float3 xformOp:rotateYXZ = (90, 90, 0)", `"xformOp:rotateYXZ"`, [12]float64{0, 0, 1, 0, 1, 0, 0, 0, 0, 1, 0, 0}},
		{"an inverse", "float3 xformOp:rotateXYZ = (90, 90, 0)", `"!invert!xformOp:rotateXYZ"`, [12]float64{0, 0, -1, 0, 1, 0, 0, 0, 0, -1, 0, 0}},
		{"a pivot", "float3 xformOp:translate:pivot = (1,0,0)\nfloat xformOp:rotateZ = 180", `"xformOp:translate:pivot", "xformOp:rotateZ", "!invert!xformOp:translate:pivot"`, [12]float64{-1, 0, 0, 2, 0, -1, 0, 0, 0, 0, 1, 0}},
		{"an op beside its inverse, which there need not be", "float3 xformOp:scale = (0,0,0)", `"xformOp:scale", "!invert!xformOp:scale"`, [12]float64{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0}},
		{"a matrix for row vectors", "matrix4d xformOp:transform = ((1,2,3,0), (4,5,6,0), (7,8,10,0), (11,12,13,1))", `"xformOp:transform"`, [12]float64{1, 4, 7, 11, 2, 5, 8, 12, 3, 6, 10, 13}},
		{"its inverse", "matrix4d xformOp:transform = ((2,0,0,0), (0,4,0,0), (0,0,8,0), (2,4,8,1))", `"!invert!xformOp:transform"`, [12]float64{.5, 0, 0, -1, 0, .25, 0, -1, 0, 0, .125, -1}},
		{"a quaternion, the real part first", "quatd xformOp:orient = (0.7071067811865476, 0, 0, 0.7071067811865476)", `"xformOp:orient"`, [12]float64{0, -1, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0}},
		{"one whose length is not 1 has the angle of its real part", "quatd xformOp:orient = (0.7071067811865476, 0, 0, 5)", `"xformOp:orient"`, [12]float64{0, -1, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0}},
		{"one without an axis does nothing", "quatf xformOp:orient = (0.5, 0, 0, 0)", `"xformOp:orient"`, [12]float64{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0}},
		{"ops before a reset, and those without a value, do nothing", "float3 xformOp:scale = (2,2,2)\nfloat3 xformOp:translate", `"xformOp:scale", "!resetXformStack!", "xformOp:translate", "xformOp:scale:x", "foo"`, [12]float64{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0}},
		{"an eighth of a turn", "double xformOp:rotateY = 45", `"xformOp:rotateY"`, [12]float64{s, 0, s, 0, 0, 1, 0, 0, -s, 0, s, 0}},
	} {
		sc, err := decodeText(t, "def Mesh \"m\" {\n"+triangle+row.ops+"\nuniform token[] xformOpOrder = ["+row.order+"]\n}", source.Input{})
		if err != nil {
			t.Errorf("%s: %v", row.reason, err)
			continue
		}
		for i, want := range row.want {
			if got := sc.Instances[0].World[i/4][i%4]; math.Abs(got-want) > 1e-15 {
				t.Errorf("%s: entry %d, %d is %v, want %v", row.reason, i/4, i%4, got, want)
			}
		}
	}
}

// TestRounding: bounds of the rounding of matrices: none for doubles and for quarters of a turn, half a step
// for float32, much more for halfs.
func TestRounding(t *testing.T) {
	for _, row := range []struct {
		ops, order  string
		least, most float64
	}{
		{"double3 xformOp:translate = (0.1,0,0)", `"xformOp:translate"`, 0, 0},
		{"float xformOp:rotateX = 90", `"xformOp:rotateX"`, 0, 0},
		{"float3 xformOp:translate = (0.1,0,0)", `"xformOp:translate"`, 3e-9, 4e-9},
		{"half3 xformOp:translate = (0.1,0,0)", `"xformOp:translate"`, 3e-5, 4e-5},
		{"float xformOp:rotateX = 33", `"xformOp:rotateX"`, 1e-8, 4e-8},
		{"quatf xformOp:orient = (0.8, 0.6, 0, 0)", `"xformOp:orient"`, 3e-8, 3e-7},
	} {
		s, err := decodeText(t, "def Mesh \"m\" {\n"+triangle+row.ops+"\nuniform token[] xformOpOrder = ["+row.order+"]\n}", source.Input{})
		if err != nil {
			t.Fatal(err)
		}
		largest := 0.0
		for _, r := range s.Instances[0].Rounding {
			largest = max(largest, slices.Max(r[:]))
		}
		if largest < row.least || largest > row.most {
			t.Errorf("%s: %g", row.ops, largest)
		}
	}
}

// TestLayerUnits: layers with another unit are not rescaled, those with another axis up not turned, and that is
// said.
func TestLayerUnits(t *testing.T) {
	layer := func(text string) *fstest.MapFile { return &fstest.MapFile{Data: []byte("#usda 1.0\n" + text)} }
	folder := fstest.MapFS{
		"mm.usda": layer("(metersPerUnit = 0.001; defaultPrim = \"m\")\ndef Mesh \"m\" {\n" + triangle + "}\n"),
		"ft.usda": layer("(metersPerUnit = 0.3048; defaultPrim = \"m\")\ndef Mesh \"m\" {\n" + triangle + "}\n"),
		"z.usda":  layer("(upAxis = \"Z\"; defaultPrim = \"m\")\ndef Mesh \"m\" {\n" + triangle + "}\n"),
		"y.usda":  layer("(upAxis = \"Y\"; defaultPrim = \"m\")\ndef Mesh \"m\" {\n" + triangle + "}\n"),
		"no.usda": layer("(defaultPrim = \"m\")\ndef Mesh \"m\" {\n" + triangle + "}\n"),
	}
	for text, want := range map[string]string{
		"def \"a\" (references = @mm.usda@) {}":                                        `the layer "mm.usda" is in millimetres and the scene in metres: its sizes are not converted`,
		"def \"a\" (references = @mm.usda@) {}\ndef \"b\" (references = @ft.usda@) {}": `2 layers are in other units than the scene, which is in metres, the first is "mm.usda", in millimetres: their sizes are not converted`,
		"def \"a\" (references = @no.usda@) {}":                                        "",
		"def \"a\" (references = @z.usda@) {}":                                         `the layer "z.usda" has another upAxis than the scene, and is not turned`,
		"def \"a\" (references = @y.usda@) {}":                                         "",
	} {
		s, err := decodeText(t, "(metersPerUnit = 1)\n"+text, source.Input{Folder: folder})
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(s.Warnings, "; "); got != want || s.Unit != "m" {
			t.Errorf("%s: unit %s, warnings %q", text, s.Unit, got)
		}
	}
}

// TestColors: the base colors of parts: of materials, else of the mesh.
func TestColors(t *testing.T) {
	const material = "def Material \"x\" {\ntoken outputs:surface.connect = <s.outputs:surface>\ncolor3f inputs:tint = (0,1,0)\ndef Shader \"s\" {\nuniform token info:id = \"UsdPreviewSurface\"\ncolor3f inputs:diffuseColor%s\ntoken outputs:surface\n}\n" +
		"def Shader \"t\" {\nuniform token info:id = \"UsdUVTexture\"\nasset inputs:file = @t.png@\nfloat2 inputs:st.connect = </x/r.outputs:result>\ntoken inputs:wrapS = \"clamp\"\nfloat3 outputs:rgb\n}\n" +
		"def Shader \"r\" {\nuniform token info:id = \"UsdPrimvarReader_float2\"\nstring inputs:varname = \"uv\"\nfloat2 outputs:result\n}\n" +
		"def Shader \"u\" {\nuniform token info:id = \"UsdUVTexture\"\nasset inputs:file.timeSamples = {1: @t.png@}\nfloat2 inputs:st.connect = </x/r.outputs:result>\nfloat3 outputs:rgb\n}\n}\n"
	var pixels bytes.Buffer
	if err := png.Encode(&pixels, image.NewRGBA(image.Rect(0, 0, 2, 3))); err != nil {
		t.Fatal(err)
	}
	folder := fstest.MapFS{"t.png": {Data: pixels.Bytes()}}
	const bind, uv = "rel material:binding = </x>\n", "texCoord2f[] primvars:uv = [(0,0), (1,0), (0,1)] (interpolation = \"vertex\")\n"
	for _, row := range []struct{ reason, material, mesh, want string }{
		{"none", "", "", "none"},
		{"one for the mesh, from linear to sRGB", "", "color3f[] primvars:displayColor = [(1, 0, 0.5)]", "[1 0 0.735]"},
		{"one for each point", "", "color3f[] primvars:displayColor = [(1,0,0), (0,1,0), (0,0,1)] (interpolation = \"vertex\")", "[1 1 1] vertices [255 0 0 0 255 0 0 0 255]"},
		{"that of the material", " = (1,1,0)", bind + "color3f[] primvars:displayColor = [(1,0,0)]", "[1 1 0]"},
		{"that of an input of the material", ".connect = </x.inputs:tint>", bind, "[0 1 0]"},
		{"that of UsdPreviewSurface", "", bind, "[0.461 0.461 0.461]"},
		{"a texture", ".connect = </x/t.outputs:rgb>", bind + uv, "[1 1 1] texture t.png 2x3 with uv, wrapped [1 0]"},
		{"a texture without coordinates", ".connect = </x/t.outputs:rgb>", bind, "[1 1 1]"},
		{"a texture that changes with time", ".connect = </x/u.outputs:rgb>", bind + uv, "[1 1 1] texture t.png 2x3 with uv, wrapped [0 0]"},
		{"a circle of connections", ".connect = </x/s.inputs:diffuseColor>", bind, "[0.461 0.461 0.461]"},
		{"too few colors", "", "color3f[] primvars:displayColor = [(1,0,0)] (interpolation = \"vertex\")", "none; note </m.primvars:displayColor>: has 1 values, and 3 are needed"},
	} {
		text := "def Mesh \"m\" {\n" + triangle + row.mesh + "\n}\n" + fmt.Sprintf(material, row.material)
		s, err := decodeText(t, text, source.Input{Colors: true, Folder: folder})
		if err != nil {
			t.Errorf("%s: %v", row.reason, err)
			continue
		}
		if got := showColor(s); got != row.want {
			t.Errorf("%s: got %q, want %q", row.reason, got, row.want)
		}
	}
}

// showColor writes the color of the only part.
func showColor(s *mesh.Scene) string {
	out := "none"
	if c := s.Meshes[0].Parts[0].Color; c != nil {
		for k := range c.Factor {
			c.Factor[k] = math.Round(c.Factor[k]*1000) / 1000
		}
		out = fmt.Sprint(c.Factor)
		if c.Vertices != nil {
			out += fmt.Sprint(" vertices ", c.Vertices)
		}
		if m := c.Map; m != nil {
			t := s.Textures[m.Texture]
			out += fmt.Sprintf(" texture %s %dx%d with %s, wrapped %v", t.Name, t.Width, t.Height, m.UV.Name, m.Wrap)
		}
	}
	for _, n := range s.ColorNotes {
		out += "; note " + n
	}
	return out
}

// TestMaterials: the textures that materials have, with the transforms of their coordinates.
func TestMaterials(t *testing.T) {
	s, err := decodeText(t, "def Mesh \"m\" {\n"+triangle+"texCoord2f[] primvars:b = [(0,0), (1,0), (0,1)] (interpolation = \"vertex\")\nrel material:binding = </x>\n}\n"+
		"def Material \"x\" {\ntoken outputs:surface.connect = <s.outputs:surface>\ndef Shader \"s\" {\nuniform token info:id = \"UsdPreviewSurface\"\nnormal3f inputs:normal.connect = </x/t.outputs:rgb>\ntoken outputs:surface\n}\n"+
		"def Shader \"t\" {\nuniform token info:id = \"UsdUVTexture\"\nasset inputs:file = @t.png@\nfloat2 inputs:st.connect = </x/d.outputs:result>\ntoken inputs:wrapT = \"mirror\"\nfloat3 outputs:rgb\n}\n"+
		"def Shader \"d\" {\nuniform token info:id = \"UsdTransform2d\"\nfloat inputs:rotation = 180\nfloat2 inputs:scale = (2, 3)\nfloat2 inputs:translation = (4, 5)\nfloat2 inputs:in.connect = </x/r.outputs:result>\nfloat2 outputs:result\n}\n"+
		"def Shader \"r\" {\nuniform token info:id = \"UsdPrimvarReader_float2\"\ntoken inputs:varname = \"b\"\nfloat2 outputs:result\n}\n}\n", source.Input{UVs: true, Folder: fstest.MapFS{}})
	if err != nil {
		t.Fatal(err)
	}
	use := s.Materials[0].Textures[0]
	want := mesh.TextureUse{Slot: "normal", Image: 0, Set: 0, Transform: mesh.UVTransform{Offset: [2]float64{4, 5}, Rotation: -math.Pi, Scale: [2]float64{2, 3}}, Wrap: [2]mesh.Wrap{mesh.Repeat, mesh.MirroredRepeat}}
	if use != want || s.Images[0].File != "t.png" || s.Materials[0].Name != "x" {
		t.Errorf("got %+v of %+v, want %+v", use, s.Images[0], want)
	}
	if got := strings.Join(s.Warnings, "; "); got != `the size of an image cannot be read: "t.png": no such file or directory` && got != `the size of an image cannot be read: "t.png": file does not exist` {
		t.Errorf("warnings %q", got)
	}
}

// TestCollections: bindings of collections are told when materials are asked for.
func TestCollections(t *testing.T) {
	const text = "def Mesh \"m\" {\n" + triangle + "rel material:binding:collection:x = [</m.collection:x>, </red>]\n}"
	for _, row := range []struct {
		reason string
		asked  source.Input
		want   string
	}{
		{"of texture coordinates", source.Input{UVs: true}, `the material that "/m.material:binding:collection:x" binds to a collection is left out`},
		{"of colors", source.Input{Colors: true}, `the material that "/m.material:binding:collection:x" binds to a collection is left out`},
		{"of nothing that materials have", source.Input{}, ""},
	} {
		s, err := decodeText(t, text, row.asked)
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(s.Warnings, "; "); got != row.want {
			t.Errorf("%s: %q, want %q", row.reason, got, row.want)
		}
	}
}

// TestObjectNames: which name an instance has.
func TestObjectNames(t *testing.T) {
	const mesh = "def Mesh \"m\" {\n" + triangle + "}\n"
	for _, c := range []struct{ why, text, want string }{
		{"a transform with nothing but the mesh", "def Xform \"chair\" {\n" + mesh + "}", "chair"},
		{"materials beside the mesh", "def Xform \"chair\" {\n" + mesh + "def Scope \"mtl\" {\n}\n}", "chair"},
		{"another mesh beside it", "def Xform \"chair\" {\n" + mesh + "def Mesh \"n\" {\n" + triangle + "}\n}", "m n"},
		{"a transform with another object below it", "def Xform \"chair\" {\n" + mesh + "def Xform \"leg\" {\n}\n}", "chair"},
		{"no transform", "def Scope \"geo\" {\n" + mesh + "}", "m"},
		{"the top of the file", mesh, "m"},
	} {
		s, err := decodeText(t, c.text, source.Input{})
		if err != nil {
			t.Fatal(c.why, err)
		}
		var names []string
		for _, in := range s.Instances {
			names = append(names, in.Name)
		}
		if got := strings.Join(names, " "); got != c.want {
			t.Errorf("%s: %q, want %q", c.why, got, c.want)
		}
	}
}
