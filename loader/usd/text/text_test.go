package text

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/meshcheck/meshcheck/loader/usd/layer"
)

// corpusEnv names the folder of real files.
const corpusEnv = "MESHCHECK_CORPUS"

// show writes a value so that types can be told apart.
func show(v any) string {
	switch v := v.(type) {
	case *layer.Numbers:
		s := fmt.Sprint(v.Width)
		if v.Array {
			s += "[]"
		}
		switch {
		case v.F32 != nil:
			return s + fmt.Sprint("f32", v.F32)
		case v.F64 != nil:
			return s + fmt.Sprint("f64", v.F64)
		case v.I64 != nil:
			return s + fmt.Sprint("i64", v.I64)
		}
		return s + fmt.Sprint("i32", v.I32)
	case *layer.Samples:
		s := "{"
		for i, t := range v.Times {
			s += fmt.Sprint(t, ":", show(v.Values[i]), " ")
		}
		return s + "}"
	case layer.ListOp[string]:
		return showList(v)
	case layer.ListOp[layer.Reference]:
		return showList(v)
	case map[string]any:
		s := "{"
		for _, k := range slices.Sorted(maps.Keys(v)) {
			s += k + "=" + show(v[k]) + " "
		}
		return s + "}"
	}
	return fmt.Sprintf("%T%v", v, v)
}

func showList[T any](op layer.ListOp[T]) string {
	s := ""
	for i, items := range [][]T{op.Explicit, op.Added, op.Prepended, op.Appended, op.Deleted, op.Ordered} {
		if items != nil || i == 0 && op.IsExplicit {
			s += fmt.Sprint([]string{"=", "add", "prepend", "append", "delete", "reorder"}[i], items)
		}
	}
	return s
}

func showFields(fields []layer.Field) string {
	s := ""
	for _, f := range fields {
		s += " " + f.Name + "=" + strings.NewReplacer("layer.", "", "string", "").Replace(show(f.Value))
	}
	return s
}

// showPrim writes the content of a prim.
func showPrim(p *layer.Prim) string {
	s := strings.TrimPrefix(showFields(p.Fields), " ")
	for _, a := range p.Properties {
		s += fmt.Sprint("; ", map[bool]string{true: "custom "}[a.Custom], map[bool]string{true: "uniform "}[a.Uniform])
		s += map[bool]string{true: "rel", false: a.TypeName}[a.Relationship] + " " + a.Name + showFields(a.Fields)
	}
	for _, v := range p.VariantSets {
		s += "; variants " + v.Name
		for _, c := range v.Variants {
			s += " " + c.Name + "{" + showPrim(c) + "}"
		}
	}
	for _, c := range p.Children {
		s += fmt.Sprint("; ", []string{"over", "def", "class"}[c.Specifier], " ", c.TypeName, " ", c.Name, "{", showPrim(c), "}")
	}
	if p.PrimOrder != nil || p.PropertyOrder != nil {
		s += fmt.Sprint("; order", p.PrimOrder, p.PropertyOrder)
	}
	return strings.TrimPrefix(s, "; ")
}

// inPrim wraps the content of a prim in a file.
func inPrim(content string) []byte { return []byte("#usda 1.0\ndef \"p\" {\n" + content + "\n}\n") }

