package gltf_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/qmuntal/gltf"

	"github.com/meshcheck/meshcheck/fixtures/generate/encode"
	"github.com/meshcheck/meshcheck/internal/loadertest"
	"github.com/meshcheck/meshcheck/internal/longtest"
	"github.com/meshcheck/meshcheck/loader"
	"github.com/meshcheck/meshcheck/mesh"
)

// otherCases change a name to one that encoding/json would not distinguish from it. The letters ſ
// and K (U+017F and U+212A) fold to s and k.
var otherCases = []func(name string) string{
	strings.ToUpper,
	func(name string) string { return strings.ToUpper(name[:1]) + name[1:] },
	func(name string) string {
		return strings.NewReplacer("s", "ſ", "k", "K", "S", "ſ", "K", "K").Replace(name)
	},
	strings.ToLower,
}

// documentNames returns all names that documents use, and all that the library knows.
func documentNames(t *testing.T, all []document) []string {
	seen := map[string]bool{}
	for _, v := range []any{gltf.Document{}, gltf.Accessor{}, gltf.Sparse{}, gltf.SparseIndices{}, gltf.SparseValues{}, gltf.Asset{},
		gltf.Buffer{}, gltf.BufferView{}, gltf.Scene{}, gltf.Node{}, gltf.Mesh{}, gltf.Primitive{}, gltf.Material{}} {
		for _, f := range reflect.VisibleFields(reflect.TypeOf(v)) {
			name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
			seen[name] = true
		}
	}
	for _, d := range all {
		var v any
		if err := json.Unmarshal(d.text, &v); err != nil {
			continue // a byte order mark in front
		}
		addNames(seen, v)
	}
	delete(seen, "-")
	delete(seen, "")
	return slices.Sorted(maps.Keys(seen))
}

func addNames(seen map[string]bool, v any) {
	switch v := v.(type) {
	case map[string]any:
		for name, value := range v {
			if name != "extras" {
				seen[name] = true
				addNames(seen, value)
			}
		}
	case []any:
		for _, value := range v {
			addNames(seen, value)
		}
	}
}

// inserter writes documents with additional members.
type inserter struct {
	names  []string // exact ones
	other  func(name string) string
	behind bool // the members that the object has
	value  string
}

// write appends v. In each object, it adds every name in another letter case. In extras, names of
// any letter case are valid, so they are left alone.
func (x *inserter) write(out []byte, v any, in string) []byte {
	switch v := v.(type) {
	case map[string]any:
		var members []string
		for _, name := range slices.Sorted(maps.Keys(v)) {
			value := []byte(nil)
			if name == "extras" {
				value, _ = json.Marshal(v[name])
			} else {
				value = x.write(nil, v[name], name)
			}
			members = append(members, fmt.Sprintf("%q:%s", name, value))
		}
		if more := x.more(v, in); x.behind {
			members = append(members, more...)
		} else {
			members = append(more, members...)
		}
		return append(append(append(out, '{'), strings.Join(members, ",")...), '}')
	case []any:
		out = append(out, '[')
		for i, value := range v {
			if i > 0 {
				out = append(out, ',')
			}
			out = x.write(out, value, in)
		}
		return append(out, ']')
	}
	text, _ := json.Marshal(v)
	return append(out, text...)
}

func (x *inserter) more(object map[string]any, in string) (members []string) {
	value := x.value
	if in == "attributes" {
		value = "0" // whatever its name, an attribute is an accessor
	}
	given := map[string]bool{}
	for _, name := range x.names {
		other := x.other(name)
		if _, has := object[other]; has || given[other] || other == name {
			continue
		}
		// Whether a name is also valid in this letter case depends on the object.
		exact := slices.Contains(x.names, other)
		if exact && (in == "attributes" || strings.ToUpper(other) != other || !strings.Contains("SCALE ROTATION TRANSLATION", other)) {
			continue
		}
		given[other] = true
		members = append(members, fmt.Sprintf("%q:%s", other, value))
	}
	return members
}

