package loader_test

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/meshcheck/meshcheck/fixtures/generate/encode"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/meshgen"
	"github.com/meshcheck/meshcheck/loader"
)

const cubeItem = `<item objectid="1"/>`

func cubeObject(id int) string {
	return encode.Object(id, "Cube", meshgen.Box(geom.Vec{}, geom.Vec{1, 1, 1}))
}

func TestThreeMFRefused(t *testing.T) {
	good := encode.Model("", cubeObject(1), cubeItem)
	part := encode.Entry{Name: "3D/b.model", Data: encode.Model(`unit="inch"`, cubeObject(1), "")}
	more := func(target string, e ...encode.Entry) []byte {
		return encode.ThreeMF(good, append(e, encode.Relationships("3D/_rels/3dmodel.model.rels", target))...)
	}
	change := func(old, with string) []byte { return encode.ThreeMF(strings.Replace(good, old, with, 1)) }
	root := encode.Relationships("_rels/.rels", "/3D/3dmodel.model")
	external := root
	external.Data = strings.Replace(root.Data, "Target=", `TargetMode="External" Target=`, 1)
	for want, data := range map[string][]byte{
		`3mf: _rels/.rels: 0 start parts, not one`:                                                      encode.Archive(encode.Relationships("_rels/.rels")),
		`3mf: _rels/.rels: the model part "/3D/3dmodel.model" is external`:                              encode.Archive(external, encode.Entry{Name: "3D/3dmodel.model", Data: good}),
		`3mf: the part "/3D/b.model" is not there`:                                                      more("/3D/b.model"),
		`3mf: 3D/b.model: a unit (in) other than that of the root model (mm) is not supported`:          more("b.model", part),
		`3mf: 3D/3dmodel.model: "mile" is no unit`:                                                      encode.ThreeMF(encode.Model(`unit="mile"`, "", "")),
		`3mf: 3D/3dmodel.model: the required extension "b" has no namespace`:                            encode.ThreeMF(encode.Model(`requiredextensions="b"`, "", "")),
		`3mf: 3D/3dmodel.model: build: object 2 is not there`:                                           change(`objectid="1"`, `objectid="2"`),
		`3mf: 3D/3dmodel.model: build: the part "/3D/b.model" is not one of the model`:                  encode.ThreeMF(strings.Replace(good, cubeItem, `<item objectid="1" p:path="/3D/b.model"/>`, 1), part),
		`3mf: 3D/3dmodel.model: object 1 vertex 0 has no y`:                                             change(` y="0"`, ""),
		`3mf: 3D/3dmodel.model: object 1 vertex 0: "1,5" is not a number`:                               change(` y="0"`, ` y="1,5"`),
		`3mf: 3D/3dmodel.model: object 1 vertex 0: "1 2" is not a number`:                               change(` y="0"`, ` y="1 2"`),
		`3mf: 3D/3dmodel.model: object 1 vertex 0: "1e39" is beyond the range of 32-bit floating point`: change(` y="0"`, ` y="1e39"`),
		`3mf: 3D/3dmodel.model: object 1 triangle 0: v1 "-1" is no number`:                              change(`v1="0"`, `v1="-1"`),
		`3mf: 3D/3dmodel.model: object 1 triangle 0: vertex 8 is not there: the mesh has 8`:             change(`v1="0"`, `v1="8"`),
		`3mf: 3D/3dmodel.model: object 1 triangle 0: has no v1`:                                         change(`v1="0"`, ``),
		`3mf: 3D/3dmodel.model: item 0: "nan" is no number for a transform`:                             change(cubeItem, `<item objectid="1" transform="nan 0 0 0 1 0 0 0 1 0 0 0"/>`),
		`3mf: 3D/3dmodel.model: object 1 has mesh twice`:                                                change("<mesh>", "<mesh/><mesh>"),
		`3mf: 3D/3dmodel.model: object 1 has a mesh and components`:                                     change("<mesh>", "<components/><mesh>"),
		`3mf: 3D/3dmodel.model: the XML is not UTF-8`:                                                   change("Cube", "C\xffbe"),
		`3mf: 3D/3dmodel.model: XML syntax error on line 2: element <object> closed by </model>`:        nil,
	} {
		if data == nil {
			continue
		}
		s, format, err := loader.Decode(t.Context(), data, nil, loader.Options{})
		if err == nil || err.Error() != want || s != nil || format != loader.ThreeMF {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

// TestThreeMFBomb: a part that unpacks to far more than it takes is refused before it is read.
func TestThreeMFBomb(t *testing.T) {
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	w, err := z.Create("_rels/.rels")
	if err != nil {
		t.Fatal(err)
	}
	fmt.Fprint(w, encode.Relationships("", "/3D/3dmodel.model").Data)
	if w, err = z.Create("3D/3dmodel.model"); err != nil {
		t.Fatal(err)
	}
	spaces := bytes.Repeat([]byte(" "), 1<<20)
	for range 101 {
		if _, err := w.Write(spaces); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	used := allocated(func() {
		var format *loader.FormatError
		if _, _, err := loader.Decode(t.Context(), b.Bytes(), nil, loader.Options{}); !errors.As(err, &format) || !strings.Contains(err.Error(), "more than 200 times its size") {
			t.Error(err)
		}
	})
	if used > 1<<20 {
		t.Errorf("%d bytes allocated", used)
	}
}

// TestThreeMFTower: components may be nested as deep as a file is long, and paths are made only for
// what is shown.
func TestThreeMFTower(t *testing.T) {
	const n = 20_000
	var objects strings.Builder
	objects.WriteString(cubeObject(1))
	for i := 2; i <= n; i++ {
		objects.WriteString(encode.Components(i, "a", fmt.Sprintf(`objectid="%d" transform="1 0 0 0 1 0 0 0 1 1 0 0"`, i-1)))
	}
	data := encode.ThreeMF(encode.Model("", objects.String(), fmt.Sprintf(`<item objectid="%d"/>`, n)))
	s, _, err := loader.Decode(t.Context(), data, nil, loader.Options{})
	if err != nil || len(s.Instances) != 1 {
		t.Fatal(err)
	}
	if in := s.Instances[0]; in.World[0][3] != n-1 || len(in.Path) != 2*(n-1)+len("/Cube") {
		t.Errorf("%v, a path of %d bytes", in.World, len(in.Path))
	}
}

// TestThreeMFUnits: lengths are in the unit of the file.
func TestThreeMFUnits(t *testing.T) {
	for attribute, want := range map[string]string{
		"": "mm", `unit="micron"`: "um", `unit="centimeter"`: "cm", `unit="inch"`: "in", `unit="foot"`: "ft", `unit="meter"`: "m", `unit="millimeter"`: "mm",
	} {
		s, _, err := loader.Decode(t.Context(), encode.ThreeMF(encode.Model(attribute, "", "")), nil, loader.Options{})
		if err != nil || s.Unit != want {
			t.Errorf("%s: %+v, %v", attribute, s, err)
		}
	}
}