// TestValues: values have the declared type. The answers are those of OpenUSD 26.11.
func TestValues(t *testing.T) {
	for _, row := range []struct{ reason, text, want string }{
		{"a float is rounded to float32", "float a = 0.1", "float a default=1f32[0.1]"},
		{"a double is not", "double a = 0.1", "double a default=1f64[0.1]"},
		{"a half is rounded to half", "half a = 0.1", "half a default=1f32[0.099975586]"},
		{"midpoints of halfs go to the even one, beyond the range is infinite", "half[] a = [65519, 65520, 1e-8, 3e-8, 1.00048828125, 1.0015]", "half[] a default=1[]f32[65504 +Inf 0 5.9604645e-08 1 1.0019531]"},
		{"a number is rounded once", "float a = 1.00000005960464477539062500000001", "float a default=1f32[1.0000001]"},
		{"minus zero of a float", "float a = -0", "float a default=1f32[-0]"},
		{"what is too great is infinite", "float[] a = [3.4028236e38, -1e39, 1e400]", "float[] a default=1[]f32[+Inf -Inf +Inf]"},
		{"digits on one side of the point", "double[] a = [.5, 5., 5.e1, -.5E-1]", "double[] a default=1[]f64[0.5 5 50 -0.05]"},
		{"infinities and nan, in quotes too", `float[] a = [inf, -inf, nan, "inf"]`, "float[] a default=1[]f32[+Inf -Inf NaN +Inf]"},
		{"fractions of integers are cut off", "int[] a = [2.7, -1.9, 1e9]", "int[] a default=1[]i32[2 -1 1000000000]"},
		{"an unsigned integer that fits is int32", "uint[] a = [1, 2147483647]", "uint[] a default=1[]i32[1 2147483647]"},
		{"an unsigned integer that does not is int64", "uint[] a = [1, 4294967295]", "uint[] a default=1[]i64[1 4294967295]"},
		{"64 bits", "int64 a = -9223372036854775808", "int64 a default=1i64[-9223372036854775808]"},
		{"truth in words and numbers", `bool[] a = [true, No, 1, 0.0, "Yes"]`, "bool[] a default=[]bool[true false true false true]"},
		{"strings in any quotes", `string[] a = ["x", 'y"', """z
"w""", '''''']`, "[][x y\" z\n\"w ]"},
		{"escapes", `string a = "\x41\102\q\t\\\""`, "string a default=ABq\t\\\""},
		{"assets, of which up to two @ at the end belong to the path", `asset[] a = [@x y@, @@@a@b@@@, @@@a\@@@b@@@@, "q"]`, "asset[] a default=[]Asset[x y a@b a@@@b@ q]"},
		{"a path as a value", "string a = </b.c>", "string a default=/b.c"},
		{"tuples, with a comma at the end", "float3[] a = [(1,2,3), # c\n\n(4,5,\n6,),]", "float3[] a default=3[]f32[1 2 3 4 5 6]"},
		{"matrices are by rows", "matrix2d a = ((1, 2), (3, 4))", "matrix2d a default=4f64[1 2 3 4]"},
		{"quaternions have the real part first", "quatf a = (1, 2, 3, 4)", "quatf a default=4f32[1 2 3 4]"},
		{"lists in lists are one list", "int[] a = [[1, 2], [3, 4]]", "int[] a default=1[]i32[1 2 3 4]"},
		{"an empty array", "int3[] a = [ ]", "int3[] a default=3[]i32[]"},
		{"names of types of old files", "Transform a = ((1,0,0,0),(0,1,0,0),(0,0,1,0),(0,0,0,1))", "Transform a default=16f64[1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1]"},
		{"values of unknown types are read over", `foo a = (1, [")", @]@, <b>])`, "foo a default=Unknownfoo"},
		{"edits of arrays are read over", "int[] a = edit [append 1; write 7 to [1]]", "int[] a default=Unknownedit of int[]"},
		{"None", "int a = None", "int a default=Blocked{}"},
		{"blocks of animation", "int a = AnimationBlock", "int a default=UnknownAnimationBlock"},
		{"time samples are sorted, and the last one at a time counts", "int a.timeSamples = {2: 1, 1: None, 2: 3,}", "int a timeSamples={1:Blocked{} 2:1i32[3] }"},
		{"splines are read over", `double a.spline = {bezier, 1: 2; pre (1,2); {string x = "}"}, 2: 3 & 4}`, "double a spline=Unknownspline"},
		{"comments between tokens of a line", "double a /*x\n*/ = /**/ 1 // c", "double a default=1f64[1]"},
		{"any letters in names", "custom uniform double [ ] é:ß", "custom uniform double[] é:ß"},
	} {
		l, err := Read(inPrim(row.text), Options{})
		if err != nil {
			t.Errorf("%s: %v", row.reason, err)
			continue
		}
		if got := showPrim(l.Root.Children[0]); !strings.HasSuffix(got, row.want) {
			t.Errorf("%s: got %q, want %q", row.reason, got, row.want)
		}
	}
}