// TestNamesInOtherLetterCase: members whose names differ from those of glTF in letter case change
// nothing, whatever and wherever they are.
func TestNamesInOtherLetterCase(t *testing.T) {
	all := documents(t)
	names := documentNames(t, all)
	values := []string{"1", "[]", "{}", `"x"`, "null", "[1,2,3]"}
	const otherDocuments = 5 // of so many, a short run takes one
	for k, d := range all {
		var v any
		if json.Unmarshal(d.text, &v) != nil {
			continue
		}
		want, err := d.decode(t, d.text)
		if err != nil {
			t.Fatal(d.path, err)
		}
		for c, other := range otherCases {
			for _, behind := range []bool{false, true} {
				if !longtest.On(t) && d.path != "rich" && (k+c*otherDocuments)%(len(otherCases)*otherDocuments) != 0 {
					continue
				}
				x := inserter{names: names, other: other, behind: behind, value: values[(k+c)%len(values)]}
				text := x.write(nil, v, "")
				got, err := d.decode(t, text)
				if err != nil {
					t.Fatalf("%s, case %d: %v", d.path, c, err)
				}
				if len(text) < 2*len(d.text) || !sameScene(got, want) {
					t.Fatalf("%s, case %d: the scene is another, warnings %q", d.path, c, got.Warnings)
				}
			}
		}
	}
}

// decode decodes the document with another text.
func (d *document) decode(t *testing.T, text []byte) (*mesh.Scene, error) {
	if d.glb {
		text = encode.GLB(text, d.bin)
	}
	s, _, err := loader.Decode(t.Context(), text, d.side, loader.Options{})
	return s, err
}

// sameScene compares scenes as they are printed, because of NaN.
func sameScene(a, b *mesh.Scene) bool {
	if !slices.Equal(a.Warnings, b.Warnings) || len(a.Meshes) != len(b.Meshes) || len(a.Instances) != len(b.Instances) || len(a.Colliders) != len(b.Colliders) {
		return false
	}
	for i := range a.Meshes {
		if fmt.Sprintf("%+v", *a.Meshes[i]) != fmt.Sprintf("%+v", *b.Meshes[i]) {
			return false
		}
	}
	sameInstance := func(x, y mesh.Instance) bool {
		same := *x.Rounding == *y.Rounding
		x.Rounding, y.Rounding = nil, nil
		return same && fmt.Sprintf("%+v", x) == fmt.Sprintf("%+v", y)
	}
	return slices.EqualFunc(a.Instances, b.Instances, sameInstance) && fmt.Sprintf("%+v", a.Colliders) == fmt.Sprintf("%+v", b.Colliders)
}

// TestHiddenByLetterCase has the members by which a file could hide geometry, one by one.
func TestHiddenByLetterCase(t *testing.T) {
	for _, c := range []struct{ list, with string }{
		{"accessors", `"COUNT":3`}, {"accessors", `"Count":1`}, {"accessors", `"BYTEOFFSET":12`}, {"accessors", `"Normalized":true`},
		{"accessors", `"SPARSE":{"count":1,"indices":{"bufferView":0,"componentType":5121},"values":{"bufferView":0}}`},
		{"accessors", `"bufferview":1`}, {"bufferViews", `"ByteStride":16`}, {"bufferViews", `"BYTELENGTH":4`}, {"buffers", `"URI":"data:,"`},
		{"meshes", `"Primitives":[]`}, {"meshes", `"PRIMITIVES":[{"mode":1}]`},
		{"primitives", `"Mode":1`}, {"primitives", `"INDICES":0`}, {"primitives", `"Attributes":{}`}, {"primitives", `"attributeſ":{}`},
		{"primitives", `"Extensions":{"KHR_draco_mesh_compression":{}}`},
		{"nodes", `"Translation":[9,9,9]`}, {"nodes", `"SCALE":[0,0,0]`}, {"nodes", `"Matrix":[]`}, {"nodes", `"Mesh":7`}, {"nodes", `"ſkin":0`},
		{"nodes", `"Children":[0]`}, {"nodes", `"Extensions":{"EXT_mesh_gpu_instancing":{}}`},
		{"", `"MESHES":[]`}, {"", `"Nodes":[]`}, {"", `"Accessors":[]`}, {"", `"ExtensionsRequired":["VENDOR_x"]`}, {"", `"Asset":{"version":"9.0"}`},
	} {
		b := loadertest.SquareModel()
		want := loadertest.MustDecode(t, b.GLB())
		text := b.JSON("")
		var doc map[string]any
		if err := json.Unmarshal(text, &doc); err != nil {
			t.Fatal(err)
		}
		var object any = doc
		switch c.list {
		case "":
		case "primitives":
			object = doc["meshes"].([]any)[0].(map[string]any)["primitives"].([]any)[0]
		default:
			object = doc[c.list].([]any)[0]
		}
		old, _ := json.Marshal(object)
		longer := slices.Concat(old[:len(old)-1], []byte(","+c.with+"}"))
		changed := bytes.Replace(text, old, longer, 1)
		if bytes.Equal(changed, text) {
			t.Fatalf("%s: no %s in %s", c.with, old, text)
		}
		if got, _, err := loadertest.Decode(t, encode.GLB(changed, b.Bin)); err != nil || !sameScene(got, want) {
			t.Errorf("%s in %q: %v", c.with, c.list, err)
		}
	}
}