// TestStatements: prims and properties with their metadata.
func TestStatements(t *testing.T) {
	for _, row := range []struct{ reason, text, want string }{
		{"statements of a property add up", "float a\nfloat a = 1\nfloat a.timeSamples = {1: 2}; custom float a.connect = </b.c>", "custom float a default=1f32[1] timeSamples={1:1f32[2] } connectionPaths==[/b.c]"},
		{"edits of connections", "prepend float a.connect = <.b>\ndelete float a.connect = [</c>]", "float a connectionPaths=prepend[/p.b]delete[/c]"},
		{"edits of targets", "rel r = </a>\nprepend rel r = <../b>\nappend rel r = [<c>, </d.r[/e].f>,]\nreorder varying rel r = </x>", "rel r targetPaths=prepend[/b]append[/p/c"},
		{"no targets", "rel r = None\nrel q = []\nrel s", "rel r targetPaths==[]; rel q targetPaths==[]; rel s"},
		{"defaults and attributes of relationships are read over", "rel r.default = </b>\nrel q[</b>]", "rel r; rel q"},
		{"metadata of properties", "float a = 1 (\n\"c\"\ndoc = 'd'; interpolation = \"vertex\"\n customData = {string x = \"1\"\nint[] 'y z' = [1]; dictionary z = {}}; displayUnit = m)", "comment=c documentation=d interpolation=vertex customData={x=1 y z=1[]i32[1] z={} } displayUnit=m"},
		{"metadata that nobody knows is left out", "float a (foo = [1, (2)]; bar = {int x = 1}; prepend baz = None\n add baz = [x])", "float a"},
		{"relative paths of arcs begin at the prim", `def "c" (inherits = [<../../z>, <y>]; delete specializes = <../x>) {}` + "\n", "def  c{inheritPaths==[/z /p/c/y] specializes=delete[/p/x]}"},
		{"references", `over "c" (references = [@a@</b> (offset = 1; scale = 2), @@@b@@@, </c>, <>]) {}` + "\n", "over  c{references==[{a /b 1 2} {b  0 1} { /c 0 1} {  0 1}]}"},
		{"payloads", `over X.Y "c" (add payload = @a@ (customData = {}); payload = None) {}` + "\n", "over X.Y c{payload==[]}"},
		{"metadata of prims", `class "c" (active = false; kind = "k"; variants = {string v = "x"}; prefixSubstitutions = {"a": "b"}; append variantSets = ["v", "w"]) {}` + "\n",
			"class  c{active=boolfalse kind=k variantSelection=map[]map[v:x] prefixSubstitutions={a=b } variantSetNames=append[v w]}"},
		{"lists in metadata", `def "c" (apiSchemas = ["A"]; prepend apiSchemas = ["B"]; inactiveIds = [1, -2]; delete clipSets = None) {}` + "\n", "def  c{apiSchemas=prepend[B] inactiveIds==[1 -2] clipSets=}"},
		{"paths in variants are of the prim", "variantSet \"v\" = {\n\"a\" (kind = \"k\") {\nrel r = <x>\ndef \"c\" {\nrel r = <../x>\n}\n}\n\"b\" {\n}\n}\n", "variants v a{kind=k; rel r targetPaths==[/p/x]; def  c{rel r targetPaths==[/p/x]}} b{}"},
		{"variants in variants", "variantSet \"v\" = {\"a\" {variantSet \"w\" = {\"b\" {def \"c\" {}\n}}\n}}\n", "variants v a{variants w b{def  c{}}}"},
		{"orders", "reorder nameChildren = [\"b\", \"a\"]\nreorder properties = 'x'\nreorder rel r = [</b>]", "rel r targetPaths=reorder[/b]; order[b a] [x]"},
	} {
		l, err := Read(inPrim(row.text), Options{})
		if err != nil {
			t.Errorf("%s: %v", row.reason, err)
			continue
		}
		if got := showPrim(l.Root.Children[0]); !strings.Contains(got, row.want) {
			t.Errorf("%s: got %q, want %q", row.reason, got, row.want)
		}
	}
}

// TestLayers: what is outside of prims.
func TestLayers(t *testing.T) {
	for _, row := range []struct{ reason, text, want string }{
		{"nothing but a header", "#usda 1.0", ""},
		{"an old header", "#sdf 1.4.32\n", ""},
		{"a byte order mark, and lines of Windows", "\ufeff#usda 1.4\r\ndef \"a\" {\r\n}\r\n", "def  a{}"},
		{"metadata", "#usda 1.0\n( \"c\"\ndefaultPrim = \"a\"; upAxis = \"Z\"\nmetersPerUnit = 1)", "comment=c defaultPrim=a upAxis=Z metersPerUnit=1f64[1]"},
		{"sublayers with offsets", "#usda 1.0\n(subLayers = [@a@, @b@ (offset = 1; scale = 2)])", "subLayerOffsets=2[]f64[0 1 1 2] subLayers=[][a b]"},
		{"relocates", "#usda 1.0\n(relocates = {<a/b>: </c/d>, </e>: <>})", "layerRelocates=map[]map[/a/b:/c/d /e:]"},
		{"the order of prims, and a prim that ends with the file", "#usda 1.0\nreorder rootPrims = [\"b\", \"a\"]\ndef \"a\" {}\nover \"b\"\n(doc='x')\n{\n}# c", "def  a{}; over  b{documentation=x}; order[b a] []"},
	} {
		l, err := Read([]byte(row.text), Options{})
		if err != nil {
			t.Errorf("%s: %v", row.reason, err)
			continue
		}
		if got := showPrim(l.Root); got != row.want {
			t.Errorf("%s: got %q, want %q", row.reason, got, row.want)
		}
	}
}

// TestCorpus: every text layer of the corpus is read. What is in them is compared through the scenes.
func TestCorpus(t *testing.T) {
	dir := os.Getenv(corpusEnv)
	if dir == "" {
		t.Skipf("%s does not name a folder of real files", corpusEnv)
	}
	n := 0
	err := filepath.WalkDir(filepath.Join(dir, "usd"), func(path string, _ os.DirEntry, err error) error {
		if err != nil || !strings.HasPrefix(filepath.Ext(path), ".usd") {
			return err
		}
		data, err := os.ReadFile(path)
		if err != nil || !strings.HasPrefix(string(data), "#usda") {
			return err
		}
		n++
		if _, err := Read(data, Options{}); err != nil {
			t.Errorf("%s: %v", path, err)
		}
		return nil
	})
	if err != nil || n < 100 {
		t.Errorf("%d layers, %v", n, err)
	}
}

// TestOptions: the errors of the options end the reading, and an array is charged before it is made.
func TestOptions(t *testing.T) {
	stop := errors.New("stop")
	if _, err := Read(inPrim("int[] a = ["+strings.Repeat("1,", 1<<20)+"]"), Options{Charge: func(count, size int) error {
		if count > 1<<20 {
			return stop
		}
		return nil
	}}); !errors.Is(err, stop) {
		t.Errorf("the charge of an array fails, the reading with %v", err)
	}
	if _, err := Read(inPrim("int[] a = ["+strings.Repeat("1,", 1<<20)+"]"), Options{Poll: func() error { return stop }}); !errors.Is(err, stop) {
		t.Errorf("the poll fails, the reading with %v", err)
	}
}