// TestEscapedNames: names may have escapes, and strings are not names.
func TestEscapedNames(t *testing.T) {
	b := loadertest.SquareModel()
	b.Set("nodes", 0, "name", `","count":1,"mode":1,"`)
	want := loadertest.MustDecode(t, b.GLB())
	text := string(b.JSON(""))
	escaped := strings.NewReplacer(`"count":`, `"\u0063ount":`, `"nodes":`, `"nod\u0065s":`, `"POSITION":`, `"\u0050OSITION":`).Replace(text)
	if got, _, err := loadertest.Decode(t, encode.GLB([]byte(escaped), b.Bin)); err != nil || !sameScene(got, want) || len(want.Instances) != 1 {
		t.Errorf("escaped names: %v", err)
	}
}

// TestNamesTwice: a duplicate name is refused, since readers differ in which member they use.
func TestNamesTwice(t *testing.T) {
	b := loadertest.SquareModel()
	text := string(b.JSON(""))
	for _, c := range []struct{ old, with, err string }{
		{`"meshes":`, `"meshes":[],"meshes":`, `the name "meshes" occurs twice in one object`},
		{`"primitives":`, `"primitives":[],"primitives":`, `the name "primitives" occurs twice`},
		{`"indices":`, `"\u0069ndices":0,"indices":`, `the name "indices" occurs twice`},
	} {
		changed := strings.Replace(text, c.old, c.with, 1)
		at := strings.Index(changed, c.with) + strings.LastIndex(c.with, c.old)
		loadertest.WantFormatError(t, encode.GLB([]byte(changed), b.Bin), loader.GLB, fmt.Sprintf("JSON byte %d", at), c.err)
	}
	b.Set("nodes", 0, "extras", "EXTRAS")
	text = string(b.JSON(""))
	want := loadertest.MustDecode(t, encode.GLB([]byte(text), b.Bin))
	for _, extras := range []string{`{"name":1,"name":2,"a":{"mesh":1,"mesh":2}}`, `[{"mode":1,"mode":2}]`, `"\\\",\"mode\":1,\"mode\":2"`} {
		changed := strings.Replace(text, `"EXTRAS"`, extras, 1)
		if got, _, err := loadertest.Decode(t, encode.GLB([]byte(changed), b.Bin)); err != nil || len(got.Instances) != len(want.Instances) {
			t.Errorf("extras %s: %v", extras, err)
		}
		behind := strings.Replace(changed, `"extras":`+extras, `"extras":`+extras+`,"mesh":0`, 1)
		loadertest.WantFormatError(t, encode.GLB([]byte(behind), b.Bin), loader.GLB, fmt.Sprintf("JSON byte %d", strings.LastIndex(behind, `"mesh":`)), "occurs twice")
	}
}
